internal import Views

/// The numbers of the elements. A view keeps its number while it lives, also while it is hidden. An item of a list keeps it
/// while it is in sight and shows the same view.
///
/// A number is never used for another element.
@MainActor
struct ObjectIdentifiers {
  private struct Key: Hashable {
    let element: AccessibilityElement
    let content: ObjectIdentifier?
  }

  private struct Entry {
    let id: Int
    /// The element holds its view and content weakly. If they were deallocated, another view may have their addresses.
    let element: AccessibilityElement
    var isUsed: Bool

    @MainActor var isAlive: Bool { element.view != nil }
  }

  private var entries: [Key: Entry] = [:]
  private var lastID = AccessibleObject.applicationID

  /// Begins a tree. The elements that are not asked for until ``end()`` are not in it.
  mutating func begin() { for key in entries.keys { entries[key]?.isUsed = false } }

  mutating func id(of element: AccessibilityElement) -> Int {
    let key = Key(element: element, content: element.content.map { ObjectIdentifier($0) })
    if let entry = entries[key], entry.isAlive, (entry.element.content != nil) == (key.content != nil) {
      entries[key]?.isUsed = true
      return entry.id
    }
    lastID += 1
    entries[key] = Entry(id: lastID, element: element, isUsed: true)
    return lastID
  }

  /// Removes the elements whose views are gone, and the items that are out of sight.
  mutating func end() {
    entries = entries.filter { $0.value.isUsed || $0.key.element.part == nil && $0.value.isAlive }
  }

  /// Removes all elements. Their numbers are not used again.
  mutating func removeAll() { entries = [:] }

  /// Whether a number belongs to a view that lives, also if it is not in the tree.
  func isKnown(_ id: Int) -> Bool { entries.values.contains { $0.id == id && $0.isAlive } }
}
