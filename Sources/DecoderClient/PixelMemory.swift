internal import CSystem
internal import DecoderProtocol
internal import Glibc

/// Memory for the pixels of one request: an anonymous file that a helper maps and writes.
///
/// This process creates the file with a fixed size, so that a compromised helper cannot allocate more memory.
/// The system provides only the pages that the helper writes. After the helper's reply the file is sealed and
/// mapped read-only.
struct PixelMemory: ~Copyable {
  let descriptor: Int32
  private let capacity: Int

  /// Fails if the system refuses the memory; `errno` states the reason.
  init?(capacity: Int) {
    descriptor = csystem_memfd_of_size("pixels", capacity)
    guard descriptor >= 0 else { return nil }
    self.capacity = capacity
  }

  deinit { close(descriptor) }

  /// The largest memory that the pixels of a request may need, in bytes; 0 if the request is for no pixels.
  static func capacity(for request: DecodeRequest, _ limits: DecodingLimits) -> Int {
    let most = max(4, limits.workingBytes)
    switch request.subject {
    case .header, .metadata: return 0
    case .preview: return min(largestPreview, most)
    case .pixels:
      guard let size = request.size else { return most }
      // An image that covers a box has one side that is at most that of the box.
      let pixels =
        size.shape == .fitting
        ? size.width * size.height : max(size.width, size.height) * TargetSize.largestSide
      return min(pixels * 4, most)
    }
  }

  /// The largest embedded preview that decoders accept, 1024 × 1024 pixels, in bytes.
  private static let largestPreview = 4 << 20

  /// Seals the content against changes. Fails if the helper still has the memory mapped for writing.
  func seal() -> Bool { csystem_seal(descriptor) == 0 }

  /// The result of ``map(_:)``.
  enum Mapping {
    case mapped(MappedPixels)
    /// The memory is too small for the pixels that the helper states.
    case tooSmall
    /// The system refuses the mapping.
    case refused(code: Int32)
  }

  /// Maps the first `count` bytes for reading. The memory must be sealed.
  ///
  /// The mapping is private, because Linux before 6.7 refuses a shared mapping of a file that is sealed
  /// against writing. Pages that are only read are not copied.
  func map(_ count: Int) -> Mapping {
    guard count > 0, count <= capacity else { return .tooSmall }
    guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      return .refused(code: errno)
    }
    return .mapped(MappedPixels(start: Int(bitPattern: start), count: count))
  }
}

/// Sealed pixels, mapped read-only. The seals guarantee that neither their size nor their content changes.
final class MappedPixels: Sendable {
  private let address: Int
  private let count: Int

  var start: UnsafeRawPointer { UnsafeRawPointer(bitPattern: address)! }

  fileprivate init(start: Int, count: Int) { (address, self.count) = (start, count) }

  deinit { munmap(UnsafeMutableRawPointer(bitPattern: address), count) }
}
