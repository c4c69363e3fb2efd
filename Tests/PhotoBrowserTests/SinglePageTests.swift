import Foundation
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// The page of one photo that fills the window.
  @Suite("Single page") struct SinglePageTests {
    @Test(
      "Return, a click and a tap on the current photo open it to fill the window; Escape and Return close it",
      .proves("D024"))
    func openAndClose() throws {
      try withSinglePhotos { browser, session, photos in
        let middle = ScreenPoint(512, 384)
        let openers: [(String, () -> Void)] = [
          ("Return", { session.input.tap(.return) }),
          ("a click", { session.input.tap(.pointer, at: middle) }),
          ("a tap", { session.input.tap(.finger, at: middle) }),
        ]
        for (name, open) in openers {
          open()
          let state = try browser.settled("opened by \(name)") { $0.page == "single" }
          #expect(state.index == 0 && state.name == photos.names[0])
          let screen = try session.screenshot("the photo fills the window") { photos.fills($0, 0) }
          #expect(screen[8, 8].distance(to: screen[1015, 8]) <= 3, "the bars beside the photo are dark")
          session.input.tap(name == "Return" ? .return : .escape)
          try browser.settled("closed") { $0.page == "photos" && $0.index == 0 }
        }
        session.input.tap(.right)
        try browser.settled("at the second photo") { $0.index == 1 }
        session.input.tap(.return)
        try browser.settled("opened") { $0.page == "single" && $0.index == 1 }
        session.input.tap(.q)
        #expect(try browser.process.waitForExit() == .code(PhotoBrowser.ExitCode.success))
        #expect(browser.process.errors.lines.isEmpty)
      }
    }

    @Test("A click on another photo scrolls to it and does not open it")
    func clickBeside() throws {
      try withSinglePhotos { browser, session, photos in
        let screen = try session.screenshot("the second photo") { $0.middle(of: photos.colors[1]) != nil }
        let beside = try #require(screen.middle(of: photos.colors[1]))
        session.input.tap(.pointer, at: beside)
        #expect(try browser.settled("at the second photo") { $0.index == 1 }.page == "photos")
      }
    }

    @Test(
      "Keys show the next, previous, first and last photo; picture, title and position agree", .proves("D069")
    )
    func keys() throws {
      try withSinglePhotos { browser, session, photos in
        session.input.tap(.return)
        try browser.settled("opened") { $0.page == "single" }
        let keys: [(UserInput.Key, Int)] = [
          (.right, 1), (.space, 2), (.pageDown, 3), (.down, 4), (.left, 3), (.backspace, 2), (.pageUp, 1),
          (.up, 0), (.end, 5), (.home, 0),
        ]
        for (key, index) in keys {
          session.input.tap(key)
          let state = try browser.settled("photo \(index) after \(key)") { $0.index == index }
          #expect(state.page == "single" && state.name == photos.names[index])
          _ = try session.screenshot("photo \(index)") { photos.fills($0, index) }
          #expect(try title(of: session) == "\(photos.names[index]) – \(index + 1) of 6")
        }
      }
    }

    @Test("A horizontal swipe follows the finger and shows the next photo; a short one returns")
    func swipe() throws {
      try withSinglePhotos { browser, session, photos in
        session.input.tap(.return)
        try browser.settled("opened") { $0.page == "single" }
        session.input.press(.finger, at: ScreenPoint(700, 400))
        for x in [690.0, 550, 450, 340] { session.input.drag(.finger, to: ScreenPoint(x, 400)) }
        _ = try session.screenshot("both photos") {
          $0[200, 384].distance(to: photos.colors[0]) <= 6
            && $0[1000, 384].distance(to: photos.colors[1]) <= 6
        }
        for x in [240.0, 140, 60] { session.input.drag(.finger, to: ScreenPoint(x, 400)) }
        session.input.lift(.finger)
        let state = try browser.settled("at the second photo") { $0.index == 1 }
        #expect(state.page == "single" && state.name == photos.names[1])
        _ = try session.screenshot("the second photo") { photos.fills($0, 1) }
        session.input.dragAndHold(.finger, from: ScreenPoint(500, 400), to: ScreenPoint(400, 400))
        _ = try session.screenshot("the second photo again") { photos.fills($0, 1) }
      }
    }

    @Test("A vertical drag and a pinch close the page into the item of the photo", .proves("D024", "V03"))
    func dragBack() throws {
      try withSinglePhotos { browser, session, photos in
        session.input.tap(.right)
        try browser.settled("at the second photo") { $0.index == 1 }
        let carousel = try session.screenshot("the carousel") {
          $0[512, 384].distance(to: photos.colors[1]) <= 6
        }
        session.input.tap(.return)
        try browser.settled("opened") { $0.page == "single" }
        session.input.tap(.right)
        try browser.settled("at the third photo") { $0.index == 2 }
        session.input.tap(.left)
        try browser.settled("at the second photo") { $0.index == 1 && $0.page == "single" }
        session.input.dragAndHold(.finger, from: ScreenPoint(512, 300), to: ScreenPoint(512, 620))
        try browser.settled("closed by a drag") { $0.page == "photos" && $0.index == 1 }
        let closed = try session.screenshot("the carousel again") { $0.isSimilar(to: carousel) }
        #expect(closed.isSimilar(to: carousel))

        session.input.tap(.return)
        try browser.settled("opened again") { $0.page == "single" }
        session.input.pinch(around: ScreenPoint(512, 384), from: 300, to: 100)
        try browser.settled("closed by a pinch") { $0.page == "photos" && $0.index == 1 }
      }
    }

    @Test("Keys, the wheel with Ctrl, a double click and two fingers zoom; 0 fits, and the next photo fits")
    func zoom() throws {
      try withSinglePhotos { browser, session, photos in
        session.input.tap(.return)
        let fit = try browser.settled("opened") { $0.page == "single" }.zoom
        #expect(abs(fit - 1024.0 / 2400) < 0.01)
        session.input.tap(.one)
        try browser.settled("actual pixels") { $0.zoom == 1 }
        session.input.tap(.equal)
        try browser.settled("larger") { abs($0.zoom - 1.25) < 0.01 }
        session.input.tap(.minus)
        try browser.settled("smaller") { abs($0.zoom - 1) < 0.01 }
        session.input.tap(.two)
        try browser.settled("the window is filled") { abs($0.zoom - 768.0 / 1600) < 0.01 }
        session.input.tap(.zero)
        try browser.settled("fits") { abs($0.zoom - fit) < 0.01 }
        session.input.move(to: ScreenPoint(512, 384))
        session.input.press(.control)
        session.input.scrollWheel(notches: -2)
        try browser.settled("by the wheel") { $0.zoom > fit * 1.4 }
        session.input.scrollWheel(notches: 9)
        try browser.settled("by the wheel") { abs($0.zoom - fit) < 0.01 }
        session.input.release(.control)
        session.input.tap(.pointer, at: ScreenPoint(300, 300))
        session.input.tap(.pointer, at: ScreenPoint(300, 300))
        try browser.settled("by a double click") { $0.zoom == 1 }
        session.input.dragAndHold(.pointer, from: ScreenPoint(500, 400), to: ScreenPoint(200, 300))
        let moved = try browser.settled("moved") { $0.zoom == 1 }
        #expect(moved.page == "single" && moved.index == 0, "a drag moves a zoomed photo")
        session.input.tap(.right)
        try browser.settled("the next photo fits") { $0.index == 1 && abs($0.zoom - fit) < 0.01 }
        session.input.pinch(around: ScreenPoint(512, 384), from: 100, to: 300)
        let pinched = try browser.settled("by two fingers") { $0.zoom > fit * 2 }
        #expect(pinched.page == "single" && pinched.index == 1)
      }
    }

    @Test("At actual pixels, the screen shows exactly the pixels of the file; above 400 %, each is a square")
    func exactPixels() throws {
      try withHeadless(width: 1024, height: 768, scale: 1) { session in
        let folder = session.folder("photos")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let photo = Self.checkerboard
        photo.write(png: folder + "/checks.png")
        session.input.parkPointer()
        let browser = try PhotoBrowser(
          [folder + "/checks.png", "--fullscreen"], environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try browser.settled("opened") { $0.page == "single" && $0.width == 1024 }
        session.input.tap(.one)
        try browser.settled("actual pixels") { $0.zoom == 1 }
        // The middle of the photo is in the middle of the window.
        let (left, top) = ((photo.width - 1024) / 2, (photo.height - 768) / 2)
        _ = try session.screenshot("the pixels of the file") { screen in
          Self.places.allSatisfy { x, y in screen[x, y] == photo[left + x, top + y] }
        }
        for _ in 0..<8 { session.input.tap(.equal) }
        let state = try browser.settled("enlarged") { abs($0.zoom - pow(1.25, 8)) < 0.01 }
        _ = try session.screenshot("squares") { screen in
          // Beside an edge between two pixels, there are only the colors of the two.
          Set((300..<420).map { x in screen[x, 400].isBright }).count == 2
            && (300..<420).allSatisfy { x in screen[x, 400].isBlackOrWhite }
        }
        #expect(state.page == "single")
      }
    }

    @Test("A file is opened on the single page among the photos of its folder; Escape then ends the program")
    func openedFile() throws {
      try withSinglePhotos(opening: 2) { browser, session, photos in
        _ = try session.screenshot("the file") { photos.fills($0, 2) }
        session.input.tap(.right)
        try browser.settled("at the next photo") { $0.index == 3 && $0.page == "single" }
        session.input.dragAndHold(.finger, from: ScreenPoint(512, 300), to: ScreenPoint(512, 620))
        try browser.settled("in the carousel") { $0.page == "photos" && $0.index == 3 }
        session.input.tap(.return)
        try browser.settled("opened again") { $0.page == "single" }
        session.input.tap(.escape)
        try browser.settled("closed") { $0.page == "photos" }
        session.input.tap(.escape)  // leaves full screen
        session.input.tap(.escape)
        #expect(try browser.process.waitForExit() == .code(PhotoBrowser.ExitCode.success))
      }
    }

    @Test(
      "When the shown photo is removed, the next one follows; when all are removed, no picture and no name remain"
    )
    func removed() throws {
      try withSinglePhotos(opening: 2) { browser, session, photos in
        try FileManager.default.removeItem(atPath: photos.folder + "/" + photos.names[2])
        let next = try browser.settled("the next photo") { $0.items == 5 }
        #expect(next.page == "single" && next.name == photos.names[3])
        _ = try session.screenshot("the next photo") { photos.fills($0, 3) }
        #expect(try title(of: session) == "\(photos.names[3]) – 3 of 5")
        for name in photos.names where name != photos.names[2] {
          try FileManager.default.removeItem(atPath: photos.folder + "/" + name)
        }
        try browser.settled("nothing left") { $0.items == 0 && $0.page == "problem" }
        #expect(try title(of: session) == "Photos")
      }
    }

    // MARK: Setup

    /// A photo of 2000 × 1500 pixels with squares of a single pixel and of several pixels.
    private static let checkerboard: Bitmap = {
      var photo = Bitmap(width: 2000, height: 1500, filledWith: Bitmap.Pixel(255, 255, 255))
      photo.fillChecks(of: 1, columns: 0..<1200, with: Bitmap.Pixel(0, 0, 0))
      photo.fillChecks(of: 3, columns: 1200..<2000, with: Bitmap.Pixel(0, 0, 0))
      return photo
    }()
    private static let places = (0..<200).map { (x: 20 + ($0 * 37) % 980, y: 20 + ($0 * 53) % 720) }

    private func title(of session: some UserSession) throws -> String {
      let start = session.process.output.lines.count
      session.input.send(line: "window title")
      return try session.process.output.first(from: start, "the title") { line in
        line.hasPrefix("title ") ? String(line.dropFirst(6)) : nil
      }
    }

    /// Shows six photos of 2400 × 1600 pixels in a linear carousel that fills the screen.
    private func withSinglePhotos(
      opening index: Int? = nil, _ body: (PhotoBrowser, any UserSession, LargePhotos) throws -> Void
    ) throws {
      try withHeadless(width: 1024, height: 768, scale: 1) { session in
        let photos = try LargePhotos(into: session.folder)
        session.input.parkPointer()
        let path = photos.folder + (index.map { "/" + photos.names[$0] } ?? "")
        let browser = try PhotoBrowser(
          [path, "--type", "linear", "--fullscreen"], environment: session.environment, folder: session.folder
        )
        defer { browser.stop() }
        try browser.settled("opened") {
          $0.width == 1024 && $0.page == (index == nil ? "photos" : "single") && $0.index == index ?? 0
        }
        try body(browser, session, photos)
      }
    }
  }
}

extension Bitmap {
  /// Whether some hundred pixels are almost equal.
  fileprivate func isSimilar(to other: Bitmap) -> Bool {
    (0..<300).allSatisfy { number in
      let (x, y) = ((number * 37) % width, (number * 53) % height)
      return self[x, y].distance(to: other[x, y]) <= 8
    }
  }
}

extension Bitmap.Pixel {
  fileprivate var isBright: Bool { red > 127 }
  fileprivate var isBlackOrWhite: Bool {
    self == Bitmap.Pixel(0, 0, 0) || self == Bitmap.Pixel(255, 255, 255)
  }
}
