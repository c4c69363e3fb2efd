package import Geometry

/// The areas of a layer's pixels that have changed, with the version of each change.
///
/// Areas are in the layer's points, from its top left corner. Several caches may hold pixels of the layer, each at its
/// own version.
package struct LayerDamage: Sendable {
  private struct Change: Sendable {
    let version: Int
    let area: Rect
  }

  /// The latest changes, the oldest first.
  private var changes: [Change] = []
  /// The version of the last change that was dropped.
  private var forgottenVersion = 0
  private static let mostChanges = 32  // a cache is rarely more than a few versions behind

  /// Creates the damage of a layer without changes.
  package init() {}

  /// Adds the area that changed in `version`.
  package mutating func add(_ area: Rect, version: Int) {
    if let last = changes.last, last.version == version {
      changes[changes.count - 1] = Change(version: version, area: last.area.union(area))
    } else {
      changes.append(Change(version: version, area: area))
    }
    if changes.count > Self.mostChanges { forgottenVersion = changes.removeFirst().version }
  }

  /// Returns the smallest rectangle that contains all changes since `version`; `nil` if they are not known.
  package func area(since version: Int) -> Rect? {
    guard version >= forgottenVersion else { return nil }
    return changes.reduce(.zero) { $1.version > version ? $0.union($1.area) : $0 }
  }
}
