package import Geometry

/// The internal time of a carousel, and the only place that maps the caller's times to it and back.
///
/// The time of frames never decreases. The time of an input may be up to a second before the last frame,
/// because the time of a frame is the time of its presentation. If the caller's clock steps, the mapping
/// changes, so that all stored times stay valid.
///
/// A time is *continuous* if it is less than a second from the last frame or from the last input since then.
/// A time that is not continuous has one of these causes:
///
/// - The frames had a pause. Any interval between two frames counts, and so does the interval before an input
///   to a carousel at rest, which needs no frames.
/// - The clock has stepped: the time is earlier, or it is the time of an input while the carousel moves, when
///   frames follow one another. Such a time is mapped to the latest time. The following times of the same
///   clock continue from there. Frames and inputs can have different clocks.
struct Timeline: Sendable {
  /// The time of the last frame; before the first frame, an earlier time.
  private(set) var now = Timestamp.start
  /// The caller's time of the last frame; `nil` before the first frame.
  private(set) var frameTime: Timestamp?
  /// The time of the last input since the last frame, if it is later than that frame; otherwise ``now``.
  private var latest = Timestamp.start
  /// The seconds to add to the times of frames and of inputs.
  private var (frameOffset, inputOffset) = (0.0, 0.0)

  /// The difference, in seconds, from which on a time is not continuous. Frames and inputs are rarely delayed
  /// for so long.
  private static let longestStep = 1.0
  /// The longest pause that counts, in seconds: 231 days. It keeps the internal times precise to 4 nanoseconds.
  private static let longestPause = 2e7

  // MARK: Caller's times

  private var hasFrame: Bool { frameTime != nil }

  /// Begins a frame, so that ``now`` is its time.
  ///
  /// - Returns: Whether the time is valid. If it is NaN, infinite or missing, there is no frame.
  mutating func beginFrame(at time: Timestamp?) -> Bool {
    guard let time = time?.known else { return false }
    frameOffset = offset(of: time, after: frameOffset, countsPause: true)
    now = max(now, time + frameOffset)
    (latest, frameTime) = (now, time)
    return true
  }

  /// Returns whether a frame at the caller's `time` would be later than the last frame. After a step of the caller's
  /// clock back, it would.
  func isLater(_ time: Timestamp) -> Bool {
    guard let frameTime else { return true }
    return frameTime < time || frameTime - time >= Self.longestStep
  }

  /// Returns the moment of an input. Without a valid time, it is the time of the next frame.
  ///
  /// - Parameter isMoving: Whether the carousel moves, so that frames follow one another.
  mutating func moment(ofInputAt time: Timestamp?, isMoving: Bool) -> Moment {
    guard let time = time?.known else { return nextFrame }
    inputOffset = offset(of: time, after: inputOffset, countsPause: !isMoving || !hasFrame)
    latest = max(latest, time + inputOffset)
    return .at(time + inputOffset)
  }

  /// Returns the time that `time` is for the caller's frames. If an input is a second or more ahead of the last frame,
  /// the next frame is mapped to that input, so a time that the input has passed is due at once.
  func callersTime(at time: Timestamp) -> Timestamp {
    let callersTime = time + -frameOffset
    return time <= latest && !isContinuous(now) ? min(frameTime ?? callersTime, callersTime) : callersTime
  }

  /// Returns the seconds to add to `time`.
  ///
  /// - Parameter last: The seconds that were added to the last time of the same clock. Frames and inputs can have
  ///   different clocks, and each clock counts its own pauses.
  private func offset(of time: Timestamp, after last: Double, countsPause: Bool) -> Double {
    // The distances between the inputs of a gesture stay the same, because they determine its velocity.
    if isContinuous(time + last) { return last }
    if isContinuous(time + frameOffset) { return frameOffset }
    if isContinuous(time + inputOffset) { return inputOffset }
    let offset = time + last > latest ? last : frameOffset
    guard countsPause, time + offset > latest else { return latest - time }
    return min(offset, latest + Self.longestPause - time)
  }

  private func isContinuous(_ time: Timestamp) -> Bool { abs(time - latest) < Self.longestStep }

  // MARK: Moments

  /// The moment of the next frame.
  var nextFrame: Moment { .nextFrame(after: now) }

  /// Returns `moment`, or the last frame, if there is one, instead of the next frame.
  func preferringLastFrame(_ moment: Moment) -> Moment {
    if case .nextFrame = moment, hasFrame { .at(now) } else { moment }
  }

  /// Returns `moment`, or the last frame if that is later.
  func notBeforeLastFrame(_ moment: Moment) -> Moment {
    if case .at(let time) = moment { .at(max(time, now)) } else { moment }
  }
}

extension Timestamp {
  /// The internal time before the first frame and the first input. The times of a clock that starts up to
  /// 115 days earlier or later need no mapping.
  static let start = Timestamp(seconds: -1e7)

  /// This time clamped to the supported range; `nil` if it is infinite or NaN.
  var known: Timestamp? {
    seconds.isFinite ? Timestamp(seconds: min(max(seconds, -1e12), 1e12)) : nil
  }
}

/// The caller's times.
extension CarouselCore {
  /// The time of the last frame; `nil` before the first frame.
  package var frameTime: Timestamp? { timeline.frameTime }

  /// The time at which the carousel needs its next frame although nothing moves now; `nil` if it needs no
  /// frame at a known time.
  package var wakeTime: Timestamp? {
    var time = contacts.longPressTime
    Features.visitAll { time = min(time, $0.wakeTime(self)) }
    return time == .never ? nil : timeline.callersTime(at: time)
  }
}
