/// A buffer that the compositor does not hold, and that can therefore be drawn into.
///
/// Committing consumes it, so drawing into memory that is being shown does not compile.
///
/// Wayland: `wl_buffer`.
public struct DrawableBuffer: ~Copyable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// The bytes from one row to the next: 4 × `width`, without padding.
  public let stride: Int
  /// Buffer pixels per point.
  public let scale: Double
  /// How many frames ago the buffer's content was drawn: 1 is the last frame, 0 means that the content is undefined.
  public let age: Int

  /// Retained so that the pixels stay valid if the window is closed while drawing.
  let memory: SharedMemory
  let slot: Int
  /// Whether `withPixels` was called, so that the former content is lost.
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
