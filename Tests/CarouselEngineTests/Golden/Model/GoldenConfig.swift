import CarouselEngine
import Geometry

/// The complete setup of a recorded carousel: `config` in every file.
struct GoldenConfig: Decodable {
  let type: CarouselType
  let vertical: Bool
  var numberOfItems: Int
  var numberOfPlaceholders: Int
  let bounds: [Double]
  let itemSize: [Double]
  let placeholderSize: [Double]?
  var delegateItemWidth: Double?
  /// The options that the recording's delegate overrides, by iCarousel's names. A switch is 0 or 1.
  var options: [String: Double]
  let perspective: Double
  let viewpointOffset: [Double]
  let contentOffset: [Double]
  let itemLayerDoubleSided: Bool
  let hasDelegate: Bool
  let bounces: Bool
  let bounceDistance: Double
  let decelerationRate: Double
  let scrollSpeed: Double
  let pagingEnabled: Bool
  let stopAtItemBoundary: Bool
  var scrollToItemBoundary: Bool
  let ignorePerpendicularSwipes: Bool
  let centerItemWhenSelected: Bool
  let scrollEnabled: Bool
  let shouldSelect: Bool
  let recycle: Bool
  let autoscroll: Double

  var axis: Axis { vertical ? .vertical : .horizontal }
}

/// The values that result from content, type, bounds and options: `derived` and `derivedAtEnd` in the files.
struct GoldenDerived: Decodable {
  let numberOfItems: Int
  let numberOfPlaceholders: Int
  let numberOfPlaceholdersShown: Int
  let numberOfVisibleItems: Int
  let itemWidth: Double
  let offsetMultiplier: Double
  let wrapEnabled: Bool
  let circularItemCount: Int
}

extension Size {
  /// Creates a size from a recorded pair.
  init(_ pair: [Double]) { self.init(width: pair[0], height: pair[1]) }
}

extension Transform3D {
  /// Creates a matrix from 16 recorded numbers, row by row.
  init(_ n: [Double]) {
    self.init(
      rows: [n[0], n[1], n[2], n[3]], [n[4], n[5], n[6], n[7]], [n[8], n[9], n[10], n[11]],
      [n[12], n[13], n[14], n[15]])
  }

  /// The 16 elements, row by row.
  var elements: [Double] {
    let (r1, r2, r3, r4) = rows
    return [r1, r2, r3, r4].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }
}
