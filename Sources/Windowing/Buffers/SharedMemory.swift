import CSystem
import Glibc
import Wayland

/// Memory that the compositor reads, too, as a pool of its own.
///
/// It never grows: weston 10 keeps pointers to the pixels it shows, and `wl_shm_pool.resize` moves
/// them away under it. Weston crashes then.
///
/// Linux: `memfd_create`. Wayland: `wl_shm_pool`.
final class SharedMemory {
  /// In bytes.
  let size: Int
  private let base: UnsafeMutableRawPointer
  private let pool: WlShmPool

  /// - Throws: `.system` when the memory cannot be had.
  @MainActor
  init(size: Int, shm: WlShm) throws(ConnectionError) {
    // wl_shm_pool counts in 32 bits.
    guard let count = Int32(exactly: size) else {
      throw .system(call: "wl_shm.create_pool", errno: ENOMEM)
    }
    let descriptor = csystem_memfd("carousel-buffers")
    guard descriptor >= 0 else { throw .system(call: "memfd_create", errno: errno) }
    // Both sides map it; neither needs the descriptor then.
    defer { close(descriptor) }
    guard ftruncate(descriptor, size) == 0 else { throw .system(call: "ftruncate", errno: errno) }
    guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else { throw .system(call: "mmap", errno: errno) }
    // Lets the compositor read without fearing SIGBUS. Where sealing is not supported it copes anyhow.
    _ = csystem_seal_shrink(descriptor)
    base = memory
    pool = shm.createPool(fd: descriptor, size: count)
    self.size = size
  }

  deinit { munmap(base, size) }

  /// The first `count` bytes; they are there as long as this object is.
  func bytes(count: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base, count: count)
  }

  /// Makes the buffer that begins with the first byte.
  ///
  /// Wayland: `wl_shm_pool.create_buffer`.
  @MainActor
  func makeBuffer(width: Int, height: Int, stride: Int) -> WlBuffer {
    pool.createBuffer(
      offset: 0, width: Int32(width), height: Int32(height), stride: Int32(stride), format: .argb8888)
  }

  /// Gives the pool up; the compositor keeps the memory for as long as it has a buffer in it.
  @MainActor
  func giveUp() { pool.destroy() }
}
