import PhotoLibrary
import TestSupport

/// The slow reference of ``LibraryList``: a model of the files, from which the expected list follows.
struct ListModel {
  struct File: Equatable {
    var inode: UInt64
    var version: Int64
    var size: Int64
    /// Identifies the photo that the library must show for the file.
    var label: Int
  }

  private(set) var files: [Photo: File] = [:]
  private var nextInode: UInt64 = 1
  private var nextLabel = 1
  private var time: Int64 = 1

  static func revision(_ file: File) -> FileRevision {
    FileRevision(
      identity: FileIdentity(device: 7, inode: file.inode), byteCount: file.size, modified: file.version)
  }

  static func entry(_ photo: Photo, _ file: File) -> FileEntry {
    FileEntry(photo: photo, identity: FileIdentity(device: 7, inode: file.inode), revision: revision(file))
  }

  private func entry(_ photo: Photo) -> FileEntry? { files[photo].map { Self.entry(photo, $0) } }

  /// Makes a random change, and returns the events that a watcher reports.
  mutating func change(_ random: inout SplitMix) -> [LibraryEvent] {
    time += 1
    let photo = Self.randomPhoto(&random)
    switch random.whole(0...9) {
    case 0...2:  // created, or replaced by another file
      let label = files[photo]?.label
      files[photo] = File(
        inode: nextInode, version: time, size: Int64(random.whole(1...9)), label: label ?? nextLabel)
      nextInode += 1
      if label == nil { nextLabel += 1 }
      return entry(photo).map { [.found($0, isNotice: true)] } ?? []
    case 3, 4:  // written
      guard files[photo] != nil else { return [] }
      files[photo]?.version = time
      files[photo]?.size = Int64(random.whole(1...9))
      return entry(photo).map { [.found($0, isNotice: true)] } ?? []
    case 5:  // removed
      files[photo] = nil
      return [.lost(photo)]
    case 6, 7:  // renamed, perhaps over another file
      let target = Self.randomPhoto(&random)
      guard photo != target, let file = files.removeValue(forKey: photo) else { return [] }
      files[target] = file
      return entry(target).map { [.renamed(photo, $0)] } ?? []
    case 8:  // a renamed folder
      let (old, new) = (Self.randomFolder(&random), Self.randomFolder(&random))
      guard old != new, !new.starts(with: old), !old.starts(with: new) else { return [] }
      for (path, file) in files where path.pathBytes.starts(with: old) {
        files[path] = nil
        files[Photo(pathBytes: new + path.pathBytes.dropFirst(old.count))] = file
      }
      return [.folderRenamed(old, to: new)]
    default:  // a removed folder
      let folder = Self.randomFolder(&random)
      guard random.whole(0...4) == 0 else { return [] }
      files = files.filter { !$0.key.pathBytes.starts(with: folder) }
      return [.folderLost(folder)]
    }
  }

  private static func randomFolder(_ random: inout SplitMix) -> [UInt8] {
    Array(["/p/", "/p/a/", "/p/b10/", "/p/b9/", "/p/a/c/"][random.whole(0...4)].utf8)
  }

  private static func randomPhoto(_ random: inout SplitMix) -> Photo {
    Photo(pathBytes: randomFolder(&random) + Array("IMG_\(random.whole(1...12)).jpg".utf8))
  }
}

extension LibraryChange {
  /// Applies the difference to a list. The identities of inserted photos are taken from `new`.
  func applied(to old: [PhotoID], new: [PhotoID]) -> [PhotoID] {
    let leaving = Set(removals + moves.map(\.from))
    var staying = old.indices.filter { !leaving.contains($0) }.map { old[$0] }[...]
    var placed: [Int: PhotoID] = [:]
    for index in insertions { placed[index] = new[index] }
    for move in moves { placed[move.to] = old[move.from] }
    var result: [PhotoID] = []
    while !staying.isEmpty || placed[result.count] != nil {
      if let id = placed[result.count] { result.append(id) } else { result.append(staying.removeFirst()) }
    }
    return result
  }
}
