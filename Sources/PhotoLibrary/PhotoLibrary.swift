internal import Glibc
internal import Threads

/// The photos of files and folders, in order and up to date.
///
/// A library lists folders in the background and watches them. It delivers each state of its list with the difference
/// from the one before. Photos have identities that survive renames and replaced files, so that a view keeps its place.
///
///     let library = PhotoLibrary(PhotoLibrary.Options(paths: [Array("Pictures".utf8)]))
///     library.start { update in DispatchQueue.main.async { show(update) } }
///
/// Nothing of it blocks the caller: a stalled network folder only delays its own photos.
public final class PhotoLibrary: Sendable {
  /// The settings of a library.
  public struct Options: Sendable {
    /// The paths of files and folders, as bytes.
    public var paths: [[UInt8]]
    /// A file in the first path, which is a folder. It is delivered first, whatever its name; `nil` for none.
    public var openedFile: [UInt8]?
    /// Whether the folders inside a folder are listed. A folder that is reached a second time through a link is not.
    public var isRecursive = false
    /// Whether files and folders are listed whose names start with a point.
    public var showsHidden = false
    /// The order of the photos.
    public var order = PhotoOrder()
    /// Whether changes of the files and folders are followed.
    public var isWatching = true

    /// Creates settings.
    public init(paths: [[UInt8]]) { self.paths = paths }
  }

  /// A state of the list.
  public struct Update: Sendable {
    /// The photos in order.
    public var photos: [LibraryPhoto] = []
    /// The difference from the state before.
    public var change = LibraryChange()
    /// The paths that could not be listed, since the state before.
    public var problems: [LibraryProblem] = []
    /// The folders that hold only folders, whose photos are listed instead, since the state before.
    public var searchedFolders: [String] = []
    /// Whether all paths were listed.
    public var isComplete = false

    /// Creates the state of an empty list.
    public init() {}
  }

  private struct State {
    var list: LibraryList
    var events: [LibraryEvent] = []
    var order: PhotoOrder
    var update = Update()
    /// The scans of the given paths that have not ended.
    var scanCount = 0
    var hasReportedCompletion = false
    var isClosed = false

    var hasWork: Bool {
      !events.isEmpty || order != list.order || !update.problems.isEmpty || !update.searchedFolders.isEmpty
        || (scanCount == 0 && !hasReportedCompletion)
    }
  }

  private let options: Options
  private let monitor: Monitor<State>
  private let watcher: FolderWatcher?

  /// Creates a library. It does nothing until ``start(_:)``.
  public init(_ options: Options) {
    self.options = options
    let monitor = Monitor(State(list: LibraryList(order: options.order), order: options.order))
    self.monitor = monitor
    let actions = FolderWatcher.Actions(
      post: { Self.receive($0, monitor) }, known: { folder in monitor.withLock { $0.list.paths(in: folder) } }
    )
    watcher = options.isWatching ? FolderWatcher(Self.settings(options), actions) : nil
  }

  deinit { stop() }

  private static func settings(_ options: Options) -> LibraryScan.Settings {
    LibraryScan.Settings(
      isRecursive: options.isRecursive, showsHidden: options.showsHidden,
      needsRevisions: options.order.needsRevisions)
  }

  /// The pause in which changes are collected, in microseconds, so that a burst becomes one batch.
  private static let pause: UInt32 = 30_000

  /// The largest number of threads that list the given folders at the same time, so that a stalled one does not delay
  /// the others.
  private static let scanLimit = 8

  /// Starts listing and watching.
  ///
  /// - Parameter deliver: Called with each state, on a thread of the library. It is not called after ``stop()`` has
  ///   returned, except for a call that is in progress.
  /// - Returns: Whether the system could start the threads.
  @discardableResult
  public func start(_ deliver: @escaping @Sendable (Update) -> Void) -> Bool {
    let parts = Self.parts(options.paths)
    monitor.withLock { $0.scanCount = parts.count }
    let monitor = monitor
    guard SystemThread.startDetached({ Self.publish(monitor, deliver) }) else { return false }
    watcher?.start()
    for (number, part) in parts.enumerated() {
      let opened = number == 0 ? options.openedFile : nil
      let settings = Self.settings(options)
      let started = SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) {
        [watcher] in
        var scan = LibraryScan(
          settings, isWanted: { !monitor.withLock { $0.isClosed } }, post: { Self.receive($0, monitor) },
          watch: { watcher?.watch($0, root: $1, name: $2, entersFolders: $3) })
        if let opened { scan.open(opened) }
        scan.scan(part)
        Self.endScan(monitor)
      }
      guard !started else { continue }
      for (_, path) in part {
        let shown = LibraryProblem.shown(path)
        Self.receive(.problem(.system(path: shown, operation: "listed", code: EAGAIN)), monitor)
      }
      Self.endScan(monitor)
    }
    return true
  }

  /// Distributes the paths over the threads: each folder its own, the files in one.
  private static func parts(_ paths: [[UInt8]]) -> [[(root: Int, path: [UInt8])]] {
    let all = paths.enumerated().map { (root: $0.offset, path: $0.element) }
    guard paths.count > scanLimit else { return all.map { [$0] } }
    return [all]
  }

  /// Changes the order.
  public func sort(by order: PhotoOrder) {
    monitor.withLock { $0.order = order }
    monitor.wakeAll()
  }

  /// Tells the library what a decoder told about a photo, for the orders by date and shape.
  ///
  /// - Parameter revision: The version of the file that was decoded; `nil` if it is not known.
  public func describe(_ photo: PhotoID, _ metadata: PhotoMetadata, revision: FileRevision? = nil) {
    Self.receive(.events([.described(photo, metadata, revision)]), monitor)
  }

  /// Tells the library what a decoder told about several photos, as one change.
  public func describe(_ photos: [(id: PhotoID, metadata: PhotoMetadata, revision: FileRevision?)]) {
    Self.receive(.events(photos.map { .described($0.id, $0.metadata, $0.revision) }), monitor)
  }

  /// Ends listing and watching.
  public func stop() {
    monitor.withLock { $0.isClosed = true }
    monitor.wakeAll()
    watcher?.stop()
  }

  private static func receive(_ finding: LibraryScan.Finding, _ monitor: Monitor<State>) {
    monitor.withLock { state in
      switch finding {
      case .events(let events): state.events += events
      case .problem(let problem): state.update.problems.append(problem)
      case .searchesSubfolders(let folder):
        state.update.searchedFolders.append(LibraryProblem.shown(folder))
      }
    }
    monitor.wakeAll()
  }

  private static func endScan(_ monitor: Monitor<State>) {
    monitor.withLock { $0.scanCount -= 1 }
    monitor.wakeAll()
  }

  /// Applies the facts, and delivers the states, until the library is stopped.
  private static func publish(_ monitor: Monitor<State>, _ deliver: (Update) -> Void) {
    var isFirst = true
    while true {
      let isOpen = monitor.waitForValue { state in
        state.isClosed ? .some(false) : state.hasWork ? .some(true) : nil
      }
      guard isOpen else { return }
      if !isFirst { usleep(pause) }
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
        update.photos = state.list.photos
        update.isComplete = state.scanCount == 0
        let isNews =
          !update.change.isEmpty || !update.problems.isEmpty || !update.searchedFolders.isEmpty
          || (update.isComplete && !state.hasReportedCompletion)
        if update.isComplete { state.hasReportedCompletion = true }
        return .some(isNews ? update : nil)
      }
      guard let news = update else { return }
      guard let update = news else { continue }
      if !update.photos.isEmpty { isFirst = false }
      deliver(update)
    }
  }
}
