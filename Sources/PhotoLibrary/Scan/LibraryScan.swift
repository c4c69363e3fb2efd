internal import Glibc
internal import Threads

/// Lists files and folders for a library. It blocks, so it runs on its own thread. A path or folder on a mount that does not answer
/// is reported after ``FileCalls/Limits/seconds``, and the scan continues with the next one.
///
/// A scan reports only files that it found and files that are certainly gone. So folders may change while it
/// runs.
struct LibraryScan {
  /// The settings of a library that affect the listing.
  struct Settings: Sendable {
    var isRecursive = false
    var showsHidden = false
    /// Whether links to folders outside of the given folder are followed.
    var followsLinks = false
    /// Whether the file versions must be known before the first photo is shown.
    var needsRevisions = false
  }

  /// A result of a scan.
  enum Finding {
    case events([LibraryEvent])
    case problem(LibraryProblem)
    /// A given folder has no photos of its own; the photos of its subfolders are listed instead.
    case searchesSubfolders([UInt8])
    /// A link to a folder outside of the given folder is not followed.
    case skippedLink([UInt8])
  }

  let settings: Settings
  private let givenFolders: GivenFolders
  /// Returns whether to continue the scan.
  let isWanted: @Sendable () -> Bool
  let post: (Finding) -> Void
  /// Starts watching a folder; called before the folder is listed. With a name only that file is watched.
  let watch: Watch
  typealias Watch =
    @Sendable (
      _ folder: [UInt8], _ root: Int, _ names: [UInt8]?, _ entersFolders: Bool
    ) -> Void
  /// Whether a folder that a link leads to was listed before this scan under another path than the link's. The path of
  /// the link ends in a slash.
  var isListed: @Sendable (FileIdentity, _ link: [UInt8]) -> Bool = { _, _ in false }
  /// Called before a given path is looked up, for tests.
  var beforePath: (([UInt8]) -> Void)?
  private var visited: Set<FileIdentity> = []
  /// The followed links that the scan has met, as paths that end in a slash. They are listed after all subfolders, so
  /// that a folder inside the given folder has its own path.
  private var links: ArraySlice<[UInt8]> = []
  /// Looks up the paths and lists the folders.
  private let calls: FileCalls
  /// The mounts that did not answer when links to them were looked up. The other links to them are not looked up in this scan,
  /// because each would be waited for.
  private var stalledMounts: Set<Mount> = []
  /// The photos whose file versions are read after the listing.
  private var unread: [FileEntry] = []

  init(
    _ settings: Settings, _ givenFolders: GivenFolders, calls: FileCalls,
    isWanted: @escaping @Sendable () -> Bool, post: @escaping (Finding) -> Void, watch: @escaping Watch
  ) {
    self.settings = settings
    self.calls = calls
    self.givenFolders = givenFolders
    self.isWanted = isWanted
    self.post = post
    self.watch = watch
  }

  /// The size of the first batch, a few more photos than a carousel shows at the same time. Each further
  /// batch is four times as large, so that 100,000 photos arrive in seven batches.
  private static let firstBatch = 64
  private static let batchGrowth = 4

  /// Returns a queue of given paths for ``scan(_:)``.
  static func queue(_ paths: [(root: Int, path: [UInt8])]) -> PathQueue {
    PathQueue(paths, firstBatch: firstBatch, batchGrowth: batchGrowth)
  }

