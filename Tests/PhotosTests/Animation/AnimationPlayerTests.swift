import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import Photos
import TestSupport
import Testing

/// Animations on virtual time.
@MainActor
struct AnimationPlayerTests {
  /// A screen, a decoder and timers on virtual time. Frame `n` of the decoder is `n + 1` pixels wide.
  @MainActor
  private final class Stage {
    private(set) var now = 0.0
    private var timers: [(due: Double, body: @MainActor @Sendable () -> Void)] = []
    /// The time that decoding takes, in seconds.
    var decodingTime = 0.01
    /// The durations of the frames, in seconds.
    let durations: [Double]
    var damagedFrame: Int?
    /// The frames that were decoded.
    private(set) var decoded: [Int] = []
    private var cancellations: [Cancellation] = []
    /// The frames whose decoding was canceled.
    var canceled: [Int] { zip(decoded, cancellations).filter { $0.1.isCanceled }.map(\.0) }
    /// The frames in the order in which they were shown, and their times.
    private(set) var shown: [(frame: Int, time: Double)] = []
    var isWindowVisible = true
    private(set) var player: AnimationPlayer?

    init(_ durations: [Double], playCount: Int = 0) {
      self.durations = durations
      let animation = PhotoAnimation(
        frameCount: durations.count, playCount: playCount, firstDuration: durations[0])
      let surroundings = AnimationPlayer.Surroundings(
        now: { [unowned self] in now }, after: { [unowned self] in after($0, $1) },
        decode: { [unowned self] frame, cancellation, completion in
          decoded.append(frame)
          cancellations.append(cancellation)
          after(decodingTime) { [weak self] in
            guard let self, frame != self.damagedFrame,
              let image = try? Image(width: frame + 1, height: 1, isOpaque: true, filledBy: { _, _ in })
            else { return completion(nil) }
            completion(AnimationFrame(image: image, duration: self.durations[frame]))
          }
        })
      player = AnimationPlayer(animation, in: surroundings) { [unowned self] image in
        shown.append((image.width - 1, now))
        presentIfVisible()
      }
    }

    private func after(_ seconds: Double, _ body: @escaping @MainActor @Sendable () -> Void) {
      timers.append((now + seconds, body))
    }

    /// A visible window has painted the frame a moment later.
    func presentIfVisible() {
      guard isWindowVisible else { return }
      after(0.002) { [weak self] in self?.player?.frameIsOnScreen() }
    }

    /// Whether neither a timer nor a decoder is at work.
    var isIdle: Bool { timers.isEmpty }

    func run(until end: Double) {
      while let index = timers.indices.min(by: { timers[$0].due < timers[$1].due }), timers[index].due <= end
      {
        let timer = timers.remove(at: index)
        now = timer.due
        timer.body()
      }
      now = end
    }

    var times: [Double] { shown.map { ($0.time * 1000).rounded() / 1000 } }
  }

  @Test("Each frame is shown for its own duration, over and over", .proves("D074"))
  func ownRate() {
    let stage = Stage([0.1, 0.05, 0.2])
    stage.player?.isPlaying = true
    stage.run(until: 0.71)
    #expect(stage.shown.map(\.frame) == [1, 2, 0, 1, 2, 0])
    #expect(stage.times == [0.1, 0.15, 0.35, 0.45, 0.5, 0.7])
  }

