internal import CSystem
internal import Glibc
internal import Synchronization
internal import Threads

/// Watches folders with inotify. Folders on file systems without inotify are listed again periodically.
///
/// The watcher's thread blocks until the kernel reports a change. It looks up single files; other threads
/// list folders.
final class FolderWatcher: Sendable {
  /// The closures that receive the results. They are called on the watcher's threads.
  struct Actions: Sendable {
    let post: @Sendable (LibraryScan.Finding) -> Void
    /// Returns the photos that the library shows directly in a folder.
    let known: @Sendable ([UInt8]) -> [Photo]
  }

  /// Work that a change of a link causes.
  private enum LinkTask: Equatable {
    /// Looks up a photo that a link to a mount leads to that may stall.
    case find(Photo, root: Int, isNotice: Bool)
    /// Lists the folder that a new link leads to.
    case enter(link: [UInt8], root: Int)
    /// Lists a given folder again, after a link in it was removed. The link's folder may have other paths.
    case relist(root: Int)
  }

  private struct State {
    var watched = WatchedFolders()
    /// The folders of `watched` and `polled`.
    var listed = ListedFolders()
    /// The tasks of the links, in order, and whether a thread performs them. One thread performs all of them, so that
    /// two links to a folder do not list it twice.
    var linkTasks: ArraySlice<LinkTask> = []
    var isEnteringLinks = false
    /// The folders that are listed again periodically.
    var polled: [[UInt8]: (reason: WatchedFolders.Reason, due: Double)] = [:]
    /// The given folders of `polled` that were removed or unmounted, and may come back, with their former file systems; `nil` if
    /// unknown.
    var missing: [[UInt8]: UInt64?] = [:]
    var isClosed = false
  }

  private let settings: LibraryScan.Settings
  private let givenFolders: GivenFolders
  private let actions: Actions
  private let messages: WatchMessages
  private let pollInterval: Double
  private let startScan: @Sendable (@escaping @Sendable () -> Void) -> Bool
  private let calls: FileCalls
  private let inotify: Int32
  private let wake: Int32
  private let state = Mutex(State())

  /// Creates a watcher. If inotify is not available, all folders are listed periodically.
  ///
  /// - Parameters:
  ///   - settings: The settings of the listing.
  ///   - givenFolders: The given folders of the library.
  ///   - actions: The actions of the owner.
  ///   - messages: The source of the messages about changes.
  ///   - pollInterval: The time between two listings of a folder whose changes are not reported, in seconds.
  ///   - calls: Lists the folders.
  ///   - startScan: Starts the thread that lists the folders of new links, and returns whether it has started.
  init(
    _ settings: LibraryScan.Settings, _ givenFolders: GivenFolders, _ actions: Actions,
    messages: WatchMessages, pollInterval: Double, calls: FileCalls,
    startScan: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool
  ) {
    self.settings = settings
    self.givenFolders = givenFolders
    self.actions = actions
    self.messages = messages
    self.pollInterval = pollInterval
    self.startScan = startScan
    self.calls = calls
    inotify = messages == .none ? -1 : inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    wake = csystem_eventfd()
  }

  deinit {
    if inotify >= 0 { close(inotify) }
    if wake >= 0 { close(wake) }
  }

  /// Starts the thread. If that fails, nothing is watched.
  func start() { _ = SystemThread.startDetached { [self] in run() } }

