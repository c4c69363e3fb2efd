internal import CSystem
public import DecoderProtocol
internal import Glibc
internal import Threads

/// A few helper processes that decode images under a lock, so that a hostile file can hurt nothing but its own picture.
///
/// Helpers start with the first requests. A helper that ends is replaced; the request is tried once more.
public final class DecoderPool: Sendable {
  /// The settings of a pool.
  public struct Options: Sendable {
    /// The path of the program `carousel-decoder`; by default in the folder of the running program. Bytes of the default
    /// that are not UTF-8 are shown as `�`, but used.
    public var helperPath: String {
      get { path.shown }
      set { path = HelperPath(newValue) }
    }
    var path = HelperPath.besideProgram("carousel-decoder")
    /// The largest number of helpers; by default ``DecoderPool/defaultHelperCount``.
    public var helperCount = DecoderPool.defaultHelperCount
    /// The limits of each request.
    public var limits = DecodingLimits()
    /// The time that a helper has to answer a cancellation before it is killed, in seconds.
    public var grace = 0.25
    /// Called once, on a thread of the pool, if the kernel lacks a part of the lock. The text is a sentence.
    public var onNotice: (@Sendable (String) -> Void)?

    /// Creates the default settings.
    public init() {}
  }

  private struct State {
    var idle: [HelperProcess] = []
    /// The helpers that work or start.
    var busyCount = 0
    var hasReportedLocks = false
    var isClosed = false
    var backoff = StartBackoff()

    /// Removes an idle helper: the one that decoded `content` last, or the one that was used last.
    mutating func takeIdle(for content: FileContent?) -> HelperProcess? {
      guard let content, let index = idle.lastIndex(where: { $0.lastContent == content }) else {
        return idle.popLast()
      }
      return idle.remove(at: index)
    }
  }

  private let options: Options
  private let monitor = Monitor(State())
  private let launcher: HelperLauncher

  /// Creates a pool. It starts no process yet.
  public init(_ options: Options = Options()) {
    self.options = options
    let monitor = monitor
    let limits = options.limits
    let memory = limits.workingBytes.addingReportingOverflow(limits.fileBytes)
    launcher = HelperLauncher(
      path: options.path,
      memory: memory.overflow ? Int.max / 2 : min(memory.partialValue, Int.max / 2) + Self.ownMemory
    ) { missing in
      guard !missing.isEmpty, let report = options.onNotice else { return }
      let isFirst = monitor.withLock { state in
        defer { state.hasReportedLocks = true }
        return !state.hasReportedLocks
      }
      if isFirst { report(Self.notice(missing)) }
    }
  }

  deinit {
    monitor.withLock { $0.isClosed = true }
    launcher.close()
  }

  /// The address space of a helper without a file, in bytes: the program, its libraries and its stack.
  private static let ownMemory = 512 << 20

  /// The path of `carousel-decoder` in the folder of the running program.
  public static var helperBesideProgram: String { HelperPath.besideProgram("carousel-decoder").shown }

  /// One less than the machine has cores, 1…4. More threads than helpers would only wait for them.
  public static let defaultHelperCount = min(4, max(1, SystemThread.processorCount - 1))

