/// Makes file calls that a stalled mount may block, such as `open`, `stat` and `readdir` on a network folder, on threads of their
/// own, so that no other thread waits longer than a limit of time. Calls on local disks are made at once, on the calling thread.
///
/// No call of the system can be ended from outside. If its caller no longer waits for a call, another thread replaces its thread
/// until the mount answers. The threads of each mount are limited, so that a stalled mount delays no other one.
///
/// A call that has not returned within the limit of time is stalled. While it is, other calls for its path fail at once, and
/// while several calls of a mount are stalled, all calls on the mount do. So each failure means that the mount has not answered for
/// the limit of time.
package final class FileCalls: Sendable {
  /// The limits of the calls.
  package struct Limits: Sendable {
    /// The time after which a call is reported as slow, in seconds.
    package var slowSeconds = 0.5
    /// The time after which a call is stalled, in seconds.
    package var seconds = 10.0
    /// The number of calls that run at the same time for each mount, without those that no caller waits for. Others wait.
    package var callsPerMount = 4
    /// The number of stalled calls of a mount, with those that end the use of a file. Further calls fail at once.
    package var stalledPerMount = 8

    /// Creates the default limits.
    package init() {}
  }

  /// A path on a mount that may stall.
  package struct StallingPath: Hashable, Sendable {
    /// The path, as bytes.
    package let path: [UInt8]
    /// The mount.
    package let mount: Mount

    /// Creates a path whose mount is known.
    package init(path: [UInt8], mount: Mount) { (self.path, self.mount) = (path, mount) }
  }

  /// A call whose result may have any type.
  private struct Job: Sendable {
    let id: Int
    /// Makes the call, and returns a closure that passes its result to the caller; `nil` if no caller waits for it.
    let body: @Sendable () -> (@Sendable () -> Void)?
  }

  /// The calls for a path. One runs at a time, so that a file that does not answer occupies one thread, not one for each attempt.
  private struct PathCalls {
    /// The running call, and the time at which it began; `nil` until a thread takes it.
    var running: (id: Int, start: Double)?
    /// Whether another thread replaces the one of the running call.
    var isReplaced = false
    var waiting: [Job] = []
  }

  /// The calls of a mount.
  private struct MountCalls {
    let threads: WorkerThreads
    /// The threads of the calls that end the use of a file.
    let endThreads: WorkerThreads
    var paths: [[UInt8]: PathCalls] = [:]
    /// The calls that end the use of a file and have not returned, and the times at which they began.
    var ends: [Int: (path: [UInt8], start: Double)] = [:]

    init(_ limits: Limits) {
      func makeThreads() -> WorkerThreads {
        WorkerThreads(
          count: limits.callsPerMount, maxSlowCount: limits.stalledPerMount, niceIncrement: 0)
      }
      (threads, endThreads) = (makeThreads(), makeThreads())
    }

    /// Whether a call for a path fails at once.
    func refuses(_ path: [UInt8], at time: Double, _ limits: Limits) -> Bool {
      let latest = time - limits.seconds
      let stalled =
        paths.filter { $0.value.running.map { $0.start <= latest } ?? false }.map(\.key)
        + ends.values.filter { $0.start <= latest }.map(\.path)
      return stalled.contains(path) || stalled.count >= limits.stalledPerMount
    }
  }

  /// The reaction to a new call.
  private enum Turn {
    case start(WorkerThreads)
    case wait, refuse
  }

  private struct State {
    var mounts: [Int: MountCalls] = [:]
    var lastJob = 0

    mutating func nextJob() -> Int {
      lastJob += 1
      return lastJob
    }
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

  /// Returns a path with its mount if the mount may stall; `nil` for a path on a local disk.
  package func stallingPath(_ path: [UInt8]) -> StallingPath? {
    guard let mount = mounts.mount(of: path), mount.mayStall else { return nil }
    return StallingPath(path: path, mount: mount)
  }

  /// Begins a call.
  ///
  /// - Parameters:
  ///   - path: The path, if its mount may stall; `nil` makes the call at once, on this thread.
  ///   - body: The call. It must not wait for another call of the same path. If no caller waits for its result any longer, the result
  ///     is released on the thread of the call.
  package func begin<Value: Sendable>(
    on path: StallingPath?, _ body: @escaping @Sendable () -> Value
  ) -> FileCall<Value> {
    guard let path else { return FileCall(body()) }
    let id = monitor.withLock { $0.nextJob() }
    let call = FileCall<Value>(limits, clock) { [weak self] in self?.replaceThread(of: id, path) }
    let job = Job(id: id) {
      guard call.isPending else { return nil }
      let value = body()
      return { call.finish(value) }
    }
    let now = clock.now()
    let turn = monitor.withLock { state -> Turn in
      var calls = state.mounts[path.mount.id] ?? MountCalls(limits)
      defer { state.mounts[path.mount.id] = calls }
      if calls.refuses(path.path, at: now, limits) { return .refuse }
      if calls.paths[path.path] != nil {
        calls.paths[path.path]?.waiting.append(job)
        return .wait
      }
      calls.paths[path.path] = PathCalls()
      return .start(calls.threads)
    }
    switch turn {
    case .start(let threads): start(job, on: path, threads)
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
    begin(on: stallingPath(path), body).wait()
  }

  /// Makes a call that ends the use of a file, such as `close`, and for which nothing waits. It delays no other call, and is never
  /// refused.
  ///
  /// - Parameters:
  ///   - path: The path, if its mount may stall; `nil` makes the call at once, on this thread.
  ///   - start: The time since which the file does not answer, so that another thread replaces the one of the call; `nil` if it may
  ///     answer.
  package func end(
    on path: StallingPath?, stalledSince start: Double? = nil, _ body: @escaping @Sendable () -> Void
  ) {
    guard let path else { return body() }
    let now = clock.now()
    let (id, threads) = monitor.withLock { state in
      let id = state.nextJob()
      state.mounts[path.mount.id, default: MountCalls(limits)].ends[id] = (path.path, start ?? now)
      return (id, state.mounts[path.mount.id]?.endThreads)
    }
    let end: @Sendable () -> Void = { [self] in
      if start != nil { threads?.beginSlow() }
      body()
      if start != nil { threads?.endSlow() }
      monitor.withLock { $0.mounts[path.mount.id]?.ends[id] = nil }
    }
    threads?.run(end, onFailure: end)
  }

  /// Lets a thread make a call. Without threads, the call blocks the caller.
  private func start(_ job: Job, on path: StallingPath, _ threads: WorkerThreads) {
    threads.run { [self] in
      run(job, on: path, threads)
    } onFailure: { [self] in
      run(job, on: path, threads)
    }
  }

  private func run(_ job: Job, on path: StallingPath, _ threads: WorkerThreads) {
    let now = clock.now()
    monitor.withLock { $0.mounts[path.mount.id]?.paths[path.path]?.running = (job.id, now) }
    // A call whose caller has its result is not counted any more.
    let deliver = job.body()
    let (isReplaced, next) = monitor.withLock { state in
      var calls = state.mounts[path.mount.id]?.paths.removeValue(forKey: path.path) ?? PathCalls()
      guard !calls.waiting.isEmpty else { return (calls.isReplaced, Job?.none) }
      let next = calls.waiting.removeFirst()
      state.mounts[path.mount.id]?.paths[path.path] = PathCalls(waiting: calls.waiting)
      return (calls.isReplaced, next)
    }
    if isReplaced { threads.endSlow() }
    deliver?()
    if let next { start(next, on: path, threads) }
  }

  /// Lets another thread replace the one of a call that no caller waits for. A call that has not begun will not begin.
  private func replaceThread(of id: Int, _ path: StallingPath) {
    let threads = monitor.withLock { state -> WorkerThreads? in
      guard let calls = state.mounts[path.mount.id]?.paths[path.path], calls.running?.id == id,
        !calls.isReplaced
      else { return nil }
      state.mounts[path.mount.id]?.paths[path.path]?.isReplaced = true
      return state.mounts[path.mount.id]?.threads
    }
    threads?.beginSlow()
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
  private let onAbandon: @Sendable () -> Void

  fileprivate init(
    _ limits: FileCalls.Limits, _ clock: LimitClock, onAbandon: @escaping @Sendable () -> Void
  ) {
    (self.limits, self.clock, self.onAbandon) = (limits, clock, onAbandon)
    start = clock.now()
    monitor = Monitor(.pending)
  }

  /// Creates a call that has returned.
  fileprivate init(_ value: Value) {
    (limits, clock, start, onAbandon) = (FileCalls.Limits(), .system, 0, {})
    monitor = Monitor(.finished(value))
  }

  fileprivate func finish(_ value: Value) {
    monitor.withLock { if case .pending = $0 { $0 = .finished(value) } }
    monitor.wakeAll()
  }

  /// Whether the call has returned.
  package var isFinished: Bool { monitor.withLock { if case .finished = $0 { true } else { false } } }

  /// Ends the wait for the result: the mount does not answer, or the result is not needed any more.
  package func abandon() {
    let isAbandoned = monitor.withLock { state in
      guard case .pending = state else { return false }
      state = .abandoned
      return true
    }
    monitor.wakeAll()
    if isAbandoned { onAbandon() }
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

  fileprivate var isPending: Bool { monitor.withLock { if case .pending = $0 { true } else { false } } }

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
