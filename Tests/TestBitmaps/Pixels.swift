/// Returns the largest difference of a channel between two pictures of the same size, whose pixels have four channels.
package func largestChannelDifference(_ a: [UInt32], _ b: [UInt32]) -> Int {
  precondition(a.count == b.count, "the pictures have different sizes")
  return zip(a, b).reduce(0) { max($0, channelDifference($1.0, $1.1)) }
}

/// Returns the largest difference of a channel between two pixels.
private func channelDifference(_ a: UInt32, _ b: UInt32) -> Int {
  a == b ? 0 : [0, 8, 16, 24].reduce(0) { max($0, abs(Int(a >> $1 & 0xFF) - Int(b >> $1 & 0xFF))) }
}

/// Returns the number of pixels of which a channel differs by more than `limit` between two pictures of the same size.
package func pixelCount(_ a: [UInt32], _ b: [UInt32], differingByMoreThan limit: Int) -> Int {
  zip(a, b).count { channelDifference($0, $1) > limit }
}

/// Returns the number of colors in a picture.
package func colorCount(_ pixels: [UInt32]) -> Int { Set(pixels).count }

/// A convex polygon, for many questions about its edges.
package struct ConvexOutline {
  /// For each side, the direction to the inside, of length 1, and its product with a corner.
  private let sides: [(x: Double, y: Double, corner: Double)]

  /// - Parameter corners: The corners in order, clockwise or counterclockwise. No two adjacent corners are equal.
  package init(_ corners: [(x: Double, y: Double)]) {
    let next = Array(corners.dropFirst() + corners.prefix(1))
    let area = zip(corners, next).reduce(0.0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x }
    sides = zip(corners, next).map { a, b in
      let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot() * (area < 0 ? -1 : 1)
      let (x, y) = ((a.y - b.y) / length, (b.x - a.x) / length)
      return (x, y, x * a.x + y * a.y)
    }
  }

  /// Returns the distance of a point from the nearest side; negative outside of the polygon.
  package func depth(x: Double, y: Double) -> Double {
    sides.reduce(.infinity) { min($0, $1.x * x + $1.y * y - $1.corner) }
  }
}
