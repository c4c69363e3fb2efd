package import Geometry

/// The changed areas of a layer's pixels: a few rectangles in the layer's points, from its top left corner.
package struct LayerDamage: Sendable {
  /// The changed areas. They may overlap.
  package private(set) var rects: [Rect] = []
  private static let mostRects = 4  // more are merged: each costs a pass over the layer's views

  /// Creates the damage of an unchanged layer.
  package init() {}

  /// Whether nothing has changed.
  package var isEmpty: Bool { rects.isEmpty }

  /// Adds an area.
  package mutating func add(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    if let place = rects.firstIndex(where: { !$0.intersection(rect).isEmpty }) {
      rects[place] = rects[place].union(rect)
    } else {
      rects.append(rect)
    }
    if rects.count > Self.mostRects { rects = [rects.reduce(.zero) { $0.union($1) }] }
  }

  /// Returns the changed areas and forgets them.
  package mutating func take() -> [Rect] {
    defer { rects = [] }
    return rects
  }
}
