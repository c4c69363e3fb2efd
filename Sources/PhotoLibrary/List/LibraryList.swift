/// The photos of a library in order: a value that turns facts about files into differences of the list.
///
/// A photo keeps its identity if its file is replaced by another one at the same path, and if its file is renamed. A file
/// that is lost and found again in one batch was renamed, if its device and inode are the same.
package struct LibraryList: Sendable {
  /// The photos in order.
  package private(set) var photos: [LibraryPhoto] = []
  /// The order. ``sort(by:)`` changes it.
  package private(set) var order: PhotoOrder
  /// The photo at each path.
  private var current: [Photo: LibraryPhoto] = [:]
  /// The path of each photo.
  private var paths: [PhotoID: Photo] = [:]
  private var nextNumber = 0

  /// Creates an empty list.
  package init(order: PhotoOrder = PhotoOrder()) { self.order = order }

  /// Applies facts in their order.
  ///
  /// - Returns: The difference between the lists before and after all of them.
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
    // The photos before the first and after the last difference stay.
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
    /// The photo before the batch; `nil` if it is new.
    var before: [PhotoID: LibraryPhoto?] = [:]
    /// The photo after the events so far; absent if it is lost.
    var after: [PhotoID: LibraryPhoto] = [:]
    /// The photos that are lost so far.
    var lost: [PhotoID: LibraryPhoto] = [:]
    /// The photos that were lost, by their file and by their path. Several links to a file may be lost.
    var lostFiles: [FileIdentity: [PhotoID]] = [:]
    var lostPaths: [Photo: PhotoID] = [:]
    var changed: Set<PhotoID> = []

    /// Returns a lost photo of which `entry` is the file under another name, else the lost photo at its path.
    mutating func recover(_ entry: FileEntry) -> LibraryPhoto? {
      while let id = lostFiles[entry.identity]?.popLast() {
        if let photo = lost.removeValue(forKey: id) { return photo }
      }
      return lostPaths.removeValue(forKey: entry.photo).flatMap { lost.removeValue(forKey: $0) }
    }

    /// Whether the photo is not in the list yet.
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
        // A program has saved a photo: it wrote a new file, and renamed it.
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
        nextNumber += 1
        let photo = LibraryPhoto(
          id: PhotoID(nextNumber), photo: entry.photo, revision: entry.revision, identity: entry.identity,
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

  /// Whether an entry is another file than the photo, or another version of it.
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

  /// Gives a photo another path.
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
    // It may tell about a file that was replaced meanwhile.
    if let revision, let known = photo.revision, !known.hasSameContent(as: revision) { return }
    touch(photo, &batch)
    photo.metadata = metadata
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
    /// Photos that are taken out of the old list, by their index in it, and put into the new one.
    var taken: Set<Int> = []
    var added: [(photo: LibraryPhoto, from: Int?)] = []
    var updated: [Int: LibraryPhoto] = [:]
    var change = LibraryChange()
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
      // Equal places in the order keep the index.
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
    /// The number of photos that stay, before the current place of the merge and before each moved photo's old place.
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
    // A photo stays between the same neighbors unless another moved photo is between them too.
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

  /// Returns the path after the rename of a folder around it.
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
