internal import DecoderProtocol
internal import Glibc
internal import Threads

/// Starts helper processes on a dedicated thread.
///
/// The kernel kills a helper when the thread that started the helper ends (`PR_SET_PDEATHSIG`), so that no
/// helper outlives the program. The threads that use helpers may end earlier, so they cannot start helpers
/// themselves.
final class HelperLauncher: Sendable {
  typealias Result = Swift.Result<HelperProcess, HelperFailure>

  private enum Order {
    case waiting(HelperProgram)
    /// The launcher's thread is starting the helper.
    case starting
    case finished(Result)
  }

  private struct Replacement {
    let former: HelperProcess
    let completion: @Sendable (Result) -> Void
  }

  /// The next task of the launcher's thread.
  private enum Work {
    case start(order: Int, HelperProgram)
    case replace(Replacement)
    case end
  }

  private struct State {
    var orders: [Int: Order] = [:]
    /// The replacements that wait. Orders precede them, because threads wait for orders.
    var replacements: [Replacement] = []
    var nextOrder = 0
    var hasThread = false
    var isClosed = false
  }

  private let monitor = Monitor(State())
  private let path: HelperPath
  private let arguments: [String]
  private let needsSeccomp: Bool
  private let calls: FileCalls
  private let onMissingParts: @Sendable ([SandboxPart]) -> Void

  /// - Parameters:
  ///   - path: The program `carousel-decoder`.
  ///   - memory: The limit of the address space of a helper, in bytes.
  ///   - needsSeccomp: Whether a helper ends if the kernel lacks seccomp.
  ///   - calls: The calls of the helpers, whose clock measures the limits of requests.
  ///   - onMissingParts: Called after each start with the parts of the sandbox that the kernel does not
  ///     support.
  init(
    path: HelperPath, memory: Int, needsSeccomp: Bool, calls: FileCalls,
    onMissingParts: @escaping @Sendable ([SandboxPart]) -> Void
  ) {
    (self.path, self.needsSeccomp, self.calls) = (path, needsSeccomp, calls)
    arguments = ["--serve", "\(getpid())", "\(memory)", "\(Self.processorSeconds)"]
    self.onMissingParts = onMissingParts
  }

  /// The limit of a helper's processor time, in seconds. It bounds a compromised helper. The pool replaces a
  /// helper that reaches the limit.
  private static let processorSeconds = 3600
  /// The longest wait for a helper to become ready, in seconds. Helpers usually need about 5 ms.
  private static let startSeconds = 10.0

  private func path(of program: HelperProgram) -> HelperPath {
    program == .extra ? path.extraProgram : path
  }

  /// Starts a helper, and waits until the helper is ready.
  ///
  /// - Returns: `nil` if `cancellation` is canceled first. A helper that is being started then is ended.
  func start(_ program: HelperProgram, _ cancellation: Cancellation) -> Result? {
    let (order, needsThread) = monitor.withLock { state in
      state.nextOrder += 1
      state.orders[state.nextOrder] = .waiting(program)
      defer { state.hasThread = true }
      return (state.nextOrder, !state.hasThread)
    }
    if needsThread, !SystemThread.startDetached({ [self] in launch() }) {
      // Other callers may have added orders meanwhile. No thread would execute these orders.
      monitor.withLock { state in
        state.hasThread = false
        for (order, value) in state.orders {
          guard case .waiting(let program) = value else { continue }
          state.orders[order] = .finished(.failure(.refused(path: path(of: program).shown, code: EAGAIN)))
        }
      }
    }
    monitor.wakeAll()
    return monitor.waitForValue(cancellation) { state -> Result?? in
      if case .finished(let result)? = state.orders[order] {
        state.orders[order] = nil
        return .some(result)
      }
      guard cancellation.isCanceled else { return nil }
      state.orders[order] = nil
      return .some(nil)
    }
  }

  /// Ends a helper of this launcher, and starts another one with the same program. Does not block.
  ///
  /// - Parameter completion: Called on the launcher's thread, unless the launcher is closed first.
  func replace(_ former: HelperProcess, completion: @escaping @Sendable (Result) -> Void) {
    monitor.withLock { $0.replacements.append(Replacement(former: former, completion: completion)) }
    monitor.wakeAll()
  }

