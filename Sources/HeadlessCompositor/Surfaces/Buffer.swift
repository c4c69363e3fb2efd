import CWaylandServer
import Glibc

/// A client's buffer. It is in shared memory or has a single color.
///
/// Wayland: `wl_buffer`.
@MainActor final class Buffer {
  let width: Int
  let height: Int
  /// The number of bytes from one row to the next; 0 for a single color.
  let stride: Int
  private let singleColor: UInt32?
  private let isOpaque: Bool
  /// The `wl_buffer`; nil after the client has destroyed it.
  private var handle: OpaquePointer?
  private var listener: Listener?
  private weak var compositor: Compositor?
  /// A copy of the memory at the last commit; nil unless `Configuration.detectsOverwrittenBuffers` is set.
  private var snapshot: [UInt8]?
  /// Whether the buffer was committed and is not released. While it is held, the client must not write to it.
  private(set) var isHeld = false

  /// Returns the buffer of a `wl_buffer`; nil if its stride is less than four bytes per pixel.
  ///
  /// libwayland accepts such a stride because it does not know the size of a pixel. Reading these rows would read
  /// beyond the client's memory.
  static func buffer(for wire: WlBufferResource, in compositor: Compositor) -> Buffer? {
    if let known = compositor.buffers[wire.handle] { return known }
    guard let memory = wl_shm_buffer_get(wire.handle),
      Int(wl_shm_buffer_get_stride(memory)) >= Int(wl_shm_buffer_get_width(memory)) * 4
    else { return nil }
    let buffer = Buffer(
      handle: wire.handle, width: Int(wl_shm_buffer_get_width(memory)),
      height: Int(wl_shm_buffer_get_height(memory)), stride: Int(wl_shm_buffer_get_stride(memory)),
      singleColor: nil,
      isOpaque: wl_shm_buffer_get_format(memory) == WlShmResource.Format.xrgb8888.rawValue,
      compositor: compositor)
    return buffer
  }

  init(
    handle: OpaquePointer, width: Int, height: Int, stride: Int, singleColor: UInt32?, isOpaque: Bool,
    compositor: Compositor
  ) {
    self.handle = handle
    self.width = width
    self.height = height
    self.stride = stride
    self.singleColor = singleColor
    self.isOpaque = isOpaque
    self.compositor = compositor
    let listener = Listener { [weak self, weak compositor] _ in
      self?.handle = nil
      self?.listener?.cancel()
      compositor?.buffers[handle] = nil
    }
    wl_resource_add_destroy_listener(handle, listener.pointer)
    self.listener = listener
    compositor.buffers[handle] = self
  }

  /// Marks the buffer as held because it was committed. A client may commit a buffer again while it is held.
  ///
  /// - Returns: Whether the client has changed the buffer while it was held.
  func hold() -> Bool {
    let isChanged = endSnapshot()
    isHeld = true
    let configuration = compositor?.configuration
    let isWatched = configuration?.detectsOverwrittenBuffers == true || configuration?.lints == true
    snapshot = isWatched ? withMemory { Array($0) } : nil
    return isChanged
  }

  /// Releases the buffer to the client.
  ///
  /// - Returns: Whether the client has changed the buffer while it was held.
  func release() -> Bool {
    guard isHeld else { return false }
    let isChanged = endSnapshot()
    isHeld = false
    if let handle { WlBufferResource(handle).sendRelease() }
    return isChanged
  }

  /// Whether the client has changed the buffer since its commit. Always false unless a copy was made then.
  var isOverwritten: Bool {
    guard let snapshot else { return false }
    let isSame = withMemory { memory in
      snapshot.withUnsafeBytes { copy in
        guard let old = copy.baseAddress, let new = memory.baseAddress else { return true }
        return memcmp(old, new, copy.count) == 0
      }
    }
    return isSame == false
  }

  private func endSnapshot() -> Bool {
    let isChanged = isOverwritten
    snapshot = nil
    if isChanged { compositor?.overwrittenBufferCount += 1 }
    return isChanged
  }

