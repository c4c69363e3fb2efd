import CWayland
import Glibc

/// The number of bytes and descriptors that requests need in libwayland's buffer.
struct RequestSize: Equatable {
  var bytes = 0
  var descriptors = 0

  static func + (left: RequestSize, right: RequestSize) -> RequestSize {
    RequestSize(bytes: left.bytes + right.bytes, descriptors: left.descriptors + right.descriptors)
  }

  func fits(in room: RequestSize) -> Bool { bytes <= room.bytes && descriptors <= room.descriptors }
}

extension RequestSize {
  /// Computes the size of a request with these arguments.
  ///
  /// Wayland: the signature in `wl_message`.
  init(_ message: wl_message, _ arguments: [wl_argument]) {
    bytes = 8  // the header
    for (kind, argument) in zip(message.kinds, arguments) {
      switch kind {
      case .string: bytes += 4 + (argument.s.map { (strlen($0) + 4) & ~3 } ?? 0)
      case .array: bytes += 4 + (argument.a.map { ($0.pointee.size + 3) & ~3 } ?? 0)
      case .descriptor: descriptors += 1
      case .newObject, .other: bytes += 4
      }
    }
  }
}

/// A request that is sent later. It owns copies of the strings, arrays and descriptors in its arguments.
final class KeptRequest {
  let destroysSender: Bool
  private let opcode: UInt32
  private let version: UInt32
  private let kinds: [wl_message.Kind]
  private var arguments: [wl_argument]

  /// Copies a request.
  ///
  /// - Parameter created: The proxy that the request creates.
  init(
    opcode: UInt32, version: UInt32, destroysSender: Bool, _ message: wl_message, _ arguments: [wl_argument],
    creating created: OpaquePointer? = nil
  ) {
    self.opcode = opcode
    self.version = version
    self.destroysSender = destroysSender
    kinds = message.kinds
    self.arguments = zip(kinds, arguments).map { kind, argument in
      switch kind {
      case .string: wl_argument(s: argument.s.flatMap { UnsafePointer(strdup($0)) })
      case .array: wl_argument(a: argument.a.map(Self.copy))
      case .descriptor: wl_argument(h: fcntl(argument.h, F_DUPFD_CLOEXEC, 0))
      case .newObject: wl_argument(o: created)
      case .other: argument
      }
    }
  }

  deinit {
    for (kind, argument) in zip(kinds, arguments) {
      switch kind {
      case .string: free(UnsafeMutablePointer(mutating: argument.s))
      case .array:
        guard let array = argument.a else { continue }
        wl_array_release(array)
        array.deallocate()
      case .descriptor: if argument.h >= 0 { close(argument.h) }
      case .newObject, .other: break
      }
    }
  }

  /// Passes the request to libwayland. If `destroysSender` is set, `sender` is destroyed.
  ///
  /// Wayland: `wl_proxy_marshal_array_flags`.
  func pass(from sender: OpaquePointer) {
    wl_proxy_marshal_array_flags(
      sender, opcode, nil, version, destroysSender ? UInt32(WL_MARSHAL_FLAG_DESTROY) : 0, &arguments)
  }

  private static func copy(_ source: UnsafeMutablePointer<wl_array>) -> UnsafeMutablePointer<wl_array> {
    let array = UnsafeMutablePointer<wl_array>.allocate(capacity: 1)
    wl_array_init(array)
    wl_array_copy(array, source)
    return array
  }
}

extension wl_message {
  /// The kinds of arguments that differ in size or ownership.
  enum Kind { case string, array, descriptor, newObject, other }

  /// The kinds of the arguments, in order.
  var kinds: [Kind] {
    guard let signature else { return [] }
    var kinds: [Kind] = []
    var next = signature
    while next.pointee != 0 {
      switch UInt8(bitPattern: next.pointee) {
      case UInt8(ascii: "s"): kinds.append(.string)
      case UInt8(ascii: "a"): kinds.append(.array)
      case UInt8(ascii: "h"): kinds.append(.descriptor)
      case UInt8(ascii: "n"): kinds.append(.newObject)
      case UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "f"), UInt8(ascii: "o"): kinds.append(.other)
      default: break  // the version, or "?" for a nullable argument
      }
      next += 1
    }
    return kinds
  }
}
