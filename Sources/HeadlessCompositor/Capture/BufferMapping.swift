/// The mapping from points of a surface to points of its buffer: it inverts viewport, scale and transform.
struct BufferMapping {
  private let state: SurfaceState
  private let crop: ViewportSource
  private let width: Double
  private let height: Double
  /// The buffer pixel at the surface's top left corner if output and buffer pixels correspond one to one, else nil.
  let wholeOrigin: (x: Int, y: Int)?

  init(_ state: SurfaceState, contents: Pixels, target: IntegerRect) {
    self.state = state
    width = Double(contents.width)
    height = Double(contents.height)
    let natural = state.naturalSize(bufferWidth: contents.width, bufferHeight: contents.height)
    let crop = state.source ?? ViewportSource(x: 0, y: 0, width: natural.width, height: natural.height)
    self.crop = crop
    let scale = Double(state.scale)
    let isWhole =
      state.transform == .normal && crop.width * scale == Double(target.width)
      && crop.height * scale == Double(target.height) && (crop.x * scale).rounded() == crop.x * scale
      && (crop.y * scale).rounded() == crop.y * scale
    wholeOrigin = isWhole ? (Int(crop.x * scale), Int(crop.y * scale)) : nil
  }

  /// Returns the buffer point, in pixels, of a point of the surface.
  ///
  /// - Parameters:
  ///   - u: 0 at the surface's left edge, 1 at its right edge.
  ///   - v: 0 at its top, 1 at its bottom.
  func bufferPoint(u: Double, v: Double) -> (x: Double, y: Double) {
    let x = (crop.x + u * crop.width) * Double(state.scale)
    let y = (crop.y + v * crop.height) * Double(state.scale)
    // The client has flipped its content and then rotated it counter-clockwise.
    return switch state.transform {
    case .normal: (x, y)
    case .rotated90: (y, height - x)
    case .rotated180: (width - x, height - y)
    case .rotated270: (width - y, x)
    case .flipped: (width - x, y)
    case .flipped90: (y, x)
    case .flipped180: (x, height - y)
    case .flipped270: (width - y, height - x)
    }
  }
}
