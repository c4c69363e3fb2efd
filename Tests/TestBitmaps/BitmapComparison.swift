/// The projected corners of an item, in pixels of the window.
package struct Outline {
  package let corners: [ScreenPoint]

  package init(corners: [ScreenPoint]) { self.corners = corners }

  /// The mean of the corners.
  package var middle: ScreenPoint {
    ScreenPoint(
      corners.map(\.x).reduce(0, +) / Double(corners.count),
      corners.map(\.y).reduce(0, +) / Double(corners.count))
  }
}

/// The pixels near the edges of items, which a comparison ignores.
package struct EdgeMask {
  private var isNear: [Bool]
  private let width: Int

  /// Creates a mask for a bitmap.
  ///
  /// - Parameters:
  ///   - outlines: The outlines of the items.
  ///   - width: The width of the bitmap, in pixels.
  ///   - height: The height of the bitmap, in pixels.
  ///   - reach: The largest distance from an edge at which a pixel's center is ignored, in pixels.
  package init(_ outlines: [Outline], width: Int, height: Int, reach: Double) {
    self.width = width
    isNear = Array(repeating: false, count: width * height)
    for outline in outlines {
      for (start, end) in zip(outline.corners, outline.corners.dropFirst() + outline.corners.prefix(1)) {
        mark(from: start, to: end, reach: reach, height: height)
      }
    }
  }

  package subscript(x: Int, y: Int) -> Bool { isNear[y * width + x] }

  /// Covers a square in the bottom right corner. The tip of the pointer's arrow is visible there after
  /// `UserInput.parkPointer()`.
  package mutating func coverParkedPointer(side: Int) {
    let height = isNear.count / width
    for y in height - side..<height {
      for x in width - side..<width { isNear[y * width + x] = true }
    }
  }

  /// Covers squares in the lower corners, which are round in a window with the program's own title bar.
  package mutating func coverLowerCorners(side: Int) {
    let height = isNear.count / width
    for y in height - side..<height {
      for x in 0..<side {
        isNear[y * width + x] = true
        isNear[y * width + width - 1 - x] = true
      }
    }
  }

  /// The fraction of pixels that the mask covers.
  package var coverage: Double { Double(isNear.count { $0 }) / Double(isNear.count) }

  private mutating func mark(from start: ScreenPoint, to end: ScreenPoint, reach: Double, height: Int) {
    // The range is clamped to the bitmap, because an item close to the eye may extend far beyond it.
    func range(_ a: Double, _ b: Double, below limit: Int) -> Range<Int> {
      let low = Int((min(a, b) - reach).rounded(.down).clamped(0, Double(limit)))
      return low..<max(low, Int((max(a, b) + reach + 1).rounded(.up).clamped(0, Double(limit))))
    }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let squaredLength = dx * dx + dy * dy
    for y in range(start.y, end.y, below: height) {
      for x in range(start.x, end.x, below: width) {
        let (px, py) = (Double(x) + 0.5 - start.x, Double(y) + 0.5 - start.y)
        let along = squaredLength > 0 ? ((px * dx + py * dy) / squaredLength).clamped(0, 1) : 0
        let (ox, oy) = (px - along * dx, py - along * dy)
        if ox * ox + oy * oy <= reach * reach { isNear[y * width + x] = true }
      }
    }
  }
}

extension Double {
  fileprivate func clamped(_ low: Double, _ high: Double) -> Double { min(max(self, low), high) }
}

/// The difference of two bitmaps of the same size.
package struct Difference {
  /// The largest difference of a channel outside the mask.
  package let largest: Int
  /// The position of the largest difference.
  package let position: (x: Int, y: Int)
  /// The number of pixels outside the mask that differ.
  package let count: Int

  /// Compares two bitmaps of the same size.
  ///
  /// - Parameters:
  ///   - one: The bitmap on the screen.
  ///   - other: The expected bitmap.
  ///   - mask: The pixels to ignore.
  ///   - isResampled: Whether the screen may show the expected bitmap moved by less than a pixel. Each
  ///     channel must then lie in the range of the expected pixel and its eight neighbors.
  package init(_ one: Bitmap, _ other: Bitmap, outside mask: EdgeMask, isResampled: Bool = false) {
    var (largest, position, count) = (0, (x: 0, y: 0), 0)
    for y in 0..<one.height {
      for x in 0..<one.width where !mask[x, y] {
        var distance = one[x, y].distance(to: other[x, y])
        if isResampled && distance > 0 { distance = other.distance(of: one[x, y], fromNeighborsOf: x, y) }
        if distance > 0 { count += 1 }
        if distance > largest { (largest, position) = (distance, (x, y)) }
      }
    }
    self.largest = largest
    self.position = position
    self.count = count
  }
}

extension Bitmap {
  /// Returns how far the channels of a pixel lie outside the range of this bitmap's pixel at (x, y) and its
  /// neighbors.
  fileprivate func distance(of pixel: Pixel, fromNeighborsOf x: Int, _ y: Int) -> Int {
    var largest = 0
    for channel in [\Pixel.red, \.green, \.blue] {
      var (low, high) = (255, 0)
      for row in max(0, y - 1)...min(height - 1, y + 1) {
        for column in max(0, x - 1)...min(width - 1, x + 1) {
          let value = Int(self[column, row][keyPath: channel])
          (low, high) = (min(low, value), max(high, value))
        }
      }
      let value = Int(pixel[keyPath: channel])
      largest = max(largest, low - value, value - high)
    }
    return largest
  }
}
