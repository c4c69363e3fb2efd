internal import Glibc

/// The memory for decoded pixels: an anonymous file of fixed size, created by the program that requested the
/// pixels.
final class OutputMemory {
  private var descriptor: Int32
  private var mapped: UnsafeMutableRawBufferPointer?

  /// Takes ownership of the descriptor; -1 if the request is for no pixels.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Returns `count` zeroed bytes. Returns `nil` on a second call, if the file is smaller, or if the system
  /// refuses the mapping.
  func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    // Writing to a mapping beyond the end of the file would end the process, so the size is checked first.
    guard mapped == nil, count > 0, descriptor >= 0, count <= lseek(descriptor, 0, SEEK_END),
      let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
    else { return nil }
    mapped = UnsafeMutableRawBufferPointer(start: start, count: count)
    return start
  }

  /// Unmaps the memory. The other program seals the memory after the reply, which a mapping would prevent.
  func close() {
    if let mapped { munmap(mapped.baseAddress, mapped.count) }
    mapped = nil
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }
}