  /// Ends the thread.
  func stop() {
    state.withLock { $0.isClosed = true }
    signal()
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  private func signal() {
    var one: UInt64 = 1
    _ = write(wake, &one, 8)
  }

  private static let mask =
    UInt32(
      IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)

  /// Watches a folder. Any thread may call it.
  ///
  /// - Parameters:
  ///   - path: The path, which ends in a slash, or is empty for the current folder.
  ///   - name: The name of the only file to watch; `nil` for all files.
  ///   - entersFolders: Whether the photos of new subfolders are listed, too.
  func watch(_ path: [UInt8], root: Int, name: [UInt8]?, entersFolders: Bool) {
    let folder = path.isEmpty ? Array("./".utf8) : path
    let isNotified = folder.withCPath { path in
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
      defer { if descriptor >= 0 { close(descriptor) } }
      return descriptor < 0 || csystem_is_notified(descriptor) != 0
    }
    // These calls are made without the lock, because a stalled file system may block them.
    let identity = FileIdentity(ofFolder: folder)
    let watch = inotify >= 0 ? folder.withCPath { inotify_add_watch(inotify, $0, Self.mask) } : -1
    let isNew = state.withLock { state in
      state.listed.add(path, identity)
      if watch >= 0 { state.watched.add(watch, path, root: root, name: name, entersFolders: entersFolders) }
      guard !isNotified || watch < 0 else { return false }
      let reason = WatchedFolders.Reason(
        root: root, names: name.map { [$0] }, entersFolders: entersFolders)
      let former = state.polled[path]
      if var reason = former?.reason, reason.names != nil, let name {
        reason.names?.insert(name)
        state.polled[path] = (reason, former?.due ?? 0)
      } else {
        state.polled[path] = (reason, MonotonicClock.now() + pollInterval)
      }
      return former == nil
    }
    if isNew { signal() }
  }

  // MARK: On the watcher's thread

  private func run() {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while !isClosed {
      var descriptors = [
        pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      ]
      let due = state.withLock { $0.polled.values.map(\.due).min() }
      let wait = due.map { Int32(max(0, min(($0 - MonotonicClock.now()) * 1000, 1e8)).rounded(.up)) } ?? -1
      poll(&descriptors, 2, wait)
      if descriptors[1].revents != 0 {
        var count: UInt64 = 0
        _ = read(wake, &count, 8)
      }
      if isClosed { return }
      if descriptors[0].revents != 0 {
        let count = read(inotify, &buffer, buffer.count)
        if count > 0, messages == .kernel {
          handle(
            buffer.withUnsafeBytes { WatchMessage.all(in: UnsafeRawBufferPointer(rebasing: $0[..<count])) })
        }
      }
      relistDueFolders()
    }
  }

  /// Lists all watched folders again, as after a message of the kernel that others were lost.
  func loseMessages() {
    handle([WatchMessage(watch: -1, mask: UInt32(IN_Q_OVERFLOW), cookie: 0, name: [])])
  }

  private func handle(_ messages: [WatchMessage]) {
    var events: [LibraryEvent] = []
    for finding in WatchFinding.all(messages) { handle(finding, &events) }
    if !events.isEmpty { actions.post(.events(events)) }
    // A changed link is listed after the loss of its former folder was posted.
    startLinkTasks()
  }

  private func handle(_ finding: WatchFinding, _ events: inout [LibraryEvent]) {
    switch finding {
    case .appeared(let watch, let name, let isFolder, let isNotice):
      if isFolder {
        enter(watch, name)
      } else {
        find(watch, name, isNotice: isNotice, &events)
        enterLink(watch, name, &events)
      }
    case .created(let watch, let name):
      // Links are complete when they are created. Other files are complete when they are closed.
      enterLink(watch, name, &events)
      guard let (photo, _) = shown(watch, name) else { return }
      guard let status = linkStatus(photo.pathBytes) else { return }
      if status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1 {
        find(watch, name, isNotice: true, &events)
      }
    case .disappeared(let watch, let name, let isFolder):
      guard let path = path(watch) else { return }
      if isFolder {
        loseFolder(path + name + [UInt8(ascii: "/")], &events)
      } else {
        events.append(.lost(Photo(folderBytes: path, nameBytes: name)))
        loseLink(watch, name, &events)
      }
    case .renamed(let watch, let name, let toWatch, let toName, let isFolder):
      if isFolder {
        renameFolder(watch, name, toWatch, toName, &events)
      } else {
        rename(watch, name, toWatch, toName, &events)
        loseLink(watch, name, &events)
        enterLink(toWatch, toName, &events)
      }
    case .folderGone(let watch, let isRenamed):
      guard let path = path(watch) else { return }
      let identity = self.identity(of: path)
      let exists = identity != nil
      if let reason = givenReason(watch, path) {
        let former = state.withLock { $0.listed.identity(of: path) }
        // The path still leads to the folder, such as that of the present folder of the program.
        if isRenamed, exists, identity == former { return }
        loseFolder(path, &events)
        let due = MonotonicClock.now() + (exists ? 0 : pollInterval)
        state.withLock { state in
          state.missing[path] = .some(former?.device)
          state.polled[path] = (reason, due)
        }
        return
      }
      // If a folder exists at the path, the watched folder was renamed, and its watch already has the new
      // path.
      if !exists { loseFolder(path, &events) }
    case .ended(let watch):
      state.withLock { state in
        guard let path = state.watched.remove(watch)?.path, state.polled[path] == nil else { return }
        state.listed.remove(path)
      }
    case .overflowed: relist(state.withLock { Array($0.watched.folders.values) })
    }
  }

  /// Returns the folder at a path; `nil` if there is none, or if it does not answer.
  private func identity(of path: [UInt8]) -> FileIdentity? {
    let path = path.isEmpty ? Array("./".utf8) : path
    return calls.perform(on: path) { FileIdentity(ofFolder: path) } ?? nil
  }

  /// Returns why the photos of a given folder are shown; `nil` for other folders, and for a folder of given files.
  private func givenReason(_ watch: Int32, _ path: [UInt8]) -> WatchedFolders.Reason? {
    let reasons = state.withLock { $0.watched.folders[watch]?.reasons ?? [] }
    return reasons.first { $0.names == nil && givenFolders.path(at: $0.root) == path }
  }

  private func path(_ watch: Int32) -> [UInt8]? { state.withLock { $0.watched.folders[watch]?.path } }

  /// Returns the photo for a name in a watched folder, and why it is shown; `nil` if the name is not shown.
  private func shown(_ watch: Int32, _ name: [UInt8]) -> (Photo, WatchedFolders.Reason)? {
    state.withLock { state in
      guard let reason = state.watched.reason(watch, forFile: name, showsHidden: settings.showsHidden),
        let path = state.watched.folders[watch]?.path
      else { return nil }
      return (Photo(folderBytes: path, nameBytes: name), reason)
    }
  }

  private func find(_ watch: Int32, _ name: [UInt8], isNotice: Bool, _ events: inout [LibraryEvent]) {
    guard let (photo, reason) = shown(watch, name) else { return }
    if calls.stallingPath(photo.pathBytes) != nil {
      // The thread of the watcher must not wait.
      state.withLock { $0.linkTasks.append(.find(photo, root: reason.root, isNotice: isNotice)) }
    } else if let entry = LibraryScan.entry(photo, root: reason.root) {
      events.append(.found(entry, isNotice: isNotice))
    } else {
      events.append(.lost(photo))
    }
  }

  private func rename(
    _ watch: Int32, _ name: [UInt8], _ toWatch: Int32, _ toName: [UInt8], _ events: inout [LibraryEvent]
  ) {
    guard let folder = path(watch) else { return }
    let old = Photo(folderBytes: folder, nameBytes: name)
    guard let (new, reason) = shown(toWatch, toName), calls.stallingPath(new.pathBytes) == nil,
      let entry = LibraryScan.entry(new, root: reason.root)
    else {
      events.append(.lost(old))
      find(toWatch, toName, isNotice: true, &events)
      return
    }
    events.append(shown(watch, name) == nil ? .found(entry, isNotice: true) : .renamed(old, entry))
  }

  private func renameFolder(
    _ watch: Int32, _ name: [UInt8], _ toWatch: Int32, _ toName: [UInt8], _ events: inout [LibraryEvent]
  ) {
    let slash = [UInt8(ascii: "/")]
    guard let folder = path(watch) else { return }
    let old = folder + name + slash
    let isHidden = toName.first == UInt8(ascii: ".") && !settings.showsHidden
    let new = state.withLock { state -> [UInt8]? in
      guard !isHidden, state.watched.reasonToEnter(toWatch) != nil,
        let path = state.watched.folders[toWatch]?.path
      else { return nil }
      state.watched.rename(old, to: path + toName + slash)
      state.listed.rename(old, to: path + toName + slash)
      return path + toName + slash
    }
    guard let new else {
      loseFolder(old, &events)
      return
    }
    events.append(.folderRenamed(old, to: new))
    // Files may have appeared in the folder during the rename.
    enter(toWatch, toName)
  }

  private func loseFolder(_ folder: [UInt8], _ events: inout [LibraryEvent]) {
    let watches = state.withLock { state in
      state.listed.remove(inside: folder)
      return state.watched.remove(inside: folder)
    }
    for watch in watches { inotify_rm_watch(inotify, watch) }
    events.append(.folderLost(folder))
  }

  /// Removes the folder that a link led to, if it was listed through the link.
  private func loseLink(_ watch: Int32, _ name: [UInt8], _ events: inout [LibraryEvent]) {
    let found = state.withLock { state -> (path: [UInt8], reasons: [WatchedFolders.Reason])? in
      guard let folder = state.watched.folders[watch] else { return nil }
      let path = folder.path + name + [UInt8(ascii: "/")]
      return state.listed.contains(path) ? (path, folder.reasons) : nil
    }
    guard let found else { return }
    loseFolder(found.path, &events)
    state.withLock { state in
      for task in found.reasons.filter(\.entersFolders).map({ LinkTask.relist(root: $0.root) })
      where !state.linkTasks.contains(task) {
        state.linkTasks.append(task)
      }
    }
  }

  /// Lists the folder that a new or changed link leads to.
  private func enterLink(_ watch: Int32, _ name: [UInt8], _ events: inout [LibraryEvent]) {
    guard let (path, root) = entered(watch, name) else { return }
    guard let status = linkStatus(path), status.st_mode & S_IFMT == S_IFLNK else { return }
    // The name may have been a link to another folder.
    loseLink(watch, name, &events)
    state.withLock { $0.linkTasks.append(.enter(link: path, root: root)) }
  }

  /// Reads the status of a file or link in a watched folder; `nil` if there is none, or if the folder does not answer.
  private func linkStatus(_ path: [UInt8]) -> stat? {
    // The last part of the path is not followed.
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[...$0]) } ?? Array("./".utf8)
    return calls.perform(on: folder) {
      var status = stat()
      return path.withCPath { lstat($0, &status) } == 0 ? status : nil
    } ?? nil
  }

  /// Lists a new subfolder, on a new thread.
  private func enter(_ watch: Int32, _ name: [UInt8]) {
    guard let (path, root) = entered(watch, name) else { return }
    _ = SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) { [self] in
      var scan = makeScan()
      scan.scanNewFolder(path + [UInt8(ascii: "/")], root)
    }
  }

  /// Returns the path of a name in a watched folder, and the given folder; `nil` if a folder of this name is not
  /// listed.
  private func entered(_ watch: Int32, _ name: [UInt8]) -> (path: [UInt8], root: Int)? {
    if name.first == UInt8(ascii: "."), !settings.showsHidden { return nil }
    return state.withLock { state in
      guard let reason = state.watched.reasonToEnter(watch), let path = state.watched.folders[watch]?.path
      else { return nil }
      return (path + name, reason.root)
    }
  }

  /// Performs the tasks of the links on a new thread, unless a thread performs them already.
  private func startLinkTasks() {
    let isNeeded = state.withLock { state in
      guard !state.linkTasks.isEmpty, !state.isEnteringLinks else { return false }
      state.isEnteringLinks = true
      return true
    }
    guard isNeeded, !startScan({ [self] in performLinkTasks() }) else { return }
    // The next change tries again.
    state.withLock { $0.isEnteringLinks = false }
  }

  private func performLinkTasks() {
    while true {
      let task = state.withLock { state in
        let task = state.isClosed ? nil : state.linkTasks.popFirst()
        if task == nil { state.isEnteringLinks = false }
        return task
      }
      guard let task else { return }
      var scan = makeScan()
      switch task {
      case .find(let photo, let root, let isNotice):
        let found = calls.perform(on: photo.pathBytes) { LibraryScan.entry(photo, root: root) }
        guard let found else { continue }
        actions.post(.events([found.map { .found($0, isNotice: isNotice) } ?? .lost(photo)]))
      case .enter(let link, let root): scan.scanNewLink(link, root)
      case .relist(let root):
        if let folder = givenFolders.path(at: root) { scan.scanNewFolder(folder, root) }
      }
    }
  }

  private func makeScan() -> LibraryScan {
    var scan = LibraryScan(
      settings, givenFolders, calls: calls, isWanted: { [self] in !isClosed },
      post: { [actions] in actions.post($0) },
      watch: { [self] in watch($0, root: $1, name: $2, entersFolders: $3) })
    scan.isListed = { [self] identity, folder in
      state.withLock { $0.listed.paths(of: identity) }.contains {
        $0 != folder && FileIdentity(ofFolder: $0.isEmpty ? Array("./".utf8) : $0) == identity
      }
    }
    return scan
  }

  // MARK: Listing again

  private func relistDueFolders() {
    let now = MonotonicClock.now()
    let due = state.withLock { state -> [WatchedFolders.Folder] in
      state.polled.filter { $0.value.due <= now }.map { path, value in
        // The time of the next listing is set after this listing.
        state.polled[path]?.due = .infinity
        return WatchedFolders.Folder(path: path, reasons: [value.reason])
      }
    }
    relist(due)
  }

  /// Lists folders again, on a new thread for each mount that may stall, so that one that does not answer delays no other.
  private func relist(_ folders: [WatchedFolders.Folder]) {
    for folders in Dictionary(grouping: folders, by: { calls.stallingPath($0.path)?.mount }).values {
      startListing(folders)
    }
  }

  private func startListing(_ folders: [WatchedFolders.Folder]) {
    let isStarted = SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) {
      [self] in
      for folder in folders {
        let start = MonotonicClock.now()
        for reason in folder.reasons where !isClosed { relist(folder.path, reason) }
        // The pause is 20 times the duration of the listing, but between 2 s and 60 s.
        let pause = min(60, max(pollInterval, 20 * (MonotonicClock.now() - start)))
        state.withLock { state in
          if state.polled[folder.path] != nil {
            state.polled[folder.path]?.due = MonotonicClock.now() + pause
          }
        }
      }
      signal()
    }
    guard !isStarted else { return }
    state.withLock { state in
      for folder in folders where state.polled[folder.path] != nil {
        state.polled[folder.path]?.due = MonotonicClock.now() + pollInterval
      }
    }
  }

  private func relist(_ path: [UInt8], _ reason: WatchedFolders.Reason) {
    var scan = makeScan()
    if let device = state.withLock({ $0.missing[path] }) {
      guard let identity = identity(of: path) else { return }
      // The listing watches the folder again. If the folder is on another file system, such as the one below a mount that has
      // ended, it is also listed periodically, because a new mount is not reported.
      state.withLock { state in
        state.missing[path] = nil
        if device == nil || device == identity.device { state.polled[path] = nil }
      }
      return scan.scanReturned(path, reason.root)
    }
    let known = actions.known(path)
    let folders = scan.rescan(
      path, reason.root, known: known, names: reason.names, entersFolders: reason.entersFolders)
    for name in folders where !isClosed {
      let folder = path + name + [UInt8(ascii: "/")]
      if !state.withLock({ $0.listed.contains(folder) }) { scan.scanNewFolder(folder, reason.root) }
    }
  }
}
