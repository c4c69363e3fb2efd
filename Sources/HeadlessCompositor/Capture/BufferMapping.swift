/// Maps points of a surface to points of its buffer. It inverts the viewport, the scale and the transform.
struct BufferMapping {
  private let state: SurfaceState
  private let crop: ViewportSource
  private let width: Double
  private let height: Double
  /// The steps through the buffer's pixels if output pixels and buffer pixels correspond one to one; otherwise nil.
  let wholePixels: WholePixels?

  /// The index of the first pixel in a buffer, and the index steps along a row and a column of the surface.
  struct WholePixels {
    /// The index of the pixel at the surface's top left corner.
    let start: Int
    /// The number to add to the index for the next pixel to the right.
    let stepX: Int
    /// The number to add to the index for the next pixel below.
    let stepY: Int
  }

  init(_ state: SurfaceState, contents: Pixels, target: IntegerRect) {
    self.state = state
    width = Double(contents.width)
    height = Double(contents.height)
    let natural = state.naturalSize(bufferWidth: contents.width, bufferHeight: contents.height)
    let crop = state.source ?? ViewportSource(x: 0, y: 0, width: natural.width, height: natural.height)
    self.crop = crop
    let scale = Double(state.scale)
    let isWhole =
      crop.width * scale == Double(target.width)
      && crop.height * scale == Double(target.height) && (crop.x * scale).rounded() == crop.x * scale
      && (crop.y * scale).rounded() == crop.y * scale
    guard isWhole else {
      wholePixels = nil
      return
    }
    let (left, top) = (Int(crop.x * scale), Int(crop.y * scale))
    func index(x: Int, y: Int) -> Int {
      let pixel = state.transform.apply(x: x, y: y, width: contents.width - 1, height: contents.height - 1)
      return pixel.y * contents.width + pixel.x
    }
    let start = index(x: left, y: top)
    wholePixels = WholePixels(
      start: start, stepX: index(x: left + 1, y: top) - start, stepY: index(x: left, y: top + 1) - start)
  }

  /// Returns the point of the buffer, in pixels, for a point of the surface.
  ///
  /// - Parameters:
  ///   - u: The horizontal position: 0 at the surface's left edge, 1 at its right edge.
  ///   - v: The vertical position: 0 at the surface's top edge, 1 at its bottom edge.
  func bufferPoint(u: Double, v: Double) -> (x: Double, y: Double) {
    let x = (crop.x + u * crop.width) * Double(state.scale)
    let y = (crop.y + v * crop.height) * Double(state.scale)
    return state.transform.apply(x: x, y: y, width: width, height: height)
  }
}
