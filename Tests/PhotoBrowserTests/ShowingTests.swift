import Foundation
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// Compares the window of the program in a session with the screenshot from its embedded compositor.
  @Suite("Windows and screenshots") struct ShowingTests {
    @Test(
      "A tiled window matches the screenshot, on sway", .needs(.sway),
      arguments: ["coverFlow2", "rotary", "linear"])
    func tiled(type: String) throws {
      try withSway { try expectMatch(on: $0, options: ["--type", type]) }
    }

    @Test("A screenshot at a fractional scale has the size of the window's buffer")
    func fractionalScreenshot() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        for options in [[], ["--fullscreen"]] {
          let own = try Screenshot(
            of: [photos.folder], width: 777, height: 401, options: options, scale: 1.5, in: folder)
          try #require((own.bitmap.width, own.bitmap.height) == (1166, 602))
          // The window fills the picture.
          #expect(own.bitmap[1165, 601].distance(to: .init(0, 0, 0)) > 6)
        }
      }
    }

    @Test("A window with a border matches the screenshot, on sway", .needs(.sway))
    func bordered() throws {
      try withSway(configuration: ["default_border normal"]) { try expectMatch(on: $0) }
    }

    @Test("A fullscreen window matches the screenshot, on sway", .needs(.sway))
    func fullscreenOnSway() throws {
      try withSway(configuration: ["default_border normal"]) {
        try expectMatch(on: $0, options: ["--fullscreen"])
      }
    }

    @Test("A window at scale 2 matches the screenshot, on sway", .needs(.sway))
    func scaled() throws {
      try withSway(
        width: 1280, height: 960, configuration: ["default_border none", "output HEADLESS-1 scale 2"]
      ) {
        try expectMatch(on: $0)
      }
    }

    @Test(
      "A fullscreen window matches the screenshot, on weston", .needs(.weston),
      arguments: ["coverFlow2", "rotary"])
    func fullscreenOnWeston(type: String) throws {
      try withWeston { try expectMatch(on: $0, options: ["--fullscreen", "--type", type]) }
    }

    @Test("A window in a kiosk shell matches the screenshot, on weston", .needs(.weston))
    func kioskOnWeston() throws {
      try withWeston(shell: .kiosk) { try expectMatch(on: $0, options: ["--vertical"]) }
    }

    @Test("A floating window matches the screenshot, on weston", .needs(.weston))
    func floatingOnWeston() throws {
      try withWeston { try expectMatch(on: $0, options: ["--size", "800x500"]) }
    }

    /// 1023 pixels are not a multiple of 16. A renderer that aligns rows would pad them, and KWin 5.27 does
    /// not support padded rows.
    @Test(
      "A fullscreen window of odd width matches the screenshot, on KWin", .needs(.kwin), arguments: [1, 1.5])
    func fullscreenOnKWin(scale: Double) throws {
      try withKWin(width: 1023, height: 768, scale: scale) {
        try expectMatch(on: $0, options: ["--fullscreen"])
      }
    }

    private func expectMatch(on session: some CompositorSession, options: [String] = []) throws {
      let photos = try SamplePhotos(into: session.folder)
      (session as? any UserSession)?.input.parkPointer()
      let browser = try PhotoBrowser(
        [photos.folder] + options, environment: session.environment, folder: session.folder)
      defer { browser.stop() }
      let screen = try session.screenshot()
      let state = try browser.settled { state in
        !options.contains("--fullscreen") || Double(state.width) * state.scale == Double(screen.width)
      }
      #expect(state.index == 0)

      let own = try Screenshot(
        of: [photos.folder], width: state.width, height: state.height,
        options: options.filter { $0 != "--fullscreen" }, scale: state.scale, in: session.folder)
      let (width, height) = (own.bitmap.width, own.bitmap.height)
      #expect(width == Int((Double(state.width) * state.scale).rounded()))
      let middle = own.bitmap[width / 2, height / 2]
      #expect(middle.distance(to: SamplePhotos.colors[0]) <= 6, "the first photo is in the middle")

      let check = PictureCheck(of: own, on: session) { contents(of: $0, in: session, like: own.bitmap) }
      try check.expectEqual("\(options)")
      #expect(browser.process.errors.lines.isEmpty)
    }

    /// Returns the part of a screenshot that shows the window.
    private func contents(of screen: Bitmap, in session: some CompositorSession, like own: Bitmap)
      -> Bitmap
    {
      let (width, height) = (own.width, own.height)
      guard screen.width > width || screen.height > height else { return screen }
      if let window = try? (session as? Sway)?.windowContents() {
        return screen.cropped(x: window.x, y: window.y, width: width, height: height)
      }
      // weston does not report the position of a window, so the window is found by pixels of its sides and its
      // middle. The lower corners of the window are round.
      let marks = [
        (0, 0), (width - 1, 0), (0, height - 20), (width - 1, height - 20), (20, height - 1),
        (width / 2, height / 2),
      ]
      guard let place = screen.firstPosition(of: own, comparing: marks) else { return screen }
      return screen.cropped(x: place.x, y: place.y, width: width, height: height)
    }
  }
}
