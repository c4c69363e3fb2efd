package import CarouselUI
package import Kiosk
package import PhotoBrowserUI
internal import PhotoBrowsing
internal import PhotoLibrary

/// The window of a kiosk: a show while no visitor is there, and a carousel of its pictures for the first touch.
///
/// The first input of a visitor shrinks the show into the picture of the carousel that it shows, and acts on the carousel at once.
/// After a time without input, the window returns to the show.
@MainActor
package final class KioskWindow {
  /// What the window shows.
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
  /// Called when an item begins to appear in the show, with its time in seconds.
  package var onShow: ((KioskItemID, Double) -> Void)?
  /// Called when the window has closed, because the connection is lost.
  package var onClose: (() -> Void)?

  private let source: KioskSource
  private let settings: KioskSettings
  private let pipeline: PhotoPipeline
  private let wallClock: () -> Int
  private let content = KioskContentView()
  private let pages: VisitPages
  private let slides: KioskSlides
  private let photoSlides: PhotoSlides
  private var files: KioskFiles
  private var schedule: Schedule
  private var items: [KioskItem] = []
  private var show: Show
  private var boundaryTimer: (any ViewTimer)?
  /// The item that was shown when the program ended; `nil` after the first show has begun.
  private var resumed: Resumption?
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
  ///   - wallClock: Returns the seconds since 1970-01-01 00:00 UTC.
  ///   - resumed: The item with which the show begins; `nil` for the first one.
  /// - Throws: `ConnectionError` if the compositor lacks an interface that a window needs.
  package init(
    _ source: KioskSource, _ settings: KioskSettings, _ pipeline: PhotoPipeline,
    in system: WindowSystem? = nil,
    wallClock: @escaping () -> Int, resumed: Resumption? = nil
  ) throws(ConnectionError) {
    (self.source, self.settings, self.pipeline) = (source, settings, pipeline)
    (self.wallClock, self.resumed) = (wallClock, resumed)
    ui = try CarouselWindow(title: "Kiosk", appID: "carousel-kiosk", in: system)
    var options = BrowserOptions()
    if let type = settings.carousel.flatMap({ CarouselType(rawValue: $0) }) { options.type = type }
    pages = VisitPages(options, pipeline, in: ui.carouselView)
    photoSlides = PhotoSlides(
      pipeline.loader, motionSeed: source.playlist.transitionKind == .kenBurns ? 1 : nil)
    slides = KioskSlides(photoSlides)
    schedule = Schedule(source.playlist, clock: .system)
    files = KioskFiles(source.playlist, in: source.folder, report: pipeline.print)
    show = Self.makeShow(slides, source.playlist) { nil }
    photoSlides.onDefect = { [pipeline] error, photo in pipeline.problems.report(error, of: photo) }
    prepareWindow()
    show = makeShow()
    content.addSubview(show.view)
    show.transition.open(animated: false)
    source.report = pipeline.print
    source.onChange = { [weak self] in self?.takeOver($0) }
    source.follow()
    follow(files)
  }

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
    ui.onScene = { [weak self] _ in
      self?.ui.onScene = nil
      self?.pages.startLoading()
    }
    ui.onSettle = { [weak self] in self?.pages.motionDidEnd() }
    ui.onMemoryWarning = { [pipeline] in pipeline.receiveMemoryWarning() }
    ui.onClose = { [weak self] in self?.onClose?() }
    pipeline.onTextureBudget = { [weak self] in self?.ui.textureBudget = $0 }
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
    case .pointer(.pressed, _), .touch(.began, _), .pen(.began, _), .scroll, .pinch, .keyPressed: true
    default: false
    }
  }

  /// Called before the views receive an event, so that the carousel receives the first touch.
  private func receive(_ event: InputEvent) { if Self.isAct(event) { beginVisit() } }

  // MARK: Phases

  /// Lets a visitor use the carousel.
  private func beginVisit() {
    guard phase != .visit else { return }
    let former = phase
    phase = .visit
    if former == .returning { return endShow() }
    show.transition.close()
    pages.takeFocus()
  }

  /// Begins a show behind the carousel. It covers the carousel as soon as its first item is painted.
  private func beginReturn() {
    guard phase == .visit else { return }
    phase = .returning
    pages.closeCard()
    show.view.removeFromSuperview()
    show = makeShow()
    content.insertSubview(show.view, at: 0)
    show.view.onCovered = { [weak self, weak view = show.view] in
      if let self, phase == .returning, view === show.view { endReturn() }
    }
    layOut()
    showItems()
  }

  private func endReturn() {
    phase = .attract
    if case .picture(let photo)? = show.view.shownItem?.content { pages.scroll(to: photo.id) }
    content.bringSubviewToFront(show.view)
    show.transition.open()
  }

  private func endShow() { show.view.removeFromSuperview() }

  private func makeShow() -> Show {
    let show = Self.makeShow(slides, source.playlist) { [weak self] in
      guard let self, case .picture(let photo)? = self.show.view.shownItem?.content else { return nil }
      return pages.view(of: photo.id)
    }
    show.view.onShow = { [weak self] in self?.didShow($0) }
    show.view.onSkip = { [pipeline] id, reason in pipeline.print("\(id.path) is left out: \(reason)") }
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
    // The carousel follows, so that the first touch finds the picture.
    if phase == .attract, case .picture(let photo)? = show.view.shownItem?.content { pages.show(photo.id) }
    onShow?(id, show.view.shownItem?.duration ?? source.playlist.duration)
  }

  // MARK: Items

  private func follow(_ files: KioskFiles) {
    files.onChange = { [weak self, weak files] changed in
      if let self, let files, files === self.files { self.filesDidChange(changed) }
    }
    files.start()
  }

  private func takeOver(_ playlist: Playlist) {
    schedule = Schedule(playlist, clock: .system)
    files = KioskFiles(playlist, in: source.folder, report: pipeline.print)
    follow(files)
  }

  private func filesDidChange(_ changed: Set<PhotoID>) {
    updateItems(changed: changed)
    let ids = items.filter { item in
      if case .picture(let photo) = item.content { changed.contains(photo.id) } else { false }
    }
    if !ids.isEmpty { show.view.contentDidChange(of: Set(ids.map(\.id))) }
  }

  /// Shows the items of the entries that the schedule states for now.
  private func updateItems(changed: Set<PhotoID> = []) {
    let now = wallClock()
    setBoundaryTimer(at: now)
    var items = files.items(of: schedule.entries(at: now))
    if items.isEmpty { items = files.fallbackItems }
    if items.isEmpty {
      // The first folders are still listed.
      guard files.isComplete else { return }
      items = [KioskItem(id: .backdrop, content: .backdrop)]
    }
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
    guard !items.isEmpty else { return }
    show.view.setItems(items)
    guard !show.hasStarted else { return }
    if let resumed, !items.contains(where: { $0.id == resumed.id }), !files.isComplete { return }
    show.hasStarted = true
    show.view.start(at: resumed?.id, remaining: resumed?.remaining)
    resumed = nil
  }

  private func setBoundaryTimer(at now: Int) {
    boundaryTimer?.cancel()
    let next = schedule.nextBoundary(after: now)
    boundaryTimer = content.startTimer(after: Double(next - now)) { [weak self] in self?.updateItems() }
  }

  // MARK: Layout

  private func layOut() {
    let next = PhotoBox(size: content.size, scale: ui.window.scale)
    pages.layOut(in: content.size, scale: ui.window.scale)
    show.view.frame = content.bounds
    guard next != box else { return }
    box = next
    pipeline.memory.update(of: content, photoBytes: photoSlides.bytes(of: box), views: 2, .slideshow)
  }

  // MARK: State

  /// The item that the show shows.
  package var shownID: KioskItemID? { show.view.shownID }
  /// Whether a visitor has opened a card.
  package var isCardOpen: Bool { pages.isCardOpen }
  /// Whether anything moves.
  package var isMoving: Bool { show.view.isMoving || show.transition.isMoving || pages.isMoving }
  /// Whether pictures are being loaded.
  package var isLoading: Bool { show.view.isLoading || pages.loadCount > 0 || items.isEmpty }

  /// Shows the next item of the show, or the previous one.
  package func step(back: Bool) { show.view.step(back: back) }
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
