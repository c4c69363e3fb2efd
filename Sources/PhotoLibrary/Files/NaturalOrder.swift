/// The natural order of file names: `IMG_2` before `IMG_10`, `a` next to `A`.
///
/// Runs of digits are compared by value. Other bytes are compared one by one, ASCII letters without case. The order
/// does not depend on the locale. Names that differ only in case or leading zeros are ordered by their bytes, so the
/// order is total, and two scans of a folder give the same result.
package enum NaturalOrder {
  /// Returns whether `first` comes before `second`.
  package static func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    order(first[...], second[...]) < 0
  }

  /// Returns a negative number if `first` comes before `second`, zero for equal names, and a positive number
  /// otherwise.
  static func order(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Int {
    first.withUnsafeBufferPointer { a in
      second.withUnsafeBufferPointer { b in
        let order = compare(a, b)
        if order != 0 { return order }
        if a.lexicographicallyPrecedes(b) { return -1 }
        return b.lexicographicallyPrecedes(a) ? 1 : 0
      }
    }
  }

  /// Compares paths folder by folder. The files of a folder come before those of its subfolders.
  static func order(ofPaths first: Photo, _ second: Photo) -> Int {
    if first.folderBytes != second.folderBytes {
      let order = order(ofFolders: first.folderBytes, second.folderBytes)
      if order != 0 { return order }
    }
    return order(first.nameBytes[...], second.nameBytes[...])
  }

  private static func order(ofFolders first: [UInt8], _ second: [UInt8]) -> Int {
    let slash = UInt8(ascii: "/")
    var (i, j) = (first.startIndex, second.startIndex)
    while i < first.endIndex, j < second.endIndex {
      let (a, b) = (first[i...].prefix { $0 != slash }, second[j...].prefix { $0 != slash })
      let order = order(a, b)
      if order != 0 { return order }
      (i, j) = (a.endIndex + 1, b.endIndex + 1)
    }
    return (i < first.endIndex ? 1 : 0) - (j < second.endIndex ? 1 : 0)
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
