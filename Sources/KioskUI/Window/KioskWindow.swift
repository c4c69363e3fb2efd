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
  /// Called when an item begins to appear in the show and is seen, with its time in seconds, and the reason: `schedule`, `fallback`,
  /// `request`, `restart` or `wake`.
  package var onShow: ((KioskItemID, Double, String) -> Void)?
  /// Called when no item of the show is seen any more: a visitor uses the carousel, the screen rests, or a picture is damaged.
  package var onHide: (() -> Void)?
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
  private let arrangement: OutputArrangement
  private var rest: RestControl?
  private var shift: PixelShift?
  private var service: KioskService?
  private let narrator: KioskNarrator
  private var box = PhotoBox(size: .zero, scale: 1)

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - source: The playlist.
  ///   - settings: The configuration.
  ///   - pipeline: Loads the pictures.
  ///   - system: The connection to the compositor.
  ///   - output: The only screen of the window; `nil` for the screens of the configuration.
  ///   - wallClock: The clock of the schedule.
  ///   - resumed: The item with which the show begins; `nil` for the first one.
  ///   - speech: The talking mode of the program; `nil` without one.
  ///   - runCommand: Runs a command of the configuration; `nil` for a process.
  /// - Throws: `ConnectionError` if the compositor lacks an interface that a window needs.
  package init(
    _ source: KioskSource, _ settings: KioskSettings, _ pipeline: PhotoPipeline,
    in system: WindowSystem? = nil, on output: Output? = nil,
    wallClock: any WallClock, resumed: Resumption? = nil, speech: KioskSpeech? = nil,
    runCommand: (([String]) -> Void)? = nil
  ) throws(ConnectionError) {
    (self.source, self.settings, self.pipeline, self.wallClock) = (source, settings, pipeline, wallClock)
    ui =
      settings.outputs.usesLayer
      ? try CarouselWindow(layer: .kiosk(), on: output, namespace: "carousel-kiosk", in: system)
      : try CarouselWindow(title: "Kiosk", appID: "carousel-kiosk", in: system)
    if let output { ui.window.move(to: output) }
    arrangement = OutputArrangement(
      of: ui, output == nil ? settings.outputs.arrangement : .one, usesLayer: settings.outputs.usesLayer
    ) { $0.prepareForKiosk() }
    var options = BrowserOptions()
    if let type = settings.carousel.flatMap({ CarouselType(rawValue: $0) }) { options.type = type }
    let languages = settings.visitorLanguages
    pages = VisitPages(options, pipeline, in: ui.carouselView, languages)
    photoSlides = PhotoSlides(pipeline, motionSeed: 1)
    let shapes = PictureShapes(pipeline.decoder)
    if let resumed, let partner = resumed.partner { shapes.formerPortraits = [resumed.id.path, partner] }
    items = ScheduledItems(source, wallClock, shapes, in: content, report: pipeline.print)
    let slides = KioskSlides(photoSlides, pipeline)
    slides.language = languages[0]
    slides.onAction = { [stack = pages.stack] in stack.perform($0, from: $1) }
    show = KioskShow(items, slides, in: content, resumed: resumed)
    input = VisitorInput(in: ui)
    pictures = WindowPictures(of: ui)
    photoSlides.onDefect = { [pipeline] error, photo in pipeline.problems.report(error, of: photo) }
    narrator = KioskNarrator(speech, of: pages, in: content)
    prepareWindow()
    prepareInput()
    pages.isCovered = true
    prepareShow()
    prepareService()
    prepareRest(runCommand)
    show.open()
    items.start { [pipeline] photo in
      pipeline.loader.invalidate(photo)
      pipeline.problems.forget(photo)
    }
    // With several kiosks, their owner receives the changes.
    if output == nil { ui.system.onOutputChange = { [weak self] _ in self?.outputsDidChange() } }
    outputsDidChange()
  }

  /// The show covers the carousel, which a screen reader must not read then.
  private func describePhase() {
    pages.isCovered = phase == .attract
    let visit = AccessibilityAction(.custom("show the photos")) { [weak self] in self?.beginVisit() }
    content.accessibilityCustomActions = phase == .attract ? [visit] : []
    narrator.isVisited = phase == .visit
  }

  private func prepareWindow() {
    content.addSubview(pages.view)
    content.addSubview(pages.stack.view)
    content.accessibilityLabel = "Kiosk"
    describePhase()
    content.onLayout = { [weak self] in self?.layOut() }
    ui.contentView = content
    ui.prefersDarkTheme = true
    ui.backgroundColor = Self.background
    ui.showsTitleBar = false
    ui.window.prepareForKiosk()
    // A layer surface waits for a screen without content, and appears again in the first frame of the next one.
    ui.window.waitsForScreen = true
    ui.onResize = { [weak self] _ in self?.content.setNeedsLayout() }
    ui.onSettle = { [weak self] in self?.narrator.motionDidEnd() }
    ui.onMemoryWarning = { [pipeline] in pipeline.receiveMemoryWarning() }
    ui.onClose = { [weak self] in self?.onClose?() }
    pipeline.onTextureBudget = { [weak self] in self?.ui.textureBudget = $0 }
    pictures.onFirstFrame = { [weak self] in self?.pages.startLoading() }
  }

  /// The color beside a picture of another shape.
  private static let background = Color(white: 0.04)

  private func prepareShow() {
    show.viewOfPhoto = { [pages] in pages.view(of: $0) }
    show.onShow = { [weak self] in self?.didShow($0, for: $1, $2) }
    show.onSkip = { [weak self, pipeline] id, reason, isDamaged in
      if !isDamaged { pipeline.print("\(id.path) is left out: \(reason)") }
      self?.record(isDamaged ? "damaged" : "left-out", "\(id.path): \(reason)")
    }
    pages.stack.onLeave = { [weak self] in self?.leavePage() }
    pages.stack.onProblem = { [weak self] in self?.report($0) }
    items.onChange = { [weak self] changed in
      guard let self else { return }
      rest?.timeZone = items.playlist.timeZone
      pages.setItems(items.items, photos: items.photos, changed: changed)
      show.itemsDidChange(changed)
    }
    items.onStyleChange = { [weak self] in self?.show.replace() }
    source.report = { [weak self] in self?.report($0) }
  }

  private func report(_ problem: String) {
    pipeline.print(problem)
    record("problem", problem)
  }

  private func didShow(_ id: KioskItemID, for duration: Double, _ reason: String) {
    // The carousel follows, so that the first touch finds the picture.
    if phase == .attract, let photo = show.shownPhoto { pages.show(photo) }
    record("shown", id.path)
    if !show.isHeld { play(id, for: duration, reason) }
  }

  /// An item is seen. The plain slide of a damaged picture does not count as shown.
  private func play(_ id: KioskItemID, for duration: Double, _ reason: String) {
    if phase != .visit { narrator.describe(show.spokenText) }
    if show.isDamaged(id) { onHide?() } else { onShow?(id, duration, reason) }
  }

  private func record(_ name: String, _ text: String = "") {
    events.add(name, text, at: wallClock.now)
    onEvent?()
  }

  /// Takes a picture of the window in the next frame.
  package func takePicture(_ completion: @escaping (Image?) -> Void) { pictures.take(completion) }

  // MARK: Service

  private func prepareService() {
    let actions = ServicePanel.Actions(
      reload: { [weak self] in self?.reload($0) },
      next: { [weak self] in self?.step(back: false) },
      restart: { [weak self] in self?.onLeave?(true) },
      leave: { [weak self] in self?.onLeave?(false) },
      speech: narrator.speech.map { [pages] speech in (mode: speech, language: { pages.language }) },
      state: { [weak self] in self?.stateLines ?? [] })
    service = KioskService(settings, wallClock: { [wallClock] in wallClock.now }, in: content, actions)
    // Screen readers do not read the pages behind the panel.
    service?.onOpenChange = { [weak self] in self?.pages.isBehindService = $0 }
  }

  /// Whether the PIN pad or the service page is open.
  package var isServiceOpen: Bool { servicePhase != .closed }
  var servicePhase: ServicePanel.Phase { service?.phase ?? .closed }

  private var stateLines: [String] {
    let state = "\(items.localTime), \(items.items.count) items"
    return ServiceReport(state, shown: show.shownID, of: itemIDs, events).lines
  }

  // MARK: Rest

  private func prepareRest(_ runCommand: (([String]) -> Void)?) {
    if settings.rest.shiftsPixels {
      shift = PixelShift(of: show, in: content) { [ui] in ui.window.scale }
    }
    guard settings.rest.power != nil || settings.rest.saver != nil else { return }
    let commands = CommandRunner(report: pipeline.print)
    let power = settings.rest.power.map { ScreenPower($0, in: ui.system, run: runCommand ?? commands.run) }
    let rest = RestControl(
      settings.rest, timeZone: source.playlist.timeZone, power, in: content, wallClock,
      clock: ui.system.clock, localTime: { [items] in items.localTime })
    rest.onHide = { [weak self] in self?.restChanged(hides: $0) }
    rest.onChange = { [weak self] state in
      self?.ui.backgroundColor = state == .awake ? Self.background : .black
      self?.record("screen", state.name)
    }
    self.rest = rest
    rest.update()
  }

  private func restChanged(hides: Bool) {
    show.isHeld = hides
    if hides {
      narrator.speech?.stop()
      onHide?()
    } else if phase == .attract, let (id, remaining) = show.shown {
      play(id, for: remaining, "wake")
    }
  }

  /// Whether the screen is on, shows the saver or is off.
  package var screenState: ScreenRest.State { rest?.state ?? .awake }

  // MARK: Screens

  /// Lets the items change together with those of other kiosks.
  func join(_ steps: StepGroup) { show.steps = steps }

  /// The names of the screens that show the content.
  package var outputNames: [String] { arrangement.names }

  /// The screens have changed.
  package func outputsDidChange() {
    arrangement.update()
    rest?.outputsDidChange()
  }

  // MARK: Phases

  private func prepareInput() {
    input.isSuspended = { [weak self] in self?.isServiceOpen == true || self?.rest?.takesInput == true }
    input.takesKeys = { [weak self] in self?.rest?.takesInput == true }
    input.onEvent = { [weak self] event, isAct in
      guard let self else { return }
      if isAct { rest?.act() }
      if rest?.takesInput != true { service?.receive(event) }
    }
    input.onAct = { [weak self] in self?.receiveAct(at: $0) }
    ui.onIdle(after: settings.idleTime) { [weak self] in self?.beginReturn() }
  }

  /// A visitor acts, for example with a finger at a point.
  private func receiveAct(at point: Point?) {
    // The first tap shows the carousel. A card would look as the show did, and the visitor would tap again.
    pages.opensCards = phase == .visit && !show.isInUse
    if pages.stack.isOpen { return }
    if let point { pages.receiveTouch(at: point) }
    if phase == .attract || show.isInUse, let point, show.use(at: point) {
      if phase != .visit { beginVisitPhase() }
      return
    }
    beginVisit()
  }

  /// Lets a visitor use the carousel.
  private func beginVisit() {
    // Without pictures, the carousel is empty, and the show goes on.
    guard phase != .visit || show.isInUse, pages.current != nil else { return }
    let former = phase
    if phase != .visit { beginVisitPhase() }
    if former == .returning { return show.end() }
    show.shrink()
    pages.takeFocus()
  }

  private func beginVisitPhase() {
    phase = .visit
    record("visit")
    onHide?()
  }

  /// Begins a show behind the carousel. It covers the carousel as soon as its first item is painted.
  private func beginReturn() {
    service?.close()
    guard phase == .visit else { return }
    pages.endVisit()
    guard !show.isInUse else { return endUse() }
    phase = .returning
    show.end()
    show.prepare { [weak self] in self?.endReturn() }
  }

  /// A page of the show leads back to the pictures or, without pictures, to the show.
  private func leavePage() {
    guard show.isInUse else { return }
    if pages.current == nil { endUse() } else { beginVisit() }
  }

  private func endUse() {
    phase = .attract
    record("return")
    show.endUse()
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
    service?.layOut()
    rest?.layOut()
    guard next != box else { return }
    box = next
    pipeline.memory.update(of: content, photoBytes: photoSlides.bytes(of: box), views: 2, .slideshow)
  }

  // MARK: State

  /// The item that the show shows.
  package var shownID: KioskItemID? { show.shownID }
  /// The path of the second picture of a pair that the show shows.
  package var shownPartner: String? { show.shownPartner }
  /// Whether the shown item is one of those of the present time.
  package var showsItemOfNow: Bool { show.shownID.map { id in items.items.contains { $0.id == id } } == true }
  /// Whether a visitor has opened a card.
  package var isCardOpen: Bool { pages.isCardOpen }
  /// Whether the panel of visitors is open.
  var isPanelOpen: Bool { pages.isPanelOpen }
  /// Whether anything moves.
  package var isMoving: Bool { show.isMoving || pages.isMoving }
  /// What the window still does; `nil` if nothing moves, and all that is shown is loaded, painted and committed.
  var unrest: String? {
    if isMoving { return "still moves" }
    if isLoading { return "still loads pictures" }
    if !ui.isSettled { return "still paints" }
    return ui.window.isAtRest ? nil : "still waits for a frame of the compositor"
  }
  /// Whether a visitor has opened a page.
  package var isPageOpen: Bool { pages.stack.isOpen }
  /// Whether files are being listed or pictures are being loaded.
  package var isLoading: Bool {
    show.isLoading || pages.loadCount > 0 || items.items.isEmpty || isListing
  }
  /// Whether files of the playlist are being listed, for which the show waits a second.
  package var isListing: Bool { !items.isComplete }

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
