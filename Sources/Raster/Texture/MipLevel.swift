/// One mip level of a texture: `height` rows of `rowLength` texels, premultiplied BGRA, top row first.
///
/// Each row ends with a copy of its last texel, and the last row is stored twice. A bilinear sampler can
/// therefore read the texels to the right and below without checking bounds. A level is immutable after it
/// has been filled.
package final class MipLevel: Sendable {
  /// The width, in texels.
  package let width: Int
  /// The height, in texels.
  package let height: Int
  nonisolated(unsafe) package let pixels: UnsafeMutablePointer<UInt32>
  private nonisolated(unsafe) let memory: MipLevelPool.Block

  /// Allocates a level. The caller fills it before sharing it.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    memory = MipLevelPool.shared.allocate((width + 1) * (height + 1))
    pixels = memory.pixels
  }

  /// Copies a level. The caller may change the copy before sharing it.
  convenience init(copying other: MipLevel) {
    self.init(width: other.width, height: other.height)
    pixels.update(from: other.pixels, count: (width + 1) * (height + 1))
  }

  deinit { MipLevelPool.shared.deallocate(memory) }

  /// The distance from row to row, in texels.
  package var rowLength: Int { width + 1 }

  /// The size of the texels in memory, in bytes.
  var byteCount: Int { MipLevel.byteCount(width: width, height: height) }

  /// Returns the size of a level in memory, in bytes.
  static func byteCount(width: Int, height: Int) -> Int {
    (width + 1) * (height + 1) * MemoryLayout<UInt32>.stride
  }

  /// Returns the texel in column `x` of row `y`.
  package func texel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * rowLength + x] }

  /// Fills the extra column and the extra row with copies of the last column and the last row.
  func fillBorder() {
    for y in 0..<height { pixels[y * rowLength + width] = pixels[y * rowLength + width - 1] }
    (pixels + height * rowLength).update(from: pixels + (height - 1) * rowLength, count: rowLength)
  }
}
