internal import DecoderClient
internal import Dispatch
internal import Glibc
internal import Kiosk
internal import PhotoLibrary
internal import Photos
internal import Threads

/// The files of a playlist: the pictures in its folders, its pictures and its pages. The list follows changes of the files.
@MainActor
final class KioskFiles {
  /// Called after more files were found, or files have changed. ``takeOver()`` takes them over.
  var onChange: (() -> Void)?
  /// Called when the list cannot follow the files any more: a path that was missing is there, or a folder was replaced.
  var onReplaced: (() -> Void)?

  let playlist: Playlist
  /// The files that were taken over, also pages.
  private(set) var files: [LibraryPhoto] = []
  /// Whether all folders were listed.
  private(set) var isComplete = false
  /// The files that were found and are not taken over yet, and those of them that have changed.
  private var latest: [LibraryPhoto] = []
  private var latestChanges: Set<PhotoID> = []
  /// The files that were taken over, other than pages.
  private var pictures: [LibraryPhoto] = []
  private var byFolder: [[UInt8]: [LibraryPhoto]] = [:]
  private var byPath: [[UInt8]: LibraryPhoto] = [:]
  private let folder: String
  private let report: (String) -> Void
  private let known: KnownPhotos
  private let worker = WorkerThreads(count: 1, maxWaitingCount: 2)
  private var snapshot: Snapshot?
  private var library: PhotoLibrary?

  /// Creates the list, which is empty until ``start()``.
  ///
  /// - Parameters:
  ///   - folder: The folder of the playlist.
  ///   - known: The photos of all lists.
  ///   - report: Reports a problem in a sentence.
  init(_ playlist: Playlist, in folder: String, _ known: KnownPhotos, report: @escaping (String) -> Void) {
    (self.playlist, self.folder, self.known, self.report) = (playlist, folder, known, report)
  }

  private var contents: [PlaylistContent] {
    playlist.entries.map(\.content) + (playlist.fallback.map { [$0] } ?? [])
  }

  /// The absolute paths of the playlist.
  var paths: Set<String> { Set(contents.compactMap { path(of: $0) }) }

  /// Whether the playlist names files of which none was found.
  var findsNothing: Bool {
    latest.isEmpty && !contents.isEmpty && contents.allSatisfy { path(of: $0) != nil }
  }

  /// Lists the files, and follows their changes until the object is released.
  func start() {
    var known: Set<[UInt8]> = []
    var options = PhotoLibrary.Options(
      paths: contents.compactMap { path(of: $0) }.map { Array($0.utf8) }.filter { known.insert($0).inserted })
    options.isRecursive = contents.contains { if case .folder(_, true) = $0 { true } else { false } }
    let library = PhotoLibrary(options)
    self.library = library
    look()
    // The library retains the closure until it is stopped.
    library.start { [weak self] update in
      DispatchQueue.main.async { [weak self] in self?.receive(update, of: library) }
    }
  }

  isolated deinit { library?.stop() }

  // MARK: Replaced folders

  /// The identities of the folders, and the files that are there.
  private struct Snapshot: Sendable {
    private struct Identity: Hashable, Sendable {
      let device: UInt64
      let inode: UInt64
    }

    private var folders: [String: Identity] = [:]
    private var files: Set<String> = []

    /// Looks at paths, on any thread.
    init(folders: Set<String>, files: Set<String>) {
      for path in folders { self.folders[path] = Self.identity(path) }
      self.files = files.filter { Self.identity($0) != nil }
    }

