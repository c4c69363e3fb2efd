/// Filters the destination of a motion: a destination is returned only when it will probably not change soon.
///
/// A repeating key changes the destination many times a second, and so does a wheel. A single press of a key changes it
/// once.
public struct StableDestination: Hashable, Sendable {
  private var index: Int?
  private var since = 0.0
  /// Whether the next change is the step of a key that does not repeat yet.
  private var expectsStep = false
  /// Whether the current destination will not change soon.
  private var isFinal = false

  /// Creates a value without a destination.
  public init() {}

  /// The time without a change after which a destination is stable, in seconds. It exceeds the interval of a
  /// repeated key, at 30 repetitions a second.
  public static let delay = 0.06

  /// Sets the current destination of the motion, and returns it if it is stable: if it has been the same for ``delay``
  /// seconds, or if the key that changed it does not repeat.
  ///
  /// - Parameters:
  ///   - index: The index of the item; `nil` without a motion.
  ///   - time: The current time of a monotonic clock, in seconds.
  public mutating func update(_ index: Int?, at time: Double) -> Int? {
    if index != self.index {
      (self.index, since) = (index, time)
      (isFinal, expectsStep) = (expectsStep, false)
    }
    return isFinal || time - since >= Self.delay ? index : nil
  }

  /// A key was pressed. The next changed destination is stable at once, because a key does not repeat at once.
  public mutating func keyWasPressed() { expectsStep = true }

  /// The key repeats, so the destination will change again.
  public mutating func keyRepeats() { (isFinal, expectsStep) = (false, false) }

  /// The key was released, so the current destination is stable.
  public mutating func keyWasReleased() { isFinal = true }
}