  /// Lists the paths of a queue, then reads the versions of their files.
  mutating func scan(_ queue: PathQueue) {
    while isWanted(), let (root, path) = queue.next() {
      beforePath?(path)
      guard let kind = calls.perform(on: path, { FileKind(at: path) }) else {
        deliver(queue.takeFiles())
        post(.problem(stalled(path)))
        continue
      }
      switch kind {
      case .file(let revision):
        let photo = Photo(pathBytes: path)
        let found = calls.perform(on: path) { [watch] in
          watch(photo.folderBytes, root, photo.nameBytes, false)
          return Self.entry(photo, root: root)
        }
        let entry =
          found.flatMap { $0 }
          ?? FileEntry(photo: photo, identity: revision.identity, revision: revision, root: root)
        deliver(queue.add(entry))
      case .folder:
        deliver(queue.takeFiles())
        scanRoot(path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")], root)
      case .other:
        deliver(queue.takeFiles())
        post(.problem(.notAFile(path: LibraryProblem.shown(path))))
      case .brokenLink:
        deliver(queue.takeFiles())
        post(.problem(.notFound(path: LibraryProblem.shown(path))))
      case .nothing(let code):
        deliver(queue.takeFiles())
        post(.problem(.from(errno: code, operation: "looked up", path: path)))
      }
    }
    deliver(queue.takeFiles())
    readRevisions()
  }

  /// Lists the opened file before its folder is listed.
  func open(_ path: [UInt8]) {
    let photo = Photo(pathBytes: path)
    let entry = calls.perform(on: path) { [watch] in
      watch(photo.folderBytes, 0, photo.nameBytes, false)
      return Self.entry(photo, root: 0)
    }
    if let entry = entry.flatMap({ $0 }) { post(.events([.found(entry, isNotice: false)])) }
  }

  private func stalled(_ path: [UInt8]) -> LibraryProblem {
    .stalled(path: LibraryProblem.shown(path), seconds: calls.limits.seconds)
  }

  private func deliver(_ files: [FileEntry]) {
    if !files.isEmpty { post(.events(files.map { .found($0, isNotice: false) })) }
  }

  private mutating func scanRoot(_ folder: [UInt8], _ root: Int) {
    visited = []
    givenFolders.add(folder, at: root)
    do throws(LibraryProblem) {
      let (found, folders) = try scanTree(folder, root)
      guard found == 0, isWanted() else { return }
      if settings.isRecursive || folders.isEmpty {
        post(.problem(.noPhotos(path: LibraryProblem.shown(folder), hasSubfolders: !folders.isEmpty)))
        return
      }
      var foundBelow = 0
      for name in folders where isWanted() {
        let below = folder + name + [UInt8(ascii: "/")]
        foundBelow += (try? scanFolder(below, root, entersFolders: false))?.found ?? 0
      }
      post(
        foundBelow > 0
          ? .searchesSubfolders(folder)
          : .problem(.noPhotos(path: LibraryProblem.shown(folder), hasSubfolders: true)))
    } catch {
      post(.problem(error))
    }
  }

  /// Lists a given folder again that was removed and has come back.
  mutating func scanReturned(_ folder: [UInt8], _ root: Int) {
    scanRoot(folder, root)
    readRevisions()
  }

  /// Lists a new subfolder of a listed folder.
  mutating func scanNewFolder(_ folder: [UInt8], _ root: Int) {
    do throws(LibraryProblem) {
      _ = try scanTree(folder, root)
    } catch .notFound {
      // It was removed meanwhile.
    } catch {
      post(.problem(error))
    }
    readRevisions()
  }

  /// Lists the folder that a new link in a listed folder leads to, if the link is followed.
  mutating func scanNewLink(_ link: [UInt8], _ root: Int) {
    if case .link? = enteredFolder(link, root) { scanNewFolder(link + [UInt8(ascii: "/")], root) }
  }

  /// Lists a folder and, if the library is recursive, its subfolders and then the folders that links in them lead to.
  ///
  /// - Returns: As ``scanFolder(_:_:entersFolders:)``.
  private mutating func scanTree(
    _ folder: [UInt8], _ root: Int
  ) throws(LibraryProblem) -> (found: Int, folders: [[UInt8]]) {
    links = []
    var result = try scanFolder(folder, root, entersFolders: settings.isRecursive)
    while isWanted(), let link = links.popFirst() { result.found += scanSubfolder(link, root) }
    return result
  }

  /// Lists a folder in a listed folder, with its subfolders. Returns the number of photos.
  private mutating func scanSubfolder(_ folder: [UInt8], _ root: Int) -> Int {
    do throws(LibraryProblem) {
      return try scanFolder(folder, root, entersFolders: true).found
    } catch .notFound {
      // It was removed meanwhile.
    } catch {
      post(.problem(error))
    }
    return 0
  }

  /// Lists a folder and, with `entersFolders`, its subfolders. The links in them are added to `links`.
  ///
  /// - Returns: The number of photos, including the photos in listed subfolders, and the names of the direct
  ///   subfolders in natural order, followed by those of the links to folders.
  private mutating func scanFolder(
    _ folder: [UInt8], _ root: Int, entersFolders: Bool
  ) throws(LibraryProblem) -> (found: Int, folders: [[UInt8]]) {
    guard let identity = calls.perform(on: folder, { FileIdentity(ofFolder: folder) }) else {
      throw stalled(folder)
    }
    if let identity, !visited.insert(identity).inserted { return (0, []) }
    let listed = calls.perform(on: folder) { [watch, settings, isWanted] in
      watch(folder, root, nil, entersFolders)
      return Result { () throws(LibraryProblem) in
        try FolderListing(of: folder, showsHidden: settings.showsHidden, isWanted: isWanted)
      }
    }
    guard let listing = try listed?.get() else { throw stalled(folder) }
    var found = deliver(listing, in: folder, root)
    var folders = listing.folders
    var linkNames: [[UInt8]] = []
    // A link may lead to a folder. Looking up each link would delay the photos, so links are looked up only
    // if the subfolders matter.
    if entersFolders || found == 0 {
      for name in listing.unclearOthers where isWanted() {
        switch enteredFolder(folder + name, root) {
        case .folder: folders.append(name)
        case .link: linkNames.append(name)
        case .skippedLink, nil: break
        }
      }
    }
    folders.sort { NaturalOrder.precedes($0, $1) }
    linkNames.sort { NaturalOrder.precedes($0, $1) }
    if entersFolders {
      links += linkNames.map { folder + $0 + [UInt8(ascii: "/")] }
      for name in folders where isWanted() {
        found += scanSubfolder(folder + name + [UInt8(ascii: "/")], root)
      }
    }
    return (found, folders + linkNames)
  }

  /// A folder that the scan may enter, a link to one, or a link that it does not follow.
  private enum EnteredFolder { case folder, link, skippedLink }

  /// Returns whether a path is a folder or a link that the scan may enter; `nil` if it is neither. A link is followed if
  /// its folder lies in the given folder, or if the settings allow it, and if the folder was not listed under another
  /// path before this scan.
  private mutating func enteredFolder(_ path: [UInt8], _ root: Int) -> EnteredFolder? {
    let entered = lookUp(path) { [settings, givenFolders, isListed] () -> EnteredFolder? in
      var status = stat()
      guard case .folder = FileKind(at: path), path.withCPath({ lstat($0, &status) }) == 0 else { return nil }
      // The file system may not report the types of its entries.
      guard status.st_mode & S_IFMT == S_IFLNK else { return .folder }
      guard settings.followsLinks || givenFolders.contain(path, at: root) else { return .skippedLink }
      guard let identity = FileIdentity(ofFolder: path), !isListed(identity, path + [UInt8(ascii: "/")])
      else { return nil }
      return .link
    }
    guard case .skippedLink? = entered ?? nil else { return entered ?? nil }
    post(.skippedLink(path))
    return nil
  }

  /// Looks up a name that may be a link to another mount. If that mount does not answer, it posts the problem once.
  ///
  /// - Parameter mount: The mount of the folder of the name, if it may stall.
  /// - Returns: `nil` if the mount does not answer.
  private mutating func lookUp<Value: Sendable>(
    _ path: [UInt8], from mount: Mount? = nil, _ body: @escaping @Sendable () -> Value
  ) -> Value? {
    guard let stalling = calls.stallingPath(path) else { return body() }
    if stalling.mount != mount, stalledMounts.contains(stalling.mount) { return nil }
    if let value = calls.begin(on: stalling, body).wait() { return value }
    if stalledMounts.insert(stalling.mount).inserted { post(.problem(stalled(path))) }
    return nil
  }

  /// Posts the photos of a folder in batches, in natural order. Returns the number of photos.
  private mutating func deliver(_ listing: FolderListing, in folder: [UInt8], _ root: Int) -> Int {
    let isUnclear = Set(listing.unclearImages.map(\.bytes))
    var names = NameHeap(listing.images + listing.unclearImages)
    var size = settings.needsRevisions ? Int.max : Self.firstBatch
    var found = 0
    let mount = calls.stallingPath(folder)?.mount
    while isWanted(), !names.isEmpty {
      var entries: [FileEntry] = []
      for name in names.removeFirst(size) {
        let photo = Photo(folderBytes: folder, nameBytes: name.bytes)
        let identity = FileIdentity(device: listing.identity.device, inode: name.inode)
        var entry = FileEntry(photo: photo, identity: identity, root: root)
        // Look up entries of unknown type first, so that a pipe or folder with the extension of an image
        // never appears as a photo.
        if settings.needsRevisions || isUnclear.contains(name.bytes) {
          switch lookUp(photo.pathBytes, from: mount, { FileKind(at: photo.pathBytes) }) {
          case .file(let revision)?: entry.revision = revision
          // The view of a photo that does not answer shows the error.
          case .brokenLink?, nil: break
          case .folder?, .other?, .nothing?: continue
          }
        } else {
          unread.append(entry)
        }
        entries.append(entry)
      }
      found += entries.count
      if !entries.isEmpty { post(.events(entries.map { .found($0, isNotice: false) })) }
      let (next, overflow) = size.multipliedReportingOverflow(by: Self.batchGrowth)
      size = overflow ? .max : next
    }
    return found
  }

  /// Reads the versions of the listed files, so that a later scan can detect changes.
  private mutating func readRevisions() {
    var rest = unread[...]
    unread = []
    // Most files are in the folder of the previous one.
    var last: (folder: [UInt8], mount: Mount?)?
    while isWanted(), !rest.isEmpty {
      let part = rest.prefix(Self.revisionBatch)
      rest = rest.dropFirst(Self.revisionBatch)
      var events: [LibraryEvent] = []
      for entry in part {
        let folder = entry.photo.folderBytes
        let mount = last?.folder == folder ? last?.mount : calls.stallingPath(folder)?.mount
        last = (folder, mount)
        let path = mount.map { FileCalls.StallingPath(path: entry.photo.pathBytes, mount: $0) }
        events.append(
          calls.begin(on: path) { Self.reread(entry) }.wait() ?? .found(entry, isNotice: false))
      }
      post(.events(events))
    }
  }

  private static let revisionBatch = 4096

  /// Reads the current version of a file.
  private static func reread(_ entry: FileEntry) -> LibraryEvent {
    switch FileKind(at: entry.photo.pathBytes) {
    case .file(let revision):
      var entry = entry
      entry.revision = revision
      return .found(entry, isNotice: false)
    case .brokenLink: return .found(entry, isNotice: false)
    case .nothing(let code) where code != ENOENT && code != ENOTDIR: return .found(entry, isNotice: false)
    case .folder, .other, .nothing: return .lost(entry.photo)
    }
  }

  /// Lists a watched folder again, without its subfolders.
  ///
  /// - Parameter known: The photos of the folder that the library showed before this call.
  /// - Parameter entersFolders: Whether subfolders are listed, too.
  /// - Returns: The names of the subfolders and of the followed links to folders.
  mutating func rescan(
    _ folder: [UInt8], _ root: Int, known: [Photo], names: Set<[UInt8]>?, entersFolders: Bool
  ) -> [[UInt8]] {
    let opened = folder.isEmpty ? Array("./".utf8) : folder
    let listed = calls.perform(on: opened) { [settings, isWanted] in
      try? FolderListing(of: opened, showsHidden: settings.showsHidden, isWanted: isWanted)
    }
    guard let listing = listed.flatMap({ $0 }) else {
      let kind = calls.perform(on: opened) { FileKind(at: opened) }
      if case .nothing(let code)? = kind, code == ENOENT || code == ENOTDIR {
        post(.events([.folderLost(folder)]))
      }
      return []
    }
    var events: [LibraryEvent] = []
    var present: Set<[UInt8]> = []
    // Names without the extension of an image are listed if the user gave their paths.
    let candidates = Set((listing.images + listing.unclearImages).map(\.bytes) + known.map(\.nameBytes))
    for name in candidates where isWanted() {
      if let names, !names.contains(name) { continue }
      let photo = Photo(folderBytes: folder, nameBytes: name)
      let found = calls.perform(on: photo.pathBytes) { Self.entry(photo, root: root) }
      // A photo that does not answer is not lost.
      if found == nil { present.insert(name) }
      guard let entry = found ?? nil else { continue }
      present.insert(name)
      events.append(.found(entry, isNotice: false))
    }
    let lost = known.filter { !present.contains($0.nameBytes) }.map { LibraryEvent.lost($0) }
    // The list treats a photo that is lost and found in one batch as renamed, so both are posted together.
    if isWanted(), !lost.isEmpty || !events.isEmpty { post(.events(lost + events)) }
    return entersFolders
      ? listing.folders + listing.unclearOthers.filter { enteredFolder(folder + $0, root) != nil } : []
  }

  /// Reads the identity and the version of a file; `nil` if there is no file at the path.
  static func entry(_ photo: Photo, root: Int) -> FileEntry? {
    var status = stat()
    guard photo.withCPath({ lstat($0, &status) }) == 0 else { return nil }
    // The identity of a link has the inode of the link, not of its target, as in a folder listing.
    let identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    switch FileKind(at: photo.pathBytes) {
    case .file(let revision):
      return FileEntry(photo: photo, identity: identity, revision: revision, root: root)
    case .brokenLink: return FileEntry(photo: photo, identity: identity, root: root)
    case .folder, .other, .nothing: return nil
    }
  }
}
