import Geometry
import Testing

/// The size of a card that is rotated about an oblique axis, moved back and seen in perspective.
private let size = Size(width: 200, height: 120)
private let center = Point(x: 400, y: 300)

private func perspective(_ m34: Double = -0.002) -> Transform3D {
  var transform = Transform3D.identity
  transform.m34 = m34
  return transform
}

private let tilted = perspective().translated(x: 70, y: -20, z: -50).rotated(by: 0.8, x: 0.2, y: 1, z: 0.1)

private func expectClose(
  _ a: Point?, _ b: Point?, within tolerance: Double = 1e-9, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let a, let b else {
    #expect(
      a == nil && b == nil, "\(String(describing: a)) is not \(String(describing: b))",
      sourceLocation: sourceLocation)
    return
  }
  #expect(a.distance(to: b) <= tolerance, "\(a) is not \(b)", sourceLocation: sourceLocation)
}

/// Points of the card: its corners, its center and two others.
private let cardPoints: [Point] = [
  Point(x: 0, y: 0), Point(x: 200, y: 0), Point(x: 200, y: 120), Point(x: 0, y: 120), Point(x: 100, y: 60),
  Point(x: 31, y: 7), Point(x: 160.5, y: 99.25),
]

struct HomographyTests {
  @Test("Placing a view applies its 4×4 matrix about the view's center", arguments: cardPoints)
  func placing(point: Point) {
    let homography = Homography(placing: tilted, size: size, center: center)
    // Step by step: center the view, apply the matrix to (x, y, 0, 1), divide by w, move to the center.
    let (r1, r2, _, r4) = tilted.rows
    let p = (point.x - size.width / 2) * r1 + (point.y - size.height / 2) * r2 + r4
    expectClose(homography.project(point), Point(x: center.x + p.x / p.w, y: center.y + p.y / p.w))
    #expect(abs(homography.w(at: point) - p.w) < 1e-12)
  }

  @Test("An untransformed view is centered")
  func centered() {
    let homography = Homography(placing: perspective(), size: size, center: center)
    expectClose(homography.project(.zero), Point(x: 300, y: 240))
    expectClose(homography.project(Point(x: 200, y: 120)), Point(x: 500, y: 360))
  }

  @Test("Without perspective, the map is affine", arguments: cardPoints)
  func noPerspective(point: Point) {
    let homography = Homography(placing: perspective(0).rotated(by: 0.8, y: 1), size: size, center: center)
    #expect(homography.w(at: point) == 1)
  }

  @Test("A view nearer to the viewer is drawn larger")
  func nearer() throws {
    func width(z: Double) throws -> Double {
      let homography = Homography(placing: perspective().translated(z: z), size: size, center: center)
      let left = try #require(homography.project(.zero))
      return try #require(homography.project(Point(x: 200, y: 0))).x - left.x
    }
    // At perspective 1/500, moving 250 points toward the viewer halves the distance.
    #expect(abs(try width(z: 250) - 400) < 1e-9)
    #expect(abs(try width(z: -500) - 100) < 1e-9)
  }

  @Test("The inverse maps a projected point back to the point of the card", arguments: cardPoints)
  func inverse(point: Point) throws {
    let homography = Homography(placing: tilted, size: size, center: center)
    let inverse = try #require(homography.inverse)
    let image = try #require(homography.project(point))
    expectClose(inverse.project(image), point)
    #expect(inverse.w(at: image) > 0)
  }

  @Test("A card seen edge-on has no inverse")
  func edgeOn() {
    var flat = Transform3D.identity
    flat.m11 = 0
    #expect(Homography(placing: flat, size: size, center: center).inverse == nil)
    #expect(Homography(.nan, 0, 0, 0, 1, 0, 0, 0, 1).inverse == nil)
  }

  @Test("The sign of the determinant distinguishes front and back")
  func sides() {
    func determinant(turnedBy angle: Double) -> Double {
      Homography(placing: perspective().rotated(by: angle, y: 1), size: size, center: center).determinant
    }
    #expect(determinant(turnedBy: 0.5) > 0)
    #expect(determinant(turnedBy: .pi - 0.5) < 0)
  }

  @Test("A point behind the viewer has no image")
  func behind() {
    let homography = Homography(placing: perspective().translated(z: 501), size: size, center: center)
    #expect(homography.project(Point(x: 100, y: 60)) == nil)
  }

  @Test("Concatenation applies the left map first", arguments: cardPoints)
  func concatenation(point: Point) throws {
    let first = Homography(placing: tilted, size: size, center: center)
    let second = Homography.scale(1.5, offset: Point(x: -3, y: 8))
    let image = try #require(first.project(point))
    expectClose(
      first.concatenated(with: second).project(point), Point(x: 1.5 * image.x - 3, y: 1.5 * image.y + 8))
    expectClose(first.concatenated(with: .identity).project(point), image)
  }
}

struct HomographyClippingTests {
  @Test("The outline of a card in front of the viewer has its four projected corners in order")
  func uncut() throws {
    let homography = Homography(placing: tilted, size: size, center: center)
    let outline = homography.projectedOutline(of: size)
    #expect(outline.count == 4)
    for (corner, point) in zip(cardPoints, outline) { expectClose(homography.project(corner), point) }
  }

  @Test("A card behind the viewer has no outline")
  func behind() {
    let homography = Homography(placing: perspective().translated(z: 600), size: size, center: center)
    #expect(homography.projectedOutline(of: size) == [])
  }

