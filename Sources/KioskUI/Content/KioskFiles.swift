internal import DecoderClient
internal import Dispatch
internal import Kiosk
internal import PhotoLibrary
internal import Photos

/// The files of a playlist: the pictures in its folders, its pictures and its pages. The list follows changes of the files.
@MainActor
final class KioskFiles {
  /// Called after the list or the content of files has changed, with the changed files.
  var onChange: ((Set<PhotoID>) -> Void)?

  let playlist: Playlist
  /// All files that were found, also pages.
  private(set) var files: [LibraryPhoto] = []
  /// Whether all folders were listed.
  private(set) var isComplete = false
  private var byFolder: [[UInt8]: [LibraryPhoto]] = [:]
  private var byPath: [[UInt8]: LibraryPhoto] = [:]
  private let folder: String
  private let report: (String) -> Void
  private var library: PhotoLibrary?

  /// Creates the list, which is empty until ``start()``.
  ///
  /// - Parameters:
  ///   - folder: The folder of the playlist.
  ///   - report: Reports a problem in a sentence.
  init(_ playlist: Playlist, in folder: String, report: @escaping (String) -> Void) {
    (self.playlist, self.folder, self.report) = (playlist, folder, report)
  }

  private var contents: [PlaylistContent] {
    playlist.entries.map(\.content) + (playlist.fallback.map { [$0] } ?? [])
  }

  /// Lists the files, and follows their changes until the object is released.
  func start() {
    var known: Set<[UInt8]> = []
    var options = PhotoLibrary.Options(
      paths: contents.map { Array(path(of: $0).utf8) }.filter { known.insert($0).inserted })
    options.isRecursive = contents.contains { if case .folder(_, true) = $0 { true } else { false } }
    let library = PhotoLibrary(options)
    self.library = library
    library.start { update in
      DispatchQueue.main.async { [weak self] in self?.receive(update, of: library) }
    }
  }

  isolated deinit { library?.stop() }

  private func receive(_ update: PhotoLibrary.Update, of library: PhotoLibrary) {
    guard library === self.library else { return }
    for problem in update.problems { report(PhotoError(problem).description) }
    show(update.photos, changed: update.change.changes, isComplete: update.isComplete)
  }

  private func show(_ photos: [LibraryPhoto], changed: [Int], isComplete: Bool) {
    files = photos
    self.isComplete = self.isComplete || isComplete
    byFolder = Dictionary(grouping: photos, by: \.photo.folderBytes)
    byPath = Dictionary(photos.map { ($0.photo.pathBytes, $0) }) { first, _ in first }
    onChange?(Set(changed.map { photos[$0].id }))
  }

  /// Returns the items of some entries, in their order.
  func items(of indexes: [Int]) -> [KioskItem] {
    var counts: [String: Int] = [:]
    return indexes.flatMap { index -> [KioskItem] in
      let entry = playlist.entries[index]
      return items(of: entry.content, &counts).map { item in
        var item = item
        (item.duration, item.caption) = (entry.duration ?? playlist.duration, entry.caption)
        return item
      }
    }
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
    let path = path(of: content)
    switch content {
    case .page: return [KioskItem(id: id(path), content: .page(path: path))]
    case .picture:
      return byPath[Array(path.utf8)].map { [KioskItem(id: id($0.photo.path), content: .picture($0))] } ?? []
    case .folder(_, let isRecursive):
      let folder = Array(path.utf8) + [UInt8(ascii: "/")]
      let photos =
        isRecursive ? files.filter { $0.photo.folderBytes.starts(with: folder) } : byFolder[folder] ?? []
      return photos.map { KioskItem(id: id($0.photo.path), content: .picture($0)) }
    }
  }

  /// The absolute path of a content, without “.” and “..”, as the list of files has it.
  private func path(of content: PlaylistContent) -> String {
    Self.resolved(content.path.hasPrefix("/") ? content.path : folder + "/" + content.path)
  }

  static func resolved(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
