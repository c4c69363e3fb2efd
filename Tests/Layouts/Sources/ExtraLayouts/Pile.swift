public import CarouselEngine

/// A loose pile of items with the current one on top, upright; those beneath it are turned and shifted at
/// random.
///
/// A drag forward takes the current item off the pile, under the finger; a drag back returns the one before
/// it. Each item turns and shifts by an amount that depends on the seed and its index alone. Items take no
/// space on the axis, so individual widths do not change their positions.
public struct Pile: CarouselLayout {
  /// The seed of the random numbers.
  public let seed: UInt64
  /// The number of items that are visible beneath the current one, at least 1.
  public let depth: Int
  /// The largest angle by which an item is turned to either side, in radians.
  public let looseness: Double

  /// The distance in depth between two items, in points.
  private static let thickness = 0.5
  /// The largest distance of an item beneath the current one from the center, in item widths.
  private static let scatter = 0.06

  /// Creates the layout.
  ///
  /// - Parameters:
  ///   - seed: The seed; the same seed makes the same pile.
  ///   - depth: The number of items that are visible beneath the current one; less than 1 counts as 1.
  ///   - looseness: The largest angle by which an item is turned to either side, in radians, in `0...π`.
  public init(seed: UInt64 = 0, depth: Int = 8, looseness: Double = 0.15) {
    self.seed = seed
    self.depth = max(1, depth)
    self.looseness = looseness
  }

  /// Items that have left the pile fade out beside it; the lowest fades in.
  public var defaults: LayoutDefaults { LayoutDefaults(fadeMin: -0.5, fadeMax: Double(depth)) }

  public mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    LayoutGeometry(visible: .count(min(2 * depth + 3, resolver.maximumVisibleItems)))
  }

  public func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    var random = Scatter(seed: seed, index: position.index)
    let turn = random.next() * looseness * min(abs(position.offset), 1)
    let loose = Self.scatter * context.itemWidth * min(max(position.offset, 0), 1)
    let (x, y) = (random.next() * loose, random.next() * loose)
    return context.base
      .translated(along: context.axis, by: min(position.offset, 0) * context.itemWidth)
      .translated(x: x, y: y, z: -position.offset * Self.thickness)
      .rotated(by: turn, z: 1)
  }
}

/// The random numbers of one item: SplitMix64, initialized with a seed and an index.
private struct Scatter {
  private var state: UInt64

  init(seed: UInt64, index: Int) { state = seed &+ UInt64(bitPattern: Int64(index)) &* 0xD134_2543_DE82_EF95 }

  /// Returns the next number, in `-1..<1`.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) * 0x1p-52 - 1
  }
}