  @Test("A paused or hidden animation has no timer and decodes nothing", .proves("D074"))
  func hidden() {
    let stage = Stage([0.1, 0.1, 0.1])
    stage.run(until: 1)
    #expect(stage.isIdle && stage.decoded.isEmpty)

    stage.player?.isPlaying = true
    stage.run(until: 1.105)
    #expect(stage.shown.count == 1)
    stage.player?.isPlaying = false
    stage.run(until: 5)
    #expect(stage.isIdle && stage.shown.count == 1)
    let count = stage.decoded.count
    stage.run(until: 9)
    #expect(stage.decoded.count == count)

    // It continues with the next frame, after the full duration of the shown one.
    stage.player?.isPlaying = true
    stage.run(until: 9.11)
    #expect(stage.shown.last?.frame == 2)
    #expect(stage.times.last == 9.1)

    // The window is covered: the shown frame never comes to the screen.
    stage.isWindowVisible = false
    stage.run(until: 9.3)
    let shown = stage.shown.count
    stage.run(until: 60)
    #expect(stage.isIdle && stage.shown.count == shown)
    stage.isWindowVisible = true
    stage.presentIfVisible()
    stage.run(until: 60.5)
    #expect(stage.shown.count > shown + 2)
  }

  @Test("A pause during decoding cancels the frame")
  func canceled() {
    let stage = Stage([0.1, 0.1])
    stage.decodingTime = 0.5
    stage.player?.isPlaying = true
    stage.run(until: 0.2)
    stage.player?.isPlaying = false
    #expect(stage.canceled == [1])
    stage.run(until: 3)
    #expect(stage.shown.isEmpty)
  }

  @Test("Frames that are decoded too late are shown late, each for its duration, and none is skipped")
  func slow() {
    let stage = Stage([0.1, 0.1, 0.1])
    stage.decodingTime = 0.25
    stage.player?.isPlaying = true
    stage.run(until: 1.02)
    #expect(stage.shown.map(\.frame) == [1, 2, 0, 1])
    #expect(stage.times == [0.25, 0.502, 0.754, 1.006])
  }

  @Test("An animation that is played twice ends with its last frame, and rests", arguments: [1, 2])
  func ends(playCount: Int) {
    let stage = Stage([0.1, 0.1], playCount: playCount)
    stage.player?.isPlaying = true
    stage.run(until: 30)
    #expect(stage.shown.map(\.frame) == (playCount == 1 ? [1] : [1, 0, 1]))
    #expect(stage.isIdle)
    stage.player?.isPlaying = false
    stage.player?.isPlaying = true
    stage.run(until: 60)
    #expect(stage.isIdle && stage.player?.frame == 1)
  }

  @Test("An animation with a damaged frame rests at the frame before it")
  func damaged() {
    let stage = Stage([0.1, 0.1, 0.1])
    stage.damagedFrame = 2
    stage.player?.isPlaying = true
    stage.run(until: 10)
    #expect(stage.shown.map(\.frame) == [1])
    #expect(stage.isIdle)
  }

  @Test("A duration of zero or less does not spin")
  func zero() {
    let stage = Stage([0, -5, .nan])
    stage.decodingTime = 0
    stage.player?.isPlaying = true
    stage.run(until: 1)
    #expect(stage.shown.count <= 100)
  }

  @Test("A helper decodes the frames of a GIF, and its description comes with the first one")
  func helper() throws {
    let folder = try TemporaryFolder()
    let frames = (0..<3).map { GIFFixture.Frame(width: 8, height: 8, index: UInt8($0), disposal: 1) }
    let photo = try folder.add(
      "a.gif",
      GIFFixture(width: 8, height: 8, palette: [.red, .green, .blue], frames: frames, loopCount: 0).bytes())
    let decoder = HelperDecoder.shared
    let size = TargetSize(width: 8, height: 8)
    let first = try decoder.decode(photo, at: size, cancellation: Cancellation())
    #expect(first.animation == PhotoAnimation(frameCount: 3, playCount: 0, firstDuration: 0.1))
    let last = try decoder.decodeFrame(2, of: photo, at: size, cancellation: Cancellation())
    #expect(last.image.withPixels { Array($0.prefix(4)) } == [255, 0, 0, 255])
    #expect(last.duration == 0.1)
    let still = try folder.add("a.jpg", JPEGFixture.quadrants(8, 8).bytes())
    #expect(try decoder.decode(still, at: size, cancellation: Cancellation()).animation == nil)
  }
}
