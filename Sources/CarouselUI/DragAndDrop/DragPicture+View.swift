internal import Drawing
internal import Geometry
internal import Glibc
@_spi(Subclassing) internal import Views
internal import Windowing

extension DragPicture {
  /// The longest side of the picture of a view, in points. A larger view is shown smaller, so that the picture does not cover
  /// the targets.
  private static let longestSide = 256.0

  /// Creates the picture of a view.
  ///
  /// - Parameters:
  ///   - point: The point that is placed at the pointer, in the view's coordinates.
  ///   - window: The window that shows the view.
  init(of view: View, heldAt point: Point, in window: CarouselWindow) {
    let zoom = min(1, Self.longestSide / max(view.size.width, view.size.height))
    self.init(size: view.size * zoom, hotspot: (point - view.bounds.origin) * zoom) { buffer in
      let scale = buffer.scale * zoom
      if view.isContentReleased {
        // The view cannot be painted, but the window has its pixels.
        let image = window.image(of: view, width: buffer.width, height: buffer.height, scale: scale)
        if let image { buffer.copy(image) }
      } else if let surface = try? ViewPainting.paint(view, scale: scale) {
        buffer.copy(surface.image, from: (surface.originX, surface.originY))
      }
    }
  }
}

extension DrawableBuffer {
  /// Copies the pixels of an image. Pixels outside of the buffer are omitted.
  fileprivate mutating func copy(_ image: Image, from origin: (x: Int, y: Int) = (0, 0)) {
    let (columns, rows) = (min(width, image.width - origin.x), min(height, image.height - origin.y))
    guard columns > 0, rows > 0 else { return }
    let stride = stride
    withPixels { target in
      image.withPixels { (source: UnsafeRawBufferPointer) in
        guard let to = target.baseAddress, let from = source.baseAddress else { return }
        for row in 0..<rows {
          memcpy(to + row * stride, from + (row + origin.y) * image.stride + origin.x * 4, columns * 4)
        }
      }
    }
  }
}
