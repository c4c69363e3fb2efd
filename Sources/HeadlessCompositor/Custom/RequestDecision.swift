import CWaylandServer
import Glibc

/// Whether a request of a client is performed, see ``Compositor/onRequest``.
public enum RequestDecision: Equatable, Sendable {
  /// The compositor performs it.
  case perform
  /// The compositor does nothing. An object that the request creates does not exist, so its use is a protocol error.
  case ignore
  /// The client gets a protocol error on the object, which ends its connection.
  case refuse(code: UInt32, message: String)
}

extension Compositor {
  /// The object whose next request is not performed. libwayland logs each request immediately before it is dispatched.
  private static var ignoredObject: OpaquePointer?

  /// Decides about a request that is about to be dispatched.
  func decide(about message: wl_protocol_logger_message, _ seen: WireMessage) {
    Self.ignoredObject = nil
    guard let onRequest, let resource = message.resource else { return }
    switch onRequest(seen) {
    case .perform: return
    case .ignore: break
    case .refuse(let code, let text): headless_post_error(resource, code, text)
    }
    Self.ignoredObject = resource
    // The object would own the descriptors.
    let signature = message.message?.pointee.signature.map { String(cString: $0) } ?? ""
    for (index, kind) in signature.filter(\.isLetter).enumerated()
    where kind == "h" && index < Int(message.arguments_count) {
      if let file = message.arguments?[index].h { Glibc.close(file) }
    }
  }

  /// Returns whether the request of an object that is dispatched now is not performed.
  static func takeIgnored(_ object: OpaquePointer) -> Bool {
    guard ignoredObject == object else { return false }
    ignoredObject = nil
    return true
  }
}
