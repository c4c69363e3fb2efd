/// The order of the photos of a library. Photos with equal values of the key are ordered by name. Photos with
/// unknown values come last, or first in a reversed order.
package struct PhotoOrder: Hashable, Sendable {
  /// The property by which photos are ordered.
  package enum Key: Hashable, Sendable {
    /// The given paths in their order; within a folder the names in natural order: `IMG_2` before `IMG_10`.
    case name
    /// The time at which the photo was taken; if unknown, the modification time of the file. Oldest first.
    case dateTaken
    /// The modification time of the file. Oldest first.
    case dateModified
    /// The size of the file. Smallest first.
    case size
    /// The aspect ratio. Tallest first.
    case shape
    /// A random order, which is the same for the same seed and the same files.
    case random(seed: UInt64)
  }

  /// The property by which photos are ordered.
  package var key: Key
  /// Whether the order is reversed.
  package var isReversed: Bool

  /// Creates an order.
  package init(_ key: Key = .name, isReversed: Bool = false) {
    self.key = key
    self.isReversed = isReversed
  }

  /// Whether the order depends on metadata that a decoder reads.
  package var needsMetadata: Bool { key == .dateTaken || key == .shape }

  /// Whether the order depends on the versions of the files.
  var needsRevisions: Bool { key == .dateTaken || key == .dateModified || key == .size }

  /// Whether `first` comes before `second`. The order is total, because no two photos of a library have the
  /// same path.
  package func precedes(_ first: LibraryPhoto, _ second: LibraryPhoto) -> Bool {
    let order = compare(first, second)
    return isReversed ? order > 0 : order < 0
  }

  private func compare(_ a: LibraryPhoto, _ b: LibraryPhoto) -> Int {
    let order =
      switch key {
      case .name: 0
      case .dateTaken: Self.compare(Self.taken(a), Self.taken(b))
      case .dateModified: Self.compare(a.revision?.modified, b.revision?.modified)
      case .size: Self.compare(a.revision?.byteCount, b.revision?.byteCount)
      case .shape: Self.compare(a.metadata?.aspectRatio, b.metadata?.aspectRatio)
      case .random(let seed):
        Self.compare(
          StableHash.value(of: a.identity, seed: seed), StableHash.value(of: b.identity, seed: seed))
      }
    if order != 0 { return order }
    if a.root != b.root { return a.root - b.root }
    return NaturalOrder.order(ofPaths: a.photo, b.photo)
  }

  /// Returns a negative number, zero or a positive number. Unknown values come after all others.
  private static func compare<Value: Comparable>(_ a: Value?, _ b: Value?) -> Int {
    switch (a, b) {
    case (let a?, let b?): a < b ? -1 : a > b ? 1 : 0
    case (nil, nil): 0
    case (nil, _?): 1
    case (_?, nil): -1
    }
  }

  private static func taken(_ photo: LibraryPhoto) -> Int64? {
    photo.metadata?.taken ?? photo.revision.map { $0.modified / 1_000_000_000 }
  }
}

extension PhotoOrder.Key {
  /// The keys without a seed, by the names of the command line.
  package static let named: [(name: String, key: PhotoOrder.Key)] = [
    ("name", .name), ("taken", .dateTaken), ("modified", .dateModified), ("size", .size), ("shape", .shape),
  ]
  private static let randomPrefix = "random:"

  /// The name on the command line, such as "taken" or "random:7".
  package var name: String {
    if case .random(let seed) = self { return "\(Self.randomPrefix)\(seed)" }
    return Self.named.first { $0.key == self }?.name ?? ""
  }

  /// Fails if there is no key of this name.
  package init?(named name: String) {
    if let found = Self.named.first(where: { $0.name == name }) {
      self = found.key
    } else if name.hasPrefix(Self.randomPrefix), let seed = UInt64(name.dropFirst(Self.randomPrefix.count)) {
      self = .random(seed: seed)
    } else {
      return nil
    }
  }
}
