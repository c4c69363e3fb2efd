/// The identifier of a scroll that a task waits for.
package struct ScrollID: Codable, Hashable, Sendable {
  let number: Int
}

/// The scroll in progress that a task waits for, if there is one.
struct AwaitedScroll: Sendable {
  private(set) var id: ScrollID?

  var isUnderWay: Bool { id != nil }

  mutating func begin(_ newID: ScrollID) { id = newID }

  /// Ends the wait. Returns the identifier of the scroll; `nil` if no task waits for a scroll.
  mutating func end() -> ScrollID? {
    defer { id = nil }
    return id
  }
}
