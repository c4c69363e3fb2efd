/// Runs closures on the main actor: at a given time, when a descriptor is ready, or as soon as possible.
///
/// `MainQueueScheduler` is the default. `ManualScheduler` runs closures when its owner calls it. It is used by tests
/// with virtual time and by programs with their own event loop.
@MainActor
public protocol Scheduler: AnyObject {
  /// Whether closures run on Dispatch's main queue, which the program runs with `dispatchMain()`; by default false.
  var isMainQueue: Bool { get }

  /// Starts a timer. The timer runs until it is canceled or the returned object is released.
  ///
  /// - Parameters:
  ///   - seconds: The time until the first call. A negative value is replaced by 0.
  ///   - interval: The time between two calls; nil for only one call.
  ///   - action: Called each time.
  func timer(
    after seconds: Double, every interval: Double?, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledTimer

  /// Watches a descriptor: always for reading, and for writing while `watchesForWriting` is set. The caller keeps the
  /// descriptor open.
  ///
  /// - Returns: The watch; nil if the descriptor cannot be watched (`errno` states why).
  func watch(
    _ descriptor: Int32, onReadable: @escaping @MainActor () -> Void,
    onWritable: @escaping @MainActor () -> Void
  ) -> (any DescriptorWatch)?

  /// Calls `action` as soon as possible, but not before this call returns.
  func soon(_ action: @escaping @MainActor () -> Void)
}

extension Scheduler {
  public var isMainQueue: Bool { false }
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
