internal import Drawing
public import Geometry

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

  /// Creates a size from fractions of the view's width and height.
  ///
  /// - Parameters:
  ///   - width: See ``width``.
  ///   - height: See ``height``.
  ///   - aspectRatio: See ``aspectRatio``; `nil` by default.
  ///   - maximum: See ``maximum``; `nil` by default.
  public init(width: Double, height: Double, aspectRatio: Double? = nil, maximum: Size? = nil) {
    (self.width, self.height, self.aspectRatio, self.maximum) = (width, height, aspectRatio, maximum)
  }

  /// The largest width or height, in points. Larger views cannot be painted.
  private static let limit = Double(ImageSurface.maximumSide)

  /// Returns the size in a view with the size `bounds`, rounded down to whole points.
  ///
  /// - Returns: `nil` if the width or the height would be less than one point, or is not a number.
  public func size(in bounds: Size) -> Size? {
    func limit(_ points: Double?) -> Double {
      points.map { $0 > 0 ? min($0, Self.limit) : Self.limit } ?? Self.limit
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
