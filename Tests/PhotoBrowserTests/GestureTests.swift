import Foundation
import Testing

extension PhotoBrowserTests {
  /// The same stories told with a mouse on sway and with a finger on weston.
  @Suite("Gestures") struct GestureTests {
    @Test("a drag moves the photos by as much, on sway", .needs(.sway))
    func dragOnSway() throws { try withSway { try drag(.pointer, on: $0) } }

    @Test("a drag moves the photos by as much, on weston", .needs(.weston))
    func dragOnWeston() throws { try withWeston(shell: .kiosk) { try drag(.finger, on: $0) } }

    @Test("a flick glides on and stops at a photo, on sway", .needs(.sway))
    func flickOnSway() throws { try withSway { try flick(.pointer, on: $0) } }

    @Test("a flick glides on and stops at a photo, on weston", .needs(.weston))
    func flickOnWeston() throws { try withWeston(shell: .kiosk) { try flick(.finger, on: $0) } }

    @Test("a tap brings a photo to the middle, on sway", .needs(.sway))
    func tapOnSway() throws { try withSway { try tap(.pointer, on: $0) } }

    @Test("a tap brings a photo to the middle, on weston", .needs(.weston))
    func tapOnWeston() throws { try withWeston(shell: .kiosk) { try tap(.finger, on: $0) } }

    @Test("vertical mode goes up and down, on sway", .needs(.sway))
    func verticalOnSway() throws { try withSway { try vertical(.pointer, on: $0) } }

    @Test("vertical mode goes up and down, on weston", .needs(.weston))
    func verticalOnWeston() throws { try withWeston(shell: .kiosk) { try vertical(.finger, on: $0) } }

    @Test("fingers drag and flick, on sway", .needs(.sway))
    func fingersOnSway() throws {
      try withSway { try drag(.finger, on: $0) }
      try withSway { try flick(.finger, on: $0) }
    }

    @Test("the wheel and keys move one photo at a time, on sway", .needs(.sway))
    func wheelAndKeysOnSway() throws { try withSway { try wheelAndKeys(on: $0) } }

    @Test("the wheel and keys move one photo at a time, on weston", .needs(.weston))
    func wheelAndKeysOnWeston() throws { try withWeston(shell: .kiosk) { try wheelAndKeys(on: $0) } }

    // MARK: Stories

    private func drag(_ hand: UserInput.Hand, on session: some UserSession) throws {
      try story(on: session) { browser, stage in
        // In the middle of the drag the photo is under the hand.
        session.input.press(hand, at: stage.middle)
        for part in [0.1, 0.2, 0.3, 0.4] { session.input.drag(hand, to: stage.middle(movedBy: -part)) }
        _ = try session.screenshot("the photo dragged along") { screen in
          guard let photo = screen.middle(of: SamplePhotos.colours[0]) else { return false }
          return abs(photo.x - stage.middle(movedBy: -0.4).x) < 0.15 * stage.step
        }
        session.input.drag(hand, to: stage.middle)
        session.input.lift(hand)
        try browser.settled("back at the first photo") { $0.index == 0 && $0.offset == 0 }

        for index in 1...2 {
          session.input.dragAndRest(hand, from: stage.middle(movedBy: 0.5), to: stage.middle(movedBy: -0.5))
          try browser.settled("at photo \(index)") { $0.index == index && $0.offset == Double(index) }
          try expectInTheMiddle(index, on: session)
        }
        // What is more than half a step snaps to a whole one.
        session.input.dragAndRest(hand, from: stage.middle(movedBy: -0.6), to: stage.middle(movedBy: 0.1))
        try browser.settled("at photo 1 again") { $0.index == 1 && $0.offset == 1 }
        try expectInTheMiddle(1, on: session)
      }
    }

    private func flick(_ hand: UserInput.Hand, on session: some UserSession) throws {
      try story(on: session) { browser, stage in
        // Half an item under the hand; the rest of the way it glides.
        session.input.flick(hand, from: stage.middle, to: stage.middle(movedBy: -0.5))
        let state = try browser.settled("at rest after the flick") { $0.index != 0 }
        #expect(state.index >= 2, "it glides further than the hand went")
        #expect(state.offset == Double(state.index), "it stops at a photo")
        try expectInTheMiddle(state.index, on: session)

        session.input.flick(hand, from: stage.middle(movedBy: -0.5), to: stage.middle)
        let back = try browser.settled("at rest after the flick back") { $0.index != state.index }
        #expect(back.index < state.index)
        try expectInTheMiddle(back.index, on: session)
      }
    }

    private func tap(_ hand: UserInput.Hand, on session: some UserSession) throws {
      try story(on: session) { browser, stage in
        session.input.tap(hand, at: try stage.visiblePart(of: 1))
        try browser.settled("the second photo in the middle") { $0.index == 1 && $0.offset == 1 }
        let moved = try Stage(expectInTheMiddle(1, on: session), step: stage.step, axis: stage.axis)

        session.input.tap(hand, at: try moved.visiblePart(of: 0))
        try browser.settled("the first photo in the middle again") { $0.index == 0 && $0.offset == 0 }
        try expectInTheMiddle(0, on: session)
      }
    }

