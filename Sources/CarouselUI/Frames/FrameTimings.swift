internal import Threads
package import Windowing

/// The durations of the parts of a frame, in seconds, in the order in which they run.
package struct FrameTimings: Sendable {
  /// Advancing the carousels and computing their frames.
  package fileprivate(set) var engine = 0.0
  /// Looking up the textures of the views, and painting views without a texture.
  package fileprivate(set) var textures = 0.0
  /// Rendering the scene into the buffer.
  package fileprivate(set) var composition = 0.0
  /// Committing the buffer, including the write to the socket.
  package fileprivate(set) var commit = 0.0
  /// The processor time of all threads during the frame.
  package fileprivate(set) var processor = 0.0
  /// The processor time of the main thread during the frame. Painting in the background does not count.
  package fileprivate(set) var mainThread = 0.0
  /// The time of the commit, on the monotonic clock.
  package fileprivate(set) var end = 0.0
  /// Whether the frame was committed. A frame that changes no pixels is not committed.
  package fileprivate(set) var isCommitted = true
  /// The time, size and scale for which the frame was drawn.
  package let frame: FrameInfo

  /// The time from the start of the frame to the commit.
  package var total: Double { engine + textures + composition + commit }
}

/// Measures the parts of one frame.
struct FrameStopwatch {
  private(set) var timings: FrameTimings
  private let startProcessor, startThread: Double

  init(_ frame: FrameInfo) {
    timings = FrameTimings(frame: frame)
    startProcessor = ProcessorClock.now()
    startThread = ProcessorClock.nowOfThread()
    timings.end = MonotonicClock.now()
  }

  enum Part { case engine, textures, composition, commit }

  /// Adds the time since the last lap to `part`.
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

  /// Stops at the end of the frame and returns the timings.
  mutating func finish(isCommitted: Bool) -> FrameTimings {
    lap(.commit)
    timings.isCommitted = isCommitted
    timings.processor = ProcessorClock.now() - startProcessor
    timings.mainThread = ProcessorClock.nowOfThread() - startThread
    return timings
  }
}
