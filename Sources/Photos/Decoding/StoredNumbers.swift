extension UnsafeRawBufferPointer {
  /// Reads an unsigned number of 1–4 bytes, or returns nil where the bytes end before it.
  func number(at offset: Int, bytes count: Int, isLittleEndian: Bool = false) -> Int? {
    guard offset >= 0, count <= self.count, offset <= self.count - count else { return nil }
    var value = 0
    for index in 0..<count {
      value = value << 8 | Int(self[offset + (isLittleEndian ? count - 1 - index : index)])
    }
    return value
  }
}
