internal import DecoderProtocol
internal import Threads

/// The helpers of one pool, or of several pools that share them and take turns in large decodes.
///
/// A helper reads the files of one pool only. One that has read none may be lent to any pool.
final class HelperSet: Sendable {
  private struct State {
    var idle: [HelperProcess] = []
    /// The number of helpers that decode or start.
    var busyCount = 0
    /// The number of helpers that replace one that has read its last file; a part of ``busyCount``.
    var replacementCount = 0
    /// The number of helpers whose request is slow; a part of ``busyCount``.
    var slowCount = 0
    /// The number of threads that wait for a helper, without those that give way.
    var waitingCount = 0
    var backoffs: [HelperProgram: StartBackoff] = [:]

    /// Removes an idle helper: the one that may have kept the decoder of the content, or the one that was used last. A helper with
    /// the program `extra` decodes all formats.
    mutating func takeIdle(for loan: Loan) -> HelperProcess? {
      let usable = idle.indices.filter { index in
        idle[index].mayRead(loan.content, atMost: loan.files[idle[index].program])
          && (loan.program == .common || idle[index].program == loan.program)
          && idle[index].belongs(to: loan.pool)
          && !(loan.isUnread && idle[index].hasReadOther(than: loan.content))
      }
      let kept = usable.last { index in loan.content.map { idle[index].animations.contains($0) } ?? false }
      // A file that takes helpers over is read by few of them.
      let same = usable.last { index in loan.content.map { idle[index].hasRead($0) } ?? false }
      return (kept ?? same ?? usable.last).map { idle.remove(at: $0) }
    }
  }

  /// The number of different files that a helper of a pool may read.
  struct FileCounts {
    var common: Int
    var extra: Int

    subscript(program: HelperProgram) -> Int { max(1, program == .common ? common : extra) }
  }

  /// The use of a helper.
  struct Loan {
    /// The number of the pool; `nil` to start a helper that any pool may use.
    let pool: Int?
    /// The program that can decode the content.
    var program = HelperProgram.common
    /// The content to decode. A helper that may have kept its decoder is preferred.
    var content: FileContent?
    let files: FileCounts
    /// Whether the helper must have read no other content.
    var isUnread = false
    /// Whether others that wait get a helper first.
    var givesWay = false
  }

  /// The largest number of helpers besides ``DecoderPool/Options/helperCount``, while requests are slow.
  static let extraHelperCount = 3

  /// The largest number of helpers while no request is slow.
  let helperCount: Int
  let largeDecodes: LargeDecodes
  private let launcher: HelperLauncher
  private let monitor = Monitor(State())
  private let poolCount = Monitor(0)

  /// Creates a set without helpers.
  init(_ options: DecoderPool.Options) {
    helperCount = options.helperCount
    largeDecodes = LargeDecodes(onChange: options.onLargeDecode)
    let limits = options.limits
    let memory = limits.workingBytes.addingReportingOverflow(limits.fileBytes)
    let hasReported = Monitor(false)
    launcher = HelperLauncher(
      path: options.path,
      memory: memory.overflow ? Int.max / 2 : min(memory.partialValue, Int.max / 2) + Self.ownMemory,
      needsSeccomp: !options.decodesWithoutSeccomp, calls: options.calls
    ) { missing in
      guard !missing.isEmpty, let report = options.onNotice else { return }
      let isFirst = hasReported.withLock { hasReported in
        defer { hasReported = true }
        return !hasReported
      }
      if isFirst { report(Self.notice(missing)) }
    }
  }

  deinit { launcher.close() }

  /// The part of a helper's address space that does not hold a file, in bytes: the program, its libraries and
  /// its stack.
  private static let ownMemory = 512 << 20

  private static func notice(_ missing: [SandboxPart]) -> String {
    let names = missing.map { part in
      switch part {
      case .landlock: "Landlock"
      case .seccomp: "seccomp"
      case .limits: "resource limits"
      }
    }
    return
      "the kernel lacks \(names.joined(separator: " and ")); pictures are decoded in the rest of the sandbox"
  }

  /// Returns the number of a new pool.
  func addPool() -> Int {
    poolCount.withLock { count in
      count += 1
      return count
    }
  }

  /// The identifiers of the idle helpers that a pool may use, for tests.
  func idleHelpers(of pool: Int) -> [Int32] {
    monitor.withLock { $0.idle.filter { $0.belongs(to: pool) }.map(\.identifier) }
  }

  /// Returns the number of helpers that may exist now.
  private func limit(_ state: State) -> Int { helperCount + min(state.slowCount, Self.extraHelperCount) }

  /// Records that the request of a helper is slow, so that there may be one more helper.
  func beginSlow() {
    monitor.withLock { $0.slowCount += 1 }
    monitor.wakeAll()
  }

