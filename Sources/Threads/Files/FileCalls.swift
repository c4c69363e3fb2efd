/// Makes file calls that a stalled mount may block, such as `open`, `stat` and `readdir` on a network folder, on threads of their
/// own, so that no other thread waits longer than a limit of time. Calls on local disks are made at once, on the calling thread.
///
/// No call of the system can be ended from outside: a call that reaches the limit is abandoned. Its thread ends when the mount
/// answers, and another thread replaces it. The threads of each mount are limited, so that a stalled mount delays no other one.
///
/// A canceled call does not show that its mount is stalled: it counts as abandoned only if it has not returned at the limit.
package final class FileCalls: Sendable {
  /// The limits of the calls.
  package struct Limits: Sendable {
    /// The time after which a call is reported as slow, in seconds.
    package var slowSeconds = 0.5
    /// The time after which a call is abandoned, in seconds.
    package var seconds = 10.0
    /// The number of calls that run at the same time for each mount, without the abandoned ones. Others wait.
    package var callsPerMount = 4
    /// The number of abandoned calls of a mount that have not returned. Further calls fail at once.
    package var abandonedPerMount = 8

    /// Creates the default limits.
    package init() {}
  }

  /// A call whose result may have any type.
  private struct Job: Sendable {
    let id: Int
    let body: @Sendable () -> Void
  }

  /// The calls of a mount.
  private struct Calls {
    var waiting: [Job] = []
    /// The times at which the running calls began.
    var running: [Int: Double] = [:]
    /// The times at which the canceled calls began that have not returned.
    var canceled: [Int: Double] = [:]
    var abandoned: Set<Int> = []

    var isEmpty: Bool { waiting.isEmpty && running.isEmpty && canceled.isEmpty && abandoned.isEmpty }

    /// Whether another thread may start.
    func mayStart(_ limits: Limits) -> Bool {
      running.count < limits.callsPerMount
        && running.count + canceled.count + abandoned.count < limits.callsPerMount + limits.abandonedPerMount
    }

    /// Counts the canceled calls as abandoned that have reached the limit of time.
    mutating func abandonCanceled(at time: Double, _ limits: Limits) {
      for (id, start) in canceled where time >= start + limits.seconds {
        canceled[id] = nil
        abandoned.insert(id)
      }
    }

    /// Removes the next call that waits, and counts it as running; `nil` if none waits or no thread may start.
    mutating func takeNext(at time: Double, _ limits: Limits) -> Job? {
      guard !waiting.isEmpty, mayStart(limits) else { return nil }
      let job = waiting.removeFirst()
      running[job.id] = time
      return job
    }
  }

  /// The reaction to a new call.
  private enum Turn { case start, wait, refuse }

  private struct State {
    var mounts: [Int: Calls] = [:]
    var lastJob = 0
  }

  /// The calls of the program.
  package static let shared = FileCalls()

  package let limits: Limits
  package let clock: LimitClock
  private let mounts: MountTable
  private let monitor = Monitor(State())

  /// Creates calls with limits of their own.
  package init(_ limits: Limits = Limits(), clock: LimitClock = .system, mounts: MountTable = .system) {
    (self.limits, self.clock, self.mounts) = (limits, clock, mounts)
  }

  /// Returns the mount of a path if it may stall; `nil` for a path on a local disk.
  package func stallingMount(of path: [UInt8]) -> Mount? {
    mounts.mount(of: path).flatMap { $0.mayStall ? $0 : nil }
  }

  /// Begins a call.
  ///
  /// - Parameters:
  ///   - mount: The mount that may stall; `nil` makes the call at once, on this thread.
  ///   - body: The call. If nothing waits for its result any longer, the result is released on the thread of the call.
  package func begin<Value: Sendable>(
    on mount: Mount?, _ body: @escaping @Sendable () -> Value
  ) -> FileCall<Value> {
    guard let mount = mount?.id else { return FileCall(body()) }
    let id = monitor.withLock { state in
      state.lastJob += 1
      return state.lastJob
    }
    let call = FileCall<Value>(limits, clock) { [weak self] in self?.abandon(id, of: mount, isCanceled: $0) }
    let job = Job(id: id) { call.finish(body()) }
    let now = clock.now()
    let turn = monitor.withLock { state -> Turn in
      var calls = state.mounts[mount] ?? Calls()
      defer { state.mounts[mount] = calls }
      calls.abandonCanceled(at: now, limits)
      if calls.abandoned.count >= limits.abandonedPerMount { return .refuse }
      guard calls.mayStart(limits) else {
        calls.waiting.append(job)
        return .wait
      }
      calls.running[id] = now
      return .start
    }
    switch turn {
    case .start: start(job, of: mount)
    case .wait: break
    case .refuse: call.abandon()
    }
    return call
  }

  /// Makes a call, and waits for its result.
  ///
  /// - Returns: `nil` if the mount does not answer within the limit.
  package func perform<Value: Sendable>(
    on path: [UInt8], _ body: @escaping @Sendable () -> Value
  ) -> Value? {
    begin(on: stallingMount(of: path), body).wait()
  }

  private func start(_ job: Job, of mount: Int) {
    let isStarted = SystemThread.startDetached { [self] in run(job, of: mount) }
    // Without threads, the call blocks the caller.
    if !isStarted { run(job, of: mount) }
  }

  /// Makes a call, and then those that wait.
  private func run(_ first: Job, of mount: Int) {
    var next: Job? = first
    while let job = next {
      job.body()
      next = monitor.withLock { state in
        guard var calls = state.mounts[mount] else { return nil }
        defer { state.mounts[mount] = calls.isEmpty ? nil : calls }
        calls.running[job.id] = nil
        calls.canceled[job.id] = nil
        calls.abandoned.remove(job.id)
        // If the call was abandoned, another thread may have replaced this one.
        return calls.takeNext(at: clock.now(), limits)
      }
    }
  }

  private func abandon(_ id: Int, of mount: Int, isCanceled: Bool) {
    let now = clock.now()
    let next = monitor.withLock { state -> Job? in
      guard var calls = state.mounts[mount] else { return nil }
      defer { state.mounts[mount] = calls.isEmpty ? nil : calls }
      calls.waiting.removeAll { $0.id == id }
      guard let start = calls.running.removeValue(forKey: id) else { return nil }
      if isCanceled { calls.canceled[id] = start } else { calls.abandoned.insert(id) }
      calls.abandonCanceled(at: now, limits)
      return calls.takeNext(at: now, limits)
    }
    if let next { start(next, of: mount) }
  }
}

