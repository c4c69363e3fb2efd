/// Runs closures on the main actor: at a time, when a descriptor is ready, or soon.
///
/// `MainQueueScheduler` is the default. `ManualScheduler` runs closures when its owner says so: for tests on virtual
/// time and for programs with an event loop of their own.
@MainActor
public protocol Scheduler: AnyObject {
  /// Starts a timer. It runs until it is canceled or the returned object is released.
  ///
  /// - Parameters:
  ///   - seconds: The time until the first call; values below 0 count as 0.
  ///   - interval: The time between calls; nil for one call.
  ///   - action: Called each time.
  func timer(
    after seconds: Double, every interval: Double?, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledTimer

  /// Watches a descriptor: always for reading, on demand for writing. The caller keeps the descriptor open.
  ///
  /// - Returns: nil when the descriptor cannot be watched; `errno` has the reason.
  func watch(
    _ descriptor: Int32, onReadable: @escaping @MainActor () -> Void,
    onWritable: @escaping @MainActor () -> Void
  ) -> (any DescriptorWatch)?

  /// Calls `action` soon, but not before this call returns.
  func soon(_ action: @escaping @MainActor () -> Void)
}

/// A running timer.
@MainActor
public protocol ScheduledTimer: AnyObject {
  /// Stops the timer.
  func cancel()
}

/// A watched descriptor.
@MainActor
public protocol DescriptorWatch: AnyObject {
  /// Whether `onWritable` is called while the descriptor is writable.
  var watchesForWriting: Bool { get set }
  /// Stops watching.
  func cancel()
}
