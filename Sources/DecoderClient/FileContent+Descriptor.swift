internal import DecoderProtocol
internal import Glibc

extension FileContent {
  /// Reads the identity of the content of an open file. Fails if the system does not tell.
  init?(of file: Int32) {
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    self.init(
      device: Int(truncatingIfNeeded: status.st_dev), number: Int(truncatingIfNeeded: status.st_ino),
      byteCount: Int(status.st_size), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
