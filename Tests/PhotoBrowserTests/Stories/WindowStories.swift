import Foundation
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// Changes of a window and its output, on each compositor. Each story compares the window with the picture
  /// of `--screenshot`, except for the pixels near the edges of photos.
  @Suite("Window stories") struct WindowStories {
    @Test("The first frame equals the picture that --screenshot writes", arguments: Stage.allCases)
    func firstFrame(stage: Stage) throws {
      try play("first frame", on: stage) { session in
        let show = try Show(stage.fillingOptions, on: session)
        defer { show.end() }
        try show.expectFirstPhoto(try show.settled(width: 1024, height: 768))
      }
    }

    @Test(
      "After each resize, the window equals the picture that --screenshot writes at this size",
      arguments: Stage.allCases)
    func resize(stage: Stage) throws {
      try play("resize", on: stage, .init(isFilling: false)) { session in
        let show = try Show(["--size", "640x400"], on: session)
        defer { show.end() }
        try show.expectFirstPhoto(try show.settled(width: 640, height: 400))
        var size = (640, 400)
        for (width, height) in [(701, 463), (560, 420), (640, 400)] {
          let place = try show.contentPlace(width: size.0, height: size.1)
          size = (width, height)
          try session.changeWindow(.resize(width: width, height: height, from: place))
          try show.expectFirstPhoto(try show.settled(width: width, height: height))
        }
      }
    }

    @Test(
      "A maximized window fills the output, and a restored window has its former size",
      arguments: Stage.allCases)
    func maximize(stage: Stage) throws {
      try play("maximize", on: stage, .init(isFilling: false), needing: .maximize) { session in
        let show = try Show(["--size", "640x400"], on: session)
        defer { show.end() }
        try show.settled(width: 640, height: 400)
        try session.changeWindow(.maximize(true))
        try show.expectFirstPhoto(try show.settled(width: 1024, height: 768 - stage.titleBarHeight))
        try session.changeWindow(.maximize(false))
        try show.expectFirstPhoto(try show.settled(width: 640, height: 400))
      }
    }

    @Test(
      "Pressing F makes the window fill the output, and pressing F again restores it",
      arguments: Stage.allCases)
    func fullScreen(stage: Stage) throws {
      try play("full screen", on: stage, .init(isFilling: false)) { session in
        let show = try Show(["--size", "640x400"], on: session)
        defer { show.end() }
        try show.settled(width: 640, height: 400)
        session.input.tap(.f)
        try show.expectFirstPhoto(try show.settled(width: 1024, height: 768))
        session.input.tap(.f)
        try show.expectFirstPhoto(try show.settled(width: 640, height: 400))
      }
    }

    @Test("Escape leaves full screen, and quits otherwise", arguments: Stage.allCases)
    func escape(stage: Stage) throws {
      try play("escape", on: stage, .init(isFilling: false)) { session in
        let show = try Show(["--size", "640x400"], on: session)
        defer { show.end() }
        try show.settled(width: 640, height: 400)
        session.input.tap(.f)
        try show.settled(width: 1024, height: 768)
        session.input.tap(.escape)
        try show.expectFirstPhoto(try show.settled(width: 640, height: 400))
        session.input.tap(.escape)
        #expect(try show.browser.process.waitForExit() == .code(PhotoBrowser.ExitCode.success))
      }
    }

    @Test("The title of the window has the name of the current photo and its position")
    func title() throws {
      try withHeadless { session in
        let show = try Show(["--size", "640x400"], on: session)
        defer { show.end() }
        try show.settled(width: 640, height: 400)
        func expectTitle(_ title: String) throws {
          session.input.send(line: "window title")
          try session.process.output.first("the title \(title)") { $0 == "title \(title)" }
        }
        try expectTitle("1 rot.png – 1 of 7")
        session.input.tap(.right)
        try show.browser.settled("at the second photo") { $0.index == 1 }
        try expectTitle("2 зелёный.jpg – 2 of 7")
      }
    }

    @Test(
      "On an output of scale 2, the window equals the picture that --screenshot writes at scale 2",
      arguments: Stage.allCases)
    func scale(stage: Stage) throws {
      try play("scale", on: stage, .init(scale: 2)) { session in
        let show = try Show(stage.fillingOptions, on: session)
        defer { show.end() }
        try show.expectFirstPhoto(try show.settled(width: 512, height: 384, scale: 2))
      }
    }

    @Test(
      "If the scale of the output changes, the window is drawn at the new scale", arguments: Stage.allCases)
    func scaleChange(stage: Stage) throws {
      try play("scale change", on: stage, needing: .outputChange) { session in
        let show = try Show(stage.fillingOptions, on: session)
        defer { show.end() }
        try show.settled(width: 1024, height: 768)
        try session.changeOutput(.scale(2))
        session.input.parkPointer()
        try show.expectFirstPhoto(try show.settled(width: 512, height: 384, scale: 2))
        try session.changeOutput(.scale(1))
        session.input.parkPointer()
        try show.expectFirstPhoto(try show.settled(width: 1024, height: 768))
      }
    }

    /// KWin 5.27 skews a buffer with padded rows. At scale 1.5 the buffer has 1025 × 768 pixels.
    @Test(
      "If a window has an odd width, the rows of its buffer are aligned, also after changes of the window",
      arguments: Stage.allCases)
    func oddWidth(stage: Stage) throws {
      try play("odd width", on: stage, .init(scale: 1.5), needing: .fractionalScale) { session in
        let show = try Show(["--fullscreen"], on: session)
        defer { show.end() }
        try show.expectFirstPhoto(try show.settled(width: 683, height: 512, scale: 1.5), isResampled: true)
        // The frames of a motion damage only small parts of the window. They must leave no traces.
        session.input.tap(.right)
        try show.browser.settled("at the second photo") { $0.index == 1 }
        session.input.tap(.home)
        try show.expectFirstPhoto(try show.settled(width: 683, height: 512, scale: 1.5), isResampled: true)
      }
    }

    @Test("On a rotated output the picture is upright", arguments: Stage.allCases)
    func transform(stage: Stage) throws {
      try play("transform", on: stage, .init(isTurned: true)) { session in
        let show = try Show(stage.fillingOptions, on: session)
        defer { show.end() }
        try show.expectFirstPhoto(try show.settled(width: 768, height: 1024))
      }
    }

    @Test("After a window was hidden, it shows the current state", arguments: Stage.allCases)
    func hideAndShow(stage: Stage) throws {
      try play("hide and show", on: stage, .init(isFilling: false)) { session in
        let show = try Show(["--size", "640x400"], on: session)
        defer { show.end() }
        try show.expectFirstPhoto(try show.settled(width: 640, height: 400))
        session.input.tap(.end)  // the carousel moves while the window is hidden
        try session.changeWindow(.hide)
        _ = try session.screenshot("no window") { $0.changedRect(since: show.empty) == nil }
        try session.changeWindow(.show)
        try show.browser.settled("at the last photo") { $0.index == 6 }
        session.input.tap(.home)
        try show.expectFirstPhoto(try show.settled(width: 640, height: 400))
      }
    }

    @Test("Closing the window ends the program", arguments: Stage.allCases)
    func close(stage: Stage) throws {
      try play("close", on: stage, needing: .closing) { session in
        let show = try Show(stage.fillingOptions, on: session)
        defer { show.end() }
        try show.browser.settled()
        try session.changeWindow(.close)
        #expect(try show.browser.process.waitForExit() == .code(PhotoBrowser.ExitCode.success))
        #expect(show.browser.process.errors.lines.isEmpty)
      }
    }

    @Test(
      "If the output is unplugged and plugged in again, the window is shown again", arguments: Stage.allCases
    )
    func outputHotPlug(stage: Stage) throws {
      try play("hot-plug, output", on: stage, needing: .outputUnplugging) { session in
        let show = try Show(stage.fillingOptions, on: session)
        defer { show.end() }
        try show.expectFirstPhoto(try show.settled(width: 1024, height: 768))
        session.input.tap(.end)
        try session.changeOutput(.unplug)
        try session.changeOutput(.plug)
        try show.browser.settled("at the last photo") { $0.index == 6 }
        session.input.tap(.home)
        try show.expectFirstPhoto(try show.settled(width: 1024, height: 768))
      }
    }
  }
}

