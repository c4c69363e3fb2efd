import Glibc

/// An error that occurred while offered data was read.
public enum ContentError: Error, Equatable, Sendable {
  /// The other program does not offer the data in this type, or it has ended its offer.
  case notOffered(type: String)
  /// The data is longer than `limit` bytes.
  case tooLong(limit: Int)
  /// The other program did not send all data within the time limit.
  case timedOut(seconds: Double)
  /// The read was canceled by `ContentRead.cancel()`.
  case canceled
  /// A system call failed.
  case system(call: String, errno: Int32)
}

extension ContentError: CustomStringConvertible {
  /// One line for standard error.
  public var description: String {
    switch self {
    case .notOffered(let type): "the data is not offered as \(type); choose one of the offer's types"
    case .tooLong(let limit): "the data is longer than \(limit) bytes; read it with a larger limit"
    case .timedOut(let seconds): "the other program did not send all data within \(seconds) s"
    case .canceled: "reading the data was canceled"
    case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
    }
  }
}
