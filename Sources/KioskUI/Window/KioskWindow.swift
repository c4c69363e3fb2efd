package import CarouselUI
internal import ImageLoading
package import Kiosk
package import PhotoBrowserUI
internal import PhotoLibrary

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
  package private(set) var phase = Phase.attract { didSet { describePhase() } }
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
  private let photoSlides: PhotoSlides
  private let items: ScheduledItems
  private let show: KioskShow
  private let input: VisitorInput
  private let pictures: WindowPictures
  private var service: (gesture: ServiceGesture, panel: ServicePanel)?
  private var lookTimer: (any ViewTimer)?
  private var box = PhotoBox(size: .zero, scale: 1)

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
    (self.source, self.settings, self.pipeline, self.wallClock) = (source, settings, pipeline, wallClock)
    ui = try CarouselWindow(title: "Kiosk", appID: "carousel-kiosk", in: system)
    var options = BrowserOptions()
    if let type = settings.carousel.flatMap({ CarouselType(rawValue: $0) }) { options.type = type }
    pages = VisitPages(options, pipeline, in: ui.carouselView)
    photoSlides = PhotoSlides(pipeline.loader, motionSeed: 1)
    items = ScheduledItems(source, wallClock, report: pipeline.print)
    show = KioskShow(items, KioskSlides(photoSlides), in: content, resumed: resumed)
    input = VisitorInput(in: ui)
    pictures = WindowPictures(of: ui)
    photoSlides.onDefect = { [pipeline] error, photo in pipeline.problems.report(error, of: photo) }
    prepareWindow()
    prepareInput()
    prepareShow()
    prepareService()
    show.open()
    items.start { [pipeline] photo in
      pipeline.loader.invalidate(photo)
      pipeline.problems.forget(photo)
    }
    look()
  }

  /// Looks from time to time for changes of which the system sends no message. Nothing is drawn.
  private func look() {
    lookTimer = content.startTimer(after: Self.lookInterval) { [weak self] in
      guard let self else { return }
      items.look()
      look()
    }
  }

  /// The time between two looks, in seconds.
  private static let lookInterval = 10.0

  /// The show covers the carousel, which a screen reader must not read then.
  private func describePhase() {
    pages.view.accessibilityElementsHidden = phase == .attract
    let visit = AccessibilityAction(.custom("show the photos")) { [weak self] in self?.beginVisit() }
    content.accessibilityCustomActions = phase == .attract ? [visit] : []
  }

  private func prepareWindow() {
    content.addSubview(pages.view)
    content.accessibilityLabel = "Kiosk"
    describePhase()
    content.onLayout = { [weak self] in self?.layOut() }
    ui.contentView = content
    ui.prefersDarkTheme = true
    ui.backgroundColor = Color(hex: 0x101820)
    ui.showsTitleBar = false
    ui.window.wantsFullscreen = true
    ui.window.inhibitsIdle = true
    ui.window.hidesCursorWhileTouching = true
    ui.window.cursorHidingDelay = Self.cursorTime
    ui.onResize = { [weak self] _ in self?.content.setNeedsLayout() }
    ui.onSettle = { [weak self] in self?.pages.motionDidEnd() }
    ui.onMemoryWarning = { [pipeline] in pipeline.receiveMemoryWarning() }
    ui.onClose = { [weak self] in self?.onClose?() }
    pipeline.onTextureBudget = { [weak self] in self?.ui.textureBudget = $0 }
    pictures.onFirstFrame = { [weak self] in self?.pages.startLoading() }
  }

  /// The time without a movement of the pointer after which the cursor is hidden, in seconds.
  private static let cursorTime = 3.0

  private func prepareShow() {
    show.viewOfPhoto = { [pages] in pages.view(of: $0) }
    show.onShow = { [weak self] in self?.didShow($0, for: $1, $2) }
    show.onSkip = { [weak self, pipeline] id, reason in
      pipeline.print("\(id.path) is left out: \(reason)")
      self?.record("left-out", "\(id.path): \(reason)")
    }
    items.onChange = { [weak self] changed in
      guard let self else { return }
      pages.setPhotos(items.photos, changed: changed)
      show.itemsDidChange(changed)
    }
    items.onStyleChange = { [weak self] in self?.show.replace() }
    source.report = { [weak self, pipeline] problem in
      pipeline.print(problem)
      self?.record("problem", problem)
    }
  }

  private func didShow(_ id: KioskItemID, for duration: Double, _ reason: String) {
    // The carousel follows, so that the first touch finds the picture.
    if phase == .attract, let photo = show.shownPhoto { pages.show(photo) }
    record("shown", id.path)
    onShow?(id, duration, reason)
  }

  private func record(_ name: String, _ text: String = "") {
    events.add(name, text, at: wallClock.now)
    onEvent?()
  }

  /// Takes a picture of the window in the next frame.
  package func takePicture(_ completion: @escaping (Image?) -> Void) { pictures.take(completion) }

  // MARK: Service

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
    input.onEvent = { [weak gesture] in gesture?.receive($0) }
    service = (gesture, panel)
  }

  /// Whether the PIN pad or the service page is open.
  package var isServiceOpen: Bool { service?.panel.isOpen == true }

  private var stateLines: [String] {
    let problems = events.latest.filter { $0.name == "problem" || $0.name == "left-out" }
    return ["\(items.items.count) items, \(items.localTime)"]
      + problems.suffix(3).map { String($0.text.prefix(90)) }
  }

  // MARK: Phases

  private func prepareInput() {
    input.onAct = { [weak self] in
      guard let self, !isServiceOpen else { return }
      // The first tap shows the carousel. A card would look as the show did, and the visitor would tap again.
      pages.opensCards = phase == .visit
      beginVisit()
    }
    ui.onIdle(after: settings.idleTime) { [weak self] in self?.beginReturn() }
  }

  /// Lets a visitor use the carousel.
  private func beginVisit() {
    // Without pictures, the carousel is empty, and the show goes on.
    guard phase != .visit, pages.current != nil else { return }
    let former = phase
    phase = .visit
    record("visit")
    onVisit?()
    if former == .returning { return show.end() }
    show.shrink()
    pages.takeFocus()
  }

  /// Begins a show behind the carousel. It covers the carousel as soon as its first item is painted.
  private func beginReturn() {
    service?.panel.close()
    guard phase == .visit else { return }
    phase = .returning
    pages.closeCard()
    show.end()
    show.prepare { [weak self] in self?.endReturn() }
  }

  private func endReturn() {
    phase = .attract
    record("return")
    if let photo = show.shownPhoto { pages.scroll(to: photo) }
    show.grow()
  }

  // MARK: Layout

  private func layOut() {
    let next = PhotoBox(size: content.size, scale: ui.window.scale)
    pages.layOut(in: content.size, scale: ui.window.scale)
    show.layOut()
    service?.panel.layOut()
    guard next != box else { return }
    box = next
    pipeline.memory.update(of: content, photoBytes: photoSlides.bytes(of: box), views: 2, .slideshow)
  }

  // MARK: State

  /// The item that the show shows.
  package var shownID: KioskItemID? { show.shownID }
  /// Whether a visitor has opened a card.
  package var isCardOpen: Bool { pages.isCardOpen }
  /// Whether anything moves.
  package var isMoving: Bool { show.isMoving || pages.isMoving }
  /// Whether pictures are being loaded.
  package var isLoading: Bool { show.isLoading || pages.loadCount > 0 || items.items.isEmpty }

  /// Shows the next item of the show, or the previous one.
  package func step(back: Bool) { show.step(back: back) }

  /// The items of the show, in the order of the playlist.
  var itemIDs: [KioskItemID] { items.items.map(\.id) }

  /// Shows an item of the show as soon as it is prepared.
  ///
  /// - Parameter path: The path of the item, or its last parts.
  /// - Returns: Whether the show has such an item.
  func show(_ path: String) -> Bool { show.show(path) }

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
