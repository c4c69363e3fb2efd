extension Level {
  /// Fills this level with `source` shrunk to half its width; the heights are equal.
  func fill(halvingWidthOf source: Level) {
    for y in 0..<height {
      let from = source.pixels + y * source.rowLength
      let to = pixels + y * rowLength
      if source.width & 1 == 0 {
        for x in 0..<width { to[x] = average(from[2 * x], from[2 * x + 1], roundingUp: (x + y) & 1 == 0) }
      } else {
        for x in 0..<width {
          to[x] = average(from[2 * x], from[2 * x + 1], from[2 * x + 2], shares: Shares(of: x, among: width))
        }
      }
    }
    fillBorder()
  }

  /// Fills this level with `source` shrunk to half its height; the widths are equal.
  func fill(halvingHeightOf source: Level) {
    let next = source.rowLength
    for y in 0..<height {
      let from = source.pixels + 2 * y * next
      let to = pixels + y * rowLength
      if source.height & 1 == 0 {
        for x in 0..<width { to[x] = average(from[x], from[x + next], roundingUp: (x + y) & 1 == 0) }
      } else {
        let shares = Shares(of: y, among: height)
        for x in 0..<width {
          to[x] = average(from[x], from[x + next], from[x + 2 * next], shares: shares)
        }
      }
    }
    fillBorder()
  }
}

/// What three neighbours contribute to one texel, in 1/65536.
private struct Shares {
  let first, middle, last: UInt64

  /// Texel `i` of `n` that cover 2n + 1: each covers 2 + 1/n, so its shares are (n − i, n, i + 1) / (2n + 1).
  init(of i: Int, among n: Int) {
    first = UInt64(65536 * (n - i) / (2 * n + 1))
    last = UInt64(65536 * (i + 1) / (2 * n + 1))
    middle = 65536 - first - last
  }
}

/// Returns the mean of two pixels.
///
/// Halves are rounded up on one colour of a chessboard and down on the other: always up would brighten every level.
@inline(__always)
private func average(_ a: UInt32, _ b: UInt32, roundingUp: Bool) -> UInt32 {
  let half: UInt32 = roundingUp ? 0x0001_0001 : 0
  let even = ((a & 0x00ff_00ff) &+ (b & 0x00ff_00ff) &+ half) &>> 1
  let odd = (((a &>> 8) & 0x00ff_00ff) &+ ((b &>> 8) & 0x00ff_00ff) &+ half) &>> 1
  return (even & 0x00ff_00ff) | ((odd & 0x00ff_00ff) &<< 8)
}

/// Returns the weighted mean of three pixels.
@inline(__always)
private func average(_ a: UInt32, _ b: UInt32, _ c: UInt32, shares: Shares) -> UInt32 {
  let (a, b, c) = (spread(a), spread(b), spread(c))
  let bg = blueGreen(a) &* shares.first &+ blueGreen(b) &* shares.middle &+ blueGreen(c) &* shares.last
  let ra = redAlpha(a) &* shares.first &+ redAlpha(b) &* shares.middle &+ redAlpha(c) &* shares.last
  return narrowed(wide(bg, ra))
}
