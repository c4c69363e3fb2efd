import Foundation
import Glibc
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// Input devices that are unplugged, and compositors that stop or end, on each compositor.
  @Suite("Fault stories") struct FaultStories {
    @Test(
      "Unplugging the input devices ends a drag; after they are plugged in again, they scroll the carousel",
      arguments: Stage.allCases)
    func inputHotPlug(stage: Stage) throws {
      try play("hot-plug, input", on: stage) { session in
        let recording = try FifoLog(named: "journal", in: session.folder)
        defer { recording.close() }
        let show = try Show(
          ["--type", "linear", "--record-input", recording.path] + stage.fillingOptions, on: session)
        defer { show.end() }
        try show.settled(width: 1024, height: 768)
        var isDragged = false
        session.input.press(.finger, at: ScreenPoint(600, 384))
        for x in 1...9 { session.input.drag(.finger, to: ScreenPoint(600 - 10 * Double(x), 384)) }
        // The devices are removed only after a frame of the drag, because otherwise the carousel would never
        // move.
        try recording.log.first("a frame of the drag") { (line: String) in
          if line.contains("contactMoved") { isDragged = true }
          return isDragged && line.contains("advance")
        }
        session.input.setDevices(present: false)
        try show.browser.settled("settled without devices")
        session.input.setDevices(present: true)
        // The program may not know the new devices when the first events arrive, so the events are repeated.
        if stage == .weston {  // its shell gives a new keyboard no focus while the window is active
          let tapNext = { session.input.tap(.pointer, at: ScreenPoint(900, 384)) }
          try show.browser.settled("at a photo on the right", afterEach: tapNext) { $0.index > 0 }
        } else {
          try show.browser.settled("at the last photo", afterEach: { session.input.tap(.end) }) {
            $0.index == 6
          }
        }
        #expect(show.browser.process.isRunning && show.browser.process.errors.lines.isEmpty)
      }
    }

    @Test(
      "While the compositor is stopped, the repeats of a held key pause, and they are not made up for afterwards",
      arguments: Stage.allCases)
    func stalled(stage: Stage) throws {
      try play("compositor stalled", on: stage) { session in
        let recording = try FifoLog(named: "journal", in: session.folder)
        defer { recording.close() }
        let many = try manyPhotos(200, in: session.folder)
        session.input.parkPointer()
        let browser = try PhotoBrowser(
          [many, "--record-input", recording.path] + stage.fillingOptions, environment: session.environment,
          folder: session.folder)
        defer { browser.stop() }
        try browser.settled("at the first photo") { $0.index == 0 && $0.width == Stage.size.width }
        session.input.press(.right)
        try waitForSteps(5, in: recording.log)

        session.process.send(SIGSTOP)
        // The program still handles the events that were sent before. Then nothing may move.
        try recording.log.waitForQuiet(of: 0.5, within: 10)
        let before = (steps: steps(in: recording.log), time: try browser.process.processorTime())
        try recording.log.waitForQuiet(of: 2, within: 10)
        #expect(
          steps(in: recording.log) == before.steps, "the key does not repeat while the compositor is stopped")
        let work = try browser.process.processorTime() - before.time
        print("compositor stalled, on \(stage.rawValue): \(work) s of processor time in 2 s")
        #expect(work < 1, "the program does not spin")
        session.input.release(.right)
        session.process.send(SIGCONT)

        let settled = try browser.settled("after the release")
        #expect(settled.index < before.steps + 60, "the missed repeats are not made up for")
        session.input.tap(.home)
        try browser.settled("at the first photo again") { $0.index == 0 }
        session.input.tap(.q)
        #expect(try browser.process.waitForExit() == .code(PhotoBrowser.ExitCode.success))
        #expect(browser.process.errors.lines.isEmpty)
      }
    }

    @Test(
      "If the compositor is killed, the program ends with a message of one line and exit code 76",
      arguments: Stage.allCases)
    func gone(stage: Stage) throws {
      try play("compositor gone", on: stage) { session in
        let show = try Show(stage.fillingOptions, on: session)
        defer { show.end() }
        try show.settled(width: 1024, height: 768)
        session.process.send(SIGKILL)
        #expect(try show.browser.process.waitForExit() == .code(PhotoBrowser.ExitCode.connectionLost))
        let errors = show.browser.process.errors.lines
        #expect(errors.count == 1 && errors[0].hasPrefix("carousel-photos: "), "\(errors)")
      }
    }

    // MARK: Held key

    /// Creates a folder with `count` copies of the sample photos.
    private func manyPhotos(_ count: Int, in temporary: TemporaryFolder) throws -> String {
      let samples = try SamplePhotos(into: temporary)
      let folder = temporary("many")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for number in 0..<count {
        let photo = samples.paths[number % samples.paths.count]
        try FileManager.default.copyItem(
          atPath: photo, toPath: "\(folder)/\(1000 + number).\((photo as NSString).pathExtension)")
      }
      return folder
    }

    private func isStep(_ line: String) -> Bool { line.contains(#""step":{"_0":1}"#) }

    private func steps(in log: LineLog) -> Int { log.lines.count(where: isStep) }

    private func waitForSteps(_ count: Int, in log: LineLog) throws {
      var found = 0
      try log.first("\(count) steps") { (line: String) -> Bool in
        if isStep(line) { found += 1 }
        return found >= count
      }
    }
  }
}
