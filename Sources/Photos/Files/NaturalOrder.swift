/// The natural order of file names: `IMG_2` before `IMG_10`, `a` next to `A`.
///
/// Runs of digits are compared by value. Other bytes are compared one by one, ASCII letters without case. The order
/// does not depend on the locale. Names that differ only in case or leading zeros are ordered by their bytes, so the
/// order is total, and two scans of a folder give the same result.
enum NaturalOrder {
  /// Returns whether `first` comes before `second`.
  static func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.withUnsafeBufferPointer { a in
      second.withUnsafeBufferPointer { b in
        let order = compare(a, b)
        return order != 0 ? order < 0 : a.lexicographicallyPrecedes(b)
      }
    }
  }

  /// Returns a negative number, zero or a positive number, like C's `strcmp`.
  private static func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    var i = 0
    var j = 0
    while i < a.count, j < b.count {
      if isDigit(a[i]), isDigit(b[j]) {
        let first = digits(in: a, from: i)
        let second = digits(in: b, from: j)
        // Leading zeros are excluded, so the longer run is the larger number.
        if first.count != second.count { return first.count - second.count }
        for k in 0..<first.count where a[first.lowerBound + k] != b[second.lowerBound + k] {
          return Int(a[first.lowerBound + k]) - Int(b[second.lowerBound + k])
        }
        i = first.upperBound
        j = second.upperBound
      } else {
        let difference = Int(folded(a[i])) - Int(folded(b[j]))
        if difference != 0 { return difference }
        i += 1
        j += 1
      }
    }
    return (a.count - i) - (b.count - j)
  }

  /// Returns the run of digits at `start` without its leading zeros.
  private static func digits(in name: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int> {
    var first = start
    while first < name.count, name[first] == UInt8(ascii: "0") { first += 1 }
    var end = first
    while end < name.count, isDigit(name[end]) { end += 1 }
    return first..<end
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}

extension Photo {
  /// Returns whether `first`'s name comes before `second`'s in natural order: `IMG_2` before `IMG_10`.
  public static func inNaturalOrder(_ first: Photo, _ second: Photo) -> Bool {
    NaturalOrder.precedes(first.nameBytes, second.nameBytes)
  }
}