/// The photo browser in the user's session, with the sample photos.
struct Show {
  let session: any UserSession
  let photos: SamplePhotos
  let browser: PhotoBrowser
  /// The content of the screen before the program was started.
  let empty: Bitmap

  /// - Parameters:
  ///   - hasTitleBar: Whether the program draws a title bar; by default only on weston.
  ///   - tracesProtocol: Whether the program prints its Wayland requests and events as lines of errors.
  init(
    _ options: [String], on session: any UserSession, hasTitleBar: Bool? = nil, tracesProtocol: Bool = false
  ) throws {
    self.session = session
    self.hasTitleBar = hasTitleBar ?? (session is Weston)
    photos = try SamplePhotos(into: session.folder)
    session.input.parkPointer()
    empty = try session.screenshot()
    var environment = session.environment
    if tracesProtocol { environment["WAYLAND_DEBUG"] = "client" }
    browser = try PhotoBrowser([photos.folder] + options, environment: environment, folder: session.folder)
  }

  func end() { browser.stop() }

  /// Returns the approximate rectangle of the window's content on the screen, within a few pixels.
  func contentPlace(width: Int, height: Int) throws -> PixelRect {
    let screen = try session.screenshot()
    let place = try #require(screen.changedRect(since: empty))
    guard hasTitleBar else { return place }
    let bar = try #require(titleBarOrigin(on: screen, in: place, width: width), "no title bar on the screen")
    return PixelRect(x: bar.x, y: bar.y + 46, width: width, height: height)
  }

