import CarouselEngine
import Foundation
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// A held arrow key, and the journal that records it.
  @Suite("Held key") struct HeldKeyTests {
    @Test(
      "While a key repeats 30 times per second for 300 photos, the carousel follows closely; the journal replays, on sway",
      .needs(.sway))
    @MainActor
    func held() throws {
      try withSway(configuration: ["input * repeat_rate 30", "input * repeat_delay 200"]) { session in
        let samples = try SamplePhotos(into: session.folder)
        let folder = session.folder("many")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for number in 0..<300 {
          let photo = samples.paths[number % samples.paths.count]
          let name = "\(folder)/\(1000 + number).\((photo as NSString).pathExtension)"
          try FileManager.default.copyItem(atPath: photo, toPath: name)
        }
        let recording = try FifoLog(named: "journal", in: session.folder)
        defer { recording.close() }
        let browser = try PhotoBrowser(
          [folder, "--record-input", recording.path], environment: session.environment, folder: session.folder
        )
        defer { browser.stop() }
        try browser.settled("at the first photo") { $0.index == 0 }
        let mode = try FileManager.default.attributesOfItem(atPath: recording.path)[.posixPermissions] as? Int
        #expect(mode == 0o600, "only the owner may read the journal")
        session.input.press(.right)
        try waitForSteps(290, in: recording.log)
        session.input.release(.right)
        let settled = try browser.settled("after the release") { $0.index >= 290 }
        session.input.tap(.q)
        #expect(try browser.process.waitForExit() == .code(PhotoBrowser.ExitCode.success))
        recording.close()
        try recording.log.waitForEnd()
        let lines = recording.log.lines
        try expectFollowed(CarouselJournal(lines: lines), settledIndex: settled.index)

        try session.folder.write(lines.map { $0 + "\n" }.joined(), to: "journal.jsonl")
        let run = try PhotoBrowser.run(["--replay-input", session.folder("journal.jsonl")])
        #expect(run.exit == .code(PhotoBrowser.ExitCode.success))
        #expect(run.output.first?.hasSuffix("frames, all as recorded") == true, "\(run.output) \(run.errors)")
      }
    }

    /// Expects that each frame is at most three items behind the steps before it, and that the last step is
    /// reached within 0.4 s. On a quiet machine it is at most 1.8 items; on a busy one, the steps arrive irregularly.
    @MainActor
    private func expectFollowed(_ journal: CarouselJournal, settledIndex: Int) throws {
      let steps = steps(in: journal)
      #expect(steps.last?.count == settledIndex)
      let lastStep = try #require(steps.first { $0.count == settledIndex }).time
      var (arrival, largestLag, frames) = (Double.infinity, 0.0, 0)
      try journal.replay { frame, time in
        guard let time, let item = frame.items.first(where: { (0..<300).contains($0.index) }) else { return }
        frames += 1
        let offset = Double(item.index) - item.offset
        let count = steps.last { $0.time <= time.seconds }?.count ?? 0
        largestLag = max(largestLag, Double(count) - offset)
        if abs(offset - Double(settledIndex)) < 1e-9 { arrival = min(arrival, time.seconds) }
      }
      print(
        "held key: \(settledIndex) steps, \(frames) frames, at most \(largestLag) items behind, "
          + "settled after \(arrival - lastStep) s")
      #expect(largestLag <= 3)
      #expect(arrival - lastStep <= 0.4)
    }

    /// Returns the time of each recorded frame in seconds, and the number of steps before it.
    private func steps(in journal: CarouselJournal) -> [(time: Double, count: Int)] {
      var (frames, count): ([(time: Double, count: Int)], Int) = ([], 0)
      for (input, time) in journal.inputs {
        switch input {
        case .scroll(.step(1)): count += 1
        case .advance: if let time { frames.append((time.seconds, count)) }
        default: break
        }
      }
      return frames
    }

    /// Waits until the journal contains `count` steps to a next item.
    private func waitForSteps(_ count: Int, in log: LineLog) throws {
      var found = 0
      try log.first("\(count) steps") { (line: String) -> Bool in
        if line.contains(#""step":{"_0":1}"#) { found += 1 }
        return found >= count
      }
    }
  }
}
