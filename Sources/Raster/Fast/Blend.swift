// Laying one run of wide pixels over another.

/// Mixes opaque `samples` into `row`: `factor` of 65536 parts of them.
func mixRun(
  _ samples: UnsafePointer<UInt64>, into row: UnsafeMutablePointer<UInt64>, count: Int, factor: UInt64
) {
  for i in 0..<count { row[i] = weighted(samples[i], factor, row[i], 65536 &- factor) }
}

/// Mixes opaque `samples` into `row`: of each, `factor` of 65536 parts of its coverage.
func mixRun(
  _ samples: UnsafePointer<UInt64>, into row: UnsafeMutablePointer<UInt64>, count: Int, factor: UInt64,
  coverage: UnsafePointer<UInt32>
) {
  for i in 0..<count {
    let share = scaled(coverage[i], by: factor)
    row[i] = weighted(samples[i], share, row[i], 65536 &- share)
  }
}

/// Lays `samples` with an alpha of their own over `row`, after multiplying them by `factor` of 65536 parts.
func cover(
  _ row: UnsafeMutablePointer<UInt64>, with samples: UnsafePointer<UInt64>, count: Int, factor: UInt64
) {
  for i in 0..<count { row[i] = weighted(samples[i], factor, row[i], rest(of: samples[i], factor)) }
}

/// Lays `samples` with an alpha of their own over `row`, after multiplying them by `factor` of 65536 parts of
/// their coverage.
func cover(
  _ row: UnsafeMutablePointer<UInt64>, with samples: UnsafePointer<UInt64>, count: Int, factor: UInt64,
  coverage: UnsafePointer<UInt32>
) {
  for i in 0..<count {
    let share = scaled(coverage[i], by: factor)
    row[i] = weighted(samples[i], share, row[i], rest(of: samples[i], share))
  }
}

/// Returns the nearest to `coverage` × `factor`, all in 1/65536.
@inline(__always)
private func scaled(_ coverage: UInt32, by factor: UInt64) -> UInt64 {
  (UInt64(coverage) &* factor &+ 32768) &>> 16
}

/// Returns what is left for the pixel below, in 1/65536.
///
/// Rounded down, so that colour and remainder together never exceed white.
@inline(__always)
private func rest(of sample: UInt64, _ factor: UInt64) -> UInt64 {
  65536 &- ((sample &>> 48) &* factor &+ 32639) / 32640
}

/// Returns `a` × `shareOfA` + `b` × `shareOfB`; the shares are in 1/65536 and the sum fits a wide pixel.
@inline(__always)
func weighted(_ a: UInt64, _ shareOfA: UInt64, _ b: UInt64, _ shareOfB: UInt64) -> UInt64 {
  let half: UInt64 = 0x0000_8000_0000_8000
  let bg = blueGreen(a) &* shareOfA &+ blueGreen(b) &* shareOfB &+ half
  let ra = redAlpha(a) &* shareOfA &+ redAlpha(b) &* shareOfB &+ half
  return ((bg &>> 16) & laneMask) | (ra & ~laneMask)
}
