/// Searches for colors and parts in a bitmap.
extension Bitmap {
  /// Returns the median position of the pixels of approximately this color; `nil` if there are fewer than
  /// 100.
  package func middle(of color: Pixel) -> ScreenPoint? {
    var columns = Array(repeating: 0, count: width)
    var rows = Array(repeating: 0, count: height)
    for y in 0..<height {
      for x in 0..<width where self[x, y].distance(to: color) <= 12 {
        columns[x] += 1
        rows[y] += 1
      }
    }
    let count = rows.reduce(0, +)
    guard count >= 100 else { return nil }
    return ScreenPoint(Double(Self.median(columns, count)), Double(Self.median(rows, count)))
  }

  private static func median(_ histogram: [Int], _ count: Int) -> Int {
    var seen = 0
    return histogram.firstIndex {
      seen += $0
      return seen * 2 >= count
    } ?? 0
  }

  /// Returns the number of pixels of exactly this color.
  package func count(of color: Pixel) -> Int { pixels.count { $0 == color } }

  /// Returns the first position at which some pixels of a part are equal to those of this bitmap, row by row; `nil` if there is
  /// none.
  ///
  /// - Parameters:
  ///   - part: A bitmap that is not larger than this one.
  ///   - marks: The pixels of the part to compare.
  package func firstPosition(of part: Bitmap, comparing marks: [(x: Int, y: Int)]) -> (x: Int, y: Int)? {
    for top in 0...(height - part.height) {
      for left in 0...(width - part.width)
      where marks.allSatisfy({ self[left + $0.x, top + $0.y] == part[$0.x, $0.y] }) {
        return (left, top)
      }
    }
    return nil
  }

  /// Returns the position at which this bitmap is most similar to a part along the part's sides and diagonals.
  ///
  /// - Parameters:
  ///   - part: The part. It may extend beyond the right and the lower edge of this bitmap.
  ///   - columns: The x coordinates of its left edge to try.
  ///   - rows: The y coordinates of its top edge to try.
  package func mostSimilarPosition(of part: Bitmap, columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> (
    x: Int, y: Int
  ) {
    // Compares pixels along the sides, because they show where the picture begins.
    let places = (1..<40).flatMap { step in
      let (across, down) = (part.width * step / 40, part.height * step / 40)
      return [
        (across, down), (part.width - across, down), (0, down), (part.width - 1, down), (across, 0),
        (across, part.height - 1),
      ]
    }
    var best = (distance: Int.max, x: columns.lowerBound, y: rows.lowerBound)
    for y in rows {
      for x in columns {
        var distance = 0
        for (column, row) in places
        where distance < best.distance && x + column < width && y + row < height {
          distance += self[x + column, y + row].distance(to: part[column, row])
        }
        if distance < best.distance { best = (distance, x, y) }
      }
    }
    return (best.x, best.y)
  }

  /// Returns this bitmap with the pixels of another one that is laid over it. The pixel at (x, y) of the other covers the top
  /// left pixel.
  package func covered(by other: Bitmap, fromX x: Int, y: Int) -> Bitmap {
    var covered = self
    for row in 0..<max(0, min(height, other.height - y)) {
      for column in 0..<max(0, min(width, other.width - x)) {
        covered[column, row] = other[x + column, y + row]
      }
    }
    return covered
  }
}