  /// Returns a card that is rotated about the vertical axis so far that one of its sides is behind the eye.
  private func swungPastTheEye(
    height: Double = 120, roll: Double = 0, z: Double = 0
  ) -> (homography: Homography, size: Size) {
    let size = Size(width: 2_000, height: height)
    let transform = perspective().translated(z: z).rotated(by: -1.2, y: 1).rotated(by: roll, z: 1)
    return (Homography(placing: transform, size: size, center: center), size)
  }

  @Test(
    "A card that is partly behind the eye is clipped where w is less than nearestW",
    arguments: [1.0 / 64, 1.0 / 8, 0.5])
  func cut(nearestW: Double) throws {
    let (homography, size) = swungPastTheEye()
    let outline = homography.projectedOutline(of: size, nearestW: nearestW)
    #expect(outline.count == 4)
    let inverse = try #require(homography.inverse)
    for point in outline {
      #expect(point.x.isFinite && point.y.isFinite)
      // The point maps back into the card, and w at that source point is at least `nearestW`.
      let source = try #require(inverse.project(point))
      #expect(homography.w(at: source) >= nearestW * (1 - 1e-9))
      #expect(source.x >= -1e-6 && source.x <= size.width + 1e-6)
      #expect(source.y >= -1e-6 && source.y <= size.height + 1e-6)
    }
  }

  @Test("A quad of which one corner is clipped has five corners; if three are clipped, it has three")
  func cornerCuts() {
    var counts: Set<Int> = []
    for (step, z) in (0..<200).flatMap({ step in [-400.0, 0, 400, 900].map { (step, $0) } }) {
      let (homography, size) = swungPastTheEye(height: 1_500, roll: Double(step) * .pi / 100, z: z)
      let outline = homography.projectedOutline(of: size)
      counts.insert(outline.count)
      let insideCorners = [
        Point.zero, Point(x: size.width, y: 0), Point(x: size.width, y: size.height),
        Point(x: 0, y: size.height),
      ].count { homography.w(at: $0) >= 1.0 / 64 }
      #expect(outline.count == [0: 0, 1: 3, 2: 4, 3: 5, 4: 4][insideCorners])
    }
    #expect(counts.isSuperset(of: [3, 4, 5]))
  }

  @Test("An outline is convex")
  func convexity() {
    for step in 0..<200 {
      let (homography, size) = swungPastTheEye(height: 1_500, roll: Double(step) * .pi / 100)
      let outline = homography.projectedOutline(of: size)
      guard outline.count > 2 else { continue }
      let turns = outline.indices.map { i -> Double in
        let (a, b, c) = (
          outline[i], outline[(i + 1) % outline.count], outline[(i + 2) % outline.count]
        )
        return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
      }
      #expect(turns.allSatisfy { $0 > -1e-3 } || turns.allSatisfy { $0 < 1e-3 })
    }
  }

  @Test(
    "sourcePoint returns the point of the card that projects to the given position", arguments: cardPoints)
  func seenAt(point: Point) throws {
    let homography = Homography(placing: tilted, size: size, center: center)
    let image = try #require(homography.project(point))
    expectClose(homography.sourcePoint(seenAt: image), point)
  }

  @Test("If only a point behind the viewer projects to a position, the position has no source point")
  func notSeenBehind() throws {
    // The plane of the card passes through the eye. Beyond the horizon of this plane, only points behind the
    // viewer project.
    let (homography, _) = swungPastTheEye()
    let behind = Point(x: 1_990, y: 60)
    let w = homography.w(at: behind)
    #expect(w < 0)
    let ghost = Point(
      x: (homography.m0 * behind.x + homography.m1 * behind.y + homography.m2) / w,
      y: (homography.m3 * behind.x + homography.m4 * behind.y + homography.m5) / w)
    #expect(homography.sourcePoint(seenAt: ghost) == nil)
  }

  @Test("The map of a rectangle to its projected corners is the projection")
  func corners() throws {
    let homography = Homography(placing: tilted, size: size, center: center)
    let rect = Rect(origin: .zero, size: size)
    let seen = [
      Point.zero, Point(x: size.width, y: 0), Point(x: size.width, y: size.height),
      Point(x: 0, y: size.height),
    ].compactMap { homography.project($0) }
    let map = try #require(Homography(of: rect, toCorners: seen))
    for point in cardPoints { expectClose(map.project(point), homography.project(point), within: 1e-8) }
    // The back of the card: the corners are in the other order.
    let back = try #require(Homography(of: rect, toCorners: seen.reversed()))
    #expect(back.determinant < 0)
    expectClose(back.project(.zero), seen[3], within: 1e-8)
  }

  @Test("Four points that are not the corners of a convex polygon, or not finite, have no map")
  func noCorners() {
    let rect = Rect(x: 0, y: 0, width: 10, height: 10)
    let (a, b, c) = (Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10))
    #expect(Homography(of: rect, toCorners: [a, b, c, Point(x: 9, y: 1)]) == nil)
    #expect(Homography(of: rect, toCorners: [a, a, a, a]) == nil)
    #expect(Homography(of: rect, toCorners: [a, b, c, Point(x: .nan, y: 0)]) == nil)
    #expect(Homography(of: rect, toCorners: [a, b, c]) == nil)
    #expect(Homography(of: .zero, toCorners: [a, b, c, Point(x: 0, y: 10)]) == nil)
  }
}
