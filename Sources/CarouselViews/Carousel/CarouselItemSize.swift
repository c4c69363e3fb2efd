internal import Drawing
public import Geometry
public import Views

/// The size of the items of a ``CarouselView``, relative to the size of the view.
///
/// Cards with the proportions 4 : 3 that are as large as possible within 80 % of the width and 90 % of the height:
///
///     carouselView.itemSize = CarouselItemSize(width: 0.8, height: 0.9, aspectRatio: 4 / 3)
///
/// Flutter: `PageController.viewportFraction`. UIKit: `NSCollectionLayoutSize`.
public struct CarouselItemSize: Hashable, Sendable {
  /// The largest width of an item, as a fraction of the width of the view.
  public var width: Double
  /// The largest height of an item, as a fraction of the height of the view.
  public var height: Double
  /// The width divided by the height; `nil` if items fill the largest width and height. Numbers that are infinite or not positive
  /// count as `nil`.
  public var aspectRatio: Double?
  /// The largest width and height in points; `nil` for no limit. Numbers that are not positive are no limit either.
  public var maximum: Size?
  /// Whether ``maximum`` grows with the text of the theme, so that cards with text have room for larger text; by default `false`.
  public var growsWithText: Bool

  /// Creates a size from fractions of the view's width and height.
  ///
  /// - Parameters:
  ///   - width: See ``width``.
  ///   - height: See ``height``.
  ///   - aspectRatio: See ``aspectRatio``; `nil` by default.
  ///   - maximum: See ``maximum``; `nil` by default.
  ///   - growsWithText: See ``growsWithText``.
  public init(
    width: Double, height: Double, aspectRatio: Double? = nil, maximum: Size? = nil,
    growsWithText: Bool = false
  ) {
    (self.width, self.height, self.aspectRatio, self.maximum) = (width, height, aspectRatio, maximum)
    self.growsWithText = growsWithText
  }

  /// The largest width or height, in points. Larger views cannot be painted.
  private static let limit = Double(ImageSurface.maximumSide)

  /// Returns the size in a view with the size `bounds`, rounded down to whole points.
  ///
  /// - Parameters:
  ///   - bounds: The size of the view, in points.
  ///   - theme: The theme of the view.
  /// - Returns: `nil` if the width or the height would be less than one point, or is not a number.
  public func size(in bounds: Size, theme: Theme = .light) -> Size? {
    func limit(_ points: Double?) -> Double {
      guard let points, points > 0 else { return Self.limit }
      return min(growsWithText ? theme.scaled(points) : points, Self.limit)
    }
    var width = min(bounds.width * self.width, limit(maximum?.width))
    var height = min(bounds.height * self.height, limit(maximum?.height))
    if let ratio = aspectRatio, ratio > 0, ratio.isFinite {
      (width, height) = (min(width, height * ratio), min(height, width / ratio))
    }
    let size = Size(width: width.rounded(.down), height: height.rounded(.down))
    return size.width >= 1 && size.height >= 1 ? size : nil
  }
}
