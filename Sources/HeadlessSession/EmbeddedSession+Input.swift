package import CarouselUI
package import HeadlessCompositor

/// The actions of the simulated user.
extension EmbeddedSession {
  /// Drags with the mouse in equal steps, one per frame, and keeps the button pressed.
  package func drag(from start: Point, to end: Point, frames count: Int) async throws {
    let pointer = compositor.seat.pointer
    pointer.move(to: (start.x, start.y))
    pointer.press()
    for step in 1...count {
      try await frames(1)
      let part = Double(step) / Double(count)
      pointer.move(to: (start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part))
    }
    try await frames(1)
  }

  /// Releases the mouse button after 15 frames without movement, so that the release is not a flick.
  package func holdAndRelease() async throws {
    try await frames(15)
    compositor.seat.pointer.release()
  }

  /// Swipes with a finger in equal steps, one per frame, and lifts it while it moves.
  package func flick(from start: Point, to end: Point, frames count: Int) async throws {
    let touch = compositor.seat.touch
    touch.down(at: (start.x, start.y))
    for step in 1...count {
      try await frames(1)
      let part = Double(step) / Double(count)
      touch.move(to: (start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part))
    }
    touch.up()
  }

  /// Taps with a finger.
  package func tap(at point: Point) async throws {
    compositor.seat.touch.down(at: (point.x, point.y))
    try await frames(4)
    compositor.seat.touch.up()
  }

  /// Presses and releases a key.
  package func press(_ key: HeadlessCompositor.Key) async throws {
    compositor.seat.keyboard.press(key)
    try await frames(2)
    compositor.seat.keyboard.release(key)
  }
}
