internal import Geometry

/// Computes the motion after a release with ``MotionStyle/fluid``.
///
/// The motion begins as a `Decay` with the finger's velocity. Near its end a `Spring` replaces the decay
/// and ends at a stop. Beyond an end of a strip the spring returns to that end.
///
/// Positions during the motion are places along the track, in nominal pitches.
struct FluidRelease {
  /// The offset at the release, in items.
  let offset: Double
  /// The velocity at the release, in nominal pitches per second.
  let velocity: Double
  /// Whether the release is a flick. A flick moves at least to the next stop.
  let isFlick: Bool
  private let geometry: ScrollGeometry
  private let stops: SnapPoints
  private let bounds: ScrollBounds
  /// The distance of a glide divided by the initial velocity, in seconds.
  let timeConstant: Double
  /// Whether the carousel may rest only on a stop (an item or the start of a page).
  let snaps: Bool
  let isPaging: Bool

  /// The smallest speed of a flick, in points per second of the finger.
  static let minimumFlickSpeed = 120.0
  /// The natural frequency of the spring to a stop after a release that is not a flick, in radians per
  /// second.
  private static let settleFrequency = 14.0
  /// The natural frequency of the spring after a flick that is too slow for a glide, in radians per second.
  private static let stepFrequency = 10.0
  /// The natural frequency of the spring at the end of a glide, multiplied by the time constant. At 2 the
  /// spring would begin with the acceleration of the glide. The value is a little larger, so that the motion
  /// ends sooner.
  private static let glideFrequency = 2.5
  /// The lowest natural frequency of the spring at the end of a glide, in radians per second.
  private static let minimumGlideFrequency = 4.0
  /// The distance before the natural end of a glide at which a spring takes over, in pitches, if the stop is
  /// near that end.
  private static let minimumRemaining = 1.0
  /// The natural frequency of the spring that leads back from beyond an end, in radians per second.
  private static let bounceFrequency = 12.0
  /// The highest natural frequency of any spring, in radians per second.
  private static let highestFrequency = 400.0

  init(_ release: DragRelease) {
    let (geometry, settings) = (release.geometry, release.geometry.settings)
    (offset, velocity, self.geometry) = (release.offset, release.velocity, geometry)
    isFlick = velocity != 0 && abs(release.speed) >= Self.minimumFlickSpeed
    (stops, bounds) = (geometry.stops, geometry.bounds)
    snaps = release.mustSnap || settings.stopAtItemBoundary
    isPaging = settings.isPagingEnabled
    timeConstant = Decay.timeConstant(rate: settings.decelerationRate) * max(settings.scrollSpeed, 0.001)
  }

  /// The motion after the release; `nil` if the carousel does not move.
  var motion: (any ScrollMotion)? {
    // Without friction and without ends the motion never stops.
    if !timeConstant.isFinite, isFlick, bounds.restRange == nil, !isPaging {
      return along(Decay(from: place, velocity: velocity, timeConstant: timeConstant), to: nil)
    }
    let (natural, target) = (natural, target)
    let aim = bounds.restRange == nil ? target : bounds.resting(target)
    if bounds.overshoot > 0, aim != target, velocity * (target - offset) > 0 { return bounce(from: aim) }
    if aim == offset, velocity == 0 || bounds.overshoot == 0 && bounds.isAtEnd(offset, towards: velocity) {
      return nil
    }
    let (start, end) = (place, place(at: aim))
    if !snaps, !isPaging {
      let isOnItsWay = timeConstant.isFinite || velocity * (end - start) > 0
      let frequency = isOnItsWay ? 1 / timeConstant : Self.settleFrequency
      return along(spring(from: start, to: end, velocity: velocity, frequency: frequency), to: aim)
    }
    if isFlick, !isPaging, let glide = glide(from: start, to: end, past: place(at: natural)) {
      return along(glide, to: aim)
    }
    return motion(to: aim)
  }

