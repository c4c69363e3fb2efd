/// The background of the single page: around a photo, and behind a translucent one.
package enum PhotoBackground: String, Hashable, Sendable, CaseIterable {
  /// Almost black.
  case plain
  /// Squares behind a translucent photo.
  case checkerboard
  /// A blurred copy of the photo, which covers the page.
  case blurred

  /// The one that follows; after the last one, the first.
  var next: PhotoBackground {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + 1) % all.count]
  }
}
