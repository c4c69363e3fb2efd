/// A file with the name of an image.
package struct FileEntry: Hashable, Sendable {
  package var photo: Photo
  /// The identity of the entry in its folder.
  package var identity: FileIdentity
  /// The version; `nil` if it was not looked up.
  package var revision: FileRevision?
  /// The position of the given path that leads to the file.
  package var root: Int

  package init(photo: Photo, identity: FileIdentity, revision: FileRevision? = nil, root: Int = 0) {
    (self.photo, self.identity, self.revision, self.root) = (photo, identity, revision, root)
  }
}

/// A fact about the files of a library.
package enum LibraryEvent: Hashable, Sendable {
  /// The file exists. `isNotice` tells that the system reported a change of its content.
  case found(FileEntry, isNotice: Bool)
  /// There is no such file.
  case lost(Photo)
  /// A file has another path.
  case renamed(Photo, FileEntry)
  /// There is no such folder. The path ends in a slash.
  case folderLost([UInt8])
  /// A folder has another path. Both end in a slash.
  case folderRenamed([UInt8], to: [UInt8])
  /// A decoder has read the metadata of a version of a file.
  case described(PhotoID, PhotoMetadata, FileRevision?)
}
