import Glibc
import Wayland

/// The buffers of one surface, out of one shared memory pool.
///
/// Wayland: `wl_shm_pool`.
@MainActor
final class BufferPool {
  private struct Buffer {
    let object: WlBuffer
    let region: RegionAllocator.Region
    let stride: Int
    /// The pool it is of: the latest, or one given up since.
    let generation: Int
  }

  private let shm: WlShm
  private var memory: SharedMemory?
  private var pool: WlShmPool?
  private var regions = RegionAllocator()
  private var ledger = BufferLedger()
  private var buffers: [Int: Buffer] = [:]
  private var generation = 0

  /// Called when the compositor gives a buffer back.
  var onRelease: (() -> Void)?

  init(_ shm: WlShm) { self.shm = shm }

  /// Bytes of shared memory held now.
  var memorySize: Int { memory?.size ?? 0 }

  /// What keeps the pixels of a buffer in place while it is drawn into, even if the pool is closed meanwhile.
  var backing: AnyObject? { memory }

  /// How many buffers the compositor holds.
  var heldCount: Int { ledger.heldCount }

  /// Returns a buffer to draw into, or nil when the compositor holds them all.
  ///
  /// - Throws: `.system` when there is no memory for it.
  func take(width: Int, height: Int, scale: Double) throws(ConnectionError) -> DrawableBuffer? {
    for slot in ledger.retire(unlessWidth: width, height: height) { destroy(slot) }
    switch ledger.choose(width: width, height: height) {
    case .wait: return nil
    case .make(let slot):
      try make(slot, width: width, height: height)
      return drawable(slot, width: width, height: height, scale: scale, age: 0)
    case .use(let slot, let age):
      return drawable(slot, width: width, height: height, scale: scale, age: age)
    }
  }

  /// Hands the buffer to the compositor, which gives it back when it has read it.
  func commit(_ buffer: consuming DrawableBuffer, to surface: WlSurface) {
    ledger.didCommit(buffer.slot)
    surface.attach(buffer: buffers[buffer.slot]?.object, x: 0, y: 0)
  }

  /// Takes the buffer back without showing it; one that nobody drew into keeps its age.
  func discard(_ buffer: consuming DrawableBuffer) { if buffer.isTouched { ledger.didSpoil(buffer.slot) } }

  /// Gives everything up. What the compositor shows stays until it shows something else.
  func close() {
    for slot in buffers.keys { destroy(slot) }
    pool?.destroy()
    pool = nil
    memory = nil
    onRelease = nil
  }

  private func drawable(
    _ slot: Int, width: Int, height: Int, scale: Double, age: Int
  ) -> DrawableBuffer? {
    guard let buffer = buffers[slot], let memory else { return nil }
    return DrawableBuffer(
      width: width, height: height, stride: buffer.stride, scale: scale, age: age,
      pixels: memory.bytes(at: buffer.region.offset, count: buffer.stride * height), slot: slot)
  }

  private func make(_ slot: Int, width: Int, height: Int) throws(ConnectionError) {
    // A cache line's multiple, so that rows can be written with aligned stores.
    let stride = (width * 4 + 63) / 64 * 64
    giveUpPool(ifLargerThan: 8 * stride * height)
    let region = regions.allocate(stride * height)
    do throws(ConnectionError) {
      try provideMemory(upTo: region.end)
    } catch {
      regions.release(region)
      throw error
    }
    guard let pool else { return }
    let object = pool.createBuffer(
      offset: Int32(region.offset), width: Int32(width), height: Int32(height), stride: Int32(stride),
      format: .argb8888)
    object.onEvent = { [weak self] _ in
      self?.released(slot)
    }
    buffers[slot] = Buffer(object: object, region: region, stride: stride, generation: generation)
    ledger.didMake(slot, width: width, height: height)
  }

  private func provideMemory(upTo needed: Int) throws(ConnectionError) {
    // wl_shm_pool counts in 32 bits.
    guard needed <= Int(Int32.max) else { throw .system(call: "wl_shm_pool.resize", errno: ENOMEM) }
    if let memory {
      guard needed > memory.size else { return }
      try memory.grow(to: needed)
      pool?.resize(size: Int32(needed))
    } else {
      let memory = try SharedMemory(size: needed)
      pool = shm.createPool(fd: memory.descriptor, size: Int32(needed))
      self.memory = memory
    }
  }

  /// Begins a new pool when the present one is larger than `limit` bytes: a pool cannot shrink, and twice the four
  /// buffers of a size is more than ever needed. The compositor keeps what it still shows.
  private func giveUpPool(ifLargerThan limit: Int) {
    // Some room for small windows, so that they do not change pools all the time.
    guard memorySize > max(limit, 1 << 20) else { return }
    pool?.destroy()
    pool = nil
    memory = nil
    regions = RegionAllocator()
    generation += 1
  }

  private func released(_ slot: Int) {
    if buffers[slot]?.generation == generation {
      ledger.didRelease(slot)
    } else {
      destroy(slot)
      ledger.didDestroy(slot)
    }
    onRelease?()
  }

  private func destroy(_ slot: Int) {
    guard let buffer = buffers.removeValue(forKey: slot) else { return }
    buffer.object.destroy()
    if buffer.generation == generation { regions.release(buffer.region) }
  }
}
