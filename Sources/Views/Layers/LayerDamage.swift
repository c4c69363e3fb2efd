package import Geometry

/// The areas of a layer's pixels that have changed, with the version of each change.
///
/// Areas are in points from the top left corner of the layer. Several caches may hold pixels of the layer, each
/// painted at a different version.
package struct LayerDamage: Sendable {
  private struct Change: Sendable {
    let version: Int
    let area: Rect
  }

  /// The latest changes, the oldest first.
  private var changes: [Change] = []
  /// The version of the newest change that was dropped from ``changes``.
  private var forgottenVersion = 0
  private static let mostChanges = 32  // a cache is rarely more than a few versions behind

  /// Creates the damage of a layer without changes.
  package init() {}

  /// Adds an area that changed when the content became `version`.
  package mutating func add(_ area: Rect, version: Int) {
    if let last = changes.last, last.version == version {
      changes[changes.count - 1] = Change(version: version, area: last.area.union(area))
    } else {
      changes.append(Change(version: version, area: area))
    }
    if changes.count > Self.mostChanges { forgottenVersion = changes.removeFirst().version }
  }

  /// Returns the smallest rectangle that contains all changes since `version`; `nil` if changes since then were
  /// dropped.
  package func area(since version: Int) -> Rect? {
    guard version >= forgottenVersion else { return nil }
    return changes.reduce(.zero) { $1.version > version ? $0.union($1.area) : $0 }
  }
}