  /// Records the end of a slow request.
  func endSlow() { monitor.withLock { $0.slowCount -= 1 } }

  /// Returns an idle helper, or starts one if fewer than `helperCount` are busy, without the slow ones. Otherwise waits for a
  /// helper.
  func lend(_ loan: Loan, _ cancellation: Cancellation) throws(PhotoError) -> HelperProcess {
    let helper = try take(loan, cancellation)
    helper.pool = helper.pool ?? loan.pool
    return helper
  }

  private func take(_ loan: Loan, _ cancellation: Cancellation) throws(PhotoError) -> HelperProcess {
    enum Turn {
      case use(HelperProcess)
      case start
      case stop
      case fail(HelperFailure)
    }
    // These helpers are released, and thereby reaped, after the lock is released.
    var ended: [HelperProcess] = []
    defer { ended = [] }
    if !loan.givesWay { monitor.withLock { $0.waitingCount += 1 } }
    let turn = monitor.waitForValue(cancellation) { state -> Turn? in
      if cancellation.isCanceled { return .stop }
      if loan.givesWay, state.waitingCount > 0 { return nil }
      while let helper = state.takeIdle(for: loan) {
        guard helper.isReady else {
          ended.append(helper)
          continue
        }
        state.busyCount += 1
        return .use(helper)
      }
      let limit = limit(state)
      let makesRoom = state.busyCount + 1 + state.idle.count > limit
      // A replacement that starts makes it unnecessary to end a helper.
      if state.busyCount < limit, !makesRoom || state.replacementCount == 0 {
        if let failure = state.backoffs[loan.program]?.failure(at: MonotonicClock.now()) {
          return .fail(failure)
        }
        state.busyCount += 1
        // The idle helpers have the other program or another pool, or have read too many files. One of them ends, so that there are
        // not too many; one that keeps an animation ends last, because the next frame would be decoded from the first one.
        if makesRoom {
          ended.append(state.idle.remove(at: state.idle.firstIndex { $0.animations.isEmpty } ?? 0))
        }
        return .start
      }
      return nil
    }
    if !loan.givesWay {
      monitor.withLock { $0.waitingCount -= 1 }
      monitor.wakeAll()
    }
    switch turn {
    case .stop:
      monitor.wakeAll()  // see below
      throw .canceled
    case .use(let helper): return helper
    case .fail(let failure):
      // The helper for which this thread was woken may serve another one.
      monitor.wakeAll()
      throw PhotoError(.helper(failure))
    case .start:
      ended = []  // before the new helper starts
      switch launcher.start(loan.program, cancellation) {
      case .success(let helper)?:
        monitor.withLock { $0.backoffs[loan.program]?.succeed() }
        return helper
      case .failure(let failure)?:
        monitor.withLock {
          $0.backoffs[loan.program, default: StartBackoff()].fail(failure, at: MonotonicClock.now())
        }
        finish(nil)
        throw PhotoError(.helper(failure))
      case nil:
        finish(nil)
        throw .canceled
      }
    }
  }

  /// Ends the use of a helper. A helper that has read its last file ends, unless it keeps an animation.
  ///
  /// - Parameters:
  ///   - files: The numbers of different files that a helper may read.
  ///   - isReplaced: Whether another helper starts if this one has read its last file, and no idle one can read the next.
  func giveBack(_ helper: HelperProcess, _ files: FileCounts, isReplaced: Bool = true) {
    let limit = files[helper.program]
    guard helper.animations.isEmpty, !helper.mayRead(nil, atMost: limit) else { return finish(helper) }
    let starts = monitor.withLock { state in
      let hasNext = state.idle.contains {
        $0.program == helper.program && $0.mayRead(nil, atMost: limit) && $0.belongs(to: helper.pool)
      }
      guard isReplaced, !hasNext else { return false }
      state.replacementCount += 1
      return true
    }
    guard starts else {
      helper.end()
      return finish(helper)
    }
    // The helper counts as busy until the other one has started.
    launcher.replace(helper) { [weak self] result in
      guard let self else { return }
      monitor.withLock { $0.replacementCount -= 1 }
      finish(try? result.get())
      // Each waiting thread may start a helper now.
      monitor.wakeAll()
    }
  }

  /// Ends the use of a helper, which is kept. `nil` means that the helper has ended.
  func finish(_ helper: HelperProcess?) {
    let isKept = monitor.withLock { state in
      state.busyCount -= 1
      guard let helper, !helper.hasEnded else { return true }
      // A helper beyond the number of the options is needed only while a request is slow.
      guard state.busyCount + state.idle.count < limit(state) else { return false }
      state.idle.append(helper)
      return true
    }
    if !isKept { helper?.end() }
    // One thread may give way to another one.
    monitor.wakeAll()
  }
}
