/// The part of a picture that has to be drawn again: a few rectangles, which may overlap.
///
/// It is kept small rather than exact. Two rectangles become one when that adds at most 16 pixels a row,
/// which is about what it costs to draw a row in one piece more; and beyond ``maximumCount`` the two become
/// one that add the least.
public struct DirtyRegion: Sendable {
  /// How many rectangles there are at most.
  public static let maximumCount = 8

  /// What one piece more in a row costs, in pixels.
  private static let pixelsPerPiece = 16

  private var rectangles = InlineArray<8, PixelRect>(repeating: .zero)
  public private(set) var count = 0

  /// Creates a region without pixels.
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
        // What is larger now may take in those that were looked at already.
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

  /// The smallest rectangle that holds all of it.
  public var bounds: PixelRect { reduce(.zero) { $0.union($1) } }

  /// How many pixels it has; those that lie in several rectangles count once.
  public var pixelCount: Int {
    var total = 0
    var top = bounds.y
    // Strip by strip: within one, the same rectangles are met from its top to its bottom.
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

  /// Returns the leftmost rectangle in row `y` that reaches beyond column `x`.
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

  /// Unites the two of all rectangles and `newcomer` that add the least, and returns what is still to be
  /// added.
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

  /// Lends the rectangles in one piece of memory.
  func withRectangles<Result>(_ body: (UnsafeBufferPointer<PixelRect>) -> Result) -> Result {
    rectangles.span.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }
}

extension DirtyRegion: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }
  public subscript(position: Int) -> PixelRect {
    precondition(position < count, "rectangle \(position) of \(count)")
    return rectangles[position]
  }
}

extension PixelRect {
  /// How many pixels it has.
  public var pixelCount: Int { isEmpty ? 0 : width * height }

  /// How many pixels it and `other` have together.
  fileprivate func pixelCount(with other: PixelRect) -> Int {
    pixelCount + other.pixelCount - intersection(other).pixelCount
  }
}
