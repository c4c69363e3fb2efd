import PhotoLoading
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
    destination.keyWasPressed()
    #expect(update(&destination, 1, 0) == 1)
    // After the delay of the keyboard, the key repeats.
    destination.keyRepeats()
    #expect(update(&destination, 2, 0.4) == nil)
    destination.keyRepeats()
    #expect(update(&destination, 3, 0.433) == nil)
    destination.keyWasReleased()
    #expect(update(&destination, 3, 0.44) == 3)
    // A wheel turns.
    #expect(update(&destination, 4, 0.5) == nil)
    #expect(update(&destination, 5, 0.53) == nil)
    // Each of several presses is final until the next one.
    for step in 6..<10 {
      destination.keyWasPressed()
      destination.keyWasReleased()
      #expect(update(&destination, step, 0.2 * Double(step)) == step)
    }
  }

  // A mutating call cannot be the operand of `#expect`.
  private func update(_ destination: inout StableDestination, _ index: Int?, _ time: Double) -> Int? {
    destination.update(index, at: time)
  }
}
