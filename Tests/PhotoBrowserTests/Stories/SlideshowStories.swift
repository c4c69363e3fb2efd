import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// The slideshow, and what a user does in it, on each compositor.
  @Suite("Slideshow stories") struct SlideshowStories {
    @Test(
      "A slideshow starts by a key, shows one photo after the other, pauses by a touch and by a click, and is left",
      arguments: Stage.allCases)
    func show(stage: Stage) throws {
      try play("slideshow", on: stage) { session in
        let photos = try LargePhotos(into: session.folder)
        session.input.parkPointer()
        let browser = try PhotoBrowser(
          [photos.folder, "--page", "single", "--interval", "1"] + stage.fillingOptions,
          environment: session.environment, folder: session.folder)
        defer { browser.stop() }
        try browser.settled("the first photo") {
          $0.page == "single" && $0.width == Stage.size.width && $0.index == 0
        }
        session.input.tap(.f5)
        try browser.settled("the slideshow") { $0.page == "slideshow" }
        for index in [1, 2] {
          _ = try session.screenshot("photo \(index)") { photos.fills($0, index) }
        }
        let middle = ScreenPoint(512, 384)
        for device in [UserInput.InputDevice.finger, .pointer] {
          session.input.tap(device, at: middle)
          // Each photo is shown for a second.
          let paused = try #require(browser.state(restingFor: 2.5), "the \(device) pauses the show").index
          session.input.tap(device, at: middle)
          try browser.settled("the show goes on") { $0.index != paused && $0.page == "slideshow" }
        }
        session.input.tap(.escape)
        let left = try browser.settled("the show is left") { $0.page == "single" }.index
        _ = try session.screenshot("the last photo of the show") { photos.fills($0, left) }
        #expect(browser.process.errors.lines.isEmpty, "\(browser.process.errors.lines)")
      }
    }
  }
}
