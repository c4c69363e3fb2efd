package import Glibc

/// A Unix socket that only the user can connect to, with a lock file beside it.
///
/// The lock file shows whether a program listens on the socket, as that of a Wayland display does: after a crash, the next program
/// can replace the socket, and a second program cannot take the socket of a running one.
final class ListeningSocket {
  let descriptor: Int32
  private let path: String
  private let lock: LockFile
  /// The identity of the socket's file.
  private let file: FileIdentity?
  private var isRemoved = false

  /// - Throws: `ControlSocketError` with the path and the reason.
  init(path: String) throws(ControlSocketError) {
    guard let address = SocketAddress(path: path) else {
      throw ControlSocketError(
        path: path, reason: "the path must have 1 to \(SocketAddress.longestPath) bytes")
    }
    self.path = path
    lock = try LockFile(beside: path)
    descriptor = try Self.listen(path, address)
    file = FileIdentity(path)
  }

  deinit { remove() }

  /// Removes the socket and its lock file. The owner closes the descriptor.
  func remove() {
    guard !isRemoved else { return }
    isRemoved = true
    // A person may have removed the files, and another program may have created its own.
    if let file, file == FileIdentity(path) { unlink(path) }
    lock.remove()
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
      Glibc.listen(descriptor, 128) == 0
    else {
      let reason = reason()
      close(descriptor)
      throw ControlSocketError(path: path, reason: reason)
    }
    return descriptor
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}

/// The lock file of a socket. Its lock ends with the process.
private final class LockFile {
  private let path: String
  private var descriptor: Int32

  init(beside socket: String) throws(ControlSocketError) {
    path = socket + ".lock"
    descriptor = -1
    // Between the opening and the locking, the owner of the lock may have removed the file.
    repeat {
      if descriptor >= 0 { close(descriptor) }
      descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else {
        throw ControlSocketError(
          path: socket, reason: "\(path) cannot be opened: \(String(cString: strerror(errno)))")
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let isInUse = errno == EWOULDBLOCK
        let reason = isInUse ? "another program uses it" : String(cString: strerror(errno))
        close(descriptor)
        descriptor = -1
        throw ControlSocketError(path: socket, reason: reason, isInUse: isInUse)
      }
    } while FileIdentity(descriptor) != FileIdentity(path)
  }

  deinit { remove() }

  func remove() {
    guard descriptor >= 0 else { return }
    if FileIdentity(descriptor) == FileIdentity(path) { unlink(path) }
    close(descriptor)
    descriptor = -1
  }
}

/// The device and the inode of a file.
private struct FileIdentity: Equatable {
  private let device: dev_t
  private let inode: ino_t

  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}

/// A control channel could not be opened.
package struct ControlSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String
  package let reason: String
  /// Whether another program listens on the socket.
  package let isInUse: Bool

  package init(path: String, reason: String, isInUse: Bool = false) {
    (self.path, self.reason, self.isInUse) = (path, reason, isInUse)
  }

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
