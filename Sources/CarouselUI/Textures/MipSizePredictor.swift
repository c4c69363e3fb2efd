internal import Raster

/// Predicts the mip sizes that an item needs from the sizes that other items have used at the same position.
///
/// A position is a distance from the center of the carousel, in quarters of an item. A ``LevelSize`` is
/// relative: it counts reduction steps, not texels. Items of different sizes can therefore share predictions.
struct MipSizePredictor {
  private struct Sample {
    let size: LevelSize
    /// The frame in which the size was last used, as a value of `History.time`.
    var time: Int
  }

  /// The samples of one carousel.
  private struct History {
    /// The number of frames that recorded a sample.
    var time = 0
    var hasNewSamples = false
    var positions = [[Sample]](repeating: [], count: 2 * farthest + 1)

    mutating func record(_ size: LevelSize, at position: Int) {
      hasNewSamples = true
      if let known = positions[position].firstIndex(where: { $0.size == size }) {
        positions[position][known].time = time
      } else {
        let oldest = time - lifetime
        positions[position].removeAll { $0.time < oldest }
        positions[position].append(Sample(size: size, time: time))
      }
    }

    func add(_ position: Int, to sizes: inout [LevelSize]) {
      for sample in positions[position] where sample.time >= time - lifetime && !sizes.contains(sample.size) {
        sizes.append(sample.size)
      }
    }
  }

  /// The history of each carousel, by the number of the carousel.
  private var histories: [Int: History] = [:]

  /// The number of positions on each side of the center. Views that are farther away use the last position.
  private static let farthest = 64
  private static let positionsPerItem = 4.0
  // The time of a few flicks. Older samples may be from another carousel type or window size.
  private static let lifetime = 240  // frames

  /// Begins to record a frame.
  mutating func beginFrame() {
    for carousel in histories.keys where histories[carousel]?.hasNewSamples == true {
      histories[carousel]?.hasNewSamples = false
      histories[carousel]?.time += 1
    }
  }

  /// Records that an item of the carousel was drawn at `size`, `offset` items from the center.
  mutating func record(_ size: LevelSize, carousel: Int, offset: Double) {
    let position = Self.position(at: offset)
    histories[carousel, default: History()].record(size, at: position)
  }

  mutating func removeAll() { histories = [:] }

  /// Returns the sizes that were used between two offsets. If there are no samples between them, returns the
  /// sizes of the nearest position toward the center that has samples.
  func sizes(carousel: Int, from offset: Double, to other: Double) -> [LevelSize] {
    guard let history = histories[carousel] else { return [] }
    let (first, last) = (Self.position(at: min(offset, other)), Self.position(at: max(offset, other)))
    var sizes: [LevelSize] = []
    for position in first...last { history.add(position, to: &sizes) }
    let center = Self.farthest
    // If the center lies between the two offsets, the loop has no iterations.
    var (position, step) = first > center ? (first, -1) : (min(last, center), 1)
    while sizes.isEmpty, position != center {
      position += step
      history.add(position, to: &sizes)
    }
    return sizes
  }

  private static func position(at offset: Double) -> Int {
    let position = (offset * positionsPerItem).rounded()
    // A delegate may have returned an offset that is not finite.
    guard position.isFinite else { return farthest }
    return Int(min(max(position, -Double(farthest)), Double(farthest))) + farthest
  }
}
