/// A width and a height; nothing keeps them from being negative.
///
/// Core Graphics: `CGSize`.
@frozen
public struct Size: Hashable, Codable, Sendable {
  public var width: Double
  public var height: Double

  public static let zero = Size(width: 0, height: 0)

  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether there is no area: a side is zero, negative or not a number.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Returns the size with both sides multiplied by `factor`.
  @inlinable public static func * (size: Size, factor: Double) -> Size {
    Size(width: size.width * factor, height: size.height * factor)
  }
}
