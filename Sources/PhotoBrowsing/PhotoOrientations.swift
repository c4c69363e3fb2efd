internal import Geometry
internal import PhotoLibrary

/// The orientations of the photos that are shown rotated or mirrored, in addition to those that their files state.
struct PhotoOrientations: Hashable, Sendable {
  /// The orientations other than upright.
  private var orientations: [PhotoID: ImageOrientation] = [:]
  /// The photos whose files the user has rotated. The change that the library reports next is this one.
  private var savedPhotos: Set<PhotoID> = []

  /// The orientation with which a photo is shown.
  subscript(id: PhotoID) -> ImageOrientation {
    get { orientations[id] ?? .upright }
    set { orientations[id] = newValue == .upright ? nil : newValue }
  }

  /// Notes that the user has changed the file of a photo, which is now shown with `orientation`.
  mutating func didSave(_ id: PhotoID, shownWith orientation: ImageOrientation) {
    self[id] = orientation
    savedPhotos.insert(id)
  }

  /// Forgets the orientations of photos that are gone, or whose files have another content now, which may be upright.
  mutating func keep(from old: [LibraryPhoto], in new: [LibraryPhoto]) {
    guard !orientations.isEmpty || !savedPhotos.isEmpty else { return }
    var versions: [PhotoID: FileRevision?] = [:]
    for photo in new where orientations[photo.id] != nil || savedPhotos.contains(photo.id) {
      versions[photo.id] = photo.revision
    }
    for photo in old where orientations[photo.id] != nil || savedPhotos.contains(photo.id) {
      guard let version = versions[photo.id] else {
        orientations[photo.id] = nil
        savedPhotos.remove(photo.id)
        continue
      }
      guard let former = photo.revision, let version, !version.hasSameContent(as: former) else { continue }
      if savedPhotos.remove(photo.id) == nil { orientations[photo.id] = nil }
    }
  }
}
