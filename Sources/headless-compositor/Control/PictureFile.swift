import ControlChannel
import Glibc
import HeadlessCompositor

extension Capture {
  /// Writes a PNG file for a request. A reader of the file never sees a part of it.
  ///
  /// - Throws: `failed` if the file cannot be written, or if the path names a folder, a fifo or a device: writing to a fifo
  ///   would stop all clients until it is read.
  func save(to path: String) throws(ControlError) {
    try Self.check(path)
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw ControlError(.failed, "cannot write \(path): it is not a regular file")
    }
    let unfinished = "\(path).\(getpid()).part"
    do {
      try writePNG(to: unfinished)
    } catch {
      unlink(unfinished)
      throw ControlError(.failed, "cannot write \(path): \(error.reason)")
    }
    guard rename(unfinished, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(unfinished)
      throw ControlError(.failed, "cannot write \(path): \(reason)")
    }
  }

  /// Throws `invalidParameters` if no file can have the path.
  static func check(_ path: String) throws(ControlError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ControlError(.invalidParameters, "A path has at least one byte, and no zero byte.")
    }
  }
}
