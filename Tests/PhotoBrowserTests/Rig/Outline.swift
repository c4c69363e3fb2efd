import Foundation

/// The projected corners of one item, in pixels of the window.
struct Outline {
  let corners: [Spot]

  /// Reads what CAROUSEL_PHOTOS_OUTLINES names: an array of items, each an array of four `[x, y]`.
  static func read(_ path: String) throws -> [Outline] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let items = try JSONSerialization.jsonObject(with: data) as? [[[Double]]],
      items.allSatisfy({ $0.count >= 3 && $0.allSatisfy { $0.count == 2 } })
    else { throw RigError("\(path) is not a list of outlines", [String(decoding: data, as: UTF8.self)]) }
    return items.map { Outline(corners: $0.map { Spot($0[0], $0[1]) }) }
  }

  /// The middle of the corners.
  var middle: Spot {
    Spot(
      corners.map(\.x).reduce(0, +) / Double(corners.count),
      corners.map(\.y).reduce(0, +) / Double(corners.count))
  }
}

/// The pixels near the edges of items, where a comparison may be lenient.
struct EdgeMask {
  private var isNear: [Bool]
  private let width: Int

  /// - Parameter reach: How far from an edge a pixel's centre may be, in pixels.
  init(_ outlines: [Outline], width: Int, height: Int, reach: Double) {
    self.width = width
    isNear = Array(repeating: false, count: width * height)
    for outline in outlines {
      for (start, end) in zip(outline.corners, outline.corners.dropFirst() + outline.corners.prefix(1)) {
        mark(from: start, to: end, reach: reach, height: height)
      }
    }
  }

  subscript(x: Int, y: Int) -> Bool { isNear[y * width + x] }

  /// Covers a square of this many pixels in the lower right corner, where `UserInput.parkPointer()` leaves the arrow's tip.
  mutating func coverParkedPointer(side: Int) {
    let height = isNear.count / width
    for y in height - side..<height {
      for x in width - side..<width { isNear[y * width + x] = true }
    }
  }

  /// The part of all pixels that the mask covers.
  var coverage: Double { Double(isNear.count { $0 }) / Double(isNear.count) }

  private mutating func mark(from start: Spot, to end: Spot, reach: Double, height: Int) {
    // Pixels of the edge's bounding box; an item close to the eye may reach far out of the picture.
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

/// How two pictures of the same size differ.
struct Difference {
  /// The largest difference of a channel outside the mask.
  let worst: Int
  /// Where that is.
  let place: (x: Int, y: Int)
  /// How many pixels outside the mask differ at all.
  let count: Int

  init(_ one: Picture, _ other: Picture, outside mask: EdgeMask) {
    var (worst, place, count) = (0, (x: 0, y: 0), 0)
    for y in 0..<one.height {
      for x in 0..<one.width where !mask[x, y] {
        let distance = one[x, y].distance(to: other[x, y])
        if distance > 0 { count += 1 }
        if distance > worst { (worst, place) = (distance, (x, y)) }
      }
    }
    self.worst = worst
    self.place = place
    self.count = count
  }
}
