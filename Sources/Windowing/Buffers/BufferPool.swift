import Wayland

/// The buffers of one surface, each in shared memory of its own.
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
  private var ledger = BufferLedger()
  private var buffers: [Int: Buffer] = [:]
  /// What buffers of another size left: while a window is resized the next size often fits in.
  private var spares: [SharedMemory] = []
  /// The size that was last asked for.
  private var size = (width: 0, height: 0)

  /// Whether the next frames will have sizes of their own, too; else what no longer fits goes at once.
  var isResizing = false { didSet { if !isResizing { giveUpOtherSizes() } } }

  /// Called when the compositor gives a buffer back.
  var onRelease: (() -> Void)?

  init(_ shm: WlShm) { self.shm = shm }

  /// Bytes of shared memory held now.
  var memorySize: Int { (buffers.values.map(\.memory) + spares).reduce(0) { $0 + $1.size } }

  /// How many buffers the compositor holds.
  var heldCount: Int { ledger.heldCount }

  /// Returns a buffer to draw into, or nil when the compositor holds them all.
  ///
  /// - Throws: `.system` when there is no memory for it.
  func take(width: Int, height: Int, scale: Double) throws(ConnectionError) -> DrawableBuffer? {
    size = (width, height)
    retireOtherSizes()
    defer { if !isResizing { giveUpSpares { _ in true } } }
    switch ledger.choose(width: width, height: height) {
    case .wait: return nil
    case .make(let slot):
      try make(slot, width: width, height: height)
      return drawable(slot, width: width, height: height, scale: scale, age: 0)
    case .use(let slot, let age):
      // Two frames of one size: the resize is over, or pauses.
      giveUpSpares { _ in true }
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
    giveUpSpares { _ in true }
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

  private func make(_ slot: Int, width: Int, height: Int) throws(ConnectionError) {
    // Without padding: KWin 5.27 ignores the stride at the first upload of a buffer and shows padded rows skewed.
    let stride = width * 4
    let memory = try takeMemory(stride * height)
    let object = memory.makeBuffer(width: width, height: height, stride: stride)
    object.onEvent = { [weak self] _ in
      guard let self else { return }
      ledger.didRelease(slot)
      if !isResizing { giveUpOtherSizes() }
      onRelease?()
    }
    buffers[slot] = Buffer(object: object, stride: stride, memory: memory)
    ledger.didMake(slot, width: width, height: height)
  }

  /// Returns memory for `needed` bytes, and keeps none that is too small or far too large.
  private func takeMemory(_ needed: Int) throws(ConnectionError) -> SharedMemory {
    giveUpSpares { $0.size < needed || $0.size > max(2 * needed, 1 << 18) }
    if let spare = spares.popLast() { return spare }
    // With an eighth to spare: a window that grows seldom needs new memory. What is not written to costs nothing.
    let size = max(needed, min(needed + needed / 8, Int(Int32.max)))
    return try SharedMemory(size: size, shm: shm)
  }

  /// Takes the memory of free buffers that no longer have the right size.
  private func retireOtherSizes() {
    for slot in ledger.retire(unlessWidth: size.width, height: size.height) { destroy(slot) }
  }

  private func giveUpOtherSizes() {
    retireOtherSizes()
    giveUpSpares { _ in true }
  }

  private func giveUpSpares(where isUnwanted: (SharedMemory) -> Bool) {
    for memory in spares where isUnwanted(memory) { memory.giveUp() }
    spares.removeAll(where: isUnwanted)
  }

  private func destroy(_ slot: Int) {
    guard let buffer = buffers.removeValue(forKey: slot) else { return }
    buffer.object.destroy()
    spares.append(buffer.memory)
  }
}
