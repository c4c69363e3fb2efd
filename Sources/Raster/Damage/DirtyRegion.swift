/// The part of a frame that has to be redrawn: a few rectangles, which may overlap.
///
/// The region may contain more pixels than were inserted, so that it has few rectangles. Two rectangles are
/// merged if their union adds on average at most 16 pixels per row: drawing these pixels takes about as long
/// as dividing the row into two pieces. When there are more than ``maximumCount`` rectangles, the two whose
/// union adds the fewest pixels are merged.
public struct DirtyRegion: Sendable {
  /// The largest number of rectangles.
  public static let maximumCount = 8

  /// The cost of an additional piece of a row, in pixels.
  private static let pixelsPerPiece = 16

  private var rectangles = InlineArray<8, PixelRect>(repeating: .zero)
  /// The number of rectangles.
  public private(set) var count = 0

  /// Creates an empty region.
  public init() {}

  /// Creates a region of one rectangle.
  public init(_ rectangle: PixelRect) { insert(rectangle) }

  /// Adds the pixels of `rectangle`.
  public mutating func insert(_ rectangle: PixelRect) {
    guard !rectangle.isEmpty else { return }
    var rectangle = rectangle
    var index = 0
    while index < count {
      let other = rectangles[index]
      let union = rectangle.union(other)
      if union.pixelCount - rectangle.pixelCount(with: other) <= Self.pixelsPerPiece * union.height {
        // The merged rectangle is larger, so it is compared again with all other rectangles.
        rectangle = union
        remove(at: index)
        index = 0
      } else {
        index += 1
      }
    }
    if count == Self.maximumCount { rectangle = makeRoom(for: rectangle) }
    rectangles[count] = rectangle
    count += 1
  }

  /// Adds the pixels of `other`.
  public mutating func formUnion(_ other: DirtyRegion) {
    for rectangle in other { insert(rectangle) }
  }

  /// The smallest rectangle that contains the region.
  public var bounds: PixelRect { reduce(.zero) { $0.union($1) } }

  /// The number of pixels; a pixel in several rectangles counts once.
  public var pixelCount: Int {
    var total = 0
    var top = bounds.y
    // The region is divided into horizontal strips at the upper and lower edges of the rectangles. All rows
    // of a strip intersect the same rectangles.
    while let bottom = nextEdge(below: top) {
      var (columns, x) = (0, Int.min)
      while let rectangle = leftmost(reaching: top, beyond: x) {
        columns += rectangle.maxX - Swift.max(x, rectangle.x)
        x = rectangle.maxX
      }
      total += columns * (bottom - top)
      top = bottom
    }
    return total
  }

  private func nextEdge(below y: Int) -> Int? {
    var edge: Int?
    for rectangle in self {
      for side in [rectangle.y, rectangle.maxY] where side > y { edge = Swift.min(edge ?? side, side) }
    }
    return edge
  }

  /// Returns the leftmost rectangle in row `y` that extends beyond column `x`.
  private func leftmost(reaching y: Int, beyond x: Int) -> PixelRect? {
    var result: PixelRect?
    for rectangle in self where rectangle.y <= y && y < rectangle.maxY && rectangle.maxX > x {
      if let found = result, found.x <= rectangle.x { continue }
      result = rectangle
    }
    return result
  }

  private mutating func remove(at index: Int) {
    count -= 1
    rectangles[index] = rectangles[count]
  }

  /// Merges the two rectangles whose union adds the fewest pixels; one of them may be `newcomer`. Returns the
  /// rectangle that the caller still has to insert.
  private mutating func makeRoom(for newcomer: PixelRect) -> PixelRect {
    var best = (first: 0, second: 0, waste: Int.max)
    for first in 0..<count {
      for second in (first + 1)...count {
        let (a, b) = (rectangles[first], second == count ? newcomer : rectangles[second])
        let waste = a.union(b).pixelCount - a.pixelCount(with: b)
        if waste < best.waste { best = (first, second, waste) }
      }
    }
    let first = rectangles[best.first]
    guard best.second < count else {
      remove(at: best.first)
      return first.union(newcomer)
    }
    rectangles[best.first] = first.union(rectangles[best.second])
    remove(at: best.second)
    return newcomer
  }

  /// Calls `body` with the rectangles in contiguous memory.
  func withRectangles<Result>(_ body: (UnsafeBufferPointer<PixelRect>) -> Result) -> Result {
    rectangles.span.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }
}

extension DirtyRegion: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }
  public subscript(position: Int) -> PixelRect {
    precondition(position < count, "index \(position) is out of range; the region has \(count) rectangles")
    return rectangles[position]
  }
}

extension PixelRect {
  /// The number of pixels.
  public var pixelCount: Int { isEmpty ? 0 : width * height }

  /// Returns the number of pixels that lie in either rectangle or in both.
  fileprivate func pixelCount(with other: PixelRect) -> Int {
    pixelCount + other.pixelCount - intersection(other).pixelCount
  }
}
