/// Pseudorandom numbers that follow from other numbers (SplitMix64), the same in each run.
package enum StableHash {
  /// Returns the hash of a value after others, whose hash is `state`; the first state is a seed.
  package static func combined(_ state: UInt64, _ value: UInt64) -> UInt64 {
    var state = (state ^ value) &+ 0x9E37_79B9_7F4A_7C15
    state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB
    return state ^ state >> 31
  }

  /// Returns the hash of the identity of a file, which a rename does not change.
  package static func value(of identity: FileIdentity, seed: UInt64) -> UInt64 {
    combined(combined(seed, identity.device), identity.inode)
  }
}
