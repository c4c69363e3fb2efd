/// A small random number generator with a fixed sequence.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension SplitMix {
  /// Returns a whole number in `range`.
  mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Returns a number in `range`.
  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  /// Returns one of `choices`, which must not be empty.
  mutating func choice<C: RandomAccessCollection>(_ choices: C) -> C.Element {
    choices[choices.index(choices.startIndex, offsetBy: whole(0...choices.count - 1))]
  }

  /// Returns `true` once in `number` times.
  mutating func once(in number: Int) -> Bool { whole(1...number) == 1 }
}
