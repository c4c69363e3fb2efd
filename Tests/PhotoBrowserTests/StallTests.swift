import Foundation
import Glibc
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// The program with a folder that does not answer, and its first start.
  @Suite("Stalls and first start") struct StallTests {
    /// The longest time from the signal to the end of the program, in seconds.
    private static let longestEnd = 1.0
    /// A file call that does not return is not waited for after this time. A test that takes longer shows nothing.
    private static let longestWait = Duration.seconds(10)

    @Test(
      "With a folder that does not answer, the window opens at once, the other photos are shown, and SIGTERM ends the program",
      .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
    func stalledFolder() throws {
      try withHeadless { session in
        let photos = try SamplePhotos(into: session.folder)
        let stalled = try StallingFolder()
        stalled.add("x.jpg", [1])
        stalled.stall([.lookup, .open])
        let browser = try PhotoBrowser(
          [stalled.path], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try stalled.waitForStall()
        // The background of the window is a gradient.
        _ = try session.screenshot("the window of the program") { picture in
          (0..<picture.height).contains { picture[10, $0] != picture[10, 0] }
        }
        browser.process.send(SIGTERM)
        #expect(try browser.process.waitForExit(within: Self.longestEnd) == .signal(SIGTERM))

        let beginning = ContinuousClock.now
        let both = try PhotoBrowser(
          [stalled.path, photos.folder], environment: session.environment, folder: session.folder)
        defer { both.stop() }
        try both.settled("with the other photos") { $0.items == photos.paths.count }
        #expect(beginning.duration(to: .now) < Self.longestWait)
        both.process.send(SIGTERM)
        #expect(try both.process.waitForExit(within: Self.longestEnd) == .signal(SIGTERM))
      }
    }

    @Test(
      "With a photo that cannot be read, the others are shown, and SIGTERM ends the program",
      .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
    func stalledPhoto() throws {
      try withHeadless { session in
        let photos = try SamplePhotos(into: session.folder)
        let stalled = try StallingFolder()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: photos.paths[0])))
        let path = stalled.add("x.png", bytes, stalling: .read)
        let browser = try PhotoBrowser(
          [path] + photos.paths, environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try stalled.waitForStall()
        let beginning = ContinuousClock.now
        // The neighbor of the photo in the middle is not gray.
        let colors = SamplePhotos.colors
        _ = try session.screenshot("another photo") { picture in
          picture.count(of: colors[1]) > 500 || picture.count(of: colors[0]) > 500
        }
        #expect(beginning.duration(to: .now) < Self.longestWait)
        browser.process.send(SIGTERM)
        #expect(try browser.process.waitForExit(within: Self.longestEnd) == .signal(SIGTERM))
      }
    }

    @Test(
      "If the folder does not answer even to the end of the program, SIGTERM closes the window",
      .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
    func stalledEnd() throws {
      try withHeadless { session in
        let stalled = try StallingFolder()
        stalled.add("x.jpg", [1])
        stalled.stall([.lookup, .open])
        stalled.ignoreEnds()
        let browser = try PhotoBrowser(
          [stalled.path], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        func showsWindow(_ picture: Bitmap) -> Bool {
          (0..<picture.height).contains { picture[10, $0] != picture[10, 0] }
        }
        try stalled.waitForStall()
        _ = try session.screenshot("the window of the program", where: showsWindow)
        browser.process.send(SIGTERM)
        _ = try session.screenshot("no window") { !showsWindow($0) }
        stalled.release()
        #expect(try browser.process.waitForExit() == .signal(SIGTERM))
      }
    }

    @Test(
      "If no photo is found, the window shows the reason, also if it is open already",
      .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
    func lateFailure() throws {
      try withHeadless { session in
        let stalled = try StallingFolder()
        stalled.stall([.lookup, .open])
        let browser = try PhotoBrowser(
          [stalled.path], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try stalled.waitForStall()
        _ = try session.screenshot("the window of the program") { picture in
          (0..<picture.height).contains { picture[10, $0] != picture[10, 0] }
        }
        // The folder answers now, and is empty.
        stalled.release()
        try browser.settled("with the reason") { $0.page == "problem" }
      }
    }

    @Test("While the compositor does not answer, SIGTERM ends the program")
    func silentCompositor() throws {
      let folder = try TemporaryFolder()
      let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      defer { close(socket) }
      var longestWait = timeval(tv_sec: 60, tv_usec: 0)
      setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &longestWait, socklen_t(MemoryLayout<timeval>.size))
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(folder("silent").utf8) + [0]) }
      let result = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(result == 0 && listen(socket, 8) == 0)
      let browser = try PhotoBrowser(
        [], environment: ["WAYLAND_DISPLAY": folder("silent"), "HOME": folder("")], folder: folder)
      defer { browser.stop() }
      let connection = accept(socket, nil, nil)
      defer { close(connection) }
      // The first request has arrived, so the program waits for the answer, at most 10 s.
      var byte: UInt8 = 0
      try #require(recv(connection, &byte, 1, 0) == 1)
      browser.process.send(SIGTERM)
      #expect(try browser.process.waitForExit(within: Self.longestEnd) == .signal(SIGTERM))
    }

    @Test("A Pictures folder without photos shows a page with a button")
    func welcome() throws {
      try withHeadless { session in
        let (home, environment) = try home(in: session)
        let browser = try PhotoBrowser([], environment: environment, folder: session.folder)
        defer { browser.stop() }
        #expect(try browser.settled("the page") { $0.page == "welcome" }.items == 0)
        #expect(browser.process.isRunning)
        #expect(!FileManager.default.fileExists(atPath: home + "/.local/share/carousel-photos"))
      }
    }

    @Test(
      "A Pictures folder with photos in subfolders, or with HEIC files only, shows them",
      arguments: [true, false])
    func pictures(inSubfolders: Bool) throws {
      try withHeadless { session in
        let (home, environment) = try home(in: session)
        let photos = try SamplePhotos(into: session.folder)
        let folder = home + "/Pictures" + (inSubfolders ? "/2024/May" : "")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (index, path) in photos.paths.prefix(2).enumerated() {
          // The content of a file decides about its format, so a PNG with this name is decoded.
          try FileManager.default.copyItem(atPath: path, toPath: "\(folder)/\(index).heic")
        }
        let browser = try PhotoBrowser([], environment: environment, folder: session.folder)
        defer { browser.stop() }
        #expect(try browser.settled("with photos") { $0.items == 2 }.page == "photos")
      }
    }

    @Test("--samples shows painted photos, and cannot be combined with files")
    func samples() throws {
      try withHeadless { session in
        let (home, environment) = try home(in: session)
        let browser = try PhotoBrowser(["--samples"], environment: environment, folder: session.folder)
        defer { browser.stop() }
        #expect(try browser.settled("with samples") { $0.items > 0 }.page == "photos")
        #expect(FileManager.default.fileExists(atPath: home + "/data/carousel-photos/samples"))
      }
      let run = try PhotoBrowser.run(["--samples", "x.jpg"])
      #expect(run.exit == .code(PhotoBrowser.ExitCode.usage))
    }

    /// Creates an empty home folder with a Pictures folder, and the environment for it.
    private func home(in session: some UserSession) throws -> (path: String, environment: [String: String]) {
      let home = session.folder("home")
      try FileManager.default.createDirectory(atPath: home + "/Pictures", withIntermediateDirectories: true)
      try FileManager.default.createDirectory(atPath: home + "/.config", withIntermediateDirectories: true)
      try Data("XDG_PICTURES_DIR=\"\(home)/Pictures\"\n".utf8).write(
        to: URL(filePath: home + "/.config/user-dirs.dirs"))
      var environment = session.environment
      environment["HOME"] = home
      environment["XDG_CONFIG_HOME"] = home + "/.config"
      environment["XDG_DATA_HOME"] = home + "/data"
      environment["XDG_CACHE_HOME"] = home + "/.cache"
      return (home, environment)
    }
  }
}
