internal import CarouselEngine
internal import Geometry

/// Remembers which pane a finger or a pressed pointer went down in; until it is lifted, it belongs there.
@MainActor
struct ContactRouter {
  private var owners: [Int: CarouselPane] = [:]

  /// A contact went down: returns the frontmost pane under it.
  mutating func began(_ id: Int, at point: Point, in panes: [CarouselPane]) -> CarouselPane? {
    let pane = panes.last { $0.frame.contains(point) }
    owners[id] = pane
    return pane
  }

  func owner(of id: Int) -> CarouselPane? { owners[id] }

  mutating func ended(_ id: Int) -> CarouselPane? { owners.removeValue(forKey: id) }

  /// The pane is taken away: returns the contacts that were its own.
  mutating func forget(_ pane: CarouselPane) -> [Int] {
    let contacts = owners.filter { $0.value === pane }.map(\.key)
    for contact in contacts { owners[contact] = nil }
    return contacts
  }
}

extension Point {
  /// The point in the coordinates of `pane`.
  @MainActor
  func inside(_ pane: CarouselPane) -> Point { self - pane.frame.origin }
}