    private func vertical(_ hand: UserInput.Hand, on session: some UserSession) throws {
      try story(on: session, axis: .down) { browser, stage in
        let first = try stage.visiblePart(of: 0)
        let second = try stage.visiblePart(of: 1)
        #expect(abs(second.x - first.x) < 100 && second.y > first.y, "the second is below the first")

        session.input.dragAndRest(hand, from: stage.middle(movedBy: 0.5), to: stage.middle(movedBy: -0.5))
        try browser.settled("at the second photo") { $0.index == 1 && $0.offset == 1 }
        try expectInTheMiddle(1, on: session)

        session.input.flick(hand, from: stage.middle, to: stage.middle(movedBy: -0.5))
        let state = try browser.settled("at rest after the flick") { $0.index != 1 }
        #expect(state.index >= 3)
        let moved = try Stage(expectInTheMiddle(state.index, on: session), step: stage.step, axis: stage.axis)

        session.input.tap(hand, at: try moved.visiblePart(of: state.index - 1))
        try browser.settled("one photo back") { $0.index == state.index - 1 }
        try expectInTheMiddle(state.index - 1, on: session)
      }
    }

    private func wheelAndKeys(on session: some UserSession) throws {
      try story(on: session) { browser, stage in
        session.input.move(to: stage.middle)
        session.input.scrollWheel(notches: 1)
        try browser.settled("one photo on") { $0.index == 1 }
        session.input.scrollWheel(notches: -1)
        try browser.settled("and back") { $0.index == 0 }

        for (key, index) in [(UserInput.Key.right, 1), (.right, 2), (.left, 1), (.end, 6), (.home, 0)] {
          session.input.tap(key)
          try browser.settled("photo \(index) after \(key)") { $0.index == index }
        }
        try expectInTheMiddle(0, on: session)

        session.input.tap(.q)
        #expect(try browser.process.waitForExit() == .code(PhotoBrowser.ExitCode.success))
        #expect(browser.process.errors.lines.isEmpty)
      }
    }

    // MARK: Means

    /// Opens the photos in a row in a window that fills the screen, and goes on when they rest.
    private func story(
      on session: some UserSession, axis: Stage.Axis = .across,
      _ body: (PhotoBrowser, Stage) throws -> Void
    ) throws {
      let photos = try SamplePhotos(into: session.folder)
      session.input.parkPointer()
      let browser = try PhotoBrowser(
        [photos.folder, "--type", "linear"], environment: session.environment, folder: session.folder)
      defer { browser.stop() }
      var state = try browser.settled { $0.index == 0 && $0.type == "linear" && !$0.isVertical }
      if axis == .down {
        session.input.tap(.v)
        state = try browser.settled("vertical") { $0.isVertical }
      }

      let own = try Screenshot(
        of: [photos.folder], width: state.width, height: state.height,
        options: ["--type", "linear"] + (axis == .down ? ["--vertical"] : []), in: session.folder)
      let places = own.outlines.map { axis == .down ? $0.middle.y : $0.middle.x }.sorted()
      try #require(places.count >= 2)
      let step = places[1] - places[0]
      try #require(step > 50)
      try body(browser, Stage(try expectInTheMiddle(0, on: session), step: step, axis: axis))
    }

    /// Looks until the photo shows in the middle of the screen.
    @discardableResult
    private func expectInTheMiddle(_ index: Int, on session: some UserSession) throws -> Picture {
      try session.screenshot("photo \(index) in the middle") { screen in
        guard let middle = screen.middle(of: SamplePhotos.colours[index]) else { return false }
        return abs(middle.x - Double(screen.width) / 2) < 30 && abs(middle.y - Double(screen.height) / 2) < 60
      }
    }
  }
}

/// A screen with photos in a row.
private struct Stage {
  enum Axis {
    case across
    case down
  }

  let screen: Picture
  /// The distance between neighbours, in pixels.
  let step: Double
  let axis: Axis

  init(_ screen: Picture, step: Double, axis: Axis) {
    self.screen = screen
    self.step = step
    self.axis = axis
  }

  var middle: Spot { Spot(Double(screen.width) / 2, Double(screen.height) / 2) }

  /// The place a number of steps from the middle of the screen, which must be on the screen.
  func middle(movedBy steps: Double) -> Spot {
    switch axis {
    case .across: Spot(middle.x + steps * step, middle.y)
    case .down: Spot(middle.x, middle.y + steps * step)
    }
  }

  /// Where to point at a photo.
  func visiblePart(of index: Int) throws -> Spot {
    guard let spot = screen.middle(of: SamplePhotos.colours[index]) else {
      throw RigError("photo \(index) is not on the screen")
    }
    return spot
  }
}
