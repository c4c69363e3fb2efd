/// The rotation and mirroring with which an image is shown.
///
/// EXIF: tag 0x0112. UIKit: `UIImage.Orientation`.
package enum ImageOrientation: Int, CaseIterable, Sendable {
  case upright = 1
  case mirrored
  case upsideDown
  case mirroredUpsideDown
  /// The stored image is mirrored about the diagonal through the top left corner.
  case transposed
  /// The stored image is rotated 90° clockwise.
  case quarterClockwise
  /// The stored image is mirrored about the diagonal through the top right corner.
  case transversed
  /// The stored image is rotated 90° counterclockwise.
  case quarterCounterclockwise

  /// Whether the width of the shown image is the height of the stored image.
  package var swapsSides: Bool { rawValue >= ImageOrientation.transposed.rawValue }

  /// Returns the positions of stored pixels in the shown image, in pixels from its top left corner.
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

  // MARK: Composition

  /// The orientation as a mirroring from left to right and the clockwise quarter turns after it.
  private var parts: (isMirrored: Bool, quarters: Int) {
    switch self {
    case .upright: (false, 0)
    case .quarterClockwise: (false, 1)
    case .upsideDown: (false, 2)
    case .quarterCounterclockwise: (false, 3)
    case .mirrored: (true, 0)
    case .transversed: (true, 1)
    case .mirroredUpsideDown: (true, 2)
    case .transposed: (true, 3)
    }
  }

  private init(isMirrored: Bool, quarters: Int) {
    let quarters = (quarters % 4 + 4) % 4
    self = Self.allCases.first { $0.parts == (isMirrored, quarters) } ?? .upright
  }

  /// Returns the orientation of an image that is shown with this one and then turned by another one.
  package func followed(by other: ImageOrientation) -> ImageOrientation {
    let (own, next) = (parts, other.parts)
    return ImageOrientation(
      isMirrored: own.isMirrored != next.isMirrored,
      quarters: next.quarters + (next.isMirrored ? -own.quarters : own.quarters))
  }

  /// The orientation that undoes this one.
  package var inverse: ImageOrientation {
    parts.isMirrored ? self : ImageOrientation(isMirrored: false, quarters: -parts.quarters)
  }

  /// Returns the orientation of the shown image after further clockwise quarter turns. A negative number turns counterclockwise.
  package func rotated(byQuarters quarters: Int) -> ImageOrientation {
    ImageOrientation(isMirrored: parts.isMirrored, quarters: parts.quarters + quarters % 4)
  }
}

extension Size {
  /// Returns the size of an image of this size that is shown with an orientation.
  package func oriented(by orientation: ImageOrientation) -> Size {
    orientation.swapsSides ? Size(width: height, height: width) : self
  }
}
