package import CWayland
import Glibc

/// Conversions between Swift and `wl_argument`, for both ends of the wire.
package enum Wire {
  package static func string(_ argument: wl_argument) -> String? { argument.s.map { String(cString: $0) } }

  package static func bytes(_ argument: wl_argument) -> [UInt8] {
    guard let array = argument.a, let data = array.pointee.data else { return [] }
    return Array(UnsafeRawBufferPointer(start: data, count: array.pointee.size))
  }

  /// Returns 24.8 fixed point, clamped to what fits.
  package static func fixed(_ value: Double) -> wl_fixed_t {
    value.isNaN ? 0 : wl_fixed_t((min(max(value, -8_388_608), 8_388_607.99) * 256).rounded())
  }

  package static func withCString<Result>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
  }

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
