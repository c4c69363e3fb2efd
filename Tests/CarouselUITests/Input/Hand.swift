import CarouselUI
import HeadlessCompositor

/// The device with which a window is used. Each has one contact.
enum Hand: CaseIterable, Sendable {
  case touch, pointer, pen
}

/// Input of a ``Hand``. Points are in logical pixels from the output's top left corner.
extension WindowRig {
  private static let touchID: Int32 = 3

  /// Moves the device to a point, if it can move without a contact, and presses.
  func press(_ hand: Hand, at point: (x: Double, y: Double)) {
    switch hand {
    case .touch: seat.touch.down(at: point, id: Self.touchID)
    case .pointer:
      seat.pointer.move(to: point)
      seat.pointer.press()
    case .pen:
      pen.move(to: point)
      pen.down()
    }
  }

  func move(_ hand: Hand, to point: (x: Double, y: Double)) {
    switch hand {
    case .touch: seat.touch.move(to: point, id: Self.touchID)
    case .pointer: seat.pointer.move(to: point)
    case .pen: pen.move(to: point)
    }
  }

  func lift(_ hand: Hand) {
    switch hand {
    case .touch: seat.touch.up(id: Self.touchID)
    case .pointer: seat.pointer.release()
    case .pen: pen.up()
    }
  }

  /// Presses at a point, and lifts after two frames.
  func tap(_ hand: Hand, at point: (x: Double, y: Double)) {
    press(hand, at: point)
    compositor.run(frames: 2)
    lift(hand)
  }

  /// Drags in one step per frame, and waits for 15 frames before the release.
  func drag(
    _ hand: Hand, from start: (x: Double, y: Double), by move: (x: Double, y: Double), steps: Int = 10
  ) {
    press(hand, at: start)
    for step in 1...steps {
      compositor.run(frames: 1)
      let part = Double(step) / Double(steps)
      self.move(hand, to: (start.x + move.x * part, start.y + move.y * part))
    }
    compositor.run(frames: 15)
    lift(hand)
  }
}
