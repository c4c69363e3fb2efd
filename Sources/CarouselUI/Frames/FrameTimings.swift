package import Windowing

/// How long the parts of one frame took, in seconds, in the order in which they happen.
package struct FrameTimings: Sendable {
  /// Letting the carousels advance and asking what they show.
  package fileprivate(set) var engine = 0.0
  /// Finding the pixels of the views, and painting those that are new.
  package fileprivate(set) var textures = 0.0
  /// Composing the picture in the buffer.
  package fileprivate(set) var composition = 0.0
  /// Handing the buffer over, up to the socket.
  package fileprivate(set) var commit = 0.0
  /// What all threads of the process computed meanwhile.
  package fileprivate(set) var processor = 0.0
  /// When the frame was handed over, on the monotonic clock.
  package fileprivate(set) var end = 0.0
  /// Whether it was handed over; a frame that shows nothing new is not.
  package fileprivate(set) var isCommitted = true
  /// What the frame was drawn for.
  package let frame: FrameInfo

  /// From the tick to the commit.
  package var total: Double { engine + textures + composition + commit }
}

/// Takes the times of one frame.
struct FrameStopwatch {
  private(set) var timings: FrameTimings
  private let startProcessor: Double

  init(_ frame: FrameInfo) {
    timings = FrameTimings(frame: frame)
    startProcessor = ProcessorClock.now()
    timings.end = MonotonicClock.now()
  }

  enum Part { case engine, textures, composition, commit }

  /// Counts the time since the last lap to `part`.
  mutating func lap(_ part: Part) {
    let now = MonotonicClock.now()
    let time = now - timings.end
    switch part {
    case .engine: timings.engine += time
    case .textures: timings.textures += time
    case .composition: timings.composition += time
    case .commit: timings.commit += time
    }
    timings.end = now
  }

  /// Ends with the commit, or without.
  mutating func finish(isCommitted: Bool) -> FrameTimings {
    lap(.commit)
    timings.isCommitted = isCommitted
    timings.processor = ProcessorClock.now() - startProcessor
    return timings
  }
}
