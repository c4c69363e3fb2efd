internal import CSystem
public import DecoderProtocol
public import Drawing
internal import Glibc

/// The answer of a helper.
public struct DecodedImage: Sendable {
  /// The header, and what else the helper states.
  public let result: DecodeResult
  /// The pixels, in the memory that the helper wrote, mapped for reading; `nil` if the header was requested, or a
  /// preview that the file does not have.
  public let image: Image?

  /// Maps the pixels, and closes `descriptor`. Fails if they are not as the result states.
  init?(_ result: DecodeResult, descriptor: Int32) {
    defer { if descriptor >= 0 { close(descriptor) } }
    self.result = result
    guard let layout = result.pixels else {
      image = nil
      return
    }
    guard descriptor >= 0, let pixels = SealedPixels(descriptor, count: layout.byteCount),
      let image = try? Image(
        wrapping: pixels.start, width: layout.width, height: layout.height, isOpaque: layout.isOpaque,
        keepingAlive: pixels)
    else { return nil }
    self.image = image
  }
}

/// A sealed anonymous file, mapped for reading. The seals guarantee that neither its size nor its content changes.
private final class SealedPixels: Sendable {
  private let mapping: Int
  private let count: Int

  var start: UnsafeRawPointer { UnsafeRawPointer(bitPattern: mapping)! }

  /// Fails if the file is not sealed or has fewer than `count` bytes.
  ///
  /// The mapping is private: Linux before 6.7 refuses a shared one of a file that is sealed against writing. Pages that
  /// are only read are not copied.
  init?(_ descriptor: Int32, count: Int) {
    var status = stat()
    guard csystem_is_sealed(descriptor) != 0, fstat(descriptor, &status) == 0, Int(status.st_size) >= count,
      let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { return nil }
    mapping = Int(bitPattern: start)
    self.count = count
  }

  deinit { munmap(UnsafeMutableRawPointer(bitPattern: mapping), count) }
}
