import CarouselUI
import Glibc

/// What was measured.
final class BenchFigures {
  let plan: BenchPlan
  /// Where the window is, in words.
  let place: String
  /// Whether frames come at the pace of a screen; otherwise as fast as they can be drawn.
  let isPaced: Bool

  /// The time of the last frame, counted or not.
  var lastTime: Double?
  private(set) var frames: [FrameTimings] = []
  private(set) var motionCount = 0
  /// How long pictures have been moving, by the frames' own times.
  private(set) var motionSeconds = 0.0

  private(set) var pixels = (width: 0, height: 0)
  private(set) var scale = 1.0
  private(set) var pictureCount = 0
  private(set) var type = CarouselType.coverFlow2
  private(set) var textureBytes = 0
  private(set) var bufferBytes = 0
  private(set) var peakMemory: Int?
  private(set) var residentMemory: Int?
  private(set) var recorder: SceneRecorder?

  /// The processor time of the whole process between the first frame and the last.
  private(set) var processorSeconds = 0.0
  private(set) var missedCount = 0
  /// The pixels of all frames that were drawn, and those that may have come to look different.
  private(set) var drawnPixels = 0, changedPixels = 0
  /// From a frame of a motion to the next that is committed, on the monotonic clock: how many, and how long.
  private var gaps = (count: 0, seconds: 0.0)
  private var previous: FrameTimings?
  private var processorStart: Double?

  init(plan: BenchPlan, place: String, isPaced: Bool) {
    self.plan = plan
    self.place = place
    self.isPaced = isPaced
  }

  /// Notes what is shown.
  func begin(_ ui: CarouselWindow) {
    let (size, scale) = (ui.window.size, ui.window.scale)
    pixels = (Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
    self.scale = scale
    pictureCount = ui.carousel.numberOfItems
    type = ui.carousel.type
  }

  /// Counts a frame; one that had nothing new to show came in time, too, and counts for nothing else.
  func add(_ timings: FrameTimings, _ extent: FrameExtent) {
    if let previous {
      let gap = timings.end - previous.end
      if timings.isCommitted { gaps = (gaps.count + 1, gaps.seconds + gap) }
      motionSeconds += max(0, timings.frame.time - previous.frame.time)
      // A screen that does not tell its pace most likely has this one.
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

  /// The pictures came to rest.
  func endMotion() {
    motionCount += 1
    previous = nil
  }

  /// Notes what the run has cost.
  func finish(_ ui: CarouselWindow, recorder: SceneRecorder?) {
    textureBytes = ui.textures.byteCount
    bufferBytes = ui.window.bufferMemory
    peakMemory = ProcessStatus.bytes("VmHWM")
    residentMemory = ProcessStatus.bytes("VmRSS")
    self.recorder = recorder
  }

  /// Prints them, and writes the scenes if that was asked for.
  ///
  /// - Throws: `VisitFailure` when they cannot be written.
  func tell() throws {
    try recorder?.write()
    print(BenchReport.text(self))
  }

  /// Frames a second while pictures moved.
  var frameRate: Double { gaps.seconds > 0 ? Double(gaps.count) / gaps.seconds : 0 }

  /// Processor seconds a frame, of all threads: with what is done between frames where frames have a pace,
  /// else of the frames alone, since the compositor is in the same process.
  var processorPerFrame: Double {
    if isPaced { return frames.count > 1 ? processorSeconds / Double(frames.count - 1) : 0 }
    return frames.isEmpty ? 0 : frames.reduce(0) { $0 + $1.processor } / Double(frames.count)
  }
}

/// What the kernel knows of this process.
nonisolated enum ProcessStatus {
  /// Returns an entry of `/proc/self/status`, such as `VmHWM`, in bytes; `nil` where there is none.
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
