/// An end of the list of photos.
enum ListEnd: Hashable, Sendable {
  case first, last

  /// Returns the index of the photo at the end of a list of `count` photos.
  func index(in count: Int) -> Int { self == .first ? 0 : count - 1 }
}
