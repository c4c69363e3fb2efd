package import Glibc

/// A Unix socket that only the user can connect to, with a lock file beside it.
///
/// The lock file shows whether a program listens on the socket, as that of a Wayland display does: after a crash, the next program
/// can replace the socket, and a second program cannot take the socket of a running one.
final class ListeningSocket {
  let descriptor: Int32
  let path: String
  private let lock: Int32

  /// - Throws: `ControlSocketError` with the path and the reason.
  init(path: String) throws(ControlSocketError) {
    func failure(_ reason: String) -> ControlSocketError { ControlSocketError(path: path, reason: reason) }
    guard let address = SocketAddress(path: path) else {
      throw failure("the path must have 1 to \(SocketAddress.longestPath) bytes")
    }
    self.path = path
    lock = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw failure("\(path).lock cannot be opened: \(Self.reason())") }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno == EWOULDBLOCK ? "another program uses it" : Self.reason()
      close(lock)
      throw failure(reason)
    }
    do {
      descriptor = try Self.listen(path, address)
    } catch {
      unlink(path + ".lock")
      close(lock)
      throw error
    }
  }

  deinit {
    unlink(path)
    unlink(path + ".lock")
    close(lock)
  }

  private static func listen(_ path: String, _ address: SocketAddress) throws(ControlSocketError) -> Int32 {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw ControlSocketError(path: path, reason: "a file of another kind has this name")
      }
      unlink(path)  // of a program that has crashed, because this program has the lock
    }
    let descriptor = SocketAddress.makeSocket(isBlocking: false)
    guard descriptor >= 0 else { throw ControlSocketError(path: path, reason: reason()) }
    // The mode of the descriptor becomes that of the socket's file, so the file is never open to others.
    guard fchmod(descriptor, 0o600) == 0, address.call({ bind(descriptor, $0, $1) }) == 0,
      Glibc.listen(descriptor, 16) == 0
    else {
      let reason = reason()
      close(descriptor)
      throw ControlSocketError(path: path, reason: reason)
    }
    return descriptor
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}

/// A control channel could not be opened.
package struct ControlSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String
  package let reason: String

  package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

  package var description: String { "cannot use the control socket \(path): \(reason)" }
}

/// The address of a Unix socket in the file system.
package struct SocketAddress {
  /// The longest path, in bytes.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private var address = sockaddr_un()

  /// Creates a stream socket without an address. Returns its descriptor, or -1 and sets `errno`.
  package static func makeSocket(isBlocking: Bool) -> Int32 {
    let flags = isBlocking ? SOCK_CLOEXEC.rawValue : SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    return socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | flags), 0)
  }

  /// `nil` if the path is empty, too long, or contains a zero byte.
  package init?(path: String) {
    let bytes = Array(path.utf8)
    guard (1...Self.longestPath).contains(bytes.count), !bytes.contains(0) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Calls a function of the system with the address and its length.
  package func call(_ function: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    withUnsafeBytes(of: address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { pointer in
        pointer.baseAddress.map { function($0, socklen_t(bytes.count)) } ?? -1
      }
    }
  }
}
