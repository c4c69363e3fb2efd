internal import CarouselEngine
internal import Geometry

/// Maps contacts to panes. A contact, a touch or the pressed pointer, belongs to the pane it began in until it ends.
@MainActor
struct ContactRouter {
  private var owners: [Int: CarouselPane] = [:]

  /// Adds a contact. Returns the frontmost pane at `point`, which owns the contact from now on.
  mutating func began(_ id: Int, at point: Point, in panes: [CarouselPane]) -> CarouselPane? {
    let pane = panes.last { $0.frame.contains(point) }
    owners[id] = pane
    return pane
  }

  /// The pane that a contact began in.
  func owner(of id: Int) -> CarouselPane? { owners[id] }

  /// Removes a contact and returns its owner.
  mutating func ended(_ id: Int) -> CarouselPane? { owners.removeValue(forKey: id) }

  /// Removes the contacts of a pane and returns their IDs.
  mutating func removeContacts(of pane: CarouselPane) -> [Int] {
    let contacts = owners.filter { $0.value === pane }.map(\.key)
    for contact in contacts { owners[contact] = nil }
    return contacts
  }
}

extension Point {
  /// Converts the point from the window's coordinates to those of `pane`.
  @MainActor
  func inside(_ pane: CarouselPane) -> Point { self - pane.frame.origin }
}