    private static func identity(_ path: String) -> Identity? {
      FileCalls.shared.perform(on: Array(path.utf8)) {
        var status = stat()
        return stat(path, &status) == 0
          ? Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)) : nil
      } ?? nil
    }

    /// Whether a file or folder is there that was missing before, or a folder is another one.
    func isReplaced(by next: Snapshot) -> Bool {
      !next.files.isSubset(of: files) || next.folders.contains { folders[$0.key] != $0.value }
    }
  }

  /// Looks in the background whether a missing path has appeared or a folder was replaced, of which the system sends no message.
  func look() {
    let former = snapshot
    var (folders, files): (Set<String>, Set<String>) = ([], [])
    for content in contents {
      guard let path = path(of: content) else { continue }
      if case .folder = content {
        folders.insert(path)
      } else {
        files.insert(path)
        folders.insert(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/")
      }
    }
    let (allFolders, allFiles) = (folders, files)
    worker.run {
      let next = Snapshot(folders: allFolders, files: allFiles)
      DispatchQueue.main.async { [weak self] in
        guard let self else { return }
        snapshot = next
        if former?.isReplaced(by: next) == true { onReplaced?() }
      }
    }
  }

  // MARK: The list

  private func receive(_ update: PhotoLibrary.Update, of library: PhotoLibrary) {
    guard library === self.library else { return }
    for problem in update.problems { report(PhotoError(problem).description) }
    // The list that is shown until this one is complete is the one that the known photos follow.
    (latest, latestChanges) = (
      update.photos, latestChanges.union(update.change.changes.map { update.photos[$0].id })
    )
    isComplete = isComplete || update.isComplete
    onChange?()
  }

  /// Takes over the photos that were found.
  ///
  /// - Returns: The photos whose files have changed.
  func takeOver() -> Set<PhotoID> {
    let changed = latest.indices.filter { latestChanges.contains(latest[$0].id) }
    let (photos, changedIDs) = known.update(latest, changed: changed)
    latestChanges = []
    files = photos
    // A page may be in a folder of pictures.
    let pages = Set(
      contents.compactMap { content in
        if case .page = content { path(of: content).map { Array($0.utf8) } } else { nil }
      })
    pictures = photos.filter { !pages.contains($0.photo.pathBytes) }
    byFolder = Dictionary(grouping: pictures, by: \.photo.folderBytes)
    byPath = Dictionary(photos.map { ($0.photo.pathBytes, $0) }) { first, _ in first }
    return changedIDs
  }

  /// Returns the items of some entries, in their order.
  ///
  /// - Parameters:
  ///   - isPortrait: Whether a picture is a portrait. Two of them that follow each other in an entry are a pair. `nil` makes no pairs.
  ///   - shown: The item that is shown. It stays as it is until its time is over: a picture alone, or a pair with the same first picture.
  func items(
    of indexes: [Int], pairing isPortrait: ((LibraryPhoto) -> Bool)? = nil, keeping shown: KioskItem? = nil
  ) -> [KioskItem] {
    separatesShown = false
    var counts: [String: Int] = [:]
    let wanted = Set(indexes)
    // Entries that are not shown now count for the identifiers, too, so that these stay the same.
    return playlist.entries.indices.prefix((indexes.last ?? -1) + 1).flatMap { index -> [KioskItem] in
      let entry = playlist.entries[index]
      let items = items(of: entry.content, &counts)
      guard wanted.contains(index) else { return [] }
      return (isPortrait.map { paired(items, $0, keeping: shown) } ?? items).map { item in
        var item = item
        (item.duration, item.caption) = (entry.duration ?? playlist.duration, entry.caption)
        item.code = entry.code
        return item
      }
    }
  }

  /// Whether the shown item has kept portraits apart that may become a pair after it.
  private(set) var separatesShown = false

  /// Joins two portraits that follow each other.
  private func paired(
    _ items: [KioskItem], _ isPortrait: (LibraryPhoto) -> Bool, keeping shown: KioskItem?
  ) -> [KioskItem] {
    let isAlone = shown?.photos.count == 1
    var result: [KioskItem] = []
    var open: LibraryPhoto?
    for item in items {
      let isShown = item.id == shown?.id
      if case .picture(let photo) = item.content, isPortrait(photo), isShown, isAlone || open != nil {
        separatesShown = true
      }
      guard case .picture(let photo) = item.content, isPortrait(photo), !isShown || !isAlone else {
        open = nil
        result.append(item)
        continue
      }
      if !isShown, let first = open, let last = result.popLast() {
        result.append(KioskItem(id: last.id, content: .pair(first, photo)))
        open = nil
      } else {
        result.append(item)
        open = photo
      }
    }
    return result
  }

  /// The items that are shown while no entry is.
  var fallbackItems: [KioskItem] {
    var counts: [String: Int] = [:]
    return playlist.fallback.map { items(of: $0, &counts) } ?? []
  }

  private func items(of content: PlaylistContent, _ counts: inout [String: Int]) -> [KioskItem] {
    func id(_ path: String) -> KioskItemID {
      defer { counts[path, default: 0] += 1 }
      return KioskItemID(path: path, occurrence: counts[path, default: 0])
    }
    guard let path = path(of: content) else {
      if case .code(let text) = content { return [KioskItem(id: id(text), content: .code(text))] }
      return []
    }
    switch content {
    case .code: return []
    case .page: return [KioskItem(id: id(path), content: .page(path: path))]
    case .picture:
      return byPath[Array(path.utf8)].map { [KioskItem(id: id($0.photo.path), content: .picture($0))] } ?? []
    case .folder(_, let isRecursive):
      let folder = Array(path.utf8) + [UInt8(ascii: "/")]
      let photos =
        isRecursive ? pictures.filter { $0.photo.folderBytes.starts(with: folder) } : byFolder[folder] ?? []
      return photos.map { KioskItem(id: id($0.photo.path), content: .picture($0)) }
    }
  }

  /// The absolute path of a content, without “.” and “..”, as the list of files has it; `nil` for a content without a file.
  private func path(of content: PlaylistContent) -> String? {
    content.path.map { Self.resolved($0.hasPrefix("/") ? $0 : folder + "/" + $0) }
  }

  nonisolated static func resolved(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
