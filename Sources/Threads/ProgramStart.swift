package import Glibc

/// The start of a program in a process of its own, with the default treatment of all signals.
package struct ProgramStart {
  /// The reason why the program was not started.
  package struct Failure: Error {
    /// The `errno`.
    package let code: Int32
  }

  /// The program and its arguments. The bytes need not be UTF-8.
  package var arguments: [[UInt8]]
  /// The variables, such as `LANG=C`; `nil` for those of this program.
  package var environment: [[UInt8]]?
  /// Whether the program is searched in the folders of the variable `PATH`.
  package var isSearched = false
  /// Whether the process and those that it starts get a process group of their own.
  package var hasGroup = true
  /// The descriptors to set, in this order: the number in the process, and the descriptor of this program; `nil` for `/dev/null`.
  /// Those that are not closed on execution are inherited as well.
  package var descriptors: [(number: Int32, source: Int32?)] = []

  package init(_ arguments: [[UInt8]]) { self.arguments = arguments }

  /// Starts the program, and returns the number of its process.
  package func start() throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, source) in descriptors {
      if let source {
        posix_spawn_file_actions_adddup2(&actions, source, number)
      } else {
        let mode = number == STDIN_FILENO ? O_RDONLY : O_WRONLY
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", mode, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The process must not inherit that this program ignores or blocks signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (hasGroup ? POSIX_SPAWN_SETPGROUP : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var argv = Self.strings(arguments)
    var envp = environment.map { Self.strings($0) } ?? []
    defer { for string in argv + envp { free(string) } }
    guard let program = argv.first ?? nil else { throw Failure(code: ENOENT) }
    var process: pid_t = 0
    let spawn = isSearched ? posix_spawnp : posix_spawn
    let code =
      envp.isEmpty
      ? spawn(&process, program, &actions, &attributes, &argv, environ)
      : spawn(&process, program, &actions, &attributes, &argv, &envp)
    if code != 0 { throw Failure(code: code) }
    return process
  }

  private static func strings(_ texts: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { text in
      (text + [0]).withUnsafeBytes { strdup($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
    } + [nil]
  }
}
