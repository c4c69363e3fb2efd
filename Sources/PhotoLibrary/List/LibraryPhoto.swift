internal import Synchronization

/// Identifies a photo in the process. It stays the same when the file is renamed, moved inside its ``PhotoLibrary``, or replaced by
/// another file at the same path. Photos of different libraries have different identifiers.
package struct PhotoID: Hashable, Sendable {
  let number: Int

  package init(_ number: Int) { self.number = number }

  private static let count = Atomic(0)

  /// Returns an identifier that no other photo of a library has.
  static func next() -> PhotoID {
    PhotoID(count.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}

/// The metadata of a photo that a decoder reads. The orders by date and by shape need it.
package struct PhotoMetadata: Hashable, Sendable {
  /// The time at which the photo was taken, in seconds since 1970 in the camera's local time; `nil` if the
  /// file does not state the time.
  package var taken: Int64?
  /// The width divided by the height; `nil` for a file that cannot be decoded.
  package var aspectRatio: Double?

  /// Creates metadata.
  package init(taken: Int64? = nil, aspectRatio: Double? = nil) {
    self.taken = taken
    self.aspectRatio = aspectRatio
  }
}

/// A photo in the list of a ``PhotoLibrary``.
package struct LibraryPhoto: Hashable, Sendable, Identifiable {
  /// The identity, which stays the same when the path changes.
  package let id: PhotoID
  /// The path.
  package internal(set) var photo: Photo { didSet { searchName = Self.searchName(of: photo) } }
  /// The name in the form of ``SearchText``; `nil` if the name is ASCII, whose letters are compared directly. It is folded once, on the
  /// thread of the library.
  package private(set) var searchName: [UInt8]?
  /// The version of the file; `nil` while the library has not read it.
  package internal(set) var revision: FileRevision?
  /// The metadata; `nil` while no decoder has read it.
  package internal(set) var metadata: PhotoMetadata?
  /// The device and inode of the directory entry. A rename does not change it.
  package internal(set) var identity: FileIdentity
  /// The index of the given path that led to the photo.
  var root: Int

  init(
    id: PhotoID, photo: Photo, revision: FileRevision?, metadata: PhotoMetadata? = nil,
    identity: FileIdentity, root: Int
  ) {
    (self.id, self.photo, self.revision, self.metadata) = (id, photo, revision, metadata)
    (self.identity, self.root) = (identity, root)
    searchName = Self.searchName(of: photo)
  }

  private static func searchName(of photo: Photo) -> [UInt8]? {
    photo.nameBytes.contains { $0 >= 0x80 } ? SearchText.folded(photo.name) : nil
  }

  /// Creates a photo whose file is not known, for a list that no library has made.
  package init(
    _ id: PhotoID, _ photo: Photo, revision: FileRevision? = nil, metadata: PhotoMetadata? = nil,
    identity: FileIdentity = FileIdentity(device: 0, inode: 0)
  ) {
    self.init(id: id, photo: photo, revision: revision, metadata: metadata, identity: identity, root: 0)
  }
}
