internal import CarouselUI
internal import Dispatch
internal import Kiosk
internal import PhotoLibrary
internal import Threads

/// The items of the playlist that the schedule states for now. They follow changes of the playlist, of its files and of the clock.
@MainActor
final class ScheduledItems {
  /// Called after the items have changed, with the photos whose files have changed.
  var onChange: ((Set<PhotoID>) -> Void)?
  /// Called when a changed playlist is taken over that has another transition, order or mat than the former one.
  var onStyleChange: (() -> Void)?

  /// The items, in the order of the playlist. If there are none, the backdrop is an item.
  private(set) var items: [KioskItem] = []
  /// Whether the fallback replaces the entries.
  private(set) var isFallback = false
  /// The playlist that was taken over last.
  var playlist: Playlist { files.playlist }
  /// Whether all folders of the playlist were listed.
  var isComplete: Bool { files.isComplete }

  private let source: KioskSource
  private let wallClock: any WallClock
  private let report: (String) -> Void
  private let known = KnownPhotos()
  private var files: KioskFiles
  /// The files of a changed playlist, which are taken over when all are found.
  private var nextFiles: KioskFiles?
  private var schedule: Schedule
  /// The items that could not be shown, until their files or the entries change.
  private var failed: Set<KioskItemID> = []
  /// Those of them that have a plain slide.
  private var damaged: Set<KioskItemID> = []
  private let shapes: PictureShapes
  /// Whether the proportions of the pictures are read. They follow the first picture, which they would delay.
  private var readsShapes = false
  /// The item that is shown; `nil` before the first one.
  private var shown: KioskItem?
  /// Whether two portraits share the screen.
  private var pairs: Bool { files.playlist.pairsPortraits && isScreenWide }
  /// Whether the screen is so wide that it has room for two portraits.
  private var isScreenWide = false

  /// The least aspect ratio of a screen that has room for two portraits.
  private static let leastWidth = 1.2

  /// Notices changes of which the lists of files receive no message.
  private var watcher: PathWatcher?
  private let watchWorker = WorkerThreads(count: 1, maxWaitingCount: 2)
  /// Starts timers.
  private unowned let parent: View
  private var lookTimer: (any ViewTimer)?
  private var waitTimer: (any ViewTimer)?
  /// Whether the first entry has taken long to be listed.
  private var hasWaited = false

  /// The longest wait for the files of the first entry, in seconds, while there are others. A network share may not answer.
  private static let longestWait = 1.0

  /// The time between two looks for changes that the kernel does not report, in seconds.
  private static let lookInterval = 10.0

  /// Creates the items, which are empty until ``start(onStale:)``.
  ///
  /// - Parameters:
  ///   - shapes: Reads the proportions of pictures.
  ///   - parent: A view of the window.
  ///   - report: Reports a problem in a sentence.
  init(
    _ source: KioskSource, _ wallClock: any WallClock, _ shapes: PictureShapes, in parent: View,
    report: @escaping (String) -> Void
  ) {
    (self.source, self.wallClock, self.shapes, self.parent, self.report) = (
      source, wallClock, shapes, parent, report
    )
    schedule = Schedule(source.playlist, clock: .system)
    files = KioskFiles(source.playlist, in: source.folder, known, report: report)
  }

  /// Lists the files, and follows all changes until the object is released.
  ///
  /// - Parameter onStale: Called with a photo whose cached pixels and problems are outdated.
  func start(onStale: @escaping (Photo) -> Void) {
    known.onStale = onStale
    shapes.onChange = { [weak self] in if let self, pairs { update() } }
    source.onChange = { [weak self] in self?.prepare($0) }
    waitTimer = parent.startTimer(after: Self.longestWait) { [weak self] in
      self?.hasWaited = true
      self?.update()
    }
    source.follow()
    follow(files)
    let watcher = PathWatcher { [weak self] in DispatchQueue.main.async { [weak self] in self?.look() } }
    self.watcher = watcher
    watcher.start()
    watch()
  }

  isolated deinit { watcher?.stop() }

  /// Looks for changes of which the lists of files receive no message.
  private func look() {
    source.look()
    (nextFiles ?? files).look()
    watch()
  }

  /// Watches the folders above all paths of the playlist. If the kernel does not report their changes, it looks from time to time.
  private func watch() {
    guard let watcher else { return }
    let paths = (nextFiles ?? files).paths.union(source.path.map { [$0] } ?? [])
    watchWorker.run {
      let isNotified = FileCalls.shared.perform(on: Array((paths.min() ?? "/").utf8)) { watcher.watch(paths) }
      DispatchQueue.main.async { [weak self] in self?.didWatch(isNotified == true) }
    }
  }

  private func didWatch(_ isNotified: Bool) {
    lookTimer?.cancel()
    lookTimer = nil
    guard !isNotified else { return }
    lookTimer = parent.startTimer(after: Self.lookInterval) { [weak self] in self?.look() }
  }

