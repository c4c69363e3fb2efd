/// A motion that consists of two motions, one after the other.
package struct JoinedMotion: ScrollMotion {
  private let first: any ScrollMotion
  private let second: any ScrollMotion
  /// The time at which the second motion begins, in seconds.
  private let handOver: Double

  /// - Parameters:
  ///   - handOver: The time after which `second` begins, in seconds; 0 or more.
  ///   - second: The second motion. It must begin at the offset and with the velocity that the first motion
  ///     has at the time `handOver`.
  package init(_ first: any ScrollMotion, until handOver: Double, then second: any ScrollMotion) {
    self.first = first
    self.second = second
    self.handOver = handOver
  }

  package var start: Double { first.start }
  package var end: Double? { second.end }
  package var duration: Double? { second.duration.map { handOver + $0 } }

  package func offset(at time: Double) -> Double {
    time < handOver ? first.offset(at: time) : second.offset(at: time - handOver)
  }

  package func velocity(at time: Double) -> Double {
    time < handOver ? first.velocity(at: time) : second.velocity(at: time - handOver)
  }

  package func isOver(at time: Double) -> Bool { time >= handOver && second.isOver(at: time - handOver) }
}
