import Foundation
import Glibc
import TestBitmaps
import TestSupport

extension ScreenPoint {
  /// Returns the point at a fraction of the way to another point.
  func towards(_ end: ScreenPoint, _ fraction: Double) -> ScreenPoint {
    ScreenPoint(x + (end.x - x) * fraction, y + (end.y - y) * fraction)
  }
}

/// The simulated user of a compositor. An injector performs the events, see Injectors/script.h.
struct UserInput {
  /// The device with which a gesture is made.
  enum InputDevice {
    case pointer
    case finger
  }

  /// Key codes from linux/input-event-codes.h.
  enum Key: Int {
    case escape = 1
    case one = 2
    case two = 3
    case zero = 11
    case minus = 12
    case equal = 13
    case backspace = 14
    case q = 16
    case t = 20
    case `return` = 28
    case f = 33
    case k = 37
    case control = 29
    case shift = 42
    case c = 46
    case v = 47
    case m = 50
    case space = 57
    case f1 = 59
    case f2 = 60
    case f5 = 63
    case home = 102
    case up = 103
    case pageUp = 104
    case left = 105
    case right = 106
    case end = 107
    case down = 108
    case pageDown = 109
    case logo = 125
  }

  private let fifo: Int32
  private let width: Double
  private let height: Double

  /// Opens the fifo of an injector.
  ///
  /// - Parameters:
  ///   - path: The path of the fifo.
  ///   - width: The width of the output, in pixels.
  ///   - height: The height of the output, in pixels.
  init(fifo path: String, width: Int, height: Int) throws {
    fifo = open(path, O_RDWR | O_CLOEXEC)
    guard fifo >= 0 else { throw RigError("cannot open \(path)") }
    self.width = Double(width)
    self.height = Double(height)
  }

  /// Closes the fifo.
  func close() {
    Glibc.close(fifo)
  }

  // MARK: Single events

  func move(to point: ScreenPoint) { send(["move \(fractions(point))"]) }

  /// Moves the pointer to the bottom right corner, where only the tip of its arrow is visible.
  func parkPointer() { move(to: ScreenPoint(width - 1, height - 1)) }

  func tap(_ key: Key) { send(["key \(key.rawValue) 1", "key \(key.rawValue) 0"]) }

  func press(_ key: Key) { send(["key \(key.rawValue) 1"]) }
  func release(_ key: Key) { send(["key \(key.rawValue) 0"]) }

  /// Removes all input devices from the seat, or adds them again.
  func setDevices(present: Bool) { send(["devices \(present ? 1 : 0)"]) }

  /// Writes a line that only the injector of this compositor supports.
  func send(line: String) { send([line]) }

  func scrollWheel(notches: Int, horizontally: Bool = false) {
    send(["wheel \(horizontally ? 1 : 0) \(notches)"])
  }

  /// Presses and releases a key while other keys are held.
  func tap(_ key: Key, holding modifiers: Key...) {
    send(
      modifiers.map { "key \($0.rawValue) 1" } + ["key \(key.rawValue) 1", "key \(key.rawValue) 0"]
        + modifiers.reversed().map { "key \($0.rawValue) 0" })
  }

  /// Drags with the right button while a key is held.
  func dragRight(from start: ScreenPoint, to end: ScreenPoint, holding key: Key) {
    send(
      [
        "key \(key.rawValue) 1", "move \(fractions(start))", "button 273 1", "move \(fractions(end))",
        "button 273 0",
      ]
        + ["key \(key.rawValue) 0"])
  }

  func press(_ device: InputDevice, at point: ScreenPoint) { send(pressed(device, point)) }
  func drag(_ device: InputDevice, to point: ScreenPoint) { send(dragged(device, point)) }
  func lift(_ device: InputDevice) { send(lifted(device)) }

  // MARK: Gestures

  /// Presses and releases within 60 ms.
  func tap(_ device: InputDevice, at point: ScreenPoint) {
    send(["age 60"] + pressed(device, point) + ["age 0"] + lifted(device))
  }

  /// Drags at constant speed, holds still for half a second and releases, so that the release is not a flick.
  func dragAndHold(_ device: InputDevice, from start: ScreenPoint, to end: ScreenPoint) {
    var lines = ["age 1100"] + pressed(device, start)
    for step in 1...20 {
      lines += ["age \(1100 - step * 30)"] + dragged(device, start.towards(end, Double(step) / 20))
    }
    send(lines + ["age 0"] + lifted(device))
  }

  /// Moves at constant speed for 80 ms, and releases while still moving.
  func flick(_ device: InputDevice, from start: ScreenPoint, to end: ScreenPoint) {
    var lines = ["age 80"] + pressed(device, start)
    for step in 1...10 {
      lines += ["age \(80 - step * 8)"] + dragged(device, start.towards(end, Double(step) / 10))
    }
    send(lines + lifted(device))
  }

  /// Moves two fingers, whose distance changes, and lifts them while they are still.
  func pinch(around center: ScreenPoint, from start: Double, to end: Double) {
    func points(_ distance: Double) -> [String] {
      [-0.5, 0.5].map { fractions(ScreenPoint(center.x + distance * $0, center.y)) }
    }
    let first = points(start)
    var lines = ["age 500", "down 1 \(first[0])", "down 2 \(first[1])", "frame"]
    for step in 1...10 {
      let next = points(start + (end - start) * Double(step) / 10)
      lines += ["age \(500 - step * 20)", "drag 1 \(next[0])", "drag 2 \(next[1])", "frame"]
    }
    send(lines + ["age 0", "up 2", "up 1", "frame"])
  }

  // MARK: Script lines

  private func pressed(_ device: InputDevice, _ point: ScreenPoint) -> [String] {
    switch device {
    case .pointer: ["move \(fractions(point))", "button 272 1"]
    case .finger: ["down 1 \(fractions(point))", "frame"]
    }
  }

  private func dragged(_ device: InputDevice, _ point: ScreenPoint) -> [String] {
    switch device {
    case .pointer: ["move \(fractions(point))"]
    case .finger: ["drag 1 \(fractions(point))", "frame"]
    }
  }

  private func lifted(_ device: InputDevice) -> [String] {
    switch device {
    case .pointer: ["button 272 0"]
    case .finger: ["up 1", "frame"]
    }
  }

  private func fractions(_ point: ScreenPoint) -> String { "\(point.x / width) \(point.y / height)" }

  /// Writes all lines in one call, so that the compositor reads them in one call, too.
  private func send(_ lines: [String]) {
    let text = lines.map { $0 + "\n" }.joined()
    precondition(text.utf8.count <= 4096, "longer than an atomic write to a fifo (PIPE_BUF)")
    text.withCString { _ = Glibc.write(fifo, $0, strlen($0)) }
  }
}
