import Geometry
import Testing

struct Transform3DTests {
  /// Returns the image of `p` in homogeneous coordinates, before the division by w.
  private func image(of p: SIMD4<Double>, by transform: Transform3D) -> SIMD4<Double> {
    let (r1, r2, r3, r4) = transform.rows
    return p.x * r1 + p.y * r2 + p.z * r3 + p.w * r4
  }

  private func expectEqual(
    _ a: SIMD4<Double>, _ b: SIMD4<Double>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let difference = a - b
    #expect(
      (difference * difference).sum().squareRoot() < 1e-12, "\(a) is not \(b)", sourceLocation: sourceLocation
    )
  }

  @Test("The identity maps every point to itself")
  func identity() {
    expectEqual(image(of: [3, -4, 5, 1], by: .identity), [3, -4, 5, 1])
  }

  @Test("The translation is in the fourth row")
  func translation() {
    let moved = Transform3D.identity.translated(x: 10, y: 20, z: 30)
    #expect((moved.m41, moved.m42, moved.m43) == (10, 20, 30))
    expectEqual(image(of: [1, 2, 3, 1], by: moved), [11, 22, 33, 1])
  }

  @Test("A new rotation, scale or translation is applied before the existing transform")
  func order() {
    let scaledLast = Transform3D.identity.scaled(x: 2).translated(x: 10)
    expectEqual(image(of: [1, 0, 0, 1], by: scaledLast), [22, 0, 0, 1])
    let movedLast = Transform3D.identity.translated(x: 10).scaled(x: 2)
    expectEqual(image(of: [1, 0, 0, 1], by: movedLast), [12, 0, 0, 1])
  }

  @Test(
    "A quarter turn rotates in the same direction as in Core Animation",
    arguments: [
      (SIMD3<Double>(0, 0, 1), SIMD4<Double>(1, 0, 0, 1), SIMD4<Double>(0, 1, 0, 1)),
      (SIMD3<Double>(0, 1, 0), SIMD4<Double>(1, 0, 0, 1), SIMD4<Double>(0, 0, -1, 1)),
      (SIMD3<Double>(1, 0, 0), SIMD4<Double>(0, 1, 0, 1), SIMD4<Double>(0, 0, 1, 1)),
    ])
  func quarterTurn(axis: SIMD3<Double>, point: SIMD4<Double>, expected: SIMD4<Double>) {
    let turned = Transform3D.identity.rotated(by: .pi / 2, x: axis.x, y: axis.y, z: axis.z)
    expectEqual(image(of: point, by: turned), expected)
  }

  @Test("The length of a rotation axis does not matter, and a zero axis does not rotate")
  func axisLength() {
    let short = Transform3D.identity.rotated(by: 0.7, x: 1, y: -2, z: 0.5)
    let long = Transform3D.identity.rotated(by: 0.7, x: 8, y: -16, z: 4)
    expectEqual(image(of: [3, 1, 4, 1], by: short), image(of: [3, 1, 4, 1], by: long))
    #expect(Transform3D.identity.rotated(by: 0.7) == .identity)
  }

  @Test("A rotation preserves lengths and can be undone")
  func rotationIsRigid() {
    let turned = Transform3D.identity.rotated(by: 1.1, x: 0.3, y: 0.5, z: -0.2)
    let p = image(of: [1, 2, 3, 0], by: turned)
    #expect(abs((p * p).sum() - 14) < 1e-12)
    let back = turned.rotated(by: -1.1, x: 0.3, y: 0.5, z: -0.2)
    expectEqual(image(of: [1, 2, 3, 1], by: back), [1, 2, 3, 1])
  }

  @Test("Concatenation applies the left transform first and is associative")
  func concatenation() {
    let a = Transform3D.identity.rotated(by: 0.4, y: 1)
    let b = Transform3D.identity.translated(x: 5, z: -7)
    let c = Transform3D.identity.scaled(x: 2, y: 3)
    let p: SIMD4<Double> = [1, 2, 3, 1]
    expectEqual(image(of: p, by: a.concatenated(with: b)), image(of: image(of: p, by: a), by: b))
    expectEqual(
      image(of: p, by: a.concatenated(with: b).concatenated(with: c)),
      image(of: p, by: a.concatenated(with: b.concatenated(with: c))))
  }

  @Test(
    "A translation along an axis changes only the coordinate of that axis and z", arguments: Axis.allCases)
  func alongAxis(axis: Axis) {
    let moved = image(of: [0, 0, 0, 1], by: Transform3D.identity.translated(along: axis, by: 4, z: 5))
    #expect(axis.along(Point(x: moved.x, y: moved.y)) == 4)
    #expect(axis.across(Point(x: moved.x, y: moved.y)) == 0)
    #expect(moved.z == 5)
  }

  @Test("A transform with one element that is not finite is not finite", arguments: 0..<16)
  func finiteness(element: Int) {
    #expect(Transform3D.identity.isFinite)
    for value in [Double.nan, .infinity, -.infinity] {
      var rows: [SIMD4<Double>] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
      rows[element / 4][element % 4] = value
      #expect(!Transform3D(rows: rows[0], rows[1], rows[2], rows[3]).isFinite)
    }
  }
}
