/// How the pixels of layers are sampled.
struct SamplingOptions: BitwiseCopyable {
  /// Whether vector instructions are used.
  let usesVectors: Bool
  /// What is done about mip levels that do not exist.
  let missingLevels: MissingLevels
}

/// What a renderer does about mip levels that do not exist.
package enum MissingLevels: BitwiseCopyable {
  /// It makes them, which may take longer than drawing the frame.
  case made
  /// It uses the existing levels of the most similar sizes, and adds the missing sizes to ``Texture/wantedSizes``. The
  /// picture is less sharp, or less smooth, until they are made and the layer is drawn again.
  case replaced

  /// Returns the mip level of width number `x` and height number `y`, or the one in its place.
  func level(x: Int, y: Int, of texture: Texture) -> MipLevel {
    switch self {
    case .made: texture.level(x: x, y: y)
    case .replaced: texture.nearestLevel(x: x, y: y)
    }
  }
}
