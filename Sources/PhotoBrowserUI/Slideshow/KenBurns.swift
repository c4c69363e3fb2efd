package import CarouselUI
internal import PhotoLibrary

/// A slow movement over a photo that covers the page: a zoom in or out, and a shift along the side that does not fit.
///
/// The same seed and number give the same movement.
package struct KenBurns: Hashable, Sendable {
  /// The part of the photo that is in sight.
  private struct Framing: Hashable, Sendable {
    /// The magnification, from the size at which the photo just covers the page.
    let zoom: Double
    /// The part of the hidden width and height that is left of and above the page, in `0...1`.
    let x, y: Double
  }

  private let start, end: Framing

  /// The largest magnification. Photos are decoded for it.
  static let largestZoom = 1.2
  /// The least difference between the magnifications at the start and at the end.
  private static let leastChange = 0.1

  package init(seed: UInt64, number: Int) {
    var state = StableHash.combined(seed, UInt64(bitPattern: Int64(number)))
    func part(_ range: ClosedRange<Double>) -> Double {
      state = StableHash.combined(state, 1)
      // The upper 53 bits, so that all numbers are equally likely.
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 11) * 0x1p-53
    }
    let small = part(1...(Self.largestZoom - Self.leastChange))
    let large = part((small + Self.leastChange)...Self.largestZoom)
    let zoomsIn = part(0...1) < 0.5
    let (x, y, across, down) = (part(0.2...0.8), part(0.2...0.8), part(-0.2...0.2), part(-0.2...0.2))
    start = Framing(zoom: zoomsIn ? small : large, x: x - across, y: y - down)
    end = Framing(zoom: zoomsIn ? large : small, x: x + across, y: y + down)
  }

  /// Returns the place of the photo in the coordinates of the page. It covers the page.
  ///
  /// - Parameters:
  ///   - progress: The part of the time, in `0...1`.
  ///   - photo: The size of the photo in any unit; only its proportions count.
  ///   - page: The size of the page.
  package func frame(at progress: Double, of photo: Size, on page: Size) -> Rect {
    guard !photo.isEmpty, !page.isEmpty else { return Rect(origin: .zero, size: page) }
    // NaN becomes 0.
    let part = progress > 0 ? min(progress, 1) : 0
    func mix(_ first: Double, _ second: Double) -> Double { first + (second - first) * part }
    let size = Self.size(of: photo, on: page, zoom: mix(start.zoom, end.zoom))
    return Rect(
      x: min((page.width - size.width) * mix(start.x, end.x), 0),
      y: min((page.height - size.height) * mix(start.y, end.y), 0), width: size.width, height: size.height)
  }

  /// Returns the size of a photo at a magnification; by default the largest one.
  static func size(of photo: Size, on page: Size, zoom: Double = largestZoom) -> Size {
    let cover = max(page.width / max(photo.width, 1), page.height / max(photo.height, 1)) * zoom
    return Size(width: photo.width * cover, height: photo.height * cover)
  }

  /// Whether most of a photo is visible when it covers the page. A portrait on a wide screen is not.
  package static func suits(_ photo: Size, on page: Size) -> Bool {
    guard !photo.isEmpty, !page.isEmpty else { return false }
    let ratio = photo.width / photo.height / (page.width / page.height)
    return max(ratio, 1 / ratio) <= leastVisible
  }
  /// The largest ratio of the aspect ratios of photo and page.
  static let leastVisible = 1.8
}
