import Glibc

/// The control sockets of a program of which several may run: `NAME-0.sock`, `NAME-1.sock` and so on in the user's runtime folder,
/// as the displays of Wayland are numbered. A socket of an ended program is used again.
package struct NumberedSockets: Sendable {
  /// The number of programs that can have a socket at a time.
  private static let count = 32

  private let prefix: String

  /// - Parameters:
  ///   - name: The name of the program.
  ///   - folder: The runtime folder.
  package init(of name: String, in folder: String) { prefix = "\(folder)/\(name)-" }

  /// The sockets in the user's runtime folder; `nil` if the session has none.
  ///
  /// - Parameter name: The name of the program.
  package static func ofUser(_ name: String) -> NumberedSockets? {
    guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), folder.hasPrefix("/") else {
      return nil
    }
    return NumberedSockets(of: name, in: folder)
  }

  private var paths: [String] { (0..<Self.count).map { "\(prefix)\($0).sock" } }

  /// Opens the first socket that no program uses.
  ///
  /// - Throws: `ControlSocketError` if the sockets cannot be created, or if all are in use.
  @MainActor
  package func open(
    _ methods: ControlMethods, limits: ControlLimits = ControlLimits()
  ) throws(ControlSocketError) -> ControlServer {
    for path in paths {
      do throws(ControlSocketError) {
        let server = try ControlServer(path: path, methods: methods, limits: limits)
        stamp(path)
        return server
      } catch {
        guard error.isInUse else { throw error }
      }
    }
    throw ControlSocketError(
      path: "\(prefix)N.sock", reason: "\(Self.count) programs use all numbers", isInUse: true)
  }

  /// Connects to the program that was started last.
  ///
  /// - Throws: `ControlSocketError` if no program listens.
  package func connect() throws(ControlSocketError) -> ControlClient {
    let found = paths.compactMap { path in creationTime(of: path).map { (path, $0) } }
    var failure = ControlSocketError(path: "\(prefix)N.sock", reason: ControlClient.noListener)
    for (path, _) in found.sorted(by: { $0.1 > $1.1 }) {
      do throws(ControlSocketError) { return try ControlClient(path: path) } catch {
        if error.reason != ControlClient.noListener { failure = error }
      }
    }
    throw failure
  }

  /// Stores the present time as that of a socket. The file system's own time is the same for sockets that are created within a few
  /// milliseconds.
  private func stamp(_ path: String) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    utimensat(AT_FDCWD, path, [now, now], AT_SYMLINK_NOFOLLOW)
  }

  /// The time at which a socket was created, in nanoseconds; `nil` if there is none.
  private func creationTime(of path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }
}
