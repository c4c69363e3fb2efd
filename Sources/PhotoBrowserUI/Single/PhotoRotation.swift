internal import CarouselUI

/// The rotation of a photo by two fingers.
///
/// A rotation begins beyond a threshold, so that fingers that only zoom do not rotate the photo. It ends at a right angle.
struct PhotoRotation {
  private enum Phase {
    case idle
    /// The photo is rotated by an angle, in radians clockwise.
    case rotating(Double)
    /// The photo has another orientation now, from which it is rotated by an angle.
    case released(Double)
  }
  private var phase = Phase.idle

  /// The angle of the fingers at which the photo begins to rotate, in radians: 12°.
  private static let threshold = 0.21

  /// The angle of the photo from its orientation, in radians, clockwise.
  var angle: Double {
    switch phase {
    case .idle: 0
    case .rotating(let angle), .released(let angle): angle
    }
  }

  /// Whether fingers have rotated the photo, perhaps back to its orientation.
  var isFollowing: Bool { if case .rotating = phase { true } else { false } }

  /// The number of clockwise quarter turns to the nearest right angle.
  var quarters: Int { Int((angle / (.pi / 2)).rounded()) }

  /// Follows the fingers.
  ///
  /// - Parameter fingers: Their angle since they came down, in radians.
  mutating func follow(_ fingers: Double) {
    guard fingers.isFinite, abs(fingers) < 100 else { return }
    // The photo does not jump when it begins to rotate.
    let beyond = max(abs(fingers) - Self.threshold, 0)
    if beyond > 0 || isFollowing { phase = .rotating(fingers < 0 ? -beyond : beyond) }
  }

  /// Takes the nearest right angle as the new orientation.
  mutating func release() { phase = .released(angle - Double(quarters) * .pi / 2) }

  // MARK: Transforms

  /// The map from the center of a photo to that of the photo with an orientation.
  static func transform(of orientation: ImageOrientation) -> Transform2D {
    let path = orientation.path(width: 1, height: 1)
    return Transform2D(
      a: Double(path.column.x), b: Double(path.column.y), c: Double(path.row.x), d: Double(path.row.y), tx: 0,
      ty: 0)
  }

  /// Returns the transform about the center at which a photo that was rotated still looks as before, and from which it moves to its
  /// orientation.
  ///
  /// - Parameters:
  ///   - change: The change of the orientation.
  ///   - scale: The size before, divided by the size after the change.
  ///   - angle: The angle at which fingers have left the photo; 0 without fingers.
  static func start(of change: ImageOrientation, scale: Double, angle: Double) -> Transform2D {
    let turn = angle == 0 ? transform(of: change.inverse) : Transform2D.rotation(by: angle)
    return turn.concatenated(with: .scale(x: scale, y: scale))
  }
}
