/// A list of objects in the order they were added.
///
/// Adding and removing take amortized constant time, because a client may own tens of thousands of objects, and all of
/// them are removed when it disconnects.
package struct ObjectList<Element: AnyObject>: Sequence {
  /// Nil where an object was removed.
  private var slots: [Element?] = []
  /// The index of each object in `slots`.
  private var slotIndices: [ObjectIdentifier: Int] = [:]
  /// The total number of slots that compaction has visited. Tests read it.
  package private(set) var visitedSlotCount = 0

  /// Creates an empty list.
  package init() {}

  /// The number of objects.
  package var count: Int { slotIndices.count }
  /// Whether the list has no objects.
  package var isEmpty: Bool { slotIndices.isEmpty }

  /// Returns whether an object is in the list.
  package func contains(_ element: Element) -> Bool { slotIndices[ObjectIdentifier(element)] != nil }

  /// Adds an object at the end. If it is in the list already, it is moved to the end.
  package mutating func append(_ element: Element) {
    remove(element)
    slotIndices[ObjectIdentifier(element)] = slots.count
    slots.append(element)
  }

  /// Removes an object. No effect if it is not in the list.
  package mutating func remove(_ element: Element) {
    guard let slot = slotIndices.removeValue(forKey: ObjectIdentifier(element)) else { return }
    slots[slot] = nil
    // Compaction runs when more than half of the slots are empty, so on average it visits few slots per removal.
    if slots.count > 2 * slotIndices.count { compact() }
  }

  /// Removes all objects.
  package mutating func removeAll() {
    slots = []
    slotIndices = [:]
  }

  /// Returns an iterator over the objects in the order they were added.
  package func makeIterator() -> some IteratorProtocol<Element> {
    slots.lazy.compactMap(\.self).makeIterator()
  }

  /// Returns the last object for which `condition` holds.
  package func last(where condition: (Element) throws -> Bool) rethrows -> Element? {
    for case let element? in slots.reversed() where try condition(element) { return element }
    return nil
  }

  /// Removes the empty slots.
  private mutating func compact() {
    visitedSlotCount += slots.count
    slots.removeAll { $0 == nil }
    for case (let slot, let element?) in slots.enumerated() { slotIndices[ObjectIdentifier(element)] = slot }
  }
}
