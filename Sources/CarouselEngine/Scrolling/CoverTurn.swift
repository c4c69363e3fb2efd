internal import Geometry
internal import Glibc

/// The cover turn: the turn from one cover of a `coverFlow2` to the next.
///
/// The value is the part of the turn that remains. When the current index changes during a slow drag, the
/// value jumps to ±1 and eases to 0: the covers first keep their orientation and then turn. During a
/// deceleration or a scroll the value follows the offset instead.
package struct CoverTurn: Sendable {
  /// The value in `-1...1`. At 0 the current item faces the viewer.
  package private(set) var value = 0.0
  /// Whether the value follows the offset in all activities.
  var alwaysFollows = false
  /// Whether the value follows the offset, as of the last move. If not, it eases to 0 with time.
  private var followsOffset = false
  private var phase = Phase.still
  /// Whether the last release was too slow for a fling. If so, the turn advances with time while the carousel
  /// snaps.
  private var lastReleaseWasSlow = false

  /// The moment at which the last turn started.
  private var since = Moment.at(.start)

  /// The number of placeholders that can be visible.
  private var placeholders = 0
  private var fade = Fade()
  /// Whether at least one item was not faded out at the last move.
  private var hadNearest = true

  private enum Phase: Sendable {
    /// The turn has ended, and no motion has begun since. The value does not change.
    case still
    /// A touch has stopped the turn. The value does not change.
    case stopped
    /// The turn continues from its value with the next frame.
    case resuming
    /// The value eases to 0 with time.
    case easing
  }

  /// The duration of a turn after a fast drag, in seconds.
  static let shortest = 0.2
  /// The duration of a turn after a slow drag, in seconds.
  static let longest = 0.4

  package init() {}

  /// Whether the covers are between two items.
  private var isTurned: Bool { abs(value) > offsetMargin }

  /// Whether the turn needs frames to continue.
  var isTurning: Bool { isAwake && isTurned }

  /// Whether a turn is under way or a motion has begun since the last turn ended.
  var isAwake: Bool { phase == .easing || phase == .resuming }

  /// Whether the offset of a strip determines the turn even at rest, so that it does not advance with time.
  func isFixed(on row: ItemRow, isPastEnd: Bool) -> Bool {
    isPastEnd && hadNearest && row.count + placeholders > 0
  }

  // MARK: Moves

  /// Sets the number of placeholders that can be visible, and the fade of items.
  mutating func setShown(placeholders count: Int, fade newFade: Fade) {
    (placeholders, fade) = (count, newFade)
  }

  /// Begins a turn if the current index has changed by `passed` items, or follows the offset.
  ///
  /// - Parameter isPastEnd: Whether a strip is on its last item or beyond an end. There the turn follows the
  ///   offset.
  mutating func move(
    to offset: Double, passing passed: Int, during activity: ScrollActivity, on row: ItemRow,
    isPastEnd: Bool,
    at now: Moment
  ) {
    if alwaysFollows {
      (followsOffset, phase, lastReleaseWasSlow) = (true, .still, false)
    } else {
      if passed != 0 {
        // The turn never exceeds one item.
        value = Double(max(-1, min(1, -passed)))
        since = now
        phase = .easing
      }
      switch activity {
      case .decelerating, .autoscrolling: followsOffset = true
      case .animating: followsOffset = !lastReleaseWasSlow || isPastEnd
      case .idle, .held, .dragging: followsOffset = isPastEnd
      }
    }
    guard followsOffset, row.count + placeholders > 0 else { return }
    let nearest = nearestDistance(from: offset, on: row)
    if let nearest {
      follow(nearest: nearest)
    } else if !hadNearest {
      // If all items are faded out, the turn follows the first item, but one move later, as in iCarousel
      // (recording `dragPastEnd-bounces1`).
      follow(nearest: row.distance(ofItem: row.isEmpty ? -1 : 0, from: offset))
    }
    hadNearest = nearest != nil
  }

  /// Returns the distance of the nearest item or placeholder from the center, in items; `nil` if the neighbors
  /// on both sides of the center are faded out.
  private func nearestDistance(from offset: Double, on row: ItemRow) -> Double? {
    let lower = offset.rounded(.down)
    var (before, after) = (lower - offset, lower + 1 - offset)
    // If both neighbors are equally near, that with the lower index is preferred. Between the last item and
    // the first of a ring this is the first item.
    var prefersAfter = false
    if row.wraps {
      prefersAfter = row.index(Int(within: lower) + 1) == 0
    } else {
      let first = -Double((placeholders + 1) / 2)
      let last = Double(row.count - 1 + placeholders / 2)
      before = min(max(lower, first), last) - offset
      after = min(max(lower + 1, first), last) - offset
    }
    let isAfterNearer = abs(after) < abs(before) || prefersAfter && abs(after) == abs(before)
    let candidates = isAfterNearer ? (after, before) : (before, after)
    if fade.isNone || fade.alpha(at: candidates.0) != 0 { return candidates.0 }
    return fade.alpha(at: candidates.1) != 0 ? candidates.1 : nil
  }

  /// Sets the value for a nearest item at `distance` from the center, in items.
  private mutating func follow(nearest distance: Double) {
    let clamped = max(-1, min(1, distance))
    if distance > 0 {
      value = distance <= 0.5 ? -clamped : 1 - clamped
    } else {
      value = distance > -0.5 ? -clamped : -1 - clamped
    }
    if value == 0 { value = 0 }  // no −0
  }

  // MARK: Inputs

  /// Records whether a release was too slow for a fling.
  mutating func release(wasSlow: Bool) { lastReleaseWasSlow = wasSlow }

  /// Stops the turn, because a touch has stopped the motion.
  mutating func stop() {
    phase = .stopped
    lastReleaseWasSlow = false
  }

  /// Continues a turn that a touch has stopped.
  mutating func resume() {
    if phase == .stopped { phase = .resuming }
  }

  /// Allows a turn after the current motion.
  mutating func wake() {
    resume()
    if phase == .still { phase = .easing }
  }

  /// Ends the turn immediately.
  mutating func finish() { value = 0 }

  /// Makes the turn advance with time after a deceleration that has ended `distance` items from the nearest
  /// item.
  mutating func settle(_ distance: Double, at now: Timestamp) {
    since = .at(now + -Self.longest * abs(distance))
    phase = .easing
    value = max(-1, min(1, -distance))
  }

  /// Copies the value of another carousel's cover turn.
  mutating func mirror(_ other: Double) {
    value = other
    phase = .still
  }

  // MARK: Time

  /// Advances the turn to `now`, if it eases to 0.
  ///
  /// - Parameter velocity: The velocity of the last drag, in items per second. After a fast drag the turn is
  ///   shorter.
  /// - Returns: Whether the value has changed.
  mutating func advance(to now: Timestamp, velocity: Double) -> Bool {
    guard isAwake else { return false }
    guard isTurned else {
      phase = .still
      return false
    }
    let slowness = velocity == 0 ? 1 : min(1, 1 / abs(velocity))
    let duration = Self.shortest + (Self.longest - Self.shortest) * slowness
    if phase == .resuming { since = .at(now + -duration * EaseInOut.time(of: 1 - abs(value))) }
    phase = .easing
    since.begin(at: now)
    let progress = EaseInOut.progress(at: since.elapsed(at: now) / duration)
    value = value < 0 ? progress - 1 : 1 - progress
    return true
  }

  /// Advances a turn after a slow drag while the carousel snaps.
  mutating func advanceWhileAligning(to now: Timestamp, isPastEnd: Bool, velocity: Double) {
    if lastReleaseWasSlow, !isPastEnd, isTurned { _ = advance(to: now, velocity: velocity) }
  }
}
