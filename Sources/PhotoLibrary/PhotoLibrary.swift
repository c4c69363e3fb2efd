internal import Glibc
package import Threads

/// The photos of files and folders, in order. The list is updated when files change.
///
/// A library lists folders in the background and watches them. It delivers each new state of its list with
/// the difference from the previous state. The identity of a photo survives renaming and replacing its file,
/// so that a view can keep its scroll position.
///
///     let library = PhotoLibrary(PhotoLibrary.Options(paths: [Array("Pictures".utf8)]))
///     library.start { update in DispatchQueue.main.async { show(update) } }
///
/// No call blocks: a stalled network folder delays only its own photos.
package final class PhotoLibrary: Sendable {
  /// The settings of a library.
  package struct Options: Sendable {
    /// The paths of files and folders, as bytes.
    package var paths: [[UInt8]]
    /// The path of a file, which is delivered before the others and may have any extension; `nil` for none.
    /// If it is set, the first path must be the file's folder.
    package var openedFile: [UInt8]?
    /// Whether subfolders are listed. A folder is listed once, even if links lead to it.
    package var isRecursive = false
    /// Whether links to folders outside of the given folder are followed, while subfolders are listed. Links to folders
    /// inside the given folder are always followed, and links to files are always listed.
    package var followsLinks = false
    /// Whether files and folders are listed whose names start with a dot.
    package var showsHidden = false
    /// The order of the photos.
    package var order = PhotoOrder()
    /// Whether the list follows changes of the files and folders.
    package var isWatching = true
    /// Whether ``PhotoLibrary/add(_:)`` gives further paths, so that the list is complete only after
    /// ``PhotoLibrary/endPaths()``.
    package var expectsMorePaths = false
    /// The source of the messages about changes, for tests.
    package var messages = WatchMessages.kernel
    /// The time between two listings of a folder without messages, in seconds.
    package var pollInterval = 2.0
    /// Called before a given path is looked up, on the thread that lists it, for tests.
    package var beforePath: (@Sendable ([UInt8]) -> Void)?
    /// Starts a thread that lists given paths or the folders of new links, and returns whether it has started. Tests
    /// replace it to let starts fail.
    package var startScan: @Sendable (@escaping @Sendable () -> Void) -> Bool = {
      SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement, $0)
    }
    /// Looks up paths and lists folders.
    package var calls = FileCalls.shared
    /// Waits for a number of seconds. Tests replace it by virtual time.
    package var wait: @Sendable (Double) -> Void = { usleep(UInt32($0 * 1e6)) }

    /// Creates settings.
    package init(paths: [[UInt8]]) { self.paths = paths }
  }

  /// A state of the list, with the difference from the previous state.
  package struct Update: Sendable {
    /// The photos in order.
    package var photos: [LibraryPhoto] = []
    /// The order of the photos.
    package var order = PhotoOrder()
    /// The difference from the previous state.
    package var change = LibraryChange()
    /// The given paths and folders that could not be listed, found since the previous state.
    package var problems: [LibraryProblem] = []
    /// The given folders without photos of their own whose subfolders were listed instead, found since the
    /// previous state.
    package var searchedFolders: [String] = []
    /// The links to folders outside of the given folder that were not followed, found since the previous state.
    package var skippedLinks: [String] = []
    /// Whether all paths were listed.
    package var isComplete = false

    /// Creates the state of an empty list.
    package init() {}
  }

  private struct State {
    var list: LibraryList
    var events: [LibraryEvent] = []
    var order: PhotoOrder
    var update = Update()
    /// The links that were reported.
    var skippedLinks: Set<[UInt8]> = []
    /// The paths that did not answer and were reported.
    var stalls: Set<LibraryProblem> = []
    /// The number of unfinished scans of the given paths.
    var scanCount = 0
    /// The number of given paths.
    var pathCount = 0
    var hasReportedCompletion = false
    var isClosed = false

    var hasWork: Bool {
      !events.isEmpty || order != list.order || !update.problems.isEmpty || !update.searchedFolders.isEmpty
        || !update.skippedLinks.isEmpty || (scanCount == 0 && !hasReportedCompletion)
    }
  }

  private let options: Options
  private let monitor: Monitor<State>
  private let watcher: FolderWatcher?
  private let givenFolders = GivenFolders()

  /// Creates a library. It does nothing until ``start(_:)``.
  package init(_ options: Options) {
    self.options = options
    let monitor = Monitor(State(list: LibraryList(order: options.order), order: options.order))
    self.monitor = monitor
    let actions = FolderWatcher.Actions(
      post: { Self.receive($0, monitor) }, known: { folder in monitor.withLock { $0.list.paths(in: folder) } }
    )
    watcher =
      options.isWatching
      ? FolderWatcher(
        Self.settings(options), givenFolders, actions, messages: options.messages,
        pollInterval: options.pollInterval, calls: options.calls, startScan: options.startScan) : nil
  }

  deinit { stop() }

  private static func settings(_ options: Options) -> LibraryScan.Settings {
    LibraryScan.Settings(
      isRecursive: options.isRecursive, showsHidden: options.showsHidden,
      followsLinks: options.followsLinks, needsRevisions: options.order.needsRevisions)
  }

  /// The pause before changes are applied, in seconds. It collects a burst of changes into one batch.
  private static let pause = 0.03

  /// The largest number of threads that list the given paths. Each takes one path after the other, so a stalled folder
  /// delays the others only if this number of folders stall.
  private static let scanLimit = 8

  /// Starts listing and watching.
  ///
  /// - Parameter deliver: Called with each state, on a thread of the library. No call begins after ``stop()``
  ///   has returned, but a call may still be in progress then.
  /// - Returns: Whether the system could start the threads.
  @discardableResult
  package func start(_ deliver: @escaping @Sendable (Update) -> Void) -> Bool {
    let paths = options.paths.enumerated().map { (root: $0.offset, path: $0.element) }
    let threads = min(paths.count, Self.scanLimit)
    monitor.withLock { state in
      state.scanCount = threads + (options.expectsMorePaths ? 1 : 0)
      state.pathCount = paths.count
    }
    let (monitor, wait) = (monitor, options.wait)
    guard SystemThread.startDetached({ Self.publish(monitor, wait, deliver) }) else { return false }
    watcher?.start()
    let queue = LibraryScan.queue(paths)
    var startedCount = 0
    for _ in 0..<threads {
      // The first thread that starts also lists the opened file.
      let opened = startedCount == 0 ? options.openedFile : nil
      let isStarted = options.startScan { [watcher, options, givenFolders] in
        var scan = Self.makeScan(options, givenFolders, monitor, watcher)
        if let opened { scan.open(opened) }
        scan.scan(queue)
        Self.endScan(monitor)
      }
      if isStarted { startedCount += 1 }
    }
    // If a thread has started, it lists all paths.
    while startedCount == 0, let (_, path) = queue.next() {
      let shown = LibraryProblem.shown(path)
      Self.receive(.problem(.system(path: shown, operation: "listed", code: EAGAIN)), monitor)
    }
    for _ in startedCount..<threads { Self.endScan(monitor) }
    return true
  }

  /// Adds paths after the earlier ones, and lists them. It blocks until they are listed.
  ///
  /// Call it after ``start(_:)`` if ``Options/expectsMorePaths`` is set, from one thread at a time.
  package func add(_ paths: [[UInt8]]) {
    let first = monitor.withLock { state in
      defer { state.pathCount += paths.count }
      return state.pathCount
    }
    var scan = Self.makeScan(options, givenFolders, monitor, watcher)
    scan.scan(LibraryScan.queue(paths.enumerated().map { (root: first + $0.offset, path: $0.element) }))
  }

  /// Tells the library that no further paths are added. Call it once if ``Options/expectsMorePaths`` is set.
  package func endPaths() { Self.endScan(monitor) }

  private static func makeScan(
    _ options: Options, _ givenFolders: GivenFolders, _ monitor: Monitor<State>, _ watcher: FolderWatcher?
  ) -> LibraryScan {
    var scan = LibraryScan(
      settings(options), givenFolders, calls: options.calls, isWanted: { !monitor.withLock { $0.isClosed } },
      post: { receive($0, monitor) },
      watch: { watcher?.watch($0, root: $1, name: $2, entersFolders: $3) })
    scan.beforePath = options.beforePath
    return scan
  }

  /// Acts as if the kernel had lost messages about changes, for tests.
  package func loseMessages() { watcher?.loseMessages() }

  /// Changes the order.
  package func sort(by order: PhotoOrder) {
    monitor.withLock { $0.order = order }
    monitor.wakeAll()
  }

  /// Sets the metadata of a photo that a decoder has read. The orders by date and by shape need it.
  ///
  /// - Parameter revision: The version of the decoded file; `nil` if unknown.
  package func describe(_ photo: PhotoID, _ metadata: PhotoMetadata, revision: FileRevision? = nil) {
    Self.receive(.events([.described(photo, metadata, revision)]), monitor)
  }

  /// Sets the metadata of several photos as one change.
  package func describe(_ photos: [(id: PhotoID, metadata: PhotoMetadata, revision: FileRevision?)]) {
    Self.receive(.events(photos.map { .described($0.id, $0.metadata, $0.revision) }), monitor)
  }

  /// Ends listing and watching.
  package func stop() {
    monitor.withLock { $0.isClosed = true }
    monitor.wakeAll()
    watcher?.stop()
  }

  private static func receive(_ finding: LibraryScan.Finding, _ monitor: Monitor<State>) {
    monitor.withLock { state in
      switch finding {
      case .events(let events): state.events += events
      case .problem(let problem):
        // A folder that is listed again periodically posts its stalled links each time.
        if case .stalled = problem, !state.stalls.insert(problem).inserted { return }
        state.update.problems.append(problem)
      case .searchesSubfolders(let folder):
        state.update.searchedFolders.append(LibraryProblem.shown(folder))
      case .skippedLink(let link):
        // A folder that is listed again periodically posts its links each time.
        if state.skippedLinks.insert(link).inserted {
          state.update.skippedLinks.append(LibraryProblem.shown(link))
        }
      }
    }
    monitor.wakeAll()
  }

  private static func endScan(_ monitor: Monitor<State>) {
    monitor.withLock { $0.scanCount -= 1 }
    monitor.wakeAll()
  }

  /// Applies the events and delivers the states until the library is stopped.
  private static func publish(
    _ monitor: Monitor<State>, _ wait: (Double) -> Void, _ deliver: (Update) -> Void
  ) {
    var isFirst = true
    var deliveredOrder = monitor.withLock { $0.list.order }
    while true {
      let isOpen = monitor.waitForValue { state in
        state.isClosed ? .some(false) : state.hasWork ? .some(true) : nil
      }
      guard isOpen else { return }
      if !isFirst { wait(pause) }
      let update = monitor.withLock { state -> Update?? in
        guard !state.isClosed else { return nil }
        var update = state.update
        state.update = Update()
        if !state.events.isEmpty {
          update.change = state.list.apply(state.events)
          state.events = []
        } else {
          update.change = state.list.sort(by: state.order)
        }
        (update.photos, update.order) = (state.list.photos, state.list.order)
        update.isComplete = state.scanCount == 0
        let isNews =
          !update.change.isEmpty || update.change.describesPhotos || update.order != deliveredOrder
          || !update.problems.isEmpty
          || !update.searchedFolders.isEmpty
          || !update.skippedLinks.isEmpty || (update.isComplete && !state.hasReportedCompletion)
        if update.isComplete { state.hasReportedCompletion = true }
        return .some(isNews ? update : nil)
      }
      guard let news = update else { return }
      guard let update = news else { continue }
      if !update.photos.isEmpty { isFirst = false }
      deliveredOrder = update.order
      deliver(update)
    }
  }
}
