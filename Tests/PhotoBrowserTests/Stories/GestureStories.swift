import Foundation
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// Gestures with fingers and mice, and keys, on each compositor.
  @Suite("Gesture stories") struct GestureStories {
    @Test(
      "During a drag, the photos move by the distance of the drag; at the release, the carousel snaps to a photo",
      arguments: Stage.allCases)
    func drag(stage: Stage) throws {
      try play("drag", on: stage) { session in
        try withBrowser(on: session, of: stage) { browser, row in
          try drag(.pointer, browser, row, on: session)
          try drag(.finger, browser, row, on: session)
        }
      }
    }

    @Test("After a flick, the carousel moves on and settles at a photo", arguments: Stage.allCases)
    func flick(stage: Stage) throws {
      try play("flick", on: stage) { session in
        try withBrowser(on: session, of: stage) { browser, row in
          try flick(.pointer, browser, row, on: session)
          try flick(.finger, browser, row, on: session)
        }
      }
    }

    @Test("A tap on a photo scrolls it to the middle", arguments: Stage.allCases)
    func tap(stage: Stage) throws {
      try play("tap", on: stage) { session in
        try withBrowser(on: session, of: stage) { browser, row in
          try tap(.pointer, browser, row, on: session)
          try tap(.finger, browser, row, on: session)
        }
      }
    }

    @Test("Vertical drags and flicks scroll a vertical carousel", arguments: Stage.allCases)
    func vertical(stage: Stage) throws {
      try play("vertical", on: stage) { session in
        try withBrowser(on: session, of: stage, axis: .down) { browser, row in
          try vertical(stage == .sway || stage == .headless ? .pointer : .finger, browser, row, on: session)
        }
      }
    }

    @Test(
      "A wheel notch or an arrow key scrolls by one photo, and the key q ends the program",
      arguments: Stage.allCases)
    func keyboard(stage: Stage) throws {
      try play("keyboard", on: stage) { session in
        try withBrowser(on: session, of: stage) { browser, row in
          try wheelAndKeys(browser, row, on: session)
        }
      }
    }

    // MARK: Gestures

    private func drag(
      _ device: UserInput.InputDevice, _ browser: PhotoBrowser, _ row: PhotoRow, on session: some UserSession
    ) throws {
      // During the drag the photo must follow the pointer.
      session.input.press(device, at: row.middle)
      for part in [0.1, 0.2, 0.3, 0.4] { session.input.drag(device, to: row.middle(movedBy: -part)) }
      _ = try session.screenshot("the photo dragged along") { screen in
        guard let photo = screen.middle(of: SamplePhotos.colors[0]) else { return false }
        return abs(photo.x - row.middle(movedBy: -0.4).x) < 0.15 * row.step
      }
      session.input.drag(device, to: row.middle)
      session.input.lift(device)
      try browser.settled("back at the first photo") { $0.index == 0 && $0.offset == 0 }

      for index in 1...2 {
        session.input.dragAndHold(device, from: row.middle(movedBy: 0.5), to: row.middle(movedBy: -0.5))
        try browser.settled("at photo \(index)") { $0.index == index && $0.offset == Double(index) }
        try expectInTheMiddle(index, on: session)
      }
      // A drag by more than half an item must snap to the next item.
      session.input.dragAndHold(device, from: row.middle(movedBy: -0.6), to: row.middle(movedBy: 0.1))
      try browser.settled("at photo 1 again") { $0.index == 1 && $0.offset == 1 }
      try expectInTheMiddle(1, on: session)
      session.input.tap(.home)
      try browser.settled("at the first photo again") { $0.index == 0 }
      try expectInTheMiddle(0, on: session)
    }

    private func flick(
      _ device: UserInput.InputDevice, _ browser: PhotoBrowser, _ row: PhotoRow, on session: some UserSession
    ) throws {
      let state = try flickOn(device, browser, row, from: 0, on: session)
      #expect(state.offset == Double(state.index), "the carousel settles at a photo")
      try expectInTheMiddle(state.index, on: session)

      session.input.flick(device, from: row.middle(movedBy: -0.5), to: row.middle)
      let back = try browser.settled("settled after the flick back") { $0.index != state.index }
      #expect(back.index < state.index)
      try expectInTheMiddle(back.index, on: session)
      if back.index != 0 {
        session.input.tap(.home)
        try browser.settled("at the first photo again") { $0.index == 0 }
        try expectInTheMiddle(0, on: session)
      }
    }

    /// Moves the pointer by half an item. The carousel moves further, by two items at least.
    ///
    /// KWin gives an event the time at which it reads it, so a flick is slow if the machine is busy. A slow flick is repeated.
    private func flickOn(
      _ device: UserInput.InputDevice, _ browser: PhotoBrowser, _ row: PhotoRow, from start: Int,
      on session: some UserSession
    ) throws -> PhotoBrowser.Settled {
      var attempts = session is KWin ? 5 : 1
      while true {
        session.input.flick(device, from: row.middle, to: row.middle(movedBy: -0.5))
        let state = try browser.settled("settled after the flick") { $0.index != start }
        attempts -= 1
        if state.index < start + 2, attempts > 0 {
          session.input.tap(.left)
          try browser.settled("back at photo \(start)") { $0.index == start }
          try expectInTheMiddle(start, on: session)
          continue
        }
        #expect(state.index >= start + 2, "the carousel moves further than the pointer")
        return state
      }
    }

    private func tap(
      _ device: UserInput.InputDevice, _ browser: PhotoBrowser, _ row: PhotoRow, on session: some UserSession
    ) throws {
      session.input.tap(device, at: try row.visiblePart(of: 1))
      try browser.settled("the second photo in the middle") { $0.index == 1 && $0.offset == 1 }
      let moved = try PhotoRow(expectInTheMiddle(1, on: session), step: row.step, axis: row.axis)

      session.input.tap(device, at: try moved.visiblePart(of: 0))
      try browser.settled("the first photo in the middle again") { $0.index == 0 && $0.offset == 0 }
      try expectInTheMiddle(0, on: session)
    }

    private func vertical(
      _ device: UserInput.InputDevice, _ browser: PhotoBrowser, _ row: PhotoRow, on session: some UserSession
    ) throws {
      let first = try row.visiblePart(of: 0)
      let second = try row.visiblePart(of: 1)
      #expect(abs(second.x - first.x) < 100 && second.y > first.y, "the second photo is below the first")

      session.input.dragAndHold(device, from: row.middle(movedBy: 0.5), to: row.middle(movedBy: -0.5))
      try browser.settled("at the second photo") { $0.index == 1 && $0.offset == 1 }
      try expectInTheMiddle(1, on: session)

      let state = try flickOn(device, browser, row, from: 1, on: session)
      let moved = try PhotoRow(expectInTheMiddle(state.index, on: session), step: row.step, axis: row.axis)

      session.input.tap(device, at: try moved.visiblePart(of: state.index - 1))
      try browser.settled("one photo back") { $0.index == state.index - 1 }
      try expectInTheMiddle(state.index - 1, on: session)
    }

    private func wheelAndKeys(
      _ browser: PhotoBrowser, _ row: PhotoRow, on session: some UserSession
    ) throws {
      session.input.move(to: row.middle)
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

    // MARK: Setup and checks

    /// Shows the photos in a linear carousel in a window that fills the screen. Runs `body` when the carousel
    /// has settled.
    private func withBrowser(
      on session: some UserSession, of stage: Stage, axis: PhotoRow.Axis = .across,
      _ body: (PhotoBrowser, PhotoRow) throws -> Void
    ) throws {
      let photos = try SamplePhotos(into: session.folder)
      session.input.parkPointer()
      let browser = try PhotoBrowser(
        [photos.folder, "--type", "linear"] + stage.fillingOptions, environment: session.environment,
        folder: session.folder)
      defer { browser.stop() }
      var state = try browser.settled { $0.index == 0 && $0.type == "linear" && $0.width == Stage.size.width }
      if axis == .down {
        session.input.tap(.v)
        state = try browser.settled("vertical") { $0.isVertical }
      }

      let own = try Screenshot(
        of: [photos.folder], width: state.width, height: state.height,
        options: ["--type", "linear"] + (axis == .down ? ["--vertical"] : []), in: session.folder)
      let positions = own.outlines.map { axis == .down ? $0.middle.y : $0.middle.x }.sorted()
      try #require(positions.count >= 2)
      let step = positions[1] - positions[0]
      try #require(step > 50)
      try body(browser, PhotoRow(try expectInTheMiddle(0, on: session), step: step, axis: axis))
    }

    /// Takes screenshots until the photo is in the middle of the screen.
    @discardableResult
    private func expectInTheMiddle(_ index: Int, on session: some UserSession) throws -> Bitmap {
      try session.screenshot("photo \(index) in the middle") { screen in
        guard let middle = screen.middle(of: SamplePhotos.colors[index]) else { return false }
        return abs(middle.x - Double(screen.width) / 2) < 30 && abs(middle.y - Double(screen.height) / 2) < 60
      }
    }
  }
}

/// A screenshot of a linear carousel.
private struct PhotoRow {
  enum Axis {
    case across
    case down
  }

  let screen: Bitmap
  /// The distance between adjacent photos, in pixels.
  let step: Double
  let axis: Axis

  init(_ screen: Bitmap, step: Double, axis: Axis) {
    self.screen = screen
    self.step = step
    self.axis = axis
  }

  var middle: ScreenPoint { ScreenPoint(Double(screen.width) / 2, Double(screen.height) / 2) }

  /// Returns the point at a distance of `steps` items from the middle. It must be on the screen.
  func middle(movedBy steps: Double) -> ScreenPoint {
    switch axis {
    case .across: ScreenPoint(middle.x + steps * step, middle.y)
    case .down: ScreenPoint(middle.x, middle.y + steps * step)
    }
  }

  /// Returns a point on the visible part of the photo.
  func visiblePart(of index: Int) throws -> ScreenPoint {
    guard let point = screen.middle(of: SamplePhotos.colors[index]) else {
      throw RigError("photo \(index) is not on the screen")
    }
    return point
  }
}
