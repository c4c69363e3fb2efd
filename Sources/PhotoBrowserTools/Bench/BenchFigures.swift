internal import CarouselUI
internal import Glibc
internal import Threads

/// The measurements of a benchmark run.
package final class BenchFigures {
  let plan: BenchPlan
  /// Describes where the window is shown, for the report.
  let place: String
  /// Whether frames come at the refresh rate of a screen; otherwise each frame follows the previous one
  /// immediately.
  let isPaced: Bool

  /// The time of the last frame, whether measured or not, in seconds.
  var lastTime: Double?
  private(set) var frames: [FrameTimings] = []
  private(set) var motionCount = 0
  /// The total time of motion, in seconds, from the times of the frames.
  private(set) var motionSeconds = 0.0

  private(set) var pixels = (width: 0, height: 0)
  private(set) var scale = 1.0
  private(set) var photoCount = 0
  private(set) var type = CarouselType.coverFlow2
  private(set) var textureBytes = 0
  private(set) var bufferBytes = 0
  private(set) var peakMemory: Int?
  private(set) var residentMemory: Int?
  private(set) var recorder: SceneRecorder?

  /// The processor time of the whole process from the first measured frame to the last, in seconds.
  private(set) var processorSeconds = 0.0
  private(set) var missedCount = 0
  /// The number of drawn pixels and of damaged pixels, summed over all frames.
  private(set) var drawnPixels = 0, changedPixels = 0
  /// The number and the total duration, in seconds of the monotonic clock, of the intervals between frames.
  /// An interval counts if the frame at its end is committed.
  private var gaps = (count: 0, seconds: 0.0)
  private var previous: FrameTimings?
  private var processorStart: Double?

  init(plan: BenchPlan, place: String, isPaced: Bool) {
    self.plan = plan
    self.place = place
    self.isPaced = isPaced
  }

  /// Records the size of the window and its content.
  func begin(_ ui: CarouselWindow) {
    let (size, scale) = (ui.window.size, ui.window.scale)
    pixels = (Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
    self.scale = scale
    photoCount = ui.carousel.numberOfItems
    type = ui.carousel.type
  }

  /// Adds a frame. For a frame without changes only its time counts.
  func add(_ timings: FrameTimings, _ extent: FrameExtent) {
    if let previous {
      let gap = timings.end - previous.end
      if timings.isCommitted { gaps = (gaps.count + 1, gaps.seconds + gap) }
      motionSeconds += max(0, timings.frame.time - previous.frame.time)
      // If the compositor reports no refresh rate, 60 Hz is assumed, the most common rate.
      let interval = timings.frame.refreshInterval ?? 1 / 60
      missedCount += max(0, Int((gap / interval).rounded()) - 1)
    }
    previous = timings
    guard timings.isCommitted else { return }
    frames.append(timings)
    drawnPixels += extent.drawn
    changedPixels += extent.damaged
    let now = ProcessorClock.now()
    processorSeconds = now - (processorStart ?? now)
    processorStart = processorStart ?? now
  }

  /// Ends a motion. Call it when the carousel has settled.
  func endMotion() {
    motionCount += 1
    previous = nil
  }

  /// Records the memory use at the end of the run.
  func finish(_ ui: CarouselWindow, recorder: SceneRecorder?) {
    textureBytes = ui.textures.byteCount
    bufferBytes = ui.window.bufferMemory
    peakMemory = ProcessStatus.bytes("VmHWM")
    residentMemory = ProcessStatus.bytes("VmRSS")
    self.recorder = recorder
  }

  /// Prints the report, and writes the scenes if they were recorded.
  ///
  /// - Throws: `OutputError` if the scenes cannot be written.
  package func report() throws {
    try recorder?.write()
    print(BenchReport.text(self))
  }

  /// The number of committed frames per second of motion.
  var frameRate: Double { gaps.seconds > 0 ? Double(gaps.count) / gaps.seconds : 0 }

  /// The processor time of all threads per frame, in seconds.
  ///
  /// In a session this includes the work between frames. Without a session it covers only the frames, because
  /// the compositor runs in the same process.
  var processorPerFrame: Double {
    if isPaced { return frames.count > 1 ? processorSeconds / Double(frames.count - 1) : 0 }
    return frames.isEmpty ? 0 : frames.reduce(0) { $0 + $1.processor } / Double(frames.count)
  }
}

/// The kernel's figures about this process.
nonisolated enum ProcessStatus {
  /// Returns a size from `/proc/self/status`, such as `VmHWM`, in bytes; `nil` if the entry does not exist.
  static func bytes(_ name: String) -> Int? {
    guard let file = fopen("/proc/self/status", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        .split(whereSeparator: \.isWhitespace)
      if words.count > 1, words[0] == name + ":" { return Int(words[1]).map { $0 * 1024 } }
    }
    return nil
  }
}
