import Foundation
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// Copying photos to other programs, and dropping files from them, on each compositor.
  @Suite("Exchange stories") struct ExchangeStories {
    @Test(
      "Ctrl+C offers the current photo to other programs, as a file and as text", arguments: Stage.allCases)
    func clipboard(stage: Stage) throws {
      try play("clipboard", on: stage, .init(isFilling: false)) { session in
        let show = try Show(["--size", "640x400"], on: session)
        defer { show.end() }
        try show.settled(width: 640, height: 400)
        session.input.tap(.right)
        try show.browser.settled("at the second photo") { $0.index == 1 }
        session.input.tap(.c, holding: .control)
        let deadline = Date(timeIntervalSinceNow: 10)
        var types = ""
        while !types.contains("text/uri-list"), Date() < deadline {
          types = (try? paste(["--list-types"], on: session)) ?? ""
        }
        try #require(types.contains("text/uri-list") && types.contains("text/plain"))
        let list = try paste(["--no-newline", "--type", "text/uri-list"], on: session)
        let path = try paste(["--no-newline", "--type", "text/plain"], on: session)
        #expect(list.removingPercentEncoding?.trimmingCharacters(in: .newlines) == "file://\(path)")
        #expect(FileManager.default.fileExists(atPath: path))
        let names = try FileManager.default.contentsOfDirectory(atPath: show.photos.folder).sorted()
        #expect(path.hasSuffix("/" + names[1]))
      }
    }

    private func paste(_ arguments: [String], on session: some UserSession) throws -> String {
      try ChildProcess.run("wl-paste", arguments, environment: session.environment)
    }

    @Test(
      "When a folder is dropped on the window, its photos replace the current photos",
      arguments: Stage.allCases)
    func drop(stage: Stage) throws {
      try play("drop", on: stage, needing: .fileDrag) { session in
        let show = try Show(stage.fillingOptions, on: session)
        defer { show.end() }
        try show.browser.settled { $0.index == 0 }
        session.input.tap(.end)
        try show.browser.settled("at the last photo") { $0.index == 6 }
        // The dropped folder has a single photo.
        let folder = session.folder("dropped photos")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let names = try FileManager.default.contentsOfDirectory(atPath: show.photos.folder).sorted()
        try FileManager.default.copyItem(
          atPath: show.photos.folder + "/" + names[2], toPath: folder + "/" + names[2])
        try show.browser.settled(
          "at the dropped photo",
          afterEach: {
            session.input.send(line: "dragfile 0.4 0.4 \(folder)")
            session.input.move(to: ScreenPoint(500, 400))
            usleep(300_000)  // the program accepts the drag
            session.input.send(line: "button 272 0")
          }, where: { $0.index == 0 })
        session.input.parkPointer()
        _ = try session.screenshot("the dropped photo") { screen in
          screen[screen.width / 2, screen.height / 2].distance(to: SamplePhotos.colors[2]) <= 6
        }
        #expect(show.browser.process.errors.lines.isEmpty)
      }
    }
  }
}
