import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// The page of one photo, and what a user does on it, on each compositor.
  @Suite("Single page stories") struct SinglePageStories {
    @Test(
      "A photo opens, zooms by keys and two fingers, moves, is swiped to the next one and closes",
      .proves("D024"), arguments: Stage.allCases)
    func look(stage: Stage) throws {
      try play("single page", on: stage) { session in
        let photos = try LargePhotos(into: session.folder)
        session.input.parkPointer()
        let browser = try PhotoBrowser(
          [photos.folder, "--type", "linear"] + stage.fillingOptions, environment: session.environment,
          folder: session.folder)
        defer { browser.stop() }
        try browser.settled("the carousel") {
          $0.page == "photos" && $0.width == Stage.size.width && $0.index == 0
        }

        session.input.tap(.finger, at: ScreenPoint(512, 384))
        let fit = try browser.settled("opened by a tap") { $0.page == "single" }.zoom
        _ = try session.screenshot("the first photo") { photos.fills($0, 0) }

        session.input.tap(.one)
        try browser.settled("actual pixels") { $0.zoom == 1 }
        session.input.dragAndHold(.finger, from: ScreenPoint(500, 400), to: ScreenPoint(200, 300))
        let moved = try browser.settled("moved") { $0.zoom == 1 }
        #expect(moved.page == "single" && moved.index == 0)
        session.input.tap(.zero)
        try browser.settled("fits") { abs($0.zoom - fit) < 0.01 }
        session.input.pinch(around: ScreenPoint(512, 384), from: 100, to: 300)
        try browser.settled("zoomed by two fingers") { $0.zoom > fit * 2 }
        session.input.tap(.zero)
        try browser.settled("fits again") { abs($0.zoom - fit) < 0.01 }

        session.input.flick(.finger, from: ScreenPoint(800, 400), to: ScreenPoint(300, 400))
        try browser.settled("at the second photo") { $0.index == 1 && $0.page == "single" }
        _ = try session.screenshot("the second photo") { photos.fills($0, 1) }
        session.input.tap(.right)
        try browser.settled("at the third photo") { $0.index == 2 && $0.page == "single" }
        _ = try session.screenshot("the third photo") { photos.fills($0, 2) }

        session.input.dragAndHold(.finger, from: ScreenPoint(512, 300), to: ScreenPoint(512, 620))
        try browser.settled("closed by a drag") { $0.page == "photos" && $0.index == 2 }
        #expect(browser.process.errors.lines.isEmpty, "\(browser.process.errors.lines)")
      }
    }
  }
}
