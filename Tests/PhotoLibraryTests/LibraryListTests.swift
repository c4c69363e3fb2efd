import PhotoLibrary
import TestSupport
import Testing

/// The differences of the list that result from events about files.
struct LibraryListTests {
  private static func entry(_ path: String, inode: UInt64, version: Int64 = 1) -> FileEntry {
    let identity = FileIdentity(device: 1, inode: inode)
    return FileEntry(
      photo: Photo(path: path), identity: identity,
      revision: FileRevision(identity: identity, byteCount: 10, modified: version))
  }

  private static func list(_ names: [String]) -> LibraryList {
    var list = LibraryList()
    _ = list.apply(
      names.enumerated().map { .found(entry("/p/\($1)", inode: UInt64($0 + 1)), isNotice: false) })
    return list
  }

  private func names(_ list: LibraryList) -> [String] { list.photos.map(\.photo.name) }

  @Test("Photos are in natural order; the files of a folder precede the files of its subfolders")
  func naturalOrder() {
    var list = Self.list(["IMG_10.jpg", "b/1.jpg", "IMG_2.jpg", "a10/1.jpg", "a9/2.jpg", "a9/x/0.jpg"])
    let paths = list.photos.map(\.photo.path)
    #expect(
      paths
        == ["IMG_2.jpg", "IMG_10.jpg", "a9/2.jpg", "a9/x/0.jpg", "a10/1.jpg", "b/1.jpg"].map { "/p/\($0)" })
    _ = list.sort(by: PhotoOrder(.name, isReversed: true))
    #expect(list.photos.map(\.photo.path) == paths.reversed())
  }

  @Test("A new photo is inserted in order, and the other photos are not moved")
  func insertion() {
    var list = Self.list(["1.jpg", "3.jpg"])
    let change = list.apply([.found(Self.entry("/p/2.jpg", inode: 9), isNotice: true)])
    #expect(
      change.insertions == [1] && change.removals.isEmpty && change.moves.isEmpty && change.changes.isEmpty)
    #expect(names(list) == ["1.jpg", "2.jpg", "3.jpg"])
  }

  @Test("A renamed photo keeps its identity, and moves to its new position")
  func rename() {
    var list = Self.list(["1.jpg", "2.jpg", "3.jpg"])
    let id = list.photos[0].id
    let change = list.apply([.renamed(Photo(path: "/p/1.jpg"), Self.entry("/p/9.jpg", inode: 1))])
    #expect(change.moves == [.init(from: 0, to: 2)] && change.renames == [2])
    #expect(change.removals.isEmpty && change.insertions.isEmpty && change.changes.isEmpty)
    #expect(list.photos[2].id == id)
  }

  @Test(
    "If a batch of changes contains a lost file and the same file under another name, the photo was renamed")
  func renameWithoutNotice() {
    var list = Self.list(["1.jpg", "2.jpg", "3.jpg"])
    let id = list.photos[2].id
    let change = list.apply([
      .lost(Photo(path: "/p/3.jpg")), .found(Self.entry("/p/2b.jpg", inode: 3), isNotice: false),
    ])
    #expect(change.renames == [2] && !change.changesPlaces)
    #expect(list.photos[2].id == id && names(list)[2] == "2b.jpg")
  }

  @Test("A file that is written or replaced is reported as a change of its photo", arguments: [1, 5])
  func replaced(inode: UInt64) {
    var list = Self.list(["1.jpg", "2.jpg"])
    let old = list.photos
    let change = list.apply([.found(Self.entry("/p/1.jpg", inode: inode, version: 2), isNotice: true)])
    #expect(change.changes == [0] && !change.changesPlaces && change.renames.isEmpty)
    #expect(list.photos.map(\.id) == old.map(\.id))
    #expect(list.apply([.found(Self.entry("/p/1.jpg", inode: inode, version: 2), isNotice: true)]).isEmpty)
  }

  @Test("A photo that is saved under a temporary name and renamed is reported as changed")
  func savedByRename() {
    var list = Self.list(["1.jpg", "2.jpg"])
    let old = list.photos.map(\.id)
    let change = list.apply([
      .found(Self.entry("/p/1~new.jpg", inode: 9, version: 5), isNotice: true),
      .renamed(Photo(path: "/p/1~new.jpg"), Self.entry("/p/1.jpg", inode: 9, version: 5)),
    ])
    #expect(change.changes == [0] && !change.changesPlaces)
    #expect(list.photos.map(\.id) == old)
  }

  @Test("A photo that is removed and written again in one batch keeps its index")
  func rewritten() {
    var list = Self.list(["1.jpg", "2.jpg"])
    let old = list.photos.map(\.id)
    let change = list.apply([
      .lost(Photo(path: "/p/1.jpg")), .found(Self.entry("/p/1.jpg", inode: 9, version: 3), isNotice: true),
    ])
    #expect(change.changes == [0] && !change.changesPlaces)
    #expect(list.photos.map(\.id) == old)
  }

  @Test("Two photos that swap their names swap their positions")
  func swap() {
    var list = Self.list(["1.jpg", "2.jpg", "3.jpg"])
    let old = list.photos.map(\.id)
    let change = list.apply([
      .lost(Photo(path: "/p/1.jpg")),  // to a name that is not listed
      .renamed(Photo(path: "/p/2.jpg"), Self.entry("/p/1.jpg", inode: 2)),
      .found(Self.entry("/p/2.jpg", inode: 1), isNotice: false),
    ])
    #expect(list.photos.map(\.id) == [old[1], old[0], old[2]])
    #expect(change.removals.isEmpty && change.insertions.isEmpty && change.changes.isEmpty)
    #expect(change.renames == [0, 1])
  }

  @Test("Several links to one file are separate photos")
  func hardLinks() {
    var list = LibraryList()
    _ = list.apply(["a", "b", "c"].map { .found(Self.entry("/p/\($0).jpg", inode: 1), isNotice: false) })
    #expect(list.photos.count == 3)
    let change = list.apply([.lost(Photo(path: "/p/b.jpg"))])
    #expect(change.removals == [1])
    #expect(names(list) == ["a.jpg", "c.jpg"])
  }

  @Test("A random order is the same for the same seed, and a rename does not change it")
  func shuffled() {
    let files = (1...40).map { "\($0).jpg" }
    var (first, second, third) = (Self.list(files), Self.list(files), Self.list(files))
    _ = first.sort(by: PhotoOrder(.random(seed: 3)))
    _ = second.sort(by: PhotoOrder(.random(seed: 3)))
    _ = third.sort(by: PhotoOrder(.random(seed: 4)))
    #expect(names(first) == names(second) && names(first) != names(third) && names(first) != files)
    let change = first.apply([.renamed(Photo(path: "/p/7.jpg"), Self.entry("/p/zz.jpg", inode: 7))])
    #expect(!change.changesPlaces && change.renames.count == 1)
  }

  @Test(
    "With the order by shape, metadata moves photos to their positions; photos with unknown shape come last")
  func metadata() {
    var list = Self.list(["1.jpg", "2.jpg", "3.jpg"])
    let ids = list.photos.map(\.id)
    _ = list.sort(by: PhotoOrder(.shape))
    let revision = list.photos[0].revision
    var change = list.apply([.described(ids[2], PhotoMetadata(aspectRatio: 0.5), nil)])
    #expect(change.moves == [.init(from: 2, to: 0)])
    change = list.apply([.described(ids[1], PhotoMetadata(aspectRatio: 0.4), nil)])
    #expect(list.photos.map(\.id) == [ids[1], ids[2], ids[0]])
    // This metadata belongs to a version that was replaced meanwhile.
    _ = list.apply([.found(Self.entry("/p/1.jpg", inode: 1, version: 8), isNotice: true)])
    #expect(list.apply([.described(ids[0], PhotoMetadata(aspectRatio: 0.1), revision)]).isEmpty)
  }

  private static let orders = [
    PhotoOrder(), PhotoOrder(.name, isReversed: true), PhotoOrder(.dateModified), PhotoOrder(.size),
    PhotoOrder(.random(seed: 5)), PhotoOrder(.shape), PhotoOrder(.dateTaken, isReversed: true),
  ]

  @Test(
    "After random changes the list matches the files, and its differences turn the old list into the new list",
    arguments: 1...20)
  func random(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var model = ListModel()
    var list = LibraryList()
    /// The identity that the list has for each label of the model.
    var known: [Int: PhotoID] = [:]
    for _ in 0..<250 {
      let old = list.photos
      var isRescan = false
      var events: [LibraryEvent] = []
      for _ in 0..<random.whole(1...8) { events += model.change(&random) }
      var change: LibraryChange
      if random.whole(0...9) == 0 {
        // The event queue of the watcher has overflowed: the lost files are reported first, then all existing
        // files in any order.
        isRescan = true
        events = old.map(\.photo).filter { model.files[$0] == nil }.map { .lost($0) }
        events += model.files.map { .found(ListModel.entry($0.key, $0.value), isNotice: false) }
      }
      change = list.apply(events)
      verify(list, model, old: old, change, "seed \(seed)")
      if !isRescan {
        for (path, file) in model.files {
          let id = list.photo(at: path)?.id
          if let before = known[file.label], old.contains(where: { $0.id == before }) {
            #expect(id == before, "seed \(seed): \(path.path) is another photo")
          }
        }
      }
      known = Dictionary(
        uniqueKeysWithValues: model.files.compactMap { path, file in
          list.photo(at: path).map { (file.label, $0.id) }
        })
      if random.whole(0...19) == 0 {
        let old = list.photos
        change = list.sort(by: Self.orders[random.whole(0...(Self.orders.count - 1))])
        #expect(change.applied(to: old.map(\.id), new: list.photos.map(\.id)) == list.photos.map(\.id))
      }
      if random.whole(0...3) == 0, let photo = list.photos.randomElement(using: &random) {
        let old = list.photos
        let metadata = PhotoMetadata(
          taken: Int64(random.whole(0...3)), aspectRatio: Double(random.whole(1...4)) / 2)
        change = list.apply([.described(photo.id, metadata, photo.revision)])
        #expect(change.applied(to: old.map(\.id), new: list.photos.map(\.id)) == list.photos.map(\.id))
      }
    }
  }

  private func verify(
    _ list: LibraryList, _ model: ListModel, old: [LibraryPhoto], _ change: LibraryChange, _ comment: Comment
  ) {
    let new = list.photos
    #expect(Set(new.map(\.photo)) == Set(model.files.keys), comment)
    #expect(Set(new.map(\.id)).count == new.count, comment)
    for (first, second) in zip(new, new.dropFirst()) { #expect(list.order.precedes(first, second), comment) }
    #expect(change.applied(to: old.map(\.id), new: new.map(\.id)) == new.map(\.id), comment)
    let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    let after = Set(new.map(\.id))
    #expect(change.removals == old.indices.filter { !after.contains(old[$0].id) }, comment)
    #expect(change.insertions == new.indices.filter { before[new[$0].id] == nil }, comment)
    #expect(
      change.renames
        == new.indices.filter { before[new[$0].id].map { $0.photo } ?? new[$0].photo != new[$0].photo },
      comment)
    for (index, photo) in new.enumerated() {
      #expect(photo.revision == model.files[photo.photo].map { ListModel.revision($0) }, comment)
      if let former = before[photo.id], former.revision != photo.revision {
        #expect(change.changes.contains(index), comment)
      }
    }
  }
}
