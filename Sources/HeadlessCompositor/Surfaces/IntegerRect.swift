/// A rectangle of whole units: surface units or pixels.
struct IntegerRect: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Clients may send any numbers, such as the largest for "everything".
  init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.init(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }

  var isEmpty: Bool { width <= 0 || height <= 0 }

  func contains(_ px: Double, _ py: Double) -> Bool {
    px >= Double(x) && py >= Double(y) && px < Double(x + width) && py < Double(y + height)
  }

  func clipped(toWidth limitX: Int, height limitY: Int) -> IntegerRect {
    let left = max(0, x)
    let top = max(0, y)
    return IntegerRect(
      x: left, y: top, width: max(0, min(limitX, x + width) - left),
      height: max(0, min(limitY, y + height) - top))
  }

  func scaled(by factor: Int) -> IntegerRect {
    IntegerRect(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
  }
}

extension Int {
  /// The sum of two of the protocol's integers, clamped to their range: clients may send any numbers, any number of times.
  func adding(_ other: Int) -> Int { Int(Int32(clamping: self + other)) }
}
