import CarouselUI

/// A finger that is drawn across a window in even steps, one a frame, and lifted while it moves.
struct Swipe {
  private let start: Point
  private let end: Point
  private var step = 0

  // A twelfth of a second at 60 Hz.
  private static let steps = 5
  private static let finger = 1

  /// - Parameters:
  ///   - isForward: Whether it leads to the next pictures.
  init(across size: Size, isVertical: Bool, isForward: Bool) {
    let reach = isForward ? 0.25 : -0.25
    func spot(_ part: Double) -> Point {
      isVertical
        ? Point(x: size.width / 2, y: size.height * (0.5 + part))
        : Point(x: size.width * (0.5 + part), y: size.height / 2)
    }
    (start, end) = (spot(reach), spot(-reach))
  }

  /// Plays the finger's part of one frame; returns whether it is still down.
  ///
  /// - Parameter time: On the window system's clock.
  mutating func play(in ui: CarouselWindow, at time: Double) -> Bool {
    func send(_ kind: TouchEvent.Kind, _ position: Point) {
      let milliseconds = UInt32(truncatingIfNeeded: Int64(time * 1000))
      ui.window(
        ui.window,
        touch: TouchEvent(
          kind: kind, id: Self.finger, position: position, milliseconds: milliseconds, time: time))
    }
    if step == 0 { send(.began, start) }
    guard step < Self.steps else {
      send(.ended, end)
      // Also if it moves nothing: the rest is to be told.
      ui.invalidate()
      return false
    }
    step += 1
    let part = Double(step) / Double(Self.steps)
    send(.moved, Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
    return true
  }
}
