public import DecoderProtocol
internal import Glibc
internal import Threads

/// A few helper processes that decode images under a lock, so that a hostile file can hurt nothing but its own picture.
///
/// Helpers start with the first requests. A helper that ends is replaced; the request is tried once more.
public final class DecoderPool: Sendable {
  /// The settings of a pool.
  public struct Options: Sendable {
    /// The path of the program `carousel-decoder`; by default in the folder of the running program.
    public var helperPath = DecoderPool.helperBesideProgram
    /// The largest number of helpers; by default one less than the machine has cores, 1…4.
    public var helperCount = min(4, max(1, SystemThread.processorCount - 1))
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
      path: options.helperPath,
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
  public static var helperBesideProgram: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let program = String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = program.lastIndex(of: "/").map { program[...$0] } ?? "./"
    return folder + "carousel-decoder"
  }

  /// Decodes a part of a file in a helper. Blocks until the result is there, so it must not be called on the main
  /// thread.
  ///
  /// - Parameters:
  ///   - file: A descriptor of a regular file, open for reading. The caller closes it.
  ///   - request: The wanted part.
  ///   - cancellation: Ends the request early. The result is returned if it is finished nevertheless.
  /// - Throws: The reason why there is no result.
  public func decode(
    _ file: Int32, _ request: DecodeRequest, cancellation: Cancellation = Cancellation()
  ) throws(LoadingFailure) -> DecodedImage {
    var status: Int32 = 0
    var attempts = 2
    // A helper that ended while it was idle says nothing about the file.
    var unsentAttempts = max(1, options.helperCount)
    while attempts > 0, unsentAttempts > 0 {
      let helper = try lend(cancellation)
      let outcome = helper.perform(
        request, on: file, limits: options.limits, grace: options.grace, cancellation: cancellation)
      switch outcome {
      case .image(let image):
        giveBack(helper)
        return image
      case .failure(let failure):
        giveBack(helper)
        throw failure == .canceled ? .canceled : .content(failure)
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
  private func lend(_ cancellation: Cancellation) throws(LoadingFailure) -> HelperProcess {
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
    }
    // Released, and with it reaped, after the lock.
    var ended: [HelperProcess] = []
    defer { ended = [] }
    let turn = monitor.waitForValue { state -> Turn? in
      // `isCancelled` takes another lock, which is never held while this one is taken.
      if cancellation.isCancelled || state.isClosed { return .stop }
      while let helper = state.idle.popLast() {
        guard helper.isReady else {
          ended.append(helper)
          continue
        }
        state.busyCount += 1
        return .use(helper)
      }
      if state.busyCount < options.helperCount {
        state.busyCount += 1
        return .start
      }
      return nil
    }
    switch turn {
    case .stop: throw .canceled
    case .use(let helper): return helper
    case .start:
      switch launcher.start() {
      case .success(let helper): return helper
      case .failure(let failure):
        giveBack(nil)
        throw .helper(failure)
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
