import Photos
import Testing

struct StableDestinationTests {
  @Test("A destination is returned only after it was the same for a while, so not while a key repeats")
  func repetition() {
    var destination = StableDestination()
    var found: [Int?] = []
    for step in 0..<10 { found.append(destination.update(step, at: Double(step) / 30)) }
    #expect(found.allSatisfy { $0 == nil })
    #expect(update(&destination, 9, 0.35) == nil)
    #expect(update(&destination, 9, 0.37) == 9)
    #expect(update(&destination, nil, 0.5) == nil)
  }

  @Test("The destination of a pressed key is returned at once, that of a repeating key at its release")
  func keys() {
    var destination = StableDestination()
    destination.keyWasPressed(at: 0)
    #expect(update(&destination, 1, 0.016) == 1)
    // After the delay of the keyboard, the key repeats.
    for step in 2...3 {
      let time = 0.4 + Double(step) / 30
      destination.keyRepeats(at: time)
      #expect(update(&destination, step, time + 0.01) == nil)
    }
    destination.keyWasReleased()
    #expect(update(&destination, 3, 0.52) == 3)
    // A press after which nothing moves, and a wheel that turns.
    destination.keyWasPressed(at: 0.6)
    destination.keyWasReleased()
    #expect(update(&destination, 4, 0.75) == nil)
    #expect(update(&destination, 5, 0.78) == nil)
    destination.keyWasReleased()
    #expect(update(&destination, 5, 0.79) == nil)
    // Each of several presses is final until the next one.
    for step in 6..<10 {
      let time = Double(step) / 30 + 1
      destination.keyWasPressed(at: time)
      destination.keyWasReleased()
      #expect(update(&destination, step, time + 0.01) == step)
    }
  }

  // A mutating call cannot be the operand of `#expect`.
  private func update(_ destination: inout StableDestination, _ index: Int?, _ time: Double) -> Int? {
    destination.update(index, at: time)
  }
}
