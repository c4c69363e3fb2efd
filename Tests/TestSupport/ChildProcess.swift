public import Foundation
import Glibc

/// A program started by a test, in its own process group. The process group is killed when the program or the
/// test run ends.
public final class ChildProcess: @unchecked Sendable {
  /// The way a process ended.
  public enum Exit: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  public let name: String
  public let output: LineLog
  public let errors: LineLog
  private let state = NSCondition()
  private var pid: pid_t = 0
  private var startStatus: Int32?
  private var exit: Exit?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: A path, or a name to search in PATH.
  ///   - arguments: The arguments without the name of the program.
  ///   - environment: Variables to add to `inheritedEnvironment`.
  ///   - folder: The current folder of the program; `nil` for the current folder of the tests.
  ///   - asNobody: Whether the program runs as an unprivileged user. It has no effect if the tests do not run
  ///     as root.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    folder: String? = nil, asNobody: Bool = false
  ) throws {
    name = (program as NSString).lastPathComponent
    // The kernel kills the child when its parent thread ends, even if the test run is killed. A test may set PATH.
    var command = ["env", "--chdir=\(folder ?? ".")", "/usr/bin/setpriv", "--pdeathsig", "KILL"]
    if asNobody && geteuid() == 0 {
      command += ["--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups", "--no-new-privs"]
    }
    command += ["--", program] + arguments

    var variables = Self.inheritedEnvironment
    variables.merge(environment) { $1 }

    let outputPipe = try Pipe.open()
    let errorPipe = try Pipe.open()
    output = LineLog(reading: outputPipe.readEnd)
    errors = LineLog(reading: errorPipe.readEnd)

    let (finalCommand, finalVariables) = (command, variables)
    let thread = Thread { [self] in
      var pid: pid_t = 0
      let result = spawn(
        finalCommand, finalVariables, output: outputPipe.writeEnd, errors: errorPipe.writeEnd, pid: &pid)
      state.withLock {
        self.pid = pid
        startStatus = result
        state.broadcast()
      }
      if result == 0 { waitForEnd() }
    }
    thread.start()
    let status = state.withLock {
      while true {
        if let startStatus { return startStatus }
        state.wait()
      }
    }
    close(outputPipe.writeEnd)
    close(errorPipe.writeEnd)
    if status != 0 {
      throw RigError("cannot start \(command.joined(separator: " ")): \(String(cString: strerror(status)))")
    }
  }

  /// Waits for the end of the child on the thread that started the child. This thread must live as long as
  /// the child (PR_SET_PDEATHSIG).
  private func waitForEnd() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) == -1 && errno == EINTR {}
    // Kills the rest of the process group. The child is not reaped yet, so its process ID cannot have been
    // reused.
    Glibc.kill(-pid, SIGKILL)
    state.withLock {
      var status: Int32 = 0
      while waitpid(pid, &status, 0) == -1 && errno == EINTR {}
      // The equivalent of the macros WIFEXITED, WEXITSTATUS and WTERMSIG.
      exit = status & 0x7f == 0 ? .code(status >> 8 & 0xff) : .signal(status & 0x7f)
      state.broadcast()
    }
  }

  /// Waits until the process has ended and all its output is read.
  @discardableResult
  public func waitForExit(within seconds: Double = LineLog.timeout) throws -> Exit {
    let deadline = Date(timeIntervalSinceNow: seconds)
    let ending = try state.withLock { () throws -> Exit in
      while true {
        if let exit { return exit }
        guard state.wait(until: deadline) else {
          throw RigError("\(name) did not end within \(seconds) s", errors.lines)
        }
      }
    }
    try output.waitForEnd()
    try errors.waitForEnd()
    return ending
  }

  public var isRunning: Bool { state.withLock { exit == nil } }

  public func send(_ signal: Int32) {
    state.withLock { if exit == nil { Glibc.kill(pid, signal) } }
  }

  /// The processor time that the program has used, in seconds.
  public func processorTime() throws -> Double {
    let path = "/proc/\(state.withLock { pid })/stat"
    // The fields after the name in parentheses: state is the first, utime and stime the 12th and 13th, in
    // ticks.
    let fields = try String(contentsOfFile: path, encoding: .utf8).split(separator: ")").last?.split(
      separator: " ")
    guard let fields, fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw RigError("cannot read \(path)")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Ends the process and its group, and waits for the end. The process is killed if it ignores SIGTERM for 5
  /// s.
  public func stop() {
    send(SIGTERM)
    if (try? waitForExit(within: 5)) != nil { return }
    state.withLock { if exit == nil { Glibc.kill(-pid, SIGKILL) } }
    _ = try? waitForExit(within: 10)
  }

  /// The environment of the tests without the variables of the user's session.
  public static let inheritedEnvironment = ProcessInfo.processInfo.environment.filter { name, _ in
    !["WAYLAND_", "XDG_", "SWAY", "DISPLAY", "DBUS_", "CAROUSEL_"].contains { name.hasPrefix($0) }
  }
  .merging(["XDG_CACHE_HOME": NSTemporaryDirectory() + "carousel-tests-cache"]) { $1 }

  /// Runs a program to its end and returns its standard output. Throws if its exit code is not 0.
  public static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    folder: String? = nil, asNobody: Bool = false
  ) throws -> String {
    let process = try ChildProcess(
      program, arguments, environment: environment, folder: folder, asNobody: asNobody)
    defer { process.stop() }
    guard try process.waitForExit() == .code(0) else {
      throw RigError("\(program) \(arguments.joined(separator: " ")) failed", process.errors.lines)
    }
    return process.output.text
  }
}

/// The user ID of the unprivileged user `nobody`.
public let nobody: uid_t = 65534

private struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  static func open() throws -> Pipe {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw RigError("cannot create a pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return Pipe(readEnd: ends[0], writeEnd: ends[1])
  }
}

private func spawn(
  _ command: [String], _ environment: [String: String], output: Int32, errors: Int32, pid: inout pid_t
) -> Int32 {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, output, 1)
  posix_spawn_file_actions_adddup2(&actions, errors, 2)

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  // Dispatch's threads block most signals, and a test runner may ignore some. The child must not inherit
  // this.
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)

  var arguments = command.map { strdup($0) } + [nil]
  var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
  defer { for text in arguments + variables { free(text) } }
  return posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &variables)
}
