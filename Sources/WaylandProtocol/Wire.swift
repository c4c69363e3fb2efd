package import CWayland
import Glibc

/// Conversions between Swift values and `wl_argument`, for client and server.
package enum Wire {
  /// Returns a copy of a string argument; nil for null.
  package static func string(_ argument: wl_argument) -> String? { argument.s.map { String(cString: $0) } }

  /// Returns a copy of an array argument; empty for null.
  package static func bytes(_ argument: wl_argument) -> [UInt8] {
    guard let array = argument.a, let data = array.pointee.data else { return [] }
    return Array(UnsafeRawBufferPointer(start: data, count: array.pointee.size))
  }

  /// Returns `value` as a 24.8 fixed-point number, clamped to that type's range; 0 for NaN.
  ///
  /// Wayland: `wl_fixed_from_double`.
  package static func fixed(_ value: Double) -> wl_fixed_t {
    value.isNaN ? 0 : wl_fixed_t((min(max(value, -8_388_608), 8_388_607.99) * 256).rounded())
  }

  /// Calls `body` with `text` as a C string that is valid during the call; with null for nil.
  package static func withCString<Result>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
  }

  /// Calls `body` with `bytes` as a `wl_array` that is valid during the call.
  package static func withArray<Result>(
    _ bytes: [UInt8], _ body: (UnsafeMutablePointer<wl_array>) -> Result
  ) -> Result {
    var bytes = bytes
    return bytes.withUnsafeMutableBytes { memory in
      var array = wl_array(size: memory.count, alloc: memory.count, data: memory.baseAddress)
      return body(&array)
    }
  }
}
