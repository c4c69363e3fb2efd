/// A buffer the compositor is not reading: the only kind that can be drawn into.
///
/// Committing consumes it, so drawing into memory that is being shown does not compile. It comes back through
/// `wl_buffer.release`.
public struct DrawableBuffer: ~Copyable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Bytes from one row to the next: 4 × `width`, without padding.
  public let stride: Int
  /// Pixels for each point.
  public let scale: Double
  /// How many frames ago the content of this buffer was drawn: 1 is the last frame, 0 means undefined content.
  public let age: Int

  /// Stays in place while it is drawn into, even if the window is closed meanwhile.
  let memory: SharedMemory
  let slot: Int
  /// Whether the pixels were lent: nobody knows what they show now.
  private(set) var isTouched = false

  /// Lends the pixels: `height` rows of `stride` bytes, premultiplied BGRA, top row first.
  ///
  /// - Parameter body: Reads and writes them; they must not be kept beyond the call.
  ///
  /// Wayland: `wl_shm.format.argb8888`.
  public mutating func withPixels<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    isTouched = true
    return try body(memory.bytes(count: stride * height))
  }
}
