/// A rectangle of integers, in surface coordinates or in buffer pixels.
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

  /// Creates a rectangle from a request's arguments. Clients may send any 32-bit numbers; sums of them cannot overflow
  /// `Int`.
  init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.init(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }

  var isEmpty: Bool { width <= 0 || height <= 0 }

  func contains(_ px: Double, _ py: Double) -> Bool {
    px >= Double(x) && py >= Double(y) && px < Double(x + width) && py < Double(y + height)
  }

  /// Returns the intersection with the rectangle from `(0, 0)` to `(limitX, limitY)`.
  func clipped(toWidth limitX: Int, height limitY: Int) -> IntegerRect {
    let left = max(0, x)
    let top = max(0, y)
    return IntegerRect(
      x: left, y: top, width: max(0, min(limitX, x + width) - left),
      height: max(0, min(limitY, y + height) - top))
  }

  /// Returns the smallest rectangle that contains both.
  func union(_ other: IntegerRect) -> IntegerRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return IntegerRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Returns the point inside the rectangle that is nearest to a point. The right and the bottom edge are outside.
  func nearestPoint(to point: (x: Double, y: Double)) -> (x: Double, y: Double) {
    // 1/256 is the smallest distance that the protocol can express.
    func limit(_ value: Double, _ low: Int, _ length: Int) -> Double {
      max(Double(low), min(value, Double(low + length) - 1.0 / 256))
    }
    return (limit(point.x, x, width), limit(point.y, y, height))
  }

  func scaled(by factor: Int) -> IntegerRect {
    IntegerRect(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
  }
}

extension Int {
  /// Returns the sum, clamped to the range of the protocol's integers, because a client may request many additions of
  /// extreme numbers.
  func addingClamped(_ other: Int) -> Int { Int(Int32(clamping: self + other)) }
}