  /// Compares the buffer with an image.
  ///
  /// - Returns: Nil if the sizes differ or the buffer is not in shared memory.
  func difference(from pixels: Pixels) -> PixelDifference? {
    guard (width, height) == (pixels.width, pixels.height), width > 0, singleColor == nil else { return nil }
    let mask: UInt32 = isOpaque ? 0xff00_0000 : 0
    let stride = stride
    return withMemory { memory in
      var difference = PixelDifference()
      for y in 0..<pixels.height {
        for x in 0..<pixels.width {
          let word = memory.loadUnaligned(fromByteOffset: y * stride + x * 4, as: UInt32.self) | mask
          guard word != pixels.words[y * pixels.width + x] else { continue }
          if difference.count == 0 { (difference.x, difference.y) = (x, y) }
          difference.count += 1
        }
      }
      return difference
    }
  }

  /// Calls `body` with the shared memory: `height` rows of `stride` bytes.
  ///
  /// - Returns: The result of `body`; nil if the buffer was destroyed or is not in shared memory.
  private func withMemory<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard let handle, let memory = wl_shm_buffer_get(handle) else { return nil }
    wl_shm_buffer_begin_access(memory)
    defer { wl_shm_buffer_end_access(memory) }
    return body(
      UnsafeRawBufferPointer(
        start: wl_shm_buffer_get_data(memory), count: stride * height))
  }

  /// Whether an image of this size can be written into the buffer.
  func canReceive(width: Int, height: Int) -> Bool {
    singleColor == nil && handle != nil && (self.width, self.height) == (width, height)
  }

  /// Writes an image of the buffer's size.
  ///
  /// - Returns: False if the client has destroyed the buffer.
  func write(_ picture: Capture) -> Bool {
    guard let handle, let memory = wl_shm_buffer_get(handle) else { return false }
    wl_shm_buffer_begin_access(memory)
    defer { wl_shm_buffer_end_access(memory) }
    guard let data = wl_shm_buffer_get_data(memory) else { return false }
    picture.pixels.withUnsafeBytes { pixels in
      guard let base = pixels.baseAddress else { return }
      for y in 0..<min(height, picture.height) {
        (data + y * stride).copyMemory(
          from: base + y * picture.width * 4, byteCount: min(width, picture.width) * 4)
      }
    }
    return true
  }

  /// Copies the content into `target`.
  ///
  /// - Parameter damage: The changed rectangles, in buffer pixels; nil copies the whole buffer.
  func copy(to target: inout Pixels?, damage: [IntegerRect]?) {
    var pixels: Pixels
    var changed = limited(damage ?? [])
    if let old = target, old.width == width, old.height == height, damage != nil {
      pixels = old
    } else {
      pixels = Pixels(width: width, height: height)
      changed = [IntegerRect(x: 0, y: 0, width: width, height: height)]
    }
    target = nil  // so that `words` is uniquely referenced and is changed in place
    if let singleColor {
      pixels.words = [singleColor]
    } else if let handle, let memory = wl_shm_buffer_get(handle) {
      // Between the begin and end calls libwayland handles SIGBUS, which occurs if the client has truncated its file.
      wl_shm_buffer_begin_access(memory)
      if let data = wl_shm_buffer_get_data(memory) {
        for rect in changed {
          copy(rect.clipped(toWidth: width, height: height), from: data, stride: stride, to: &pixels)
        }
      }
      wl_shm_buffer_end_access(memory)
    }
    target = pixels
  }

  /// Returns the damage; or the whole buffer if the sum of the rectangles' areas exceeds 16 × the buffer's area. A
  /// client may damage the same pixels any number of times.
  private func limited(_ damage: [IntegerRect]) -> [IntegerRect] {
    let pixels = damage.reduce(0) { sum, rect in
      let clipped = rect.clipped(toWidth: width, height: height)
      return sum + clipped.width * clipped.height
    }
    guard pixels > 16 * width * height else { return damage }
    return [IntegerRect(x: 0, y: 0, width: width, height: height)]
  }

  private func copy(
    _ rect: IntegerRect, from data: UnsafeMutableRawPointer, stride: Int, to pixels: inout Pixels
  ) {
    guard !rect.isEmpty else { return }
    let isOpaque = isOpaque
    let width = width
    pixels.words.withUnsafeMutableBufferPointer { words in
      guard let base = words.baseAddress else { return }
      for y in rect.y..<(rect.y + rect.height) {
        let row = base + y * width + rect.x
        // Copy bytes, because the rows of a client's buffer need not be aligned to words.
        UnsafeMutableRawPointer(row).copyMemory(
          from: data + y * stride + rect.x * 4, byteCount: rect.width * 4)
        if isOpaque { for x in 0..<rect.width { row[x] |= 0xff00_0000 } }
      }
    }
  }
}
