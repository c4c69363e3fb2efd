internal import Geometry

/// A 64-bit hash (FNV-1a) that depends on each bit of a frame and on the order of its items.
struct FrameDigest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// - Parameter number: Returns the number that identifies a view in the journal.
  @MainActor
  init(_ items: [CarouselFrame.Item], number: (any ItemView) -> Int) {
    add(UInt64(items.count))
    for item in items {
      add(UInt64(bitPattern: Int64(item.index)))
      add(UInt64(bitPattern: Int64(number(item.view))))
      let (r1, r2, r3, r4) = item.transform.rows
      for row in [r1, r2, r3, r4] { for column in 0..<4 { add(row[column].bitPattern) } }
      for number in [
        item.center.x, item.center.y, item.size.width, item.size.height, item.alpha, item.offset,
        item.parallax,
      ] {
        add(number.bitPattern)
      }
    }
  }

  private mutating func add(_ bits: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      value = (value ^ (bits >> UInt64(shift)) & 0xFF) &* 0x100_0000_01B3
    }
  }
}