  /// The screen has another size.
  func fit(_ screen: Size) {
    let isWide = screen.width >= screen.height * Self.leastWidth
    guard isWide != isScreenWide else { return }
    isScreenWide = isWide
    readShapes()
    if !items.isEmpty { update() }
  }

  /// An item is shown.
  func didShow(_ id: KioskItemID) {
    let isNew = shown?.id != id
    shown = items.first { $0.id == id }
    if isNew, files.separatesShown { update() }
    guard !readsShapes else { return }
    readsShapes = true
    readShapes()
  }

  private func readShapes(changed: Set<PhotoID> = []) {
    if readsShapes, pairs { shapes.read(files.files, changed: changed) }
  }

  /// The time of the schedule.
  var localTime: LocalTime { schedule.local(wallClock.now) }

  /// An item cannot be shown. If none of the entries can, the fallback is shown.
  ///
  /// - Parameters:
  ///   - isDamaged: Whether the item has a plain slide, which is shown if there is no fallback.
  ///   - isEmpty: Whether the show shows no item.
  /// - Returns: Whether this is new.
  @discardableResult
  func didFail(_ id: KioskItemID, isDamaged: Bool, isEmpty: Bool) -> Bool {
    guard failed.insert(id).inserted else { return false }
    if isDamaged { damaged.insert(id) }
    if isEmpty || isDamaged, !isFallback, items.allSatisfy({ failed.contains($0.id) }) { update() }
    return true
  }

  private func forgetFailures() { (failed, damaged) = ([], []) }

  private func follow(_ files: KioskFiles) {
    files.onChange = { [weak self, weak files] in
      guard let self, let files else { return }
      if files === nextFiles {
        // Until all files are found, and while nothing of it can be shown, the former playlist is shown.
        guard files.isComplete, !files.findsNothing else { return }
        takeOver(files)
      }
      if files === self.files { filesDidChange(files.takeOver()) }
    }
    files.onReplaced = { [weak self, weak files] in
      guard let self, let files, files === nextFiles ?? self.files else { return }
      prepare(files.playlist)
    }
    files.start()
  }

  /// Finds the files of a changed playlist.
  private func prepare(_ playlist: Playlist) {
    let files = KioskFiles(playlist, in: source.folder, known, report: report)
    nextFiles = files
    follow(files)
    watch()
  }

  private func takeOver(_ next: KioskFiles) {
    let former = files.playlist
    (files, nextFiles) = (next, nil)
    schedule = Schedule(next.playlist, clock: .system)
    let playlist = next.playlist
    if (former.transition, former.isShuffled, former.mat)
      != (playlist.transition, playlist.isShuffled, playlist.mat)
    {
      onStyleChange?()
    }
  }

  private func filesDidChange(_ changed: Set<PhotoID>) {
    forgetFailures()
    readShapes(changed: changed)
    update(changed: changed)
  }

  /// Returns the items that have one of some photos.
  func ids(of photos: Set<PhotoID>) -> Set<KioskItemID> {
    guard !photos.isEmpty else { return [] }
    let paths = Set(files.files.lazy.filter { photos.contains($0.id) }.map(\.photo.path))
    return Set(
      items.lazy.filter { item in
        paths.contains(item.id.path) || item.photos.contains { photos.contains($0.id) }
      }.map(\.id))
  }

  /// The photos of the items, each once.
  var photos: [LibraryPhoto] {
    var known: Set<PhotoID> = []
    return items.flatMap(\.photos).filter { known.insert($0.id).inserted }
  }

  /// Whether the first items may be shown before all files are listed.
  private func canBegin(with first: [Int]) -> Bool {
    !items.isEmpty || hasWaited || !files.items(of: first).isEmpty
  }

  private func update(changed: Set<PhotoID> = []) {
    let now = wallClock.now
    wallClock.setAlarm(of: self, at: schedule.nextBoundary(after: now)) { [weak self] in
      self?.forgetFailures()
      self?.update()
    }
    let entries = schedule.entries(at: now)
    var items = files.items(
      of: entries, pairing: pairs ? { [shapes] in shapes.isPortrait($0) } : nil, keeping: shown)
    // The files are still listed. The show begins with the first entry, unless that takes long.
    guard files.isComplete || !items.isEmpty && canBegin(with: Array(entries.prefix(1))) else { return }
    let fallback = files.fallbackItems
    isFallback =
      items.allSatisfy { failed.contains($0.id) }
      && !(fallback.isEmpty && items.contains { damaged.contains($0.id) })
    if isFallback { items = fallback }
    if items.isEmpty { items = [KioskItem(id: .backdrop, content: .backdrop)] }
    self.items = items
    onChange?(changed)
  }
}
