import CSystem
import Glibc
import Wayland

/// Memory that the compositor can read, too; it grows and never shrinks.
///
/// Linux: `memfd_create`.
final class SharedMemory {
  let descriptor: Int32
  private(set) var size: Int
  private var base: UnsafeMutableRawPointer

  /// - Throws: `.system` when the memory cannot be had.
  init(size: Int) throws(ConnectionError) {
    let descriptor = csystem_memfd("carousel-buffers")
    guard descriptor >= 0 else { throw .system(call: "memfd_create", errno: errno) }
    do throws(ConnectionError) {
      base = try Self.map(descriptor, size: size)
    } catch {
      close(descriptor)
      throw error
    }
    // Lets the compositor read without fearing SIGBUS. Where sealing is not supported it copes anyhow.
    _ = csystem_seal_shrink(descriptor)
    self.descriptor = descriptor
    self.size = size
  }

  deinit {
    munmap(base, size)
    close(descriptor)
  }

  /// Makes the memory `size` bytes long. Addresses handed out before are invalid afterwards.
  ///
  /// - Throws: `.system` when the memory cannot be had; the old one stays.
  func grow(to size: Int) throws(ConnectionError) {
    guard size > self.size else { return }
    let new = try Self.map(descriptor, size: size)
    munmap(base, self.size)
    base = new
    self.size = size
  }

  /// Returns `count` bytes from `offset` on; valid until the memory grows.
  func bytes(at offset: Int, count: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base + offset, count: count)
  }

  private static func map(_ descriptor: Int32, size: Int) throws(ConnectionError) -> UnsafeMutableRawPointer {
    guard ftruncate(descriptor, size) == 0 else { throw .system(call: "ftruncate", errno: errno) }
    guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else { throw .system(call: "mmap", errno: errno) }
    return memory
  }
}
