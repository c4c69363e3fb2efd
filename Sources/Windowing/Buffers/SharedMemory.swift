import CSystem
import Glibc
import Wayland

/// Memory shared with the compositor, as one `wl_shm_pool`.
///
/// Its size never changes: weston 10 keeps pointers to the pixels that it shows, and crashes when `wl_shm_pool.resize`
/// moves the pixels.
///
/// Linux: `memfd_create`, `posix_fallocate`. Wayland: `wl_shm_pool`.
final class SharedMemory {
  /// The mapped size, in bytes.
  let size: Int
  private let base: UnsafeMutableRawPointer
  private let pool: WlShmPool
  private let descriptor: Int32
  /// The number of reserved bytes at the start. Access to them cannot fail with SIGBUS.
  private var reserved = 0

  /// Maps `size` bytes. Before bytes are written, they must be reserved with `reserve(_:with:)`.
  ///
  /// - Throws: `.system` when the memory cannot be mapped.
  @MainActor
  init(size: Int, shm: WlShm) throws(ConnectionError) {
    // The size in wl_shm.create_pool is a 32-bit number.
    guard let count = Int32(exactly: size) else {
      throw .system(call: "wl_shm.create_pool", errno: ENOMEM)
    }
    let descriptor = csystem_memfd("carousel-buffers")
    guard descriptor >= 0 else { throw .system(call: "memfd_create", errno: errno) }
    var memory: UnsafeMutableRawPointer?
    if ftruncate(descriptor, size) == 0 {
      memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    }
    guard let memory, memory != MAP_FAILED else {
      let reason = errno
      close(descriptor)
      throw .system(call: "mmap", errno: reason)
    }
    // With the seal, the compositor can read without handling SIGBUS. The seal is optional, so a failure is ignored.
    _ = csystem_seal_shrink(descriptor)
    base = memory
    self.descriptor = descriptor
    pool = shm.createPool(fd: descriptor, size: count)
    self.size = size
  }

  deinit {
    munmap(base, size)
    close(descriptor)
  }

  /// Reserves the first `count` bytes.
  ///
  /// Without this call, the first write to a page would end the process with SIGBUS if no memory is left.
  ///
  /// - Parameter allocate: Reserves memory. The arguments are the descriptor, the offset and the length; the result is
  ///   an error number, 0 for success. Outside of tests, `allocate` is `posix_fallocate`.
  /// - Throws: `.system` when the memory is not available.
  ///
  /// Linux: `posix_fallocate`.
  func reserve(_ count: Int, with allocate: (Int32, Int, Int) -> Int32) throws(ConnectionError) {
    guard count > reserved else { return }
    var reason: Int32
    repeat { reason = allocate(descriptor, reserved, count - reserved) } while reason == EINTR
    guard reason == 0 else { throw .system(call: "posix_fallocate", errno: reason) }
    reserved = count
  }

  /// Returns the first `count` bytes. They are valid as long as this object exists.
  func bytes(count: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base, count: count)
  }

  /// Creates a buffer that begins at the first byte.
  ///
  /// Wayland: `wl_shm_pool.create_buffer`.
  @MainActor
  func makeBuffer(width: Int, height: Int, stride: Int) -> WlBuffer {
    pool.createBuffer(
      offset: 0, width: Int32(width), height: Int32(height), stride: Int32(stride), format: .argb8888)
  }

  /// Destroys the pool. The compositor keeps the memory until the pool's last buffer is destroyed.
  ///
  /// Wayland: `wl_shm_pool.destroy`.
  @MainActor
  func destroyPool() { pool.destroy() }
}
