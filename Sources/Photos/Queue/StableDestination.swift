/// Filters the destination of a motion: a destination is returned only when it will probably not change soon.
///
/// A repeating key changes the destination many times a second, and so does a wheel. A single press of a key changes it
/// once.
package struct StableDestination: Hashable, Sendable {
  /// What changes the destination.
  private enum Cause: Hashable {
    /// A wheel, a finger or the program. Another change may follow soon.
    case unknown
    /// A key that does not repeat, or not any more.
    case press
    /// A key that repeats.
    case repetition
  }

  private struct KeyEvent: Hashable {
    let cause: Cause
    let time: Double
  }

  private var index: Int?
  private var since = 0.0
  private var cause = Cause.unknown
  /// The last press or repetition of a key. It may be the cause of the next change.
  private var key: KeyEvent?

  /// Creates a value without a destination.
  package init() {}

  /// The time without a change after which a destination is stable, in seconds. It exceeds the interval of a
  /// repeated key, at 30 repetitions a second.
  package static let delay = 0.06

  /// The longest time from a key event to the change that it causes, in seconds. Changes are reported once a frame.
  private static let longestEffect = 0.1

  /// Sets the current destination of the motion, and returns it if it is stable: if it has been the same for ``delay``
  /// seconds, or if a key changed it that does not repeat.
  ///
  /// - Parameters:
  ///   - index: The index of the item; `nil` without a motion.
  ///   - time: The current time of a monotonic clock, in seconds.
  package mutating func update(_ index: Int?, at time: Double) -> Int? {
    if index != self.index {
      (self.index, since) = (index, time)
      let recent = key.flatMap { time - $0.time <= Self.longestEffect ? $0 : nil }
      (cause, key) = (recent?.cause ?? .unknown, nil)
    }
    return cause == .press || time - since >= Self.delay ? index : nil
  }

  /// A key was pressed. A destination that changes within 0.1 s is stable at once, because a key begins to repeat later.
  ///
  /// - Parameter time: The current time of the clock of ``update(_:at:)``, in seconds.
  package mutating func keyWasPressed(at time: Double) { key = KeyEvent(cause: .press, time: time) }

  /// A key repeats, so the destination will change again.
  ///
  /// - Parameter time: The current time of the clock of ``update(_:at:)``, in seconds.
  package mutating func keyRepeats(at time: Double) {
    key = KeyEvent(cause: .repetition, time: time)
    if cause == .press { cause = .repetition }
  }

  /// A key was released. If the key has changed the destination, it is stable.
  package mutating func keyWasReleased() {
    if cause == .repetition { cause = .press }
  }
}