/// A file call that may not return.
package final class FileCall<Value: Sendable>: Sendable {
  private enum State {
    case pending
    case finished(Value)
    case abandoned
  }

  private let monitor: Monitor<State>
  private let limits: FileCalls.Limits
  private let clock: LimitClock
  private let start: Double
  private let onAbandon: @Sendable (_ isCanceled: Bool) -> Void

  fileprivate init(
    _ limits: FileCalls.Limits, _ clock: LimitClock,
    onAbandon: @escaping @Sendable (_ isCanceled: Bool) -> Void
  ) {
    (self.limits, self.clock, self.onAbandon) = (limits, clock, onAbandon)
    start = clock.now()
    monitor = Monitor(.pending)
  }

  /// Creates a call that has returned.
  fileprivate init(_ value: Value) {
    (limits, clock, start, onAbandon) = (FileCalls.Limits(), .system, 0, { _ in })
    monitor = Monitor(.finished(value))
  }

  fileprivate func finish(_ value: Value) {
    monitor.withLock { if case .pending = $0 { $0 = .finished(value) } }
    monitor.wakeAll()
  }

  /// Whether the call has returned.
  package var isFinished: Bool { monitor.withLock { if case .finished = $0 { true } else { false } } }

  /// Ends the wait for the result, because the mount does not answer.
  package func abandon() { endWait(isCanceled: false) }

  /// Ends the wait for the result, because it is not needed any more.
  package func cancel() { endWait(isCanceled: true) }

  private func endWait(isCanceled: Bool) {
    let isAbandoned = monitor.withLock { state in
      guard case .pending = state else { return false }
      state = .abandoned
      return true
    }
    monitor.wakeAll()
    if isAbandoned { onAbandon(isCanceled) }
  }

  /// Blocks until the call has returned. After ``FileCalls/Limits/seconds`` the call is abandoned.
  ///
  /// - Parameter onSlow: Called once, on this thread, if the call takes longer than ``FileCalls/Limits/slowSeconds``.
  /// - Returns: The result; `nil` if the call was abandoned.
  package func wait(onSlow: () -> Void = {}) -> Value? {
    if let value = wait(until: start + limits.slowSeconds) { return value }
    guard isPending else { return nil }
    onSlow()
    if let value = wait(until: start + limits.seconds) { return value }
    abandon()
    return nil
  }

  private var isPending: Bool { monitor.withLock { if case .pending = $0 { true } else { false } } }

  private func wait(until deadline: Double) -> Value? {
    monitor.waitForValue(until: deadline, by: clock) { state -> Value?? in
      switch state {
      case .pending: nil
      case .finished(let value): .some(value)
      case .abandoned: .some(nil)
      }
    } ?? nil
  }
}
