/// A buffer that the program can draw into, because the compositor does not hold it.
///
/// Committing consumes the value. Drawing into a buffer that the compositor holds therefore does not compile.
///
/// Wayland: `wl_buffer`.
public struct DrawableBuffer: ~Copyable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// The number of bytes from one row to the next: 4 × `width`, without padding.
  public let stride: Int
  /// Buffer pixels per point: the window's scale, multiplied by `Window.resolution`.
  public let scale: Double
  /// How the picture must be drawn into the buffer; `normal` unless `Window.acceptsTransformedBuffers` is set.
  ///
  /// ``width`` and ``height`` are the size after the transform.
  ///
  /// Wayland: `wl_surface.set_buffer_transform`.
  public internal(set) var transform = BufferTransform.normal
  /// How many frames ago the buffer's content was drawn: 1 is the last frame, 0 means that the content is undefined.
  public let age: Int

  /// Retained so that the pixels stay valid even if the window is closed while drawing.
  let memory: SharedMemory
  let slot: Int
  /// Whether `withPixels` was called, so that the previous content may be overwritten.
  private(set) var isWritten = false

  /// Calls `body` with the pixels: `height` rows of `stride` bytes, premultiplied BGRA, top row first.
  ///
  /// - Parameter body: Reads and writes the pixels. The pointer is valid only during the call.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  ///
  /// Wayland: `wl_shm.format.argb8888`.
  public mutating func withPixels<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    isWritten = true
    return try body(memory.bytes(count: stride * height))
  }
}