  /// Decodes a part of a file in a helper. Blocks until the result is there, so it must not be called on the main
  /// thread.
  ///
  /// - Parameters:
  ///   - file: A descriptor of a regular file, open for reading only: a helper that was taken over could otherwise change
  ///     the file. Others fail with ``DecodeFailure/unreadable(code:)``. The caller closes it.
  ///   - request: The wanted part.
  ///   - cancellation: Ends the request early. The result is returned if it is finished nevertheless.
  /// - Throws: The reason why there is no result.
  public func decode(
    _ file: Int32, _ request: DecodeRequest, cancellation: Cancellation = Cancellation()
  ) throws(LoadingFailure) -> DecodedImage {
    guard csystem_is_read_only(file) != 0 else { throw .content(.unreadable(code: EACCES)) }
    var status: Int32 = 0
    var attempts = 2
    // A helper that ended while it was idle says nothing about the file.
    var unsentAttempts = max(1, options.helperCount)
    while attempts > 0, unsentAttempts > 0 {
      let helper = try lend(cancellation, for: FileContent(of: file))
      let outcome = helper.perform(
        request, on: file, limits: options.limits, grace: options.grace, cancellation: cancellation)
      switch outcome {
      case .image(let image):
        giveBack(helper)
        return image
      case .failure(let failure):
        giveBack(helper)
        throw failure == .canceled ? .canceled : .content(failure)
      case .refused(let code):
        giveBack(helper.hasEnded ? nil : helper)
        throw .lackOfResources(code: code)
      case .killed(let reason):
        giveBack(nil)
        throw reason == .canceled ? .canceled : .content(reason)
      case .ended(let code):
        giveBack(nil)
        status = code
        attempts -= 1
        if cancellation.isCancelled { throw .canceled }
      case .unsent(let code):
        giveBack(nil)
        status = code
        unsentAttempts -= 1
        if cancellation.isCancelled { throw .canceled }
      }
    }
    throw .helper(.endedTwice(status: status))
  }

  /// Starts a helper in the background, so that the first request need not wait for it. A failure is reported by the
  /// first request.
  public func prepare() {
    _ = SystemThread.startDetached { [self] in
      if let helper = try? lend(Cancellation()) { giveBack(helper) }
    }
  }

  /// The identifiers of the processes that wait for work, for tests.
  package var idleHelpers: [Int32] { monitor.withLock { $0.idle.map(\.identifier) } }

  /// Waits for a helper, and starts one if there may be more.
  ///
  /// - Parameter content: The content to decode. A helper that decoded it last is preferred.
  private func lend(
    _ cancellation: Cancellation, for content: FileContent? = nil
  ) throws(LoadingFailure) -> HelperProcess {
    let handler = cancellation.onCancel { [monitor] in
      // The lock is taken so that a thread cannot begin to wait after it has read the flag.
      monitor.withLock { _ in }
      monitor.wakeAll()
    }
    defer { cancellation.removeHandler(handler) }
    enum Turn {
      case use(HelperProcess)
      case start
      case stop
      case fail(HelperFailure)
    }
    let now = MonotonicTime.now()
    // Released, and with it reaped, after the lock.
    var ended: [HelperProcess] = []
    defer { ended = [] }
    let turn = monitor.waitForValue { state -> Turn? in
      // `isCancelled` takes another lock, which is never held while this one is taken.
      if cancellation.isCancelled || state.isClosed { return .stop }
      while let helper = state.takeIdle(for: content) {
        guard helper.isReady else {
          ended.append(helper)
          continue
        }
        state.busyCount += 1
        return .use(helper)
      }
      if state.busyCount < options.helperCount {
        if let failure = state.backoff.failure(at: now) { return .fail(failure) }
        state.busyCount += 1
        return .start
      }
      return nil
    }
    switch turn {
    case .stop: throw .canceled
    case .use(let helper): return helper
    case .fail(let failure): throw .helper(failure)
    case .start:
      switch launcher.start(cancellation) {
      case .success(let helper)?:
        monitor.withLock { $0.backoff.succeed() }
        return helper
      case .failure(let failure)?:
        monitor.withLock { $0.backoff.fail(failure, at: MonotonicTime.now()) }
        giveBack(nil)
        throw .helper(failure)
      case nil:
        giveBack(nil)
        throw .canceled
      }
    }
  }

  /// Ends the use of a helper; `nil` if it has ended.
  private func giveBack(_ helper: HelperProcess?) {
    monitor.withLock { state in
      state.busyCount -= 1
      if let helper { state.idle.append(helper) }
    }
    monitor.wakeOne()
  }

  private static func notice(_ missing: [SandboxLock]) -> String {
    let names = missing.map { lock in
      switch lock {
      case .landlock: "Landlock"
      case .seccomp: "seccomp"
      case .limits: "resource limits"
      }
    }
    return
      "the kernel lacks \(names.joined(separator: " and ")); pictures are decoded under the rest of the lock"
  }
}
