import CSystem
import DecoderProtocol
import Glibc

/// The memory of decoded pixels, as an anonymous file that another process can map.
final class OutputMemory {
  private var descriptor: Int32 = -1
  private var mapped: UnsafeMutableRawBufferPointer?

  deinit {
    unmap()
    if descriptor >= 0 { close(descriptor) }
  }

  /// Allocates `count` zero bytes; returns `nil` if the system refuses them.
  func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    guard descriptor < 0, count > 0 else { return nil }
    descriptor = csystem_memfd("pixels")
    guard descriptor >= 0, ftruncate(descriptor, count) == 0,
      let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
    else { return nil }
    mapped = UnsafeMutableRawBufferPointer(start: start, count: count)
    return start
  }

  /// Makes the content final, and returns the descriptor, which the object owns.
  func sealed() throws(DecodeFailure) -> Int32 {
    unmap()
    guard descriptor >= 0, csystem_seal(descriptor) == 0 else { throw .outOfMemory }
    return descriptor
  }

  private func unmap() {
    if let mapped { munmap(mapped.baseAddress, mapped.count) }
    mapped = nil
  }
}
