internal import Geometry

/// A motion with a number added to its offsets, because items were inserted or removed before the current
/// item.
struct ShiftedMotion: ScrollMotion {
  private let motion: any ScrollMotion
  private let shift: Double

  /// - Parameter shift: The number of items to add to each offset.
  init(_ motion: any ScrollMotion, by shift: Double) {
    if let shifted = motion as? ShiftedMotion {
      (self.motion, self.shift) = (shifted.motion, shifted.shift + shift)
    } else {
      (self.motion, self.shift) = (motion, shift)
    }
  }

  var start: Double { motion.start + shift }
  var end: Double? { motion.end.map { $0 + shift } }
  var duration: Double? { motion.duration }
  func offset(at time: Double) -> Double { motion.offset(at: time) + shift }
  func velocity(at time: Double) -> Double { motion.velocity(at: time) }
  func isOver(at time: Double) -> Bool { motion.isOver(at: time) }
}
