/// A width and a height. They may be negative.
///
/// Core Graphics: `CGSize`.
@frozen
public struct Size: Hashable, Codable, Sendable {
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// The size without extent.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size from its width and height.
  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether the size has no area: a side is zero, negative or NaN.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Returns the size with both sides multiplied by `factor`.
  @inlinable public static func * (size: Size, factor: Double) -> Size {
    Size(width: size.width * factor, height: size.height * factor)
  }
}
