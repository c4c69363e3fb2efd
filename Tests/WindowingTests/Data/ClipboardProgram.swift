import Glibc
import HeadlessCompositor
import TestSupport
import Testing
import Wayland
import Windowing

/// A running `wl-copy` or `wl-paste`, connected to the compositor of a rig.
@MainActor final class ClipboardProgram {
  /// Whether the package wl-clipboard is installed.
  nonisolated static var isInstalled: Bool {
    access("/usr/bin/wl-copy", X_OK) == 0 && access("/usr/bin/wl-paste", X_OK) == 0
  }

  struct SpawnError: Error { var code: Int32 }

  private let process: pid_t
  private let output: Int32
  private(set) var bytes: [UInt8] = []
  private(set) var hasEnded = false

  /// Starts a program, such as `["wl-paste", "-n"]`. Its output is read until it has ended.
  init(_ arguments: [String], on server: Compositor) throws {
    let socket = try server.connect()
    defer { close(socket) }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SpawnError(code: errno) }
    defer { close(ends[1]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // adddup2 clears close-on-exec if the two descriptor numbers differ.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, socket, 99)
    var words = arguments.map { strdup($0) } + [nil]
    var environment =
      ["WAYLAND_SOCKET=99", "PATH=/usr/bin:/bin", "HOME=/tmp"].map { (word: String) in strdup(word) } + [nil]
    defer { for word in words + environment { free(word) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, arguments[0], &actions, nil, &words, &environment)
    guard code == 0 else { throw SpawnError(code: code) }
    process = id
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
  }

  /// Reads the output that has arrived, and checks whether the program has ended.
  func poll() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(output, &chunk, chunk.count)
      if count > 0 { bytes += chunk[..<count] } else { break }
    }
    var status: Int32 = 0
    if !hasEnded, waitpid(process, &status, WNOHANG) == process { hasEnded = true }
  }

  /// Terminates the program if it is still running.
  func end() {
    if !hasEnded {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    close(output)
  }
}

extension WindowRig {
  /// Serves the window and other programs in real time until `condition` is true.
  ///
  /// - Throws: `WaitTimeout` if this does not happen in time.
  func serve(until what: String, _ condition: () -> Bool) throws {
    try waitUntil(what, pausing: false) {
      if condition() { return true }
      system.dispatch()
      server.wait(milliseconds: 5)
      if server.isFrameWanted { server.presentFrame() }
      transfers.poll()
      return condition()
    }
  }
}
