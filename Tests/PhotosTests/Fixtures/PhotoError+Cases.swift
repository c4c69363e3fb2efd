import DecoderClient
import DecoderProtocol
import Glibc

extension PhotoError {
  static func notFound(path: String) -> PhotoError {
    PhotoError(path, .content(.unreadable(code: ENOENT)))
  }
  static func notPermitted(path: String) -> PhotoError {
    PhotoError(path, .content(.unreadable(code: EACCES)))
  }
  static func notAnImage(path: String) -> PhotoError { PhotoError(path, .content(.notAnImage)) }
  static func unsupported(path: String, format: String) -> PhotoError {
    PhotoError(path, .content(.unsupported(format: format)))
  }
}
