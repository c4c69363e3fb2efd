/// A motion that continues as another one after some time.
struct JoinedMotion: Motion {
  private let first: any Motion
  private let second: any Motion
  /// The time of the hand-over, in seconds.
  private let handOver: Double

  /// - Parameters:
  ///   - handOver: The time after which `second` begins, in seconds; 0 or more.
  ///   - second: The motion from there. It must begin where `first` is then, with its velocity.
  init(_ first: any Motion, until handOver: Double, then second: any Motion) {
    self.first = first
    self.second = second
    self.handOver = handOver
  }

  var start: Double { first.start }
  var end: Double? { second.end }
  var duration: Double? { second.duration.map { handOver + $0 } }

  func offset(at time: Double) -> Double {
    time < handOver ? first.offset(at: time) : second.offset(at: time - handOver)
  }

  func velocity(at time: Double) -> Double {
    time < handOver ? first.velocity(at: time) : second.velocity(at: time - handOver)
  }

  func isOver(at time: Double) -> Bool { time >= handOver && second.isOver(at: time - handOver) }
}
