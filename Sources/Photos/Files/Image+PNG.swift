internal import CPNG
internal import CSystem
package import DecoderClient
package import Drawing
internal import Glibc

extension Image {
  /// Encodes the image as a PNG file. Blocks for about a second for 20 megapixels.
  ///
  /// - Throws: ``PhotoError/Reason/system(operation:code:)`` if memory is short.
  package func pngBytes() throws(PhotoError) -> [UInt8] {
    func failure(_ code: Int32) -> PhotoError { PhotoError(.system(operation: "encoded", code: code)) }
    let file = csystem_memfd("png")
    guard file >= 0 else { throw failure(errno) }
    defer { close(file) }
    var code: Int32 = 0
    var message = [CChar](repeating: 0, count: 128)
    let isWritten = withPixels { pixels in
      cpng_write_descriptor(
        file, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(width), UInt32(height), stride,
        nil,
        0, &code, &message) == 0
    }
    guard isWritten else { throw failure(code == 0 ? ENOMEM : code) }
    let count = Int(lseek(file, 0, SEEK_END))
    guard count > 0 else { throw failure(errno) }
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      while filled < count {
        let part = pread(file, bytes.baseAddress.map { $0 + filled }, count - filled, filled)
        if part <= 0 { break }
        filled += part
      }
    }
  }
}
