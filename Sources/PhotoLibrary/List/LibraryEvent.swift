/// A file that has the extension of an image.
package struct FileEntry: Hashable, Sendable {
  package var photo: Photo
  /// The device and inode of the directory entry. For a link these are the numbers of the link, not of its
  /// target.
  package var identity: FileIdentity
  /// The version of the file; `nil` if it was not read.
  package var revision: FileRevision?
  /// The index of the given path that leads to the file.
  package var root: Int

  package init(photo: Photo, identity: FileIdentity, revision: FileRevision? = nil, root: Int = 0) {
    (self.photo, self.identity, self.revision, self.root) = (photo, identity, revision, root)
  }
}

/// A fact about the files of a library.
package enum LibraryEvent: Hashable, Sendable {
  /// The file exists. `isNotice` is `true` if the system reported a change of its content.
  case found(FileEntry, isNotice: Bool)
  /// The file no longer exists.
  case lost(Photo)
  /// A file was renamed or moved: the old path and the file at the new path.
  case renamed(Photo, FileEntry)
  /// The folder no longer exists. The path ends in a slash.
  case folderLost([UInt8])
  /// A folder was renamed or moved. Both paths end in a slash.
  case folderRenamed([UInt8], to: [UInt8])
  /// A decoder has read the metadata of a version of a file.
  case described(PhotoID, PhotoMetadata, FileRevision?)
}
