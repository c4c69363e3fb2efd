/// How a stored picture must be turned and mirrored to be upright; EXIF tag 0x0112.
enum Orientation: Int, CaseIterable {
  case upright = 1
  case mirrored
  case upsideDown
  case mirroredUpsideDown
  /// Mirrored about the diagonal from the top left.
  case transposed
  /// The stored picture must be turned a quarter clockwise.
  case quarterClockwise
  /// Mirrored about the diagonal from the top right.
  case transversed
  /// The stored picture must be turned a quarter counterclockwise.
  case quarterCounterclockwise

  /// Whether the upright picture's width is the stored one's height.
  var swapsSides: Bool { rawValue >= Orientation.transposed.rawValue }

  /// Where a stored pixel goes: counted in pixels of the upright picture, from its top left.
  ///
  /// - Parameters:
  ///   - width: Of the stored picture.
  ///   - height: Of the stored picture.
  /// - Returns: The place of the stored picture's first pixel, and the steps for each stored column and row.
  func path(width: Int, height: Int) -> (
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
}
