import Foundation
import Glibc
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// The command `carousel-photos msg`.
  @Suite("Requests of other programs") struct MessageTests {
    /// Sends a request to the browser that was started last.
    private func send(_ words: String..., in session: any UserSession) throws -> PhotoBrowser.Run {
      try PhotoBrowser.run(["msg"] + words, environment: session.environment)
    }

    private func object(_ run: PhotoBrowser.Run) throws -> [String: Any] {
      try #require(
        try JSONSerialization.jsonObject(with: Data(run.output.joined().utf8)) as? [String: Any],
        "\(run.output) \(run.errors)")
    }

    @Test("msg controls the browser that was started last, and the socket is removed when the browser ends")
    func control() throws {
      try withHeadless(width: 1024, height: 768, scale: 1) { session in
        let photos = try LargePhotos(into: session.folder)
        let browser = try PhotoBrowser(
          [photos.folder, "--fullscreen"], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try browser.settled("opened") { $0.items == photos.names.count }
        let last = photos.names.count - 1
        #expect(try send("photo.last", in: session).exit == .code(0))
        #expect(try object(send("settle", "within=60", in: session))["index"] as? Int == last)
        #expect(try send("page", "name=single", in: session).exit == .code(0))
        let state = try object(send("settle", "within=60", in: session))
        #expect(state["page"] as? String == "single")
        #expect(state["name"] as? String == photos.names[last])
        let screen = try session.screenshot("the photo fills the window") { photos.fills($0, last) }
        #expect(screen.width == 1024)
        #expect(try send("open", "path=\(photos.folder)/\(photos.names[2])", in: session).exit == .code(0))
        try browser.settled("at the opened file") { $0.name == photos.names[2] && $0.page == "single" }
        let relative = try send("open", "path=/nowhere", in: session)
        #expect(relative.exit == .code(1) && relative.errors.joined().contains("/nowhere"))
        #expect(try object(send("state", in: session))["name"] as? String == photos.names[2])
        #expect(try send("window.quit", in: session).exit == .code(0))
        #expect(try browser.process.waitForExit() == .code(PhotoBrowser.ExitCode.success))
        let runtime = try #require(session.environment["XDG_RUNTIME_DIR"])
        let left = try FileManager.default.contentsOfDirectory(atPath: runtime)
        #expect(!left.contains { $0.hasPrefix("carousel-photos") }, "\(left)")
        let missing = try send("state", in: session)
        #expect(missing.exit == .code(PhotoBrowser.ExitCode.unavailable))
        #expect(missing.errors.joined().contains("no program listens"))
      }
    }

    @Test("msg sorts the photos by the times of their files, also those of a folder that is opened later")
    func sort() throws {
      try withHeadless(width: 1024, height: 768, scale: 1) { session in
        let photos = try LargePhotos(into: session.folder)
        let other = session.folder("other")
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        // The last photo by name is the oldest file.
        for (index, name) in photos.names.enumerated() {
          let date = Date(timeIntervalSince1970: 1_700_000_000 - Double(index) * 86_400)
          try FileManager.default.setAttributes(
            [.modificationDate: date], ofItemAtPath: photos.folder + "/" + name)
          try FileManager.default.copyItem(
            atPath: photos.folder + "/" + name, toPath: other + "/copy-" + name)
          try FileManager.default.setAttributes(
            [.modificationDate: date], ofItemAtPath: other + "/copy-" + name)
        }
        let browser = try PhotoBrowser(
          [photos.folder, "--page", "single"], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try browser.settled("opened") { $0.items == photos.names.count && $0.page == "single" }
        #expect(try send("sort.modified", in: session).exit == .code(0))
        let last = photos.names.count - 1
        // The shown photo stays, at another place.
        func waitForIndex(_ index: Int) throws -> [String: Any] {
          var state: [String: Any] = [:]
          for _ in 0..<20 where state["index"] as? Int != index {
            let revision = state["revision"] as? Int ?? 0
            state = try object(send("state", "after=\(revision)", "within=60", in: session))
          }
          return state
        }
        #expect(try waitForIndex(last)["name"] as? String == photos.names[0])
        #expect(try send("photo.first", in: session).exit == .code(0))
        #expect(try waitForIndex(0)["name"] as? String == photos.names[last])
        #expect(try send("open", "path=\(other)", in: session).exit == .code(0))
        try browser.settled("at the oldest file") { $0.name == "copy-" + photos.names[last] }
        #expect(try waitForIndex(0)["name"] as? String == "copy-" + photos.names[last])
      }
    }

    @Test("A photo that was given by a relative path has an absolute path; SIGTERM removes the socket")
    func relativePath() throws {
      try withHeadless(width: 1024, height: 768, scale: 1) { session in
        let photos = try LargePhotos(into: session.folder)
        let browser = try PhotoBrowser(
          ["large"], environment: session.environment, folder: session.folder,
          tracer: ["/bin/sh", "-c", "cd '\(photos.folder)/..' && exec \"$0\" \"$@\""])
        defer { browser.stop() }
        try browser.settled("opened") { $0.items == photos.names.count }
        let path = "\(photos.folder)/\(photos.names[3])"
        #expect(try send("show", "path=\(path)", in: session).exit == .code(0))
        let state = try object(send("settle", "within=60", in: session))
        #expect(state["path"] as? String == path)
        #expect(state["uri"] as? String == "file://\(path)")
        browser.process.send(SIGTERM)
        #expect(try browser.process.waitForExit() == .signal(SIGTERM))
        let runtime = try #require(session.environment["XDG_RUNTIME_DIR"])
        let left = try FileManager.default.contentsOfDirectory(atPath: runtime)
        #expect(!left.contains { $0.hasPrefix("carousel-photos") }, "\(left)")
      }
    }

    @Test("Folders that are opened one after the other leave no thread and no descriptor behind")
    func manyFolders() throws {
      try withHeadless(width: 1024, height: 768, scale: 1) { session in
        let photos = try LargePhotos(into: session.folder)
        let browser = try PhotoBrowser(
          [photos.folder], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try browser.settled("opened") { $0.items == photos.names.count }
        func open(_ count: Int) throws -> (threads: Int, descriptors: Int) {
          for _ in 0..<count { _ = try send("open", "path=\(photos.folder)", in: session) }
          let state = try object(send("settle", "within=60", in: session))
          let process = "/proc/\(try #require(state["process"] as? Int))"
          return (
            try FileManager.default.contentsOfDirectory(atPath: process + "/task").count,
            try FileManager.default.contentsOfDirectory(atPath: process + "/fd").count
          )
        }
        let first = try open(4)
        let last = try open(16)
        #expect(last.threads <= first.threads + 8, "\(first) \(last)")
        #expect(last.descriptors <= first.descriptors + 8, "\(first) \(last)")
      }
    }

    @Test("Wrong requests end with a sentence and the status 64")
    func mistakes() throws {
      for words in [["fly"], ["show", "index"], ["page", "name=moon"], ["--color"], []] {
        let run = try PhotoBrowser.run(["msg"] + words)
        #expect(run.exit == .code(PhotoBrowser.ExitCode.usage), "\(words)")
        #expect(words.isEmpty || run.errors.count == 1, "\(words): \(run.errors)")
      }
      let help = try PhotoBrowser.run(["msg", "--help"])
      #expect(help.exit == .code(0))
      #expect(help.output.contains { $0.hasPrefix("  photo.next") })
    }
  }
}
