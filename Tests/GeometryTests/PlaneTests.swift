import Geometry
import Testing

/// Points, sizes, rectangles and axes.
struct PlaneTests {
  @Test("Points are added, subtracted and scaled, and have distances")
  func points() {
    let (a, b) = (Point(x: 1, y: 2), Point(x: 4, y: 6))
    #expect(a + b == Point(x: 5, y: 8))
    #expect(b - a == Point(x: 3, y: 4))
    #expect(a * 3 == Point(x: 3, y: 6))
    #expect(a.distance(to: b) == 5)
  }

  @Test("A size with a side that is zero, negative or NaN is empty")
  func emptySizes() {
    #expect(!Size(width: 1, height: 1).isEmpty)
    for side in [0, -1, Double.nan] {
      #expect(Size(width: side, height: 1).isEmpty)
      #expect(Size(width: 1, height: side).isEmpty)
    }
    #expect(Size(width: 2, height: 3) * 2 == Size(width: 4, height: 6))
  }

  @Test("A rectangle contains its left and top sides, but not its right and bottom sides")
  func containment() {
    let rect = Rect(x: 10, y: 20, width: 30, height: 40)
    #expect(rect.contains(Point(x: 10, y: 20)))
    #expect(rect.contains(Point(x: 39.9, y: 59.9)))
    #expect(!rect.contains(Point(x: 40, y: 30)))
    #expect(!rect.contains(Point(x: 30, y: 60)))
    #expect(rect.center == Point(x: 25, y: 40))
  }

  @Test("Rectangles are intersected and united")
  func combinations() {
    let a = Rect(x: 0, y: 0, width: 10, height: 10)
    let b = Rect(x: 6, y: -2, width: 10, height: 10)
    #expect(a.intersection(b) == Rect(x: 6, y: 0, width: 4, height: 8))
    #expect(a.intersection(b) == b.intersection(a))
    #expect(a.union(b) == Rect(x: 0, y: -2, width: 16, height: 12))
    // Rectangles that only touch do not overlap.
    #expect(a.intersection(Rect(x: 10, y: 0, width: 5, height: 5)) == .zero)
    #expect(a.intersection(Rect(x: 50, y: 50, width: 5, height: 5)).isEmpty)
    #expect(a.union(.zero) == a)
    #expect(Rect.zero.union(a) == a)
  }

  @Test("An inset moves every side")
  func inset() {
    let rect = Rect(x: 0, y: 0, width: 10, height: 20)
    #expect(rect.inset(by: 2) == Rect(x: 2, y: 2, width: 6, height: 16))
    #expect(rect.inset(by: -1) == Rect(x: -1, y: -1, width: 12, height: 22))
    #expect(rect.inset(by: 6).isEmpty)
  }

  @Test("For each axis, along and across return the expected components of points and sizes")
  func axes() {
    let (point, size) = (Point(x: 3, y: 7), Size(width: 30, height: 70))
    #expect(Axis.horizontal.along(point) == 3)
    #expect(Axis.horizontal.across(point) == 7)
    #expect(Axis.vertical.along(point) == 7)
    #expect(Axis.vertical.across(point) == 3)
    #expect(Axis.horizontal.along(size) == 30)
    #expect(Axis.horizontal.across(size) == 70)
    #expect(Axis.vertical.along(size) == 70)
    #expect(Axis.vertical.across(size) == 30)
  }
}
