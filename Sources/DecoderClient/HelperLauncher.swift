internal import CSystem
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
  private let calls: FileCalls
  private let onMissingParts: @Sendable ([SandboxPart]) -> Void

  /// - Parameters:
  ///   - path: The program `carousel-decoder`.
  ///   - memory: The limit of the address space of a helper, in bytes.
  ///   - calls: The calls of the helpers, whose clock measures the limits of requests.
  ///   - onMissingParts: Called after each start with the parts of the sandbox that the kernel does not
  ///     support.
  init(
    path: HelperPath, memory: Int, calls: FileCalls,
    onMissingParts: @escaping @Sendable ([SandboxPart]) -> Void
  ) {
    self.calls = calls
    self.path = path
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
    let handler = cancellation.onCancel { [monitor] in
      // The lock is taken so that a thread cannot begin to wait after it has read the flag.
      monitor.withLock { _ in }
      monitor.wakeAll()
    }
    defer { cancellation.removeHandler(handler) }
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
    return monitor.waitForValue { state -> Result?? in
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
    var identifier: pid_t = 0
    let code = spawn(path, &identifier, socket: ends[1])
    Glibc.close(ends[1])
    guard code == 0 else {
      Glibc.close(ends[0])
      return .failure(.refused(path: shown, code: code))
    }
    let helper = HelperProcess(
      ChildHandle(identifier), socket: ends[0], wake: wake, program: program, calls: calls)
    let start = MonotonicClock.now()
    switch helper.waitUntilReady(seconds: Self.startSeconds) {
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

  /// The environment of a helper. The caller frees the strings.
  private static var environment: [UnsafeMutablePointer<CChar>?] {
    var variables = ["LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no"].map { Array($0.utf8CString) }
    for name in inheritedVariables {
      guard let value = getenv(name) else { continue }
      // The value need not be UTF-8.
      variables.append(
        Array("\(name)=".utf8CString.dropLast())
          + Array(UnsafeBufferPointer(start: value, count: strlen(value) + 1)))
    }
    return variables.map { strdup($0) }
  }

  private func spawn(_ path: HelperPath, _ identifier: inout pid_t, socket: Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The helper gets `/dev/null` as its standard streams and the connection as descriptor 3. It closes all
    // other descriptors itself. The connection is duplicated first: if the program runs without standard
    // streams, the connection may have the number of one.
    posix_spawn_file_actions_adddup2(&actions, socket, 3)
    for stream in STDIN_FILENO...STDERR_FILENO {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A group of its own: `fg` in a shell resumes all processes of a group, and idle helpers stay stopped.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

    var argv = [path.copy()] + arguments.map { strdup($0) } + [nil]
    var envp = Self.environment + [nil]
    defer { for string in argv + envp { free(string) } }
    guard let program = argv[0] else { return ENOMEM }
    return posix_spawn(&identifier, program, &actions, &attributes, &argv, &envp)
  }
}
