internal import PhotoLibrary

/// The photos that the lists of files have found.
///
/// A photo keeps its identifier when another list, for a changed playlist, finds the same path. So the views of a photo stay, and a photo
/// whose file was replaced between two lists is known to have changed.
@MainActor
final class KnownPhotos {
  /// Called with a photo whose cached pixels and problems are outdated, because its file has changed or is gone.
  var onStale: ((Photo) -> Void)?
  private var byPath: [Photo: LibraryPhoto] = [:]

  /// Takes over a new list.
  ///
  /// - Parameter indexes: The photos that the list reports as changed.
  /// - Returns: The photos with their known identifiers, and those that have changed since they were last seen.
  func update(_ list: [LibraryPhoto], changed indexes: [Int]) -> ([LibraryPhoto], Set<PhotoID>) {
    var next: [Photo: LibraryPhoto] = [:]
    next.reserveCapacity(list.count)
    var changed: Set<PhotoID> = []
    let reported = Set(indexes)
    let photos = list.enumerated().map { index, found -> LibraryPhoto in
      guard let former = byPath.removeValue(forKey: found.photo) else {
        next[found.photo] = found
        return found
      }
      let photo = LibraryPhoto(
        former.id, found.photo, revision: found.revision ?? former.revision, metadata: found.metadata,
        identity: found.identity)
      if reported.contains(index) || Self.differ(former, found) {
        changed.insert(photo.id)
        onStale?(photo.photo)
      }
      next[found.photo] = photo
      return photo
    }
    for gone in byPath.keys { onStale?(gone) }
    byPath = next
    return (photos, changed)
  }

  private static func differ(_ former: LibraryPhoto, _ found: LibraryPhoto) -> Bool {
    if former.identity != found.identity { return true }
    guard let old = former.revision, let new = found.revision else { return false }
    return !old.hasSameContent(as: new)
  }
}
