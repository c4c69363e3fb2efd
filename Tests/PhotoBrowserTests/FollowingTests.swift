import Foundation
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// The photos of folders, files and lists, and how the window follows their changes.
  @Suite("Following changes") struct FollowingTests {
    // MARK: While the window is open

    @Test("If a photo is added before the current photo, the current photo stays in the middle")
    func added() throws {
      try withBrowser { session, photos, browser in
        session.input.tap(.right)
        try browser.settled("at the second photo") { $0.index == 1 && $0.items == 7 }
        SamplePhotos.paint(SamplePhotos.colors[6]).write(png: photos.folder + "/0 first.png")
        try browser.settled("with the new photo") { $0.items == 8 && $0.index == 2 }
        try expectMiddle(SamplePhotos.colors[1], session)
        session.input.tap(.left)
        session.input.tap(.left)
        try browser.settled("at the new photo") { $0.index == 0 }
        try expectMiddle(SamplePhotos.colors[6], session)
      }
    }

    @Test("If another file replaces a photo, the new content is shown")
    func replaced() throws {
      try withBrowser { session, photos, browser in
        try expectMiddle(SamplePhotos.colors[0], session)
        let part = photos.folder + "/.part"
        SamplePhotos.paint(SamplePhotos.colors[5]).write(png: part)
        #expect(rename(part, photos.paths[0]) == 0)
        try expectMiddle(SamplePhotos.colors[5], session)
        #expect(browser.process.errors.lines.isEmpty)
      }
    }

    @Test("If the current photo is removed, the next photo becomes the current photo")
    func removed() throws {
      try withBrowser { session, photos, browser in
        try FileManager.default.removeItem(atPath: photos.paths[0])
        try browser.settled("without the photo") { $0.items == 6 && $0.index == 0 }
        try expectMiddle(SamplePhotos.colors[1], session)
        for path in photos.paths.dropFirst() { try FileManager.default.removeItem(atPath: path) }
        try browser.settled("without photos") { $0.items == 0 }
        SamplePhotos.paint(SamplePhotos.colors[3]).write(png: photos.folder + "/again.png")
        try browser.settled("with a photo again") { $0.items == 1 }
        try expectMiddle(SamplePhotos.colors[3], session)
      }
    }

    @Test("If the current photo is renamed, it stays in the middle")
    func renamed() throws {
      try withBrowser { session, photos, browser in
        #expect(rename(photos.paths[0], photos.folder + "/9 last.png") == 0)
        try browser.settled("at its new place") { $0.items == 7 && $0.index == 6 }
        try expectMiddle(SamplePhotos.colors[0], session)
        // The size of the photos changes, so the photo is decoded again, from its new path.
        session.input.tap(.v)
        try browser.settled("vertical") { $0.isVertical }
        try expectMiddle(SamplePhotos.colors[0], session)
        #expect(browser.process.errors.lines.isEmpty, "\(browser.process.errors.lines)")
      }
    }

    @Test("If 300 photos are added before the current photo, the current photo stays in the middle")
    func manyAdded() throws {
      try withBrowser { session, photos, browser in
        let source = photos.folder + "/.source.png"
        SamplePhotos.paint(SamplePhotos.colors[6]).write(png: source)
        for number in 0..<300 { link(source, "\(photos.folder)/0 \(number).png") }
        try browser.settled("with the new photos") { $0.items == 307 && $0.index == 300 }
        try expectMiddle(SamplePhotos.colors[0], session)
      }
    }

    @Test(
      "If 10,000 photos disappear, the next one that is left is shown under its name; if the folder does, a page says so"
    )
    func manyRemoved() throws {
      try withHeadless { session in
        let photos = try SamplePhotos(into: session.folder)
        let content = session.folder("content.png")
        Bitmap(width: 60, height: 40, filledWith: SamplePhotos.colors[6]).write(png: content)
        let data = try Data(contentsOf: URL(fileURLWithPath: content))
        let others = (0..<10_000).map { "\(photos.folder)/3b \($0).png" }
        for path in others { try data.write(to: URL(fileURLWithPath: path)) }
        let browser = try PhotoBrowser(
          [others[5000], "--fullscreen"], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try browser.settled("at a photo among them") {
          $0.items == 10_007 && $0.name == "3b 5000.png" && $0.page == "single"
        }
        try expectMiddle(SamplePhotos.colors[6], session)
        for path in others { #expect(unlink(path) == 0) }
        try browser.settled("without them") {
          $0.items == 7 && $0.name == "4 أصفر.jpg" && $0.page == "single"
        }
        try expectMiddle(SamplePhotos.colors[3], session)
        session.input.tap(.right)
        try browser.settled("at the next photo") { $0.index == 4 && $0.name == "5 magenta.png" }
        try expectMiddle(SamplePhotos.colors[4], session)
        try FileManager.default.removeItem(atPath: photos.folder)
        try browser.settled("without the folder") { $0.items == 0 && $0.page == "problem" }
        #expect(browser.process.errors.lines.count <= 1, "one sentence: \(browser.process.errors.lines)")
        session.input.tap(.q)
        #expect(try browser.process.waitForExit() == .code(0))
      }
    }

    // MARK: The command line

    @Test(
      "If the program is started with a single file, this photo is in the middle, among the photos of its folder"
    )
    func singleFile() throws {
      try withHeadless { session in
        let photos = try SamplePhotos(into: session.folder)
        let browser = try PhotoBrowser(
          [photos.paths[4]], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try browser.settled("at the file") { $0.index == 4 && $0.items == 7 }
        try expectMiddle(SamplePhotos.colors[4], session)
      }
    }

    @Test("With --page carousel, a single file is in the middle of the carousel")
    func singleFileInCarousel() throws {
      try withHeadless { session in
        let photos = try SamplePhotos(into: session.folder)
        let browser = try PhotoBrowser(
          [photos.paths[4], "--page", "carousel"], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try browser.settled("at the file") { $0.index == 4 && $0.page == "photos" && $0.offset == 4 }
        try expectMiddle(SamplePhotos.colors[4], session)
      }
    }

    @Test(
      "With the corresponding options, hidden photos and the photos of subfolders are shown",
      arguments: [[], ["--recursive"], ["--hidden"]])
    func subfolders(options: [String]) throws {
      try withHeadless { session in
        let photos = try SamplePhotos(into: session.folder)
        try FileManager.default.createDirectory(
          atPath: photos.folder + "/a/b", withIntermediateDirectories: true)
        for name in ["a/b/8.png", "a/9.png", ".10.png"] {
          SamplePhotos.paint(SamplePhotos.colors[0]).write(png: photos.folder + "/" + name)
        }
        let browser = try PhotoBrowser(
          [photos.folder] + options, environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        let count = options == ["--recursive"] ? 9 : options == ["--hidden"] ? 8 : 7
        try browser.settled("\(count) photos") { $0.items == count }
      }
    }

    @Test(
      "--sort and --reverse determine the order of the photos", arguments: ["name", "size", "modified"],
      [false, true])
    func order(key: String, isReversed: Bool) throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        let (first, last) = (photos.paths[2], photos.paths[5])
        // Sets sizes and times such that one photo is the smallest and the oldest.
        try Data(repeating: 0, count: 1 << 20).write(to: URL(fileURLWithPath: folder("padding")))
        for (index, path) in photos.paths.enumerated() {
          var content = try Data(contentsOf: URL(fileURLWithPath: path))
          if path == last { content += Data(repeating: 0, count: 1 << 20) }
          if path != first { content += Data(repeating: 0, count: 100_000) }
          try content.write(to: URL(fileURLWithPath: path))
          let day = path == first ? 1 : path == last ? 30 : 10 + index
          try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(day) * 86400)], ofItemAtPath: path)
        }
        let options = ["--sort", key] + (isReversed ? ["--reverse"] : [])
        let shown = try Screenshot(of: [photos.folder], width: 640, height: 480, options: options, in: folder)
        let index = key == "name" ? (isReversed ? 6 : 0) : isReversed ? 5 : 2
        #expect(shown.bitmap[320, 240].distance(to: SamplePhotos.colors[index]) <= 6)
      }
    }

    @Test("Lists of paths are read from standard input", arguments: ["-", "-0"])
    func list(option: String) throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        let image = folder("list.png")
        let format = option == "-0" ? "%s\\0" : "%s\\n"
        let run = try shell(
          "printf '\(format)' \"$1\" \"$2\" | \"$0\" \(option) --size 640x480 --screenshot \"$3\"",
          [photos.paths[3], photos.paths[1], image])
        #expect(run.exit == .code(0) && run.errors.isEmpty, "\(run.errors)")
        #expect(try Bitmap(png: image)[320, 240].distance(to: SamplePhotos.colors[3]) <= 6)
        let empty = try shell("\"$0\" - --screenshot \"$1\" < /dev/null", [folder("never.png")])
        #expect(empty.exit == .code(PhotoBrowser.ExitCode.noInput) && empty.errors.count == 1)
      }
    }

    @Test("If a folder contains only folders, their photos are shown and a message reports this")
    func onlyFolders() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder, named: "album/inner")
        let shown = try Screenshot(of: [folder("album")], width: 640, height: 480, in: folder)
        #expect(shown.bitmap[320, 240].distance(to: SamplePhotos.colors[0]) <= 6)
        #expect(shown.errors.count == 1 && shown.errors[0].contains("holds only folders"), "\(shown.errors)")
        _ = photos
      }
    }

    // MARK: Paths and messages

    @Test("The paths of a photo and of a screenshot may contain bytes that are not UTF-8")
    func bytes() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        let run = try shell(
          """
          cd "$1" && mv "$2" "$(printf '\\377\\376.png')" &&
            "$0" "$(printf '\\377\\376.png')" --size 640x480 --screenshot "$(printf '\\375.png')" &&
            mv "$(printf '\\375.png')" shown
          """, [photos.folder, photos.paths[4]])
        #expect(run.exit == .code(0), "\(run.errors)")
        #expect(
          try Bitmap(png: photos.folder + "/shown")[320, 240].distance(to: SamplePhotos.colors[4]) <= 6)
      }
    }

    @Test("Terminal escapes, line ends and direction overrides in file names are escaped in messages")
    func escapes() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        try folder.write("no image", to: "photos/0 \u{1B}[31m\n\u{202E}gpj.jpg")
        let shown = try Screenshot(of: [photos.folder], width: 640, height: 480, in: folder)
        #expect(shown.errors.count == 1, "\(shown.errors)")
        let line = try #require(shown.errors.first)
        #expect(line.contains("\\u{1B}[31m\\u{A}\\u{202E}gpj.jpg"), "\(line)")
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
      }
    }

    @Test("If standard error is a full pipe, the window still responds")
    func fullPipe() throws {
      try withHeadless { session in
        let photos = try SamplePhotos(into: session.folder)
        for number in 0..<50 { try session.folder.write("no image", to: "photos/0 \(number).jpg") }
        let pipe = try session.folder.makeFifo("errors")
        // The fifo is also open for reading, so that opening it for writing does not block. Its buffer is
        // filled here.
        let descriptor = open(pipe, O_RDWR | O_NONBLOCK)
        defer { close(descriptor) }
        let bytes = [UInt8](repeating: 0x78, count: 4096)
        while write(descriptor, bytes, bytes.count) > 0 {}
        while write(descriptor, bytes, 1) > 0 {}
        let browser = try PhotoBrowser(
          [photos.folder], environment: session.environment, folder: session.folder,
          tracer: ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2> '\(pipe)'"])
        defer { browser.stop() }
        try browser.settled("with error views") { $0.items == 57 }
        for _ in 0..<3 { session.input.tap(.right) }
        try browser.settled("at another photo") { $0.index == 3 }
        session.input.tap(.q)
        #expect(try browser.process.waitForExit() == .code(0))
      }
    }

    @Test("After twenty damaged files, further damaged files are counted instead of listed")
    func summary() throws {
      try withHeadless(width: 1024, height: 768) { session in
        let photos = try SamplePhotos(into: session.folder)
        for number in 0..<40 { try session.folder.write("no image", to: "photos/0 \(number).jpg") }
        let browser = try PhotoBrowser(
          [photos.folder, "--type", "linear"], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try browser.settled("with error views") { $0.items == 47 }
        for index in 1...39 {
          session.input.tap(.right)
          try browser.settled("at \(index)") { $0.index == index }
        }
        session.input.tap(.q)
        #expect(try browser.process.waitForExit() == .code(0))
        let lines = browser.process.errors.lines
        #expect(lines.count { $0.contains("is not in a known image format") } == 20, "\(lines.count)")
        #expect(lines.contains { $0.contains("cannot be shown completely") })
      }
    }

    @Test("If the standard streams are closed, the program still writes its screenshot")
    func closedStreams() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        let run = try shell(
          "\"$0\" \"$1\" --size 640x480 --screenshot \"$2\" <&- >&- 2>&-",
          [photos.folder, folder("shown.png")])
        #expect(run.exit == .code(0))
        #expect(try Bitmap(png: folder("shown.png"))[320, 240].distance(to: SamplePhotos.colors[0]) <= 6)
      }
    }

    // MARK: Checks

    private func withBrowser(_ body: (Headless, SamplePhotos, PhotoBrowser) throws -> Void) throws {
      try withHeadless { session in
        let photos = try SamplePhotos(into: session.folder)
        let browser = try PhotoBrowser(
          [photos.folder], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try browser.settled("at the first photo") { $0.index == 0 && $0.items == 7 }
        try body(session, photos, browser)
      }
    }

    private func expectMiddle(_ color: Bitmap.Pixel, _ session: Headless) throws {
      _ = try session.screenshot("the color \(color) in the middle") {
        $0[$0.width / 2, $0.height / 2].distance(to: color) <= 6
      }
    }

    /// Runs a shell script in which `$0` is the program and `$1` the first argument.
    private func shell(_ script: String, _ arguments: [String]) throws -> PhotoBrowser.Run {
      let process = try ChildProcess("/bin/sh", ["-c", script, PhotoBrowser.program] + arguments)
      defer { process.stop() }
      let exit = try process.waitForExit()
      return PhotoBrowser.Run(exit: exit, output: process.output.lines, errors: process.errors.lines)
    }
  }
}