  /// Ends the launcher's thread. The kernel then kills all helpers.
  func close() {
    monitor.withLock { $0.isClosed = true }
    monitor.wakeAll()
  }

  private func launch() {
    while true {
      let work = monitor.waitForValue { state -> Work? in
        for (order, value) in state.orders {
          if case .waiting(let program) = value {
            state.orders[order] = .starting
            return .start(order: order, program)
          }
        }
        if state.isClosed { return .end }
        return state.replacements.isEmpty ? nil : .replace(state.replacements.removeFirst())
      }
      switch work {
      case .start(let order, let program):
        let result = launch(program)
        // If the order was canceled, the helper has no user. Releasing the helper ends the process.
        monitor.withLock { if $0.orders[order] != nil { $0.orders[order] = .finished(result) } }
        monitor.wakeAll()
      case .replace(let replacement):
        replacement.former.end()
        replacement.completion(launch(replacement.former.program))
      case .end: return
      }
    }
  }

  private func launch(_ program: HelperProgram) -> Result {
    let path = path(of: program)
    let shown = path.shown
    guard path.exists else { return .failure(.missing(path: shown)) }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      return .failure(.refused(path: shown, code: errno))
    }
    guard let wake = WakePipe() else {
      let code = errno
      for end in ends { Glibc.close(end) }
      return .failure(.refused(path: shown, code: code))
    }
    let identifier: pid_t
    do throws(ProgramStart.Failure) {
      identifier = try start(of: path, socket: ends[1]).start()
    } catch {
      for end in ends { Glibc.close(end) }
      return .failure(.refused(path: shown, code: error.code))
    }
    // Otherwise the end of the helper would not be noticed.
    Glibc.close(ends[1])
    let helper = HelperProcess(
      ChildHandle(identifier), socket: ends[0], wake: wake, program: program, calls: calls)
    let start = MonotonicClock.now()
    switch helper.waitUntilReady(seconds: Self.startSeconds) {
    case .ready(let missing)? where needsSeccomp && missing.contains(.seccomp):
      // It has read no file.
      helper.end()
      return .failure(.withoutSeccomp)
    case .ready(let missing)?:
      onMissingParts(missing)
      return .success(helper)
    case .otherVersion?: return .failure(.otherVersion(path: shown))
    case .result?, .failure?, nil:
      if MonotonicClock.now() - start >= Self.startSeconds {
        return .failure(.silentAtStart(path: shown, seconds: Self.startSeconds))
      }
      return .failure(.endedAtStart(path: shown, status: helper.statusOfEnd()))
    }
  }

  /// The variables that helpers inherit: the path of the Swift libraries, and where fontconfig finds fonts.
  private static let inheritedVariables = [
    "LD_LIBRARY_PATH", "HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
    "FONTCONFIG_FILE", "FONTCONFIG_PATH",
  ]

  /// The environment of a helper.
  private static var environment: [[UInt8]] {
    let inherited = inheritedVariables.compactMap { name -> [UInt8]? in
      guard let value = getenv(name) else { return nil }
      // The value need not be UTF-8.
      return Array("\(name)=".utf8) + UnsafeRawBufferPointer(start: value, count: strlen(value))
    }
    return ["LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "OMP_NUM_THREADS=1"].map { Array($0.utf8) }
      + inherited
  }

  /// Returns the start of a helper. It has a process group of its own, because `fg` in a shell resumes all processes of a group, and
  /// idle helpers stay stopped.
  private func start(of path: HelperPath, socket: Int32) -> ProgramStart {
    var start = ProgramStart([path.bytes] + arguments.map { Array($0.utf8) })
    start.environment = Self.environment
    // The helper gets `/dev/null` as its standard streams and the connection as descriptor 3. It closes all
    // other descriptors itself. The connection is duplicated first: if the program runs without standard
    // streams, the connection may have the number of one.
    start.descriptors = [(3, socket)] + (STDIN_FILENO...STDERR_FILENO).map { ($0, nil) }
    return start
  }
}
