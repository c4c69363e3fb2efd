import Foundation
import TestBitmaps
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
        let types = try typesWithFiles(on: session)
        try #require(types.contains("text/plain") || types.contains("text/plain;charset=utf-8"))
        let list = try paste(["--no-newline", "--type", "text/uri-list"], on: session)
        let path = try paste(["--no-newline", "--type", "text/plain"], on: session)
        #expect(list.removingPercentEncoding?.trimmingCharacters(in: .newlines) == "file://\(path)")
        #expect(FileManager.default.fileExists(atPath: path))
        let names = try FileManager.default.contentsOfDirectory(atPath: show.photos.folder).sorted()
        #expect(path.hasSuffix("/" + names[1]))
      }
    }

    @Test(
      "Ctrl+C offers the picture as PNG and in the format of its file, and the file to file managers",
      arguments: [(UserInput.Key.home, 0, "image/png"), (.right, 1, "image/jpeg")])
    func clipboardPicture(key: UserInput.Key, index: Int, type: String) throws {
      try withHeadless { session in
        let show = try Show(["--size", "640x400"], on: session)
        defer { show.end() }
        try show.settled(width: 640, height: 400)
        session.input.tap(key)
        if index > 0 { try show.browser.settled("at the photo") { $0.index == index } }
        session.input.tap(.c, holding: .control)
        let types = try typesWithFiles(on: session)
        #expect(types.isSuperset(of: ["image/png", type, "x-special/gnome-copied-files"]))
        let path = show.photos.paths[index]
        let list = try paste(["--no-newline", "--type", "x-special/gnome-copied-files"], on: session)
        #expect(list.removingPercentEncoding == "copy\nfile://\(path)")
        let original = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(try pastedData(type, on: session) == original)
        let png = try pastedData("image/png", on: session)
        try png.write(to: URL(fileURLWithPath: session.folder("pasted.png")))
        let picture = try Bitmap(png: session.folder("pasted.png"))
        #expect((picture.width, picture.height) == (900, 600))
        #expect(picture[450, 300].distance(to: SamplePhotos.colors[index]) <= 6)
        #expect(picture[20, 20].distance(to: .init(255, 255, 255)) <= 6)
        #expect(show.browser.process.errors.lines.isEmpty)
      }
    }

    private func pastedData(_ type: String, on session: some UserSession) throws -> Data {
      let file = session.folder("pasted")
      _ = try ChildProcess.run(
        "sh", ["-c", "wl-paste --type \(type) > '\(file)'"], environment: session.environment)
      return try Data(contentsOf: URL(fileURLWithPath: file))
    }

    @Test("While a file is dragged over the window, a frame shows that it can be dropped")
    func dropHint() throws {
      try withHeadless { session in
        let show = try Show(["--fullscreen"], on: session)
        defer { show.end() }
        try show.browser.settled { $0.index == 0 }
        #expect(!isFramed(try session.screenshot()))
        session.input.send(line: "dragfile 0.4 0.4 \(show.photos.paths[2])")
        session.input.move(to: ScreenPoint(500, 400))
        _ = try session.screenshot("a frame", where: isFramed)
        session.input.send(line: "button 272 0")
        _ = try session.screenshot("no frame") { !isFramed($0) }
        #expect(show.browser.process.errors.lines.isEmpty)
      }
    }

    /// Whether the screen shows the frame of a drop: 8 points from the border of the window, and 4 points wide.
    private func isFramed(_ screen: Bitmap) -> Bool {
      let (frame, inside) = (screen[300, 10], screen[300, 24])
      return frame.distance(to: inside) > 40 && frame.distance(to: screen[10, 300]) <= 6
    }

    /// Waits until the clipboard offers files, and returns all types. `wl-paste` fails while the clipboard is empty.
    private func typesWithFiles(on session: some UserSession) throws -> Set<String> {
      var types: Set<String> = []
      try waitUntil("files in the clipboard", lastSeen: types) {
        let lines = (try? paste(["--list-types"], on: session)) ?? ""
        types = Set(lines.split(separator: "\n").map(String.init))
        return types.contains("text/uri-list")
      }
      return types
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
        session.input.send(line: "dragfile 0.4 0.4 \(folder)")
        session.input.move(to: ScreenPoint(500, 400))
        // The program shows the frame after it has accepted the drag.
        _ = try session.screenshot("a frame", where: isFramed)
        session.input.send(line: "button 272 0")
        try show.browser.settled("at the dropped photo") { $0.index == 0 && $0.items == 1 }
        session.input.parkPointer()
        _ = try session.screenshot("the dropped photo") { screen in
          screen[screen.width / 2, screen.height / 2].distance(to: SamplePhotos.colors[2]) <= 6
        }
        #expect(show.browser.process.errors.lines.isEmpty)
      }
    }
  }
}
