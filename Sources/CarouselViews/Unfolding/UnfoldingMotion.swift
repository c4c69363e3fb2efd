internal import Geometry
internal import Views

/// The turns of a card's panels, as a function of time.
struct UnfoldingMotion {
  /// A moment of the motion: the panel that turns, and the part of the time of its turn that has passed.
  struct Moment: Hashable {
    /// The index of the panel that turns, at least 1. The panels before it are unfolded, the panels behind it are folded.
    let panel: Int
    /// The part of the time of the turn that has passed, in `0...1`.
    let part: Double

    /// The part of the turn that the panel has completed, in `0...1`: 0 if the panel lies on the panel before it, 1 if it is
    /// unfolded. A turn begins and ends slowly.
    var progress: Double { part * part * (3 - 2 * part) }

    /// The number of panel lengths that the card covers.
    var extent: Double { Double(panel) + progress }
  }

  /// The time that each panel takes to turn, in seconds. The first element belongs to panel 1.
  private let durations: [Double]
  private static let usualDuration = 0.3  // s; a card of three panels then opens in 0.6 s
  private static let longestDuration = 60.0  // s

  /// - Parameters:
  ///   - panelCount: The number of panels, at least 2.
  ///   - durations: In seconds. NaN and missing durations are replaced by 0.3 s, others are clamped to `0...60`.
  init(panelCount: Int, durations: [Double]) {
    self.durations = (0..<max(panelCount - 1, 1)).map { turn in
      guard turn < durations.count, !durations[turn].isNaN else { return Self.usualDuration }
      return min(max(durations[turn], 0), Self.longestDuration)
    }
  }

  /// The time from the folded to the unfolded card, in seconds.
  var duration: Double { durations.reduce(0, +) }

  /// The first moment: all panels are folded.
  var folded: Moment { Moment(panel: 1, part: 0) }

  /// The last moment: all panels are unfolded.
  var unfolded: Moment { Moment(panel: durations.count, part: 1) }

  /// Returns the moment at a time.
  ///
  /// - Parameter time: The seconds since the card was folded.
  func moment(at time: Double) -> Moment {
    guard time > 0 else { return folded }
    var rest = time
    for (turn, duration) in durations.enumerated() {
      if rest < duration { return Moment(panel: turn + 1, part: rest / duration) }
      rest -= duration
    }
    return unfolded
  }

  /// Returns the time of a moment of this motion, or of a motion of as many panels with other durations.
  func time(of moment: Moment) -> Double {
    let turn = min(moment.panel, durations.count) - 1
    return durations[..<turn].reduce(0, +) + moment.part * durations[turn]
  }
}

extension Homography {
  /// Creates the map of a plane that is turned about a horizontal line and seen in perspective.
  ///
  /// - Parameters:
  ///   - y: The position of the line.
  ///   - angle: In radians. If the angle is positive, the part below the line turns toward the viewer.
  ///   - center: The horizontal position of the vanishing point, which is on the line.
  ///   - distance: The distance of the viewer from the plane. It must be greater than the distance of each point from the line.
  init(turningAbout y: Double, by angle: Double, center: Double, distance: Double) {
    let direction = Transform2D.rotation(by: angle)
    let (cosine, slope) = (direction.a, direction.b / distance)
    self.init(
      1, -center * slope, center * y * slope,
      0, cosine - y * slope, y - y * cosine + y * y * slope,
      0, -slope, 1 + y * slope)
  }
}
