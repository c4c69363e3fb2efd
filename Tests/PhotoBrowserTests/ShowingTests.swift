import Foundation
import Testing

extension PhotoBrowserTests {
  /// The program in a session shows what it shows on its embedded compositor.
  @Suite("Showing") struct ShowingTests {
    @Test(
      "fills a tile as its own screenshot says, on sway", .needs(.sway),
      arguments: ["coverFlow2", "rotary", "linear"])
    func tiled(type: String) throws {
      try withSway { try expectSamePicture(on: $0, options: ["--type", type]) }
    }

    @Test("shows inside the compositor's frame as its own screenshot says, on sway", .needs(.sway))
    func framed() throws {
      try withSway(configuration: ["default_border normal"]) { try expectSamePicture(on: $0) }
    }

    @Test("fills the screen as its own screenshot says, on sway", .needs(.sway))
    func fullscreenOnSway() throws {
      try withSway(configuration: ["default_border normal"]) {
        try expectSamePicture(on: $0, options: ["--fullscreen"])
      }
    }

    @Test("is as sharp as its own screenshot at scale 2, on sway", .needs(.sway))
    func scaled() throws {
      try withSway(
        width: 1280, height: 960, configuration: ["default_border none", "output HEADLESS-1 scale 2"]
      ) {
        try expectSamePicture(on: $0)
      }
    }

    @Test(
      "fills the screen as its own screenshot says, on weston", .needs(.weston),
      arguments: ["coverFlow2", "rotary"])
    func fullscreenOnWeston(type: String) throws {
      try withWeston { try expectSamePicture(on: $0, options: ["--fullscreen", "--type", type]) }
    }

    @Test("a kiosk shows as its own screenshot says, on weston", .needs(.weston))
    func kioskOnWeston() throws {
      try withWeston(shell: .kiosk) { try expectSamePicture(on: $0, options: ["--vertical"]) }
    }

    @Test("a floating window shows as its own screenshot says, on weston", .needs(.weston))
    func floatingOnWeston() throws {
      try withWeston { try expectSamePicture(on: $0, options: ["--size", "800x500"]) }
    }

    /// 1023 pixels are no multiple of 16: a renderer that likes aligned rows would pad them, which KWin 5.27 does not
    /// understand.
    @Test(
      "fills a screen of odd width as its own screenshot says, on KWin", .needs(.kwin), arguments: [1, 1.5])
    func fullscreenOnKWin(scale: Double) throws {
      try withKWin(width: 1023, height: 768, scale: scale) {
        try expectSamePicture(on: $0, options: ["--fullscreen"])
      }
    }

    private func expectSamePicture(on session: some CompositorSession, options: [String] = []) throws {
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
      let (width, height) = (own.picture.width, own.picture.height)
      #expect(width == Int((Double(state.width) * state.scale).rounded()))
      let middle = own.picture[width / 2, height / 2]
      #expect(middle.distance(to: SamplePhotos.colours[0]) <= 6, "the first photo is in the middle")

      // "Settled" is said as the frame is handed over; the compositor shows it a moment later.
      var shown = own.picture
      var difference: Difference?
      var mask = EdgeMask(own.outlines, width: width, height: height, reach: 2)
      mask.coverParkedPointer(side: 8)
      _ = try? session.screenshot("the same picture", within: 15) { screen in
        shown = contents(of: screen, in: session, like: own.picture)
        guard shown.width == width, shown.height == height else { return false }
        difference = Difference(shown, own.picture, outside: mask)
        return (difference?.worst ?? 255) <= 2
      }

      #expect(mask.coverage < 0.05, "the mask must leave something to compare")
      let found = try #require(difference)
      print("picture \(options) \(width)x\(height): \(found), mask \(mask.coverage)")
      if found.worst > 2 {
        keep(shown, "shown")
        keep(own.picture, "own")
      }
      #expect(found.worst <= 2, "at \(found.place), \(found.count) pixels differ")
      #expect(browser.process.errors.lines.isEmpty)
    }

    /// The window's part of what a compositor shows.
    private func contents(of screen: Picture, in session: some CompositorSession, like own: Picture)
      -> Picture
    {
      let (width, height) = (own.width, own.height)
      guard screen.width > width || screen.height > height else { return screen }
      if let window = try? (session as? Sway)?.windowContents() {
        return screen.cropped(x: window.x, y: window.y, width: width, height: height)
      }
      // weston does not tell where it puts a window: it is where the corners and the middle fit.
      let marks = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (width / 2, height / 2)]
      for top in 0...(screen.height - height) {
        for left in 0...(screen.width - width)
        where marks.allSatisfy({ screen[left + $0, top + $1] == own[$0, $1] }) {
          return screen.cropped(x: left, y: top, width: width, height: height)
        }
      }
      return screen
    }

    /// Leaves a picture to look at.
    private func keep(_ picture: Picture, _ name: String) {
      let path = PhotoBrowser.products + "/differs-\(name).png"
      picture.write(png: path)
      print("kept \(path)")
    }
  }
}
