import CarouselEngine
import Foundation
import Testing

extension PhotoBrowserTests {
  /// A held arrow key, and the journal that the program keeps of it.
  @Suite("Held key") struct HeldKeyTests {
    @Test(
      "a key held through 300 photos at 30 repeats a second is followed, and its journal is replayed, on sway",
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
        let path = session.folder("input.jsonl")
        let browser = try PhotoBrowser(
          [folder, "--record-input", path], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try browser.settled("at the first photo") { $0.index == 0 }
        session.input.press(.right)
        try wait("290 repeats") { try steps(path).last?.count ?? 0 >= 290 }
        session.input.release(.right)
        let rest = try browser.settled("at rest after the release") { $0.index >= 290 }
        session.input.tap(.q)
        #expect(try browser.process.waitForExit() == .code(PhotoBrowser.ExitCode.success))
        try check(path, rest: rest.index)
      }
    }

    /// Compares each frame with the steps before it.
    @MainActor
    private func check(_ path: String, rest: Int) throws {
      let steps = try steps(path)
      #expect(steps.last?.count == rest)
      let last = try #require(steps.first { $0.count == rest }).time
      var (arrival, worst, frames) = (Double.infinity, 0.0, 0)
      try journal(path).replay { frame, time in
        guard let time, let item = frame.items.first(where: { (0..<300).contains($0.index) }) else { return }
        frames += 1
        let offset = Double(item.index) - item.offset
        let made = steps.last { $0.time <= time.seconds }?.count ?? 0
        worst = max(worst, Double(made) - offset)
        if abs(offset - Double(rest)) < 1e-9 { arrival = min(arrival, time.seconds) }
      }
      print(
        "held key: \(rest) steps, \(frames) frames, \(worst) items behind, at rest after \(arrival - last) s")
      #expect(worst <= 2)
      #expect(arrival - last <= 0.4)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let run = try PhotoBrowser.run(["--replay-input", path])
      #expect(run.exit == .code(PhotoBrowser.ExitCode.success))
      #expect(run.output.first?.hasSuffix("frames, all as recorded") == true, "\(run.output) \(run.errors)")
    }

    private func journal(_ path: String) throws -> CarouselJournal {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      return try CarouselJournal(lines: text.split(separator: "\n"))
    }

    /// The number of steps before each recorded frame, and the frame's time in seconds.
    private func steps(_ path: String) throws -> [(time: Double, count: Int)] {
      var (frames, count): ([(time: Double, count: Int)], Int) = ([], 0)
      for (input, time) in try journal(path).inputs {
        switch input {
        case .scroll(.step(1)): count += 1
        case .advance: if let time { frames.append((time.seconds, count)) }
        default: break
        }
      }
      return frames
    }

    private func wait(_ what: String, until isTrue: () throws -> Bool) throws {
      for _ in 0..<600 {
        if try isTrue() { return }
        usleep(50_000)
      }
      throw RigError("waited 30 seconds for \(what)")
    }
  }
}
