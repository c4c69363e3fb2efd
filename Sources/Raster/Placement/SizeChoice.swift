/// Which widths and heights of a texture are mixed, by their numbers, and how much of each; but not of which
/// texture.
package struct SizeChoice: BitwiseCopyable, Equatable {
  /// The numbers of width and height, and the shares of the next ones: a byte each, from the lowest.
  private let packed: UInt32

  /// Shares are multiples of 1/64: a size with less would not be seen, but cost as much as the others.
  package static let shareSteps = 64

  @inline(__always)
  init(packed: UInt32) { self.packed = packed }

  /// The numbers of the width and the height of the largest size.
  @inline(__always)
  package var x: Int { Int(packed & 0xff) }
  @inline(__always)
  package var y: Int { Int((packed &>> 8) & 0xff) }
  /// How much of the mixture is as wide, or as high, as the next number says; in 1/64, never all.
  @inline(__always)
  package var nextX: Int { Int((packed &>> 16) & 0xff) }
  @inline(__always)
  package var nextY: Int { Int(packed &>> 24) }

  /// The sizes that are mixed.
  @inline(__always)
  package var pattern: SizePattern {
    SizePattern(
      x: x, y: y, second: nextX == nextY ? .none : nextX > nextY ? .narrower : .lower,
      hasThird: nextX > 0 && nextY > 0)
  }

  /// How much of the mixture each size of the pattern is, in 1/64.
  @inline(__always)
  package var weights: (first: Int, second: Int, third: Int) {
    let (less, more) = (min(nextX, nextY), max(nextX, nextY))
    return (SizeChoice.shareSteps - more, more - less, less)
  }
}

/// Up to three sizes of a texture: between four of them, along one side and the diagonal.
package struct SizePattern: BitwiseCopyable, Equatable {
  /// What the second size is beside the first.
  package enum Second: BitwiseCopyable { case none, narrower, lower }

  /// The numbers of the width and the height of the first size, the largest.
  package let x, y: Int
  package let second: Second
  /// Whether there is one that is both narrower and lower.
  package let hasThird: Bool

  /// Whether the first size is all there is.
  @inline(__always)
  package var isOne: Bool { second == .none && !hasThird }

  /// Calls `body` with the numbers of each size.
  @inline(__always)
  package func forEachSize(_ body: (_ x: Int, _ y: Int) -> Void) {
    body(x, y)
    switch second {
    case .none: break
    case .narrower: body(x + 1, y)
    case .lower: body(x, y + 1)
    }
    if hasThird { body(x + 1, y + 1) }
  }
}
