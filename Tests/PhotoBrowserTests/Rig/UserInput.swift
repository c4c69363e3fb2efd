import Foundation
import Glibc

/// A place on the output, in its pixels.
struct Spot: Equatable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The place a part of the way from here to there.
  func towards(_ end: Spot, _ part: Double) -> Spot {
    Spot(x + (end.x - x) * part, y + (end.y - y) * part)
  }
}

/// What a user does at a compositor. Played by the injectors, see Injectors/script.h.
struct UserInput {
  /// What the user points with.
  enum Hand {
    case pointer
    case finger
  }

  enum Key: Int {
    // From linux/input-event-codes.h.
    case escape = 1
    case one = 2
    case two = 3
    case q = 16
    case t = 20
    case f = 33
    case v = 47
    case home = 102
    case up = 103
    case pageUp = 104
    case left = 105
    case right = 106
    case end = 107
    case down = 108
    case pageDown = 109
  }

  private let fifo: Int32
  private let width: Double
  private let height: Double

  /// - Parameter fifo: Its path, and the size of the output in pixels.
  init(fifo path: String, width: Int, height: Int) throws {
    fifo = open(path, O_RDWR | O_CLOEXEC)
    guard fifo >= 0 else { throw RigError("cannot open \(path)") }
    self.width = Double(width)
    self.height = Double(height)
  }

  func close() {
    Glibc.close(fifo)
  }

  // MARK: Single events

  func move(to spot: Spot) { play(["move \(fractions(spot))"]) }

  /// Puts the pointer where no more than the tip of its arrow shows: in the lower right corner.
  func parkPointer() { move(to: Spot(width - 1, height - 1)) }

  func tap(_ key: Key) { play(["key \(key.rawValue) 1", "key \(key.rawValue) 0"]) }

  func press(_ key: Key) { play(["key \(key.rawValue) 1"]) }
  func release(_ key: Key) { play(["key \(key.rawValue) 0"]) }

  func scrollWheel(notches: Int, horizontally: Bool = false) {
    play(["wheel \(horizontally ? 1 : 0) \(notches)"])
  }

  func press(_ hand: Hand, at spot: Spot) { play(pressed(hand, spot)) }
  func drag(_ hand: Hand, to spot: Spot) { play(dragged(hand, spot)) }
  func lift(_ hand: Hand) { play(lifted(hand)) }

  // MARK: Gestures

  /// Presses and lifts at once.
  func tap(_ hand: Hand, at spot: Spot) {
    play(["age 60"] + pressed(hand, spot) + ["age 0"] + lifted(hand))
  }

  /// Drags steadily from one place to another and lifts there without speed: it has rested for half a second.
  func dragAndRest(_ hand: Hand, from start: Spot, to end: Spot) {
    var lines = ["age 1100"] + pressed(hand, start)
    for step in 1...20 {
      lines += ["age \(1100 - step * 30)"] + dragged(hand, start.towards(end, Double(step) / 20))
    }
    play(lines + ["age 0"] + lifted(hand))
  }

  /// Moves at a steady speed for 80 ms and lifts in the movement.
  func flick(_ hand: Hand, from start: Spot, to end: Spot) {
    var lines = ["age 80"] + pressed(hand, start)
    for step in 1...10 {
      lines += ["age \(80 - step * 8)"] + dragged(hand, start.towards(end, Double(step) / 10))
    }
    play(lines + lifted(hand))
  }

  // MARK: Script lines

  private func pressed(_ hand: Hand, _ spot: Spot) -> [String] {
    switch hand {
    case .pointer: ["move \(fractions(spot))", "button 272 1"]
    case .finger: ["down 1 \(fractions(spot))", "frame"]
    }
  }

  private func dragged(_ hand: Hand, _ spot: Spot) -> [String] {
    switch hand {
    case .pointer: ["move \(fractions(spot))"]
    case .finger: ["drag 1 \(fractions(spot))", "frame"]
    }
  }

  private func lifted(_ hand: Hand) -> [String] {
    switch hand {
    case .pointer: ["button 272 0"]
    case .finger: ["up 1", "frame"]
    }
  }

  private func fractions(_ spot: Spot) -> String { "\(spot.x / width) \(spot.y / height)" }

  /// Writes the lines at once, so that the compositor reads them at once.
  private func play(_ lines: [String]) {
    let text = lines.map { $0 + "\n" }.joined()
    precondition(text.utf8.count <= 4096, "longer than what a fifo takes in one piece (PIPE_BUF)")
    text.withCString { _ = Glibc.write(fifo, $0, strlen($0)) }
  }
}
