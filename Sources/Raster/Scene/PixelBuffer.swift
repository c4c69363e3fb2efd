/// The memory a frame is drawn into: `height` rows of `stride` bytes, premultiplied BGRA, top row first.
///
/// The buffer does not own the memory: the caller keeps it alive while a renderer draws. If `stride` exceeds
/// `width * 4`, the bytes between the rows are not changed.
public struct PixelBuffer {
  /// The first pixel of the top row.
  public let pointer: UnsafeMutableRawPointer
  /// The size, in pixels.
  public let width, height: Int
  /// The distance from the start of a row to the start of the next one, in bytes.
  public let stride: Int

  /// Describes memory that the caller owns.
  ///
  /// - Parameters:
  ///   - pointer: The first pixel; any alignment.
  ///   - width: In pixels.
  ///   - height: In pixels.
  ///   - stride: The distance from row to row, in bytes; at least `width * 4`.
  /// - Precondition: The sizes are not negative and a row fits the stride.
  ///
  /// cairo: `cairo_image_surface_create_for_data`.
  public init(pointer: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int) {
    precondition(
      width >= 0 && height >= 0, "a buffer of \(width) × \(height) pixels; sides must not be negative")
    precondition(stride >= width * 4, "a stride of \(stride) bytes is less than a row of \(width) pixels")
    self.pointer = pointer
    self.width = width
    self.height = height
    self.stride = stride
  }
}