  /// Returns the motion to `stop`; `nil` if the carousel does not move.
  func motion(to stop: Double) -> (any ScrollMotion)? {
    guard stop != offset || velocity != 0 else { return nil }
    let frequency = isFlick ? Self.stepFrequency : Self.settleFrequency
    return along(spring(from: place, to: place(at: stop), velocity: velocity, frequency: frequency), to: stop)
  }

  /// The offset at which a glide would end by itself.
  private var natural: Double {
    guard isFlick || timeConstant.isFinite else { return offset }
    return geometry.offset(at: place + min(max(velocity * min(timeConstant, 1e6), -1e6), 1e6))
  }

  /// The offset at which the carousel is to rest. It may be beyond an end of a strip, from which the motion
  /// leads back.
  private var target: Double {
    let natural = natural
    guard snaps || isPaging, !bounds.isOutside(natural) || isPaging else { return natural }
    var target = stops.stop(0, near: isPaging ? offset : natural)
    if isFlick, isPaging || (target - offset) * velocity <= 0 {
      let margin = velocity > 0 ? offsetMargin : -offsetMargin
      target = stops.next(from: offset + margin, forwards: velocity > 0)
    }
    return target
  }

  /// Returns a decay followed by a spring to `end`; `nil` if the decay would be too short.
  ///
  /// - Parameter natural: The place where the decay would end by itself.
  private func glide(from start: Double, to end: Double, past natural: Double) -> (any ScrollMotion)? {
    guard timeConstant.isFinite else { return nil }
    let decay = Decay(from: start, velocity: velocity, timeConstant: timeConstant)
    let distance = abs(natural - start)
    // The distance that is left for the spring. If the stop is before the natural end, the distance must be
    // so long that the spring does not turn back.
    let remaining = max(Self.minimumRemaining, 2 * abs(end - natural))
    guard distance > remaining,
      let handOver = decay.time(toCover: (natural - start) * (1 - remaining / distance))
    else {
      return nil
    }
    let spring = spring(
      from: decay.offset(at: handOver), to: end, velocity: decay.velocity(at: handOver),
      frequency: max(Self.glideFrequency / timeConstant, Self.minimumGlideFrequency))
    return JoinedMotion(decay, until: handOver, then: spring)
  }

  /// Returns the motion beyond `end`, an end of the strip, and back to this end.
  private func bounce(from end: Double) -> any ScrollMotion {
    let decay = Decay(from: place, velocity: velocity, timeConstant: timeConstant)
    let (goal, limit) = (place(at: end), place(at: end + (velocity > 0 ? 1 : -1) * bounds.overshoot))
    let handOver = bounds.isOutside(offset) ? 0 : decay.time(toCover: goal - place) ?? 0
    let (start, speed) = (decay.offset(at: handOver), decay.velocity(at: handOver))
    // With this frequency the spring stays within the limit.
    let frequency = max(Self.bounceFrequency, abs(speed) / max(abs(limit - start), 1e-3))
    let spring = Spring(
      from: start, to: goal, velocity: speed, frequency: frequency, precision: Spring.finePrecision)
    return along(handOver > 0 ? JoinedMotion(decay, until: handOver, then: spring) : spring, to: end)
  }

  /// Returns the spring to `end`. Its frequency is at least so high that it does not overshoot `end`.
  private func spring(from start: Double, to end: Double, velocity: Double, frequency: Double) -> Spring {
    var frequency = frequency
    if velocity * (end - start) > 0 { frequency = max(frequency, velocity / (end - start)) }
    return Spring(
      from: start, to: end, velocity: velocity, frequency: min(frequency, Self.highestFrequency),
      precision: Spring.finePrecision)
  }

  // MARK: Places

  private var place: Double { place(at: offset) }

  private func place(at offset: Double) -> Double { geometry.place(at: offset) }

  /// Converts a motion in places along the track to a motion in offsets.
  private func along(_ places: any ScrollMotion, to target: Double?) -> any ScrollMotion {
    geometry.along(from: offset, to: target) { _ in places }
  }
}
