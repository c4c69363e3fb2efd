/// A motion that continues as another one after some time.
package struct JoinedMotion: Motion {
  private let first: any Motion
  private let second: any Motion
  /// The time of the hand-over, in seconds.
  private let handOver: Double

  /// - Parameters:
  ///   - handOver: The time after which `second` begins, in seconds; 0 or more.
  ///   - second: The motion from there. It must begin where `first` is then, with its velocity.
  package init(_ first: any Motion, until handOver: Double, then second: any Motion) {
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
