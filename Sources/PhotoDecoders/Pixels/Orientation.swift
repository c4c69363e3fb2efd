package import DecoderProtocol

/// The rotation and mirroring that turn a stored image upright.
///
/// EXIF: tag 0x0112.
package enum Orientation: Int, CaseIterable {
  case upright = 1
  case mirrored
  case upsideDown
  case mirroredUpsideDown
  /// The stored image must be mirrored about the diagonal through the top left corner.
  case transposed
  /// The stored image must be rotated 90° clockwise.
  case quarterClockwise
  /// The stored image must be mirrored about the diagonal through the top right corner.
  case transversed
  /// The stored image must be rotated 90° counterclockwise.
  case quarterCounterclockwise

  /// Whether the width of the upright image is the height of the stored image.
  package var swapsSides: Bool { rawValue >= Orientation.transposed.rawValue }

  /// Returns the positions of stored pixels in the upright image, in pixels from its top left corner.
  ///
  /// - Parameters:
  ///   - width: The width of the stored image.
  ///   - height: The height of the stored image.
  /// - Returns: The position of the first stored pixel, and the steps from one stored column or row to the next.
  package func path(width: Int, height: Int) -> (
    startX: Int, startY: Int, column: (x: Int, y: Int), row: (x: Int, y: Int)
  ) {
    switch self {
    case .upright: (0, 0, (1, 0), (0, 1))
    case .mirrored: (width - 1, 0, (-1, 0), (0, 1))
    case .upsideDown: (width - 1, height - 1, (-1, 0), (0, -1))
    case .mirroredUpsideDown: (0, height - 1, (1, 0), (0, -1))
    case .transposed: (0, 0, (0, 1), (1, 0))
    case .quarterClockwise: (height - 1, 0, (0, 1), (-1, 0))
    case .transversed: (height - 1, width - 1, (0, -1), (-1, 0))
    case .quarterCounterclockwise: (0, width - 1, (0, -1), (1, 0))
    }
  }

  /// Returns the region of the stored image that becomes a region of the upright image.
  ///
  /// - Parameters:
  ///   - region: A region inside the upright image.
  ///   - width: The width of the stored image.
  ///   - height: The height of the stored image.
  package func stored(_ region: PixelRegion, width: Int, height: Int) -> PixelRegion {
    let path = path(width: width, height: height)
    func first(_ start: Int, _ step: Int, _ origin: Int, _ length: Int) -> Int {
      step > 0 ? origin - start : start - (origin + length - 1)
    }
    if swapsSides {
      return PixelRegion(
        x: first(path.startY, path.column.y, region.y, region.height),
        y: first(path.startX, path.row.x, region.x, region.width), width: region.height, height: region.width)
    }
    return PixelRegion(
      x: first(path.startX, path.column.x, region.x, region.width),
      y: first(path.startY, path.row.y, region.y, region.height), width: region.width, height: region.height)
  }
}
