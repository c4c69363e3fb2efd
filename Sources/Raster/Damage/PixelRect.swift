public import Geometry
internal import Glibc

/// A rectangle of whole pixels, such as a part of a frame that has to be redrawn.
///
/// Wayland: `wl_surface.damage_buffer`.
public struct PixelRect: Hashable, Sendable {
  /// The left column and the top row; may be negative.
  public var x, y: Int
  /// The size in pixels; the rectangle is empty if either is 0 or less.
  public var width, height: Int

  /// The empty rectangle at the origin.
  public static let zero = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// Creates a rectangle without checking the values.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates the smallest rectangle of whole pixels that covers `rect`. Its coordinates are clamped to ±10⁹.
  public init(covering rect: Rect) {
    guard !rect.isEmpty else {
      self = .zero
      return
    }
    // 10⁹ is far larger than any canvas, and safely convertible to Int.
    func whole(_ value: Double) -> Int { Int(min(max(value, -1e9), 1e9)) }
    x = whole(floor(rect.minX))
    y = whole(floor(rect.minY))
    width = whole(ceil(rect.maxX)) - x
    height = whole(ceil(rect.maxY)) - y
  }

  /// The number of the column after the last one.
  public var maxX: Int { x + width }
  /// The number of the row after the last one.
  public var maxY: Int { y + height }

  /// Whether the rectangle contains no pixel.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Returns the intersection, or `.zero` when it is empty.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let (width, height) = (min(maxX, other.maxX) - left, min(maxY, other.maxY) - top)
    return width > 0 && height > 0 ? PixelRect(x: left, y: top, width: width, height: height) : .zero
  }

  /// Returns the smallest rectangle that contains this one and `other`. An empty rectangle is ignored.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
