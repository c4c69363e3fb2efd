internal import CarouselUI

/// A simulated finger that moves across a window in equal steps, one per frame. It is lifted while it still
/// moves.
struct Swipe {
  private let start: Point
  private let end: Point
  private var step = 0

  // 5 steps take 1/12 s at 60 Hz.
  private static let steps = 5
  private static let touchID = 1

  /// Creates a swipe over half the window.
  ///
  /// - Parameters:
  ///   - size: The size of the window, in points.
  ///   - isVertical: Whether the finger moves vertically.
  ///   - isForward: Whether the swipe scrolls to the next photos.
  init(across size: Size, isVertical: Bool, isForward: Bool) {
    let reach = isForward ? 0.25 : -0.25
    func point(_ part: Double) -> Point {
      isVertical
        ? Point(x: size.width / 2, y: size.height * (0.5 + part))
        : Point(x: size.width * (0.5 + part), y: size.height / 2)
    }
    (start, end) = (point(reach), point(-reach))
  }

  /// Sends the touch events of one frame.
  ///
  /// - Parameters:
  ///   - ui: The window that receives the events.
  ///   - time: The time of the events, in seconds of the window system's clock.
  /// - Returns: Whether the finger still touches the window.
  mutating func send(to ui: CarouselWindow, at time: Double) -> Bool {
    func sendTouch(_ kind: TouchEvent.Kind, _ position: Point) {
      let milliseconds = UInt32(truncatingIfNeeded: Int64(time * 1000))
      ui.window(
        ui.window,
        touch: TouchEvent(
          kind: kind, id: Self.touchID, position: position, milliseconds: milliseconds, time: time))
    }
    if step == 0 { sendTouch(.began, start) }
    guard step < Self.steps else {
      sendTouch(.ended, end)
      // Requests a frame even if the carousel does not move, because only a frame reports that the carousel
      // has settled.
      ui.invalidate()
      return false
    }
    step += 1
    let part = Double(step) / Double(Self.steps)
    sendTouch(.moved, Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
    return true
  }
}
