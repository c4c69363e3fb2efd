import Glibc

/// Runs closures when its owner calls `advance(to:)` and `poll()`.
///
/// A test advances it by virtual time. A program with its own event loop waits for `descriptors` until `nextDeadline`,
/// then calls `advance(to:)` with the current time and `poll()`.
@MainActor
public final class ManualScheduler: Scheduler {
  /// The time of the last `advance(to:)`, in seconds.
  public private(set) var now: Double
  /// Whether background work, such as the painting of views, runs on this scheduler instead of a separate thread.
  ///
  /// A test with virtual time sets it, so that all pixels are painted when the scheduler has run. It takes effect for
  /// windows that are opened later.
  public let runsBackgroundWork: Bool
  private var timers: [ManualTimer] = []
  private var watches: [ManualWatch] = []
  private var actions: [@MainActor () -> Void] = []

  /// Creates a scheduler without timers.
  ///
  /// - Parameters:
  ///   - time: The value of ``now`` at the start, in seconds.
  ///   - runsBackgroundWork: Whether background work runs on this scheduler instead of a separate thread.
  public init(startingAt time: Double = 0, runsBackgroundWork: Bool = false) {
    now = time
    self.runsBackgroundWork = runsBackgroundWork
  }

  /// The time at which the next closure is due, in seconds; nil if no closure is scheduled.
  public var nextDeadline: Double? { actions.isEmpty ? timers.map(\.deadline).min() : now }

  /// The watched descriptors.
  public var descriptors: [(descriptor: Int32, wantsToWrite: Bool)] {
    watches.map { ($0.descriptor, $0.watchesForWriting) }
  }

  /// Runs all closures that are due at `time` or earlier, in the order of their times.
  ///
  /// - Parameter time: The new time, in seconds. A time before `now` is replaced by `now`.
  public func advance(to time: Double) {
    runActions()
    while let timer = timers.filter({ $0.deadline <= time }).min(by: { $0.deadline < $1.deadline }) {
      now = max(now, timer.deadline)
      if let interval = timer.interval {
        timer.deadline += max(0.001, interval)
      } else {
        remove(timer)
      }
      timer.action()
      runActions()
    }
    if time > now { now = time }
  }

  /// Runs all closures that are due within the next `seconds`.
  public func advance(by seconds: Double) { advance(to: now + seconds) }

  /// Calls the closures of all descriptors that are ready, without waiting.
  ///
  /// - Returns: Whether a descriptor was ready.
  @discardableResult
  public func poll() -> Bool {
    var isAnyReady = false
    for watch in watches {
      let interest = Int16(watch.watchesForWriting ? POLLIN | POLLOUT : POLLIN)
      var state = pollfd(fd: watch.descriptor, events: interest, revents: 0)
      guard watch.onReadable != nil, Glibc.poll(&state, 1, 0) == 1 else { continue }
      isAnyReady = true
      if state.revents & Int16(POLLOUT) != 0 { watch.onWritable?() }
      if state.revents & ~Int16(POLLOUT) != 0 { watch.onReadable?() }
    }
    runActions()
    return isAnyReady
  }

  public func timer(
    after seconds: Double, every interval: Double?, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledTimer {
    // The scheduler retains the `ManualTimer`. The caller gets a handle; canceling or releasing the handle removes the
    // timer.
    let timer = ManualTimer(deadline: now + max(0, seconds), interval: interval, action)
    timers.append(timer)
    return ManualTimerHandle(timer, of: self)
  }

  public func watch(
    _ descriptor: Int32, onReadable: @escaping @MainActor () -> Void,
    onWritable: @escaping @MainActor () -> Void
  ) -> (any DescriptorWatch)? {
    let watch = ManualWatch(descriptor, onReadable: onReadable, onWritable: onWritable)
    watch.onCancel = { [weak self, weak watch] in self?.watches.removeAll { $0 === watch } }
    watches.append(watch)
    return watch
  }

  public func soon(_ action: @escaping @MainActor () -> Void) { actions.append(action) }

  fileprivate func remove(_ timer: ManualTimer) { timers.removeAll { $0 === timer } }

  private func runActions() {
    // Actions that these actions add run in the next call, so that an endless chain of actions does not block the
    // loop.
    let due = actions
    actions = []
    for action in due { action() }
  }
}

@MainActor
private final class ManualTimer {
  var deadline: Double
  let interval: Double?
  let action: @MainActor () -> Void

  init(deadline: Double, interval: Double?, _ action: @escaping @MainActor () -> Void) {
    self.deadline = deadline
    self.interval = interval
    self.action = action
  }
}

@MainActor
private final class ManualTimerHandle: ScheduledTimer {
  private let timer: ManualTimer
  private weak var scheduler: ManualScheduler?

  init(_ timer: ManualTimer, of scheduler: ManualScheduler) {
    self.timer = timer
    self.scheduler = scheduler
  }

  isolated deinit { cancel() }

  func cancel() { scheduler?.remove(timer) }
}

@MainActor
private final class ManualWatch: DescriptorWatch {
  let descriptor: Int32
  var watchesForWriting = false
  private(set) var onReadable: (@MainActor () -> Void)?
  private(set) var onWritable: (@MainActor () -> Void)?
  var onCancel: (() -> Void)?

  init(
    _ descriptor: Int32, onReadable: @escaping @MainActor () -> Void,
    onWritable: @escaping @MainActor () -> Void
  ) {
    self.descriptor = descriptor
    self.onReadable = onReadable
    self.onWritable = onWritable
  }

  func cancel() {
    onReadable = nil
    onWritable = nil
    onCancel?()
    onCancel = nil
  }
}
