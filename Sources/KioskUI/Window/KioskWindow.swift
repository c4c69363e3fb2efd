package import CarouselUI
internal import ImageLoading
package import Kiosk
package import PhotoBrowserUI
internal import PhotoBrowsing
internal import PhotoLibrary
internal import Raster

/// The window of a kiosk: a show while no visitor is there, and a carousel of its pictures for the first touch.
///
/// The first input of a visitor shrinks the show into the picture of the carousel that it shows, and acts on the carousel at once.
/// After a time without input, the window returns to the show.
@MainActor
package final class KioskWindow {
  /// The content that the window shows.
  package enum Phase: String, Sendable {
    /// The show runs.
    case attract
    /// A visitor uses the carousel.
    case visit
    /// The visitor has left, and the first picture of the show is prepared.
    case returning
  }

  package let ui: CarouselWindow
  package private(set) var phase = Phase.attract
  /// Called when an item begins to appear in the show, with its time in seconds, and the reason: `schedule`, `fallback`, `request` or
  /// `restart`.
  package var onShow: ((KioskItemID, Double, String) -> Void)?
  /// Called when a visitor begins to use the carousel, so that no item of the show is shown.
  package var onVisit: (() -> Void)?
  /// Called after an event was added to ``events``.
  var onEvent: (() -> Void)?
  /// The latest events, for other programs.
  private(set) var events = KioskEvents()
  /// Called when a person of the service ends the program, or starts it again.
  package var onLeave: ((_ restarts: Bool) -> Void)?
  /// Called when the window has closed, because the connection is lost.
  package var onClose: (() -> Void)?

  private let source: KioskSource
  private let settings: KioskSettings
  private let pipeline: PhotoPipeline
  private let wallClock: any WallClock
  private let content = KioskContentView()
  private let pages: VisitPages
  private let slides: KioskSlides
  private let photoSlides: PhotoSlides
  private let known = KnownPhotos()
  private var files: KioskFiles
  /// The files of a changed playlist, which are taken over when all are found.
  private var nextFiles: KioskFiles?
  private var schedule: Schedule
  private var items: [KioskItem] = []
  /// The show; `nil` during a visit.
  private var show: Show?
  private var isFallback = false
  /// The items that could not be shown, until their files or the entries change.
  private var failed: Set<KioskItemID> = []
  private var lookTimer: (any ViewTimer)?
  private var returnTimer: (any ViewTimer)?
  /// The reason for which the next item is shown; `nil` for the schedule.
  private var nextReason: String?
  /// The item that was shown when the program ended; `nil` after the first show has begun.
  private var resumed: Resumption?
  /// The time of the item with which the show goes on, until it appears, in seconds.
  private var resumedTime: Double?
  private var box = PhotoBox(size: .zero, scale: 1)

  /// The item with which the first show begins.
  package struct Resumption: Equatable, Sendable {
    package let id: KioskItemID
    /// The rest of its time, in seconds.
    package let remaining: Double

    package init(_ id: KioskItemID, remaining: Double) { (self.id, self.remaining) = (id, remaining) }
  }

  /// The view of the show, and the motion between it and the carousel.
  @MainActor
  private final class Show {
    let view: AttractView
    let transition: SharedElementTransition
    /// Whether the show was started. It starts with the first items.
    var hasStarted = false

    init(_ view: AttractView, from source: @escaping () -> View?) {
      self.view = view
      transition = SharedElementTransition(to: view, from: source)
      transition.isDragEnabled = false
      transition.alignmentRect = { [weak view] in
        guard let view, let item = source(), !item.size.isEmpty else { return view?.bounds ?? .zero }
        return ContentMode.fit.placement(of: item.size, in: view.bounds)
      }
    }
  }

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - source: The playlist.
  ///   - settings: The configuration.
  ///   - pipeline: Loads the pictures.
  ///   - system: The connection to the compositor.
  ///   - wallClock: The clock of the schedule.
  ///   - resumed: The item with which the show begins; `nil` for the first one.
  /// - Throws: `ConnectionError` if the compositor lacks an interface that a window needs.
  package init(
    _ source: KioskSource, _ settings: KioskSettings, _ pipeline: PhotoPipeline,
    in system: WindowSystem? = nil,
    wallClock: any WallClock, resumed: Resumption? = nil
  ) throws(ConnectionError) {
    (self.source, self.settings, self.pipeline) = (source, settings, pipeline)
    (self.wallClock, self.resumed) = (wallClock, resumed)
    ui = try CarouselWindow(title: "Kiosk", appID: "carousel-kiosk", in: system)
    var options = BrowserOptions()
    if let type = settings.carousel.flatMap({ CarouselType(rawValue: $0) }) { options.type = type }
    pages = VisitPages(options, pipeline, in: ui.carouselView)
    photoSlides = PhotoSlides(pipeline.loader, motionSeed: 1)
    slides = KioskSlides(photoSlides)
    schedule = Schedule(source.playlist, clock: .system)
    files = KioskFiles(source.playlist, in: source.folder, known, report: pipeline.print)
    photoSlides.onDefect = { [pipeline] error, photo in pipeline.problems.report(error, of: photo) }
    known.onStale = { [pipeline] photo in
      pipeline.loader.invalidate(photo)
      pipeline.problems.forget(photo)
    }
    prepareWindow()
    let show = makeShow()
    self.show = show
    content.addSubview(show.view)
    show.transition.open(animated: false)
    source.report = { [weak self, pipeline] problem in
      pipeline.print(problem)
      self?.record("problem", problem)
    }
    source.onChange = { [weak self] in self?.prepare($0) }
    source.follow()
    follow(files)
    look()
  }

  /// Looks from time to time for changes of which the system sends no message. Nothing is drawn.
  private func look() {
    lookTimer = content.startTimer(after: Self.lookInterval) { [weak self] in
      guard let self else { return }
      source.look()
      (nextFiles ?? files).look()
      look()
    }
  }

  /// The time between two looks, in seconds.
  private static let lookInterval = 10.0

  private func prepareWindow() {
    content.addSubview(pages.view)
    content.onLayout = { [weak self] in self?.layOut() }
    ui.contentView = content
    ui.prefersDarkTheme = true
    ui.backgroundColor = Color(hex: 0x101820)
    ui.showsTitleBar = false
    ui.window.wantsFullscreen = true
    ui.window.inhibitsIdle = true
    ui.window.hidesCursorWhileTouching = true
    ui.window.cursorHidingDelay = Self.cursorTime
    ui.shouldClose = { false }
    ui.onKey = { Self.isBlocked($0) }
    ui.onInput = { [weak self] in self?.receive($0) }
    ui.onIdle(after: settings.idleTime) { [weak self] in self?.beginReturn() }
    ui.onResize = { [weak self] _ in self?.content.setNeedsLayout() }
    awaitScene()
    prepareService()
    ui.onSettle = { [weak self] in self?.pages.motionDidEnd() }
    ui.onMemoryWarning = { [pipeline] in pipeline.receiveMemoryWarning() }
    ui.onClose = { [weak self] in self?.onClose?() }
    pipeline.onTextureBudget = { [weak self] in self?.ui.textureBudget = $0 }
  }

  // MARK: Pictures of the window

  private var pictureRequests: [(Image?) -> Void] = []
  private var hasDrawn = false

  /// Takes a picture of the window in the next frame.
  package func takePicture(_ completion: @escaping (Image?) -> Void) {
    pictureRequests.append(completion)
    awaitScene()
    ui.invalidate()
  }

  private func awaitScene() {
    ui.onScene = { [weak self] scene in
      guard let self else { return }
      ui.onScene = nil
      if !hasDrawn {
        hasDrawn = true
        pages.startLoading()
      }
      let due = pictureRequests
      pictureRequests = []
      guard !due.isEmpty else { return }
      let image = try? Image(width: scene.width, height: scene.height, isOpaque: true) { pixels, stride in
        guard let pointer = pixels.baseAddress else { return }
        Renderer().render(
          scene,
          into: PixelBuffer(pointer: pointer, width: scene.width, height: scene.height, stride: stride))
      }
      for completion in due { completion(image) }
    }
  }

  // MARK: Service

  private var service: (gesture: ServiceGesture, panel: ServicePanel)?

  private func prepareService() {
    guard let settings = settings.service else { return }
    let actions = ServicePanel.Actions(
      reload: { [weak self] in self?.reload($0) },
      next: { [weak self] in self?.step(back: false) },
      restart: { [weak self] in self?.onLeave?(true) },
      leave: { [weak self] in self?.onLeave?(false) },
      state: { [weak self] in self?.stateLines ?? [] })
    let panel = ServicePanel(
      settings, stateFolder: self.settings.stateFolder, wallClock: { [wallClock] in wallClock.now },
      in: content,
      actions)
    let gesture = ServiceGesture(settings, in: content)
    gesture.onRecognized = { [weak panel] in panel?.open() }
    service = (gesture, panel)
  }

  /// Whether the PIN pad or the service page is open.
  package var isServiceOpen: Bool { service?.panel.isOpen == true }

  private var stateLines: [String] {
    let problems = events.latest.filter { $0.name == "problem" || $0.name == "left-out" }
    return ["\(items.count) items, \(schedule.local(wallClock.now))"]
      + problems.suffix(3).map { String($0.text.prefix(90)) }
  }

  private func record(_ name: String, _ text: String = "") {
    events.add(name, text, at: wallClock.now)
    onEvent?()
  }

  /// The time without a movement of the pointer after which the cursor is hidden, in seconds.
  private static let cursorTime = 3.0

  // MARK: Input

  /// Keys that move the carousel. All others do nothing: none leads out of the kiosk.
  private static let keys: Set<Key> = [
    .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .return, .space, .keypadEnter,
  ]

  private static func isBlocked(_ key: KeyPress) -> Bool {
    !keys.contains(key.symbol) || !key.modifiers.isEmpty
  }

  /// Whether an event is an act of a visitor, and not only a movement of the pointer.
  private static func isAct(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(.pressed, _), .touch(.began, _), .pen(.began, _), .scroll, .pinch: true
    case .keyPressed(let key): !isBlocked(key)
    default: false
    }
  }

  /// Called before the views receive an event, so that the carousel receives the first touch.
  private func receive(_ event: InputEvent) {
    service?.gesture.receive(event)
    guard Self.isAct(event), !isServiceOpen else { return }
    // The first tap shows the carousel. A card would look as the show did, and the visitor would tap again.
    pages.opensCards = phase == .visit
    beginVisit()
  }

  // MARK: Phases

  /// Lets a visitor use the carousel.
  private func beginVisit() {
    // Without pictures, the carousel is empty, and the show goes on.
    guard phase != .visit, pages.current != nil else { return }
    let former = phase
    phase = .visit
    returnTimer?.cancel()
    record("visit")
    onVisit?()
    if former == .returning { return endShow() }
    show?.transition.close()
    pages.takeFocus()
  }

  /// Begins a show behind the carousel. It covers the carousel as soon as its first item is painted.
  private func beginReturn() {
    service?.panel.close()
    guard phase == .visit else { return }
    phase = .returning
    pages.closeCard()
    endShow()
    prepareShow(of: .returning) { $0.endReturn() }
  }

  /// Makes a show behind the present view. When its first item is painted, or after some time without one, an action shows it.
  private func prepareShow(of phase: Phase, _ action: @escaping (KioskWindow) -> Void) {
    let show = makeShow()
    self.show = show
    content.insertSubview(show.view, at: 0)
    let end: @MainActor @Sendable () -> Void = { [weak self, weak view = show.view] in
      guard let self, self.phase == phase, let view, view === self.show?.view, returnTimer != nil else {
        return
      }
      returnTimer?.cancel()
      returnTimer = nil
      action(self)
    }
    returnTimer?.cancel()
    returnTimer = content.startTimer(after: Self.longestPreparation, end)
    show.view.onCovered = end
    layOut()
    showItems()
  }

  /// The time after which a show without a painted item is shown, in seconds. Its backdrop is then seen.
  private static let longestPreparation = 20.0

  /// Lets a show with the settings of a changed playlist replace the present one.
  private func replaceShow() {
    guard phase == .attract else { return }
    let former = show
    prepareShow(of: .attract) { kiosk in
      kiosk.show?.transition.open(animated: false)
      former?.view.removeFromSuperview()
    }
  }

  private func endReturn() {
    phase = .attract
    record("return")
    guard let show else { return }
    if case .picture(let photo)? = show.view.shownItem?.content { pages.scroll(to: photo.id) }
    content.bringSubviewToFront(show.view)
    show.transition.open()
  }

  /// Releases the show with its timers.
  private func endShow() {
    show?.view.removeFromSuperview()
    show = nil
  }

  private func makeShow() -> Show {
    let show = Self.makeShow(slides, source.playlist) { [weak self] in
      guard let self, case .picture(let photo)? = self.show?.view.shownItem?.content else { return nil }
      return pages.view(of: photo.id)
    }
    show.view.onShow = { [weak self] in self?.didShow($0) }
    show.view.onSkip = { [weak self, pipeline] id, reason in
      pipeline.print("\(id.path) is left out: \(reason)")
      self?.record("left-out", "\(id.path): \(reason)")
      self?.didFail(id)
    }
    show.transition.onRest = { [weak self, weak show] isOpen in
      if !isOpen, let show, show === self?.show { self?.endShow() }
    }
    return show
  }

  private static func makeShow(
    _ slides: KioskSlides, _ playlist: Playlist, from source: @escaping () -> View?
  ) -> Show {
    let order: SlideshowOrder = playlist.isShuffled ? .random(seed: 1) : .list
    let settings = Slideshow<KioskItemID>.Settings(order: order, interval: playlist.duration)
    return Show(AttractView(slides, settings, playlist.transitionKind), from: source)
  }

  private func didShow(_ id: KioskItemID) {
    let reason = nextReason ?? (isFallback ? "fallback" : "schedule")
    nextReason = nil
    let duration = resumedTime ?? show?.view.shownItem?.duration ?? source.playlist.duration
    resumedTime = nil
    // The carousel follows, so that the first touch finds the picture.
    if phase == .attract, case .picture(let photo)? = show?.view.shownItem?.content { pages.show(photo.id) }
    record("shown", id.path)
    onShow?(id, duration, reason)
  }

  /// If no item of the entries can be shown, the fallback is shown.
  private func didFail(_ id: KioskItemID) {
    failed.insert(id)
    if show?.view.shownID == nil, !isFallback, items.allSatisfy({ failed.contains($0.id) }) { updateItems() }
  }

  // MARK: Items

  private func follow(_ files: KioskFiles) {
    files.onChange = { [weak self, weak files] in
      guard let self, let files else { return }
      if files === nextFiles {
        // Until all files are found, the former playlist is shown.
        guard files.isComplete else { return }
        takeOver(files)
      }
      if files === self.files { filesDidChange(files.takeOver()) }
    }
    files.onReplaced = { [weak self, weak files] in
      guard let self, let files, files === self.files else { return }
      prepare(files.playlist)
    }
    files.start()
  }

  /// Finds the files of a changed playlist.
  private func prepare(_ playlist: Playlist) {
    let files = KioskFiles(playlist, in: source.folder, known, report: pipeline.print)
    nextFiles = files
    follow(files)
  }

  private func takeOver(_ next: KioskFiles) {
    let former = files.playlist
    (files, nextFiles) = (next, nil)
    schedule = Schedule(next.playlist, clock: .system)
    if (former.transition, former.isShuffled) != (next.playlist.transition, next.playlist.isShuffled) {
      replaceShow()
    }
  }

  private func filesDidChange(_ changed: Set<PhotoID>) {
    failed = []
    updateItems(changed: changed)
    let paths = Set(files.files.lazy.filter { changed.contains($0.id) }.map(\.photo.path))
    let ids = items.lazy.map(\.id).filter { paths.contains($0.path) }
    if !ids.isEmpty { show?.view.contentDidChange(of: Set(ids)) }
  }

  /// Shows the items of the entries that the schedule states for now.
  private func updateItems(changed: Set<PhotoID> = []) {
    let now = wallClock.now
    wallClock.setAlarm(at: schedule.nextBoundary(after: now)) { [weak self] in
      self?.failed = []
      self?.updateItems()
    }
    var items = files.items(of: schedule.entries(at: now))
    // The first folders are still listed.
    guard !items.isEmpty || files.isComplete else { return }
    isFallback = items.allSatisfy { failed.contains($0.id) }
    if isFallback { items = files.fallbackItems }
    if items.isEmpty { items = [KioskItem(id: .backdrop, content: .backdrop)] }
    self.items = items
    slides.setItems(items)
    var known: Set<PhotoID> = []
    let photos = items.compactMap { item -> LibraryPhoto? in
      guard case .picture(let photo) = item.content, known.insert(photo.id).inserted else { return nil }
      return photo
    }
    pages.setPhotos(photos, changed: changed)
    showItems()
  }

  /// Passes the items to the show, and starts it with the first ones.
  private func showItems() {
    // During a visit, there is no show. The next one begins with the items of its time.
    guard !items.isEmpty, phase != .visit, let show else { return }
    show.view.setItems(items)
    guard !show.hasStarted else { return }
    if let resumed, !items.contains(where: { $0.id == resumed.id }), !files.isComplete { return }
    show.hasStarted = true
    show.view.start(at: resumed?.id, remaining: resumed?.remaining)
    if let resumed { (nextReason, resumedTime) = ("restart", resumed.remaining) }
    resumed = nil
  }

  // MARK: Layout

  private func layOut() {
    let next = PhotoBox(size: content.size, scale: ui.window.scale)
    pages.layOut(in: content.size, scale: ui.window.scale)
    show?.view.frame = content.bounds
    service?.panel.layOut()
    guard next != box else { return }
    box = next
    pipeline.memory.update(of: content, photoBytes: photoSlides.bytes(of: box), views: 2, .slideshow)
  }

  // MARK: State

  /// The item that the show shows.
  package var shownID: KioskItemID? { show?.view.shownID }
  /// Whether a visitor has opened a card.
  package var isCardOpen: Bool { pages.isCardOpen }
  /// Whether anything moves.
  package var isMoving: Bool {
    show.map { $0.view.isMoving || $0.transition.isMoving } == true || pages.isMoving
  }
  /// Whether pictures are being loaded.
  package var isLoading: Bool { show?.view.isLoading == true || pages.loadCount > 0 || items.isEmpty }

  /// Shows the next item of the show, or the previous one.
  package func step(back: Bool) {
    nextReason = "request"
    show?.view.step(back: back)
  }

  /// The items of the show, in the order of the playlist.
  var itemIDs: [KioskItemID] { items.map(\.id) }

  /// Shows an item of the show as soon as it is prepared.
  ///
  /// - Parameter path: The path of the item, or its last parts.
  /// - Returns: Whether the show has such an item.
  func show(_ path: String) -> Bool {
    guard
      let item = items.first(where: { $0.id.path == path })
        ?? items.first(where: { !path.isEmpty && $0.id.path.hasSuffix("/" + path) })
    else { return false }
    nextReason = "request"
    show?.view.show(item.id)
    return true
  }

  /// Reads the playlist again.
  ///
  /// - Parameter completion: Called with the reason why the former one stays; `nil` if the playlist has no mistake.
  func reload(_ completion: @escaping @MainActor (String?) -> Void) { source.reload(completion) }
}

/// The view that fills the window.
private final class KioskContentView: ContainerView {
  var onLayout: (() -> Void)?

  override func layoutSubviews() { onLayout?() }
}

extension Playlist {
  fileprivate var transitionKind: SlideshowTransition {
    transition.flatMap { SlideshowTransition(named: $0) } ?? .fade
  }
}
