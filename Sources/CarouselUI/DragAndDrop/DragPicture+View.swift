internal import Drawing
internal import Geometry
internal import Glibc
internal import Views
internal import Windowing

extension DragPicture {
  /// Creates the picture of a view.
  ///
  /// - Parameter point: The point that is placed at the pointer, in the view's coordinates.
  init(of view: View, heldAt point: Point) {
    self.init(size: view.size, hotspot: point - view.bounds.origin) { $0.copyPixels(of: view) }
  }
}

extension DrawableBuffer {
  /// Copies the pixels of a view. The buffer stays transparent if the view cannot be painted.
  @MainActor
  fileprivate mutating func copyPixels(of view: View) {
    guard let surface = try? ViewPainting.paint(view, scale: scale) else { return }
    let image = surface.image
    let (x, y, stride) = (surface.originX, surface.originY, stride)
    let (columns, rows) = (min(width, image.width - x), min(height, image.height - y))
    guard columns > 0, rows > 0 else { return }
    withPixels { target in
      image.withPixels { (source: UnsafeRawBufferPointer) in
        guard let to = target.baseAddress, let from = source.baseAddress else { return }
        for row in 0..<rows {
          memcpy(to + row * stride, from + (row + y) * image.stride + x * 4, columns * 4)
        }
      }
    }
  }
}