  /// Returns the top left corner of the title bar: the uppermost area in a column of pixels with 40 rows of one color.
  private func titleBarOrigin(on screen: Bitmap, in place: PixelRect, width: Int) -> (x: Int, y: Int)? {
    let column = place.x + place.width / 2 - width / 4  // between the left side and the title
    guard column > place.x else { return nil }
    var top = place.y
    for row in place.y..<place.y + place.height {
      if screen[column, row] != screen[column, top] { top = row }
      guard row - top == 39 else { continue }
      let left = (place.x...column).reversed().prefix { screen[$0, top + 20] == screen[column, top] }.last
      return left.map { ($0, top) }
    }
    return nil
  }

  /// Whether the program draws a title bar and a shadow around the photos.
  private let hasTitleBar: Bool

  /// Returns the content of the window: the area on the screen that is most similar to the expected picture,
  /// searched near the window's rectangle.
  private func content(of screen: Bitmap, like own: Bitmap) -> Bitmap {
    guard let place = screen.changedRect(since: empty) else { return screen }
    guard hasTitleBar, place.width > own.width || place.height > own.height else {
      guard place.width < screen.width || place.height < screen.height else { return screen }
      return screen.cropped(x: place.x, y: place.y, width: place.width, height: place.height)
    }
    // The shadow and the title bar lie to the left and above. weston lets a window extend beyond the edge of
    // the screen.
    let best = screen.mostSimilarPosition(
      of: own, columns: place.x...place.x + max(32, place.width - own.width), rows: place.y...place.y + 80)
    return own.covered(by: screen, fromX: best.x, y: best.y)
  }

  /// Waits until the window has settled at the first photo, with this size in points and this scale.
  @discardableResult
  func settled(width: Int, height: Int, scale: Double = 1) throws -> PhotoBrowser.Settled {
    try browser.settled("settled at \(width) × \(height), scale \(scale)") { state in
      state.index == 0 && state.width == width && state.height == height && state.scale == scale
    }
  }

  /// Expects that the window looks exactly like the program's picture on its embedded compositor.
  ///
  /// - Parameters:
  ///   - state: The state of the window.
  ///   - isResampled: Whether the compositor may move the picture by less than a pixel, as at fractional scales.
  func expectFirstPhoto(_ state: PhotoBrowser.Settled, isResampled: Bool = false) throws {
    let own = try Screenshot(
      of: [photos.folder], width: state.width, height: state.height, scale: state.scale, in: session.folder)
    let middle = own.bitmap[own.bitmap.width / 2, own.bitmap.height / 2]
    #expect(middle.distance(to: SamplePhotos.colors[0]) <= 6, "the first photo is in the middle")
    let check = PictureCheck(of: own, on: session, isResampled: isResampled) { screen in
      content(of: screen, like: own.bitmap)
    }
    try check.expectEqual("\(state.width) × \(state.height) at \(state.scale)")
    #expect(browser.process.errors.lines.isEmpty)
  }
}
