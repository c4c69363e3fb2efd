/// The identifier of a scroll whose end is awaited.
package struct ScrollID: Codable, Hashable, Sendable {
  let number: Int
}

/// The scroll under way whose end is awaited, if there is one.
struct AwaitedScroll: Sendable {
  private(set) var id: ScrollID?

  var isUnderWay: Bool { id != nil }

  mutating func begin(_ newID: ScrollID) { id = newID }

  /// Ends the scroll; returns its identifier.
  mutating func end() -> ScrollID? {
    defer { id = nil }
    return id
  }
}
