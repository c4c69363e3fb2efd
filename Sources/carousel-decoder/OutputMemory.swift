import Glibc

/// The memory for decoded pixels: an anonymous file of fixed size, which the program that shows them created.
final class OutputMemory {
  private var descriptor: Int32
  private var mapped: UnsafeMutableRawBufferPointer?

  /// Takes over a descriptor; -1 if no pixels are wanted.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Returns `count` zero bytes, once; `nil` if the file is smaller or the system refuses them.
  func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    // The mapping of a part beyond the end of the file would end the process when it is written.
    guard mapped == nil, count > 0, descriptor >= 0, count <= lseek(descriptor, 0, SEEK_END),
      let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
    else { return nil }
    mapped = UnsafeMutableRawBufferPointer(start: start, count: count)
    return start
  }

  /// Ends the access to the memory. The other program seals it after the answer, which a mapping would prevent.
  func close() {
    if let mapped { munmap(mapped.baseAddress, mapped.count) }
    mapped = nil
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }
}
