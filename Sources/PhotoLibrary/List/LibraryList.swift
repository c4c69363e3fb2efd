/// The ordered photos of a library. It is a value that applies events about files and returns the differences
/// of the list.
///
/// A photo keeps its ``PhotoID`` if its file is renamed, or replaced by another file at the same path. A file
/// counts as renamed if one batch of events reports it as lost at one path and as found at another, with the
/// same device and inode.
package struct LibraryList: Sendable {
  /// The photos in order.
  package private(set) var photos: [LibraryPhoto] = []
  /// The order. ``sort(by:)`` changes it.
  package private(set) var order: PhotoOrder
  /// The photo at each path.
  private var current: [Photo: LibraryPhoto] = [:]
  /// The path of each photo.
  private var paths: [PhotoID: Photo] = [:]

  /// Creates an empty list.
  package init(order: PhotoOrder = PhotoOrder()) { self.order = order }

  /// Applies events in the given order.
  ///
  /// - Returns: The difference between the list before the first event and after the last.
  /// - Complexity: O(*n* + *k* log *n*) for *k* events and *n* photos; an event of a folder is O(*n*).
  package mutating func apply(_ events: [LibraryEvent]) -> LibraryChange {
    var batch = Batch()
    for event in events { apply(event, &batch) }
    return commit(batch)
  }

  /// Changes the order.
  package mutating func sort(by order: PhotoOrder) -> LibraryChange {
    guard order != self.order else { return LibraryChange() }
    let old = photos
    self.order = order
    photos.sort { order.precedes($0, $1) }
    var change = LibraryChange()
    // The photos before the first and after the last difference keep their indexes.
    var oldIndexes: [PhotoID: Int] = [:]
    for (index, photo) in old.enumerated() where photos[index].id != photo.id { oldIndexes[photo.id] = index }
    for (index, photo) in photos.enumerated() {
      if let from = oldIndexes[photo.id] { change.moves.append(.init(from: from, to: index)) }
    }
    return change
  }

  // MARK: Events

  /// The photos that a batch of events touches.
  private struct Batch {
    /// The photo before the batch; `nil` if the batch adds it.
    var before: [PhotoID: LibraryPhoto?] = [:]
    /// The photo after the events applied so far; absent if it is lost.
    var after: [PhotoID: LibraryPhoto] = [:]
    /// The photos that are lost and not found again so far.
    var lost: [PhotoID: LibraryPhoto] = [:]
    /// The lost photos by file, and by path. Several links to the same file may be lost.
    var lostFiles: [FileIdentity: [PhotoID]] = [:]
    var lostPaths: [Photo: PhotoID] = [:]
    var changed: Set<PhotoID> = []
    /// Whether metadata were set.
    var describesPhotos = false

    /// Returns a lost photo with the same file as `entry`, or else the photo that was lost at the same path.
    mutating func recover(_ entry: FileEntry) -> LibraryPhoto? {
      while let id = lostFiles[entry.identity]?.popLast() {
        if let photo = lost.removeValue(forKey: id) { return photo }
      }
      return lostPaths.removeValue(forKey: entry.photo).flatMap { lost.removeValue(forKey: $0) }
    }

    /// Whether the batch adds the photo.
    func isNew(_ id: PhotoID) -> Bool { before[id] == .some(nil) }
  }

  private mutating func apply(_ event: LibraryEvent, _ batch: inout Batch) {
    switch event {
    case .found(let entry, let isNotice): find(entry, isNotice: isNotice, &batch)
    case .lost(let photo): lose(photo, &batch)
    case .renamed(let old, let entry):
      guard let photo = current[old], old != entry.photo else {
        find(entry, isNotice: false, &batch)
        return
      }
      if batch.isNew(photo.id), current[entry.photo] != nil {
        // A program has saved a photo by writing a new file and renaming it to the photo's path.
        lose(old, &batch)
        find(entry, isNotice: true, &batch)
        return
      }
      lose(entry.photo, &batch)
      move(photo, to: entry, &batch)
    case .folderLost(let folder):
      for photo in current.keys where photo.isInside(folder) { lose(photo, &batch) }
    case .folderRenamed(let folder, let newFolder):
      guard folder != newFolder else { return }
      let inside = current.values.filter { $0.photo.isInside(folder) }
      for photo in inside {
        var entry = FileEntry(photo: photo.photo, identity: photo.identity, root: photo.root)
        entry.photo = photo.photo.moved(from: folder, to: newFolder)
        lose(entry.photo, &batch)
        move(photo, to: entry, &batch)
      }
    case .described(let id, let metadata, let revision): describe(id, metadata, revision, &batch)
    }
  }

  private mutating func find(_ entry: FileEntry, isNotice: Bool, _ batch: inout Batch) {
    guard var photo = current[entry.photo] else {
      if let lost = batch.recover(entry) {
        move(lost, to: entry, &batch)
      } else {
        let photo = LibraryPhoto(
          id: .next(), photo: entry.photo, revision: entry.revision, identity: entry.identity,
          root: entry.root)
        batch.before[photo.id] = .some(nil)
        keep(photo, &batch)
      }
      return
    }
    let hasChanged = Self.hasChanged(photo, entry, isNotice: isNotice)
    guard hasChanged || (entry.revision != nil && photo.revision != entry.revision) else { return }
    touch(photo, &batch)
    photo.identity = entry.identity
    photo.revision = entry.revision
    if hasChanged {
      photo.metadata = nil
      batch.changed.insert(photo.id)
    }
    keep(photo, &batch)
  }

  /// Whether `entry` has another file than `photo`, or a file with another content.
  private static func hasChanged(_ photo: LibraryPhoto, _ entry: FileEntry, isNotice: Bool) -> Bool {
    if photo.identity != entry.identity { return true }
    guard let revision = entry.revision else { return false }
    return photo.revision.map { !$0.hasSameContent(as: revision) } ?? isNotice
  }

  private mutating func lose(_ path: Photo, _ batch: inout Batch) {
    guard let photo = current.removeValue(forKey: path) else { return }
    touch(photo, &batch)
    paths[photo.id] = nil
    batch.after[photo.id] = nil
    batch.lost[photo.id] = photo
    batch.lostFiles[photo.identity, default: []].append(photo.id)
    batch.lostPaths[path] = photo.id
  }

  /// Changes the path of a photo.
  private mutating func move(_ photo: LibraryPhoto, to entry: FileEntry, _ batch: inout Batch) {
    touch(photo, &batch)
    if current[photo.photo]?.id == photo.id { current[photo.photo] = nil }
    batch.lost[photo.id] = nil
    var moved = photo
    if Self.hasChanged(photo, entry, isNotice: false) {
      batch.changed.insert(photo.id)
      moved.metadata = nil
      moved.revision = nil
    }
    moved.photo = entry.photo
    moved.root = entry.root
    moved.identity = entry.identity
    if let revision = entry.revision { moved.revision = revision }
    keep(moved, &batch)
  }

  private mutating func describe(
    _ id: PhotoID, _ metadata: PhotoMetadata, _ revision: FileRevision?, _ batch: inout Batch
  ) {
    guard let path = paths[id], var photo = current[path], photo.metadata != metadata else { return }
    // The metadata may belong to a file that was replaced meanwhile.
    if let revision, let known = photo.revision, !known.hasSameContent(as: revision) { return }
    touch(photo, &batch)
    photo.metadata = metadata
    batch.describesPhotos = true
    keep(photo, &batch)
  }

  private func touch(_ photo: LibraryPhoto, _ batch: inout Batch) {
    if batch.before[photo.id] == nil { batch.before[photo.id] = .some(photo) }
  }

  private mutating func keep(_ photo: LibraryPhoto, _ batch: inout Batch) {
    current[photo.photo] = photo
    paths[photo.id] = photo.photo
    batch.after[photo.id] = photo
  }

  // MARK: The difference

  private mutating func commit(_ batch: Batch) -> LibraryChange {
    let order = order
    /// The indexes in the old list of the photos that leave their position.
    var taken: Set<Int> = []
    var added: [(photo: LibraryPhoto, from: Int?)] = []
    var updated: [Int: LibraryPhoto] = [:]
    var change = LibraryChange()
    change.describesPhotos = batch.describesPhotos
    var renamed: Set<PhotoID> = []
    for (id, before) in batch.before {
      let after = batch.after[id]
      guard let before else {
        if let after { added.append((after, nil)) }
        continue
      }
      let index = index(of: before)
      guard let after else {
        taken.insert(index)
        change.removals.append(index)
        continue
      }
      if before.photo != after.photo { renamed.insert(id) }
      // A photo whose order relative to the others is unchanged keeps its position.
      if order.precedes(before, after) || order.precedes(after, before) {
        taken.insert(index)
        added.append((after, index))
      } else {
        updated[index] = after
      }
    }
    added.sort { order.precedes($0.photo, $1.photo) }
    merge(taken, added, updated, &change)
    change.removals.sort()
    if !batch.changed.isEmpty || !renamed.isEmpty {
      for (index, photo) in photos.enumerated() where batch.before[photo.id] != nil {
        if batch.changed.contains(photo.id), !change.insertions.contains(sorted: index) {
          change.changes.append(index)
        }
        if renamed.contains(photo.id) { change.renames.append(index) }
      }
    }
    return change
  }

  private mutating func merge(
    _ taken: Set<Int>, _ added: [(photo: LibraryPhoto, from: Int?)], _ updated: [Int: LibraryPhoto],
    _ change: inout LibraryChange
  ) {
    if taken.isEmpty, added.isEmpty {
      for (index, photo) in updated { photos[index] = photo }
      return
    }
    var merged: [LibraryPhoto] = []
    merged.reserveCapacity(photos.count - taken.count + added.count)
    var next = 0
    /// The number of photos that stay and are already merged, and the value of this number at each moved
    /// photo's old position.
    var staying = 0
    var stayingBefore: [Int: Int] = [:]
    var isMove: [(from: Int, to: Int, staying: Int)] = []
    func add() {
      if let from = added[next].from {
        isMove.append((from, merged.count, staying))
      } else {
        change.insertions.append(merged.count)
      }
      merged.append(added[next].photo)
      next += 1
    }
    for index in photos.indices {
      if taken.contains(index) {
        stayingBefore[index] = staying
        continue
      }
      let photo = updated[index] ?? photos[index]
      while next < added.count, order.precedes(added[next].photo, photo) { add() }
      merged.append(photo)
      staying += 1
    }
    while next < added.count { add() }
    // A photo that is inserted again between the same staying photos has not moved, unless other photos are
    // moved there, too.
    let gaps = Dictionary(isMove.map { ($0.staying, 1) }) { $0 + $1 }
    for move in isMove {
      if stayingBefore[move.from] == move.staying, gaps[move.staying] == 1 { continue }
      change.moves.append(.init(from: move.from, to: move.to))
    }
    photos = merged
  }

  /// Returns the index of a photo in the list.
  private func index(of photo: LibraryPhoto) -> Int {
    var (low, high) = (0, photos.count)
    while low < high {
      let middle = (low + high) / 2
      if order.precedes(photos[middle], photo) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Lookup

  /// Returns the photo at a path; `nil` if there is none.
  package func photo(at path: Photo) -> LibraryPhoto? { current[path] }

  /// Returns the paths of the photos directly in a folder. The path ends in a slash.
  package func paths(in folder: [UInt8]) -> [Photo] { current.keys.filter { $0.folderBytes == folder } }
}

extension Photo {
  /// Whether the file is in a folder or in one of its subfolders. The path of the folder ends in a slash.
  func isInside(_ folder: [UInt8]) -> Bool { folderBytes.starts(with: folder) }

  /// Returns the path of the file after `folder` was renamed to `newFolder`.
  func moved(from folder: [UInt8], to newFolder: [UInt8]) -> Photo {
    Photo(folderBytes: newFolder + folderBytes.dropFirst(folder.count), nameBytes: nameBytes)
  }
}

extension [Int] {
  /// Whether an ascending array contains a number.
  fileprivate func contains(sorted number: Int) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}
