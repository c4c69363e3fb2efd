import Wayland

/// The buffers of one surface, each in a separate block of shared memory.
///
/// Wayland: `wl_buffer`.
@MainActor
final class BufferPool {
  private struct Buffer {
    let object: WlBuffer
    let stride: Int
    let memory: SharedMemory
  }

  private let shm: WlShm
  private let allocate: (Int32, Int, Int) -> Int32
  private var ledger = BufferLedger()
  private var buffers: [Int: Buffer] = [:]
  /// The memory of evicted buffers. It is kept during a resize because the next buffer often fits into it.
  private var spares: [SharedMemory] = []
  /// The size last passed to `acquire`, in pixels.
  private var size = (width: 0, height: 0)

  /// Whether the user is resizing the window. If not, the memory of buffers with another size is freed immediately.
  var isResizing = false { didSet { if !isResizing { freeUnusedMemory() } } }

  /// Called when the compositor releases a buffer.
  var onRelease: (() -> Void)?

  /// - Parameter allocate: Reserves memory, with the arguments and the result of `posix_fallocate`.
  init(_ shm: WlShm, allocate: @escaping (Int32, Int, Int) -> Int32) {
    self.shm = shm
    self.allocate = allocate
  }

  /// The allocated shared memory, in bytes.
  var memorySize: Int { (buffers.values.map(\.memory) + spares).reduce(0) { $0 + $1.size } }

  /// The number of buffers that the compositor holds.
  var heldCount: Int { ledger.heldCount }

  /// Returns a buffer of `width` × `height` pixels to draw into; nil when the compositor holds all buffers.
  ///
  /// - Throws: `.system` when its memory cannot be allocated.
  func acquire(width: Int, height: Int, scale: Double) throws(ConnectionError) -> DrawableBuffer? {
    size = (width, height)
    evictOtherSizes()
    defer { if !isResizing { freeSpares { _ in true } } }
    switch ledger.choose(width: width, height: height) {
    case .wait: return nil
    case .create(let slot):
      try create(slot, width: width, height: height)
      return drawable(slot, width: width, height: height, scale: scale, age: 0)
    case .use(let slot, let age):
      // A buffer of this size exists, so the size did not change since an earlier frame: the resize has ended or
      // paused.
      freeSpares { _ in true }
      return drawable(slot, width: width, height: height, scale: scale, age: age)
    }
  }

  /// Attaches the buffer to `surface`. From then on, the compositor holds the buffer until it sends
  /// `wl_buffer.release`.
  ///
  /// Wayland: `wl_surface.attach`.
  func commit(_ buffer: consuming DrawableBuffer, to surface: WlSurface) {
    ledger.didCommit(buffer.slot)
    surface.attach(buffer: buffers[buffer.slot]?.object, x: 0, y: 0)
  }

  /// Returns the buffer to the pool without committing it. Its age stays valid if it was not written to.
  func discard(_ buffer: consuming DrawableBuffer) {
    if buffer.isWritten { ledger.invalidateContent(buffer.slot) }
  }

  /// Destroys all buffers and frees their memory. The surface keeps its content.
  func close() {
    for slot in buffers.keys { destroy(slot) }
    freeSpares { _ in true }
    onRelease = nil
  }

  private func drawable(
    _ slot: Int, width: Int, height: Int, scale: Double, age: Int
  ) -> DrawableBuffer? {
    guard let buffer = buffers[slot] else { return nil }
    return DrawableBuffer(
      width: width, height: height, stride: buffer.stride, scale: scale, age: age, memory: buffer.memory,
      slot: slot)
  }

  private func create(_ slot: Int, width: Int, height: Int) throws(ConnectionError) {
    // Use no padding between rows: KWin 5.27 ignores the stride at the first upload of a buffer and would show the
    // rows skewed.
    let stride = width * 4
    let memory = try acquireMemory(stride * height)
    do throws(ConnectionError) {
      try memory.reserve(stride * height, with: allocate)
    } catch {
      memory.destroyPool()
      throw error
    }
    let object = memory.makeBuffer(width: width, height: height, stride: stride)
    object.onEvent = { [weak self] _ in
      guard let self else { return }
      ledger.didRelease(slot)
      if !isResizing { freeUnusedMemory() }
      onRelease?()
    }
    buffers[slot] = Buffer(object: object, stride: stride, memory: memory)
    ledger.didCreate(slot, width: width, height: height)
  }

  /// Returns memory for `needed` bytes. Frees spare memory that is smaller than `needed`, or larger than both 256
  /// KiB and twice `needed`.
  private func acquireMemory(_ needed: Int) throws(ConnectionError) -> SharedMemory {
    freeSpares { $0.size < needed || $0.size > max(2 * needed, 1 << 18) }
    if let spare = spares.popLast() { return spare }
    // Map an eighth more than needed, so that a growing window seldom needs another mapping. Only the needed bytes are
    // reserved.
    let size = max(needed, min(needed + needed / 8, Int(Int32.max)))
    return try SharedMemory(size: size, shm: shm)
  }

  /// Destroys the free buffers whose size is not `size`, and keeps their memory as spares.
  private func evictOtherSizes() {
    for slot in ledger.evict(unlessWidth: size.width, height: size.height) { destroy(slot) }
  }

  /// Destroys the free buffers whose size is not `size`, and frees all spares.
  private func freeUnusedMemory() {
    evictOtherSizes()
    freeSpares { _ in true }
  }

  private func freeSpares(where isUnwanted: (SharedMemory) -> Bool) {
    for memory in spares where isUnwanted(memory) { memory.destroyPool() }
    spares.removeAll(where: isUnwanted)
  }

  private func destroy(_ slot: Int) {
    guard let buffer = buffers.removeValue(forKey: slot) else { return }
    buffer.object.destroy()
    spares.append(buffer.memory)
  }
}
