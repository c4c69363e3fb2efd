package import CarouselUI
internal import DecoderClient
internal import Dispatch
package import PhotoBrowsing
package import Photos

/// The photo browser: a window with the pages of the photos, a counter and keyboard control.
///
/// ``state`` decides what is shown. The browser passes the inputs of the user and of the library to it, and performs the effects.
@MainActor
package final class PhotoBrowser: CarouselDelegate {
  package let ui: CarouselWindow
  /// What the browser shows.
  package private(set) var state = BrowserState()
  let pipeline: PhotoPipeline
  /// The photos of the carousel.
  let dataSource: PhotoDataSource
  package let single: SinglePage
  private let presentation: SinglePresentation
  /// Called when the user asks to quit.
  package var onQuit: (() -> Void)?
  /// Called when the state may have changed, and when the window may have come to rest.
  package var onChange: (() -> Void)?
  /// Called when the carousel has settled, all visible photos are loaded, and the window shows them.
  package var onSettle: (() -> Void)?

  private let counter = LabelView(
    "", size: Size(width: 240, height: 28),
    style: TextStyle(size: 13, color: Color(white: 0.62), alignment: .center))
  package let exchange: PhotoExchange
  private var speed = SpeedEstimate()
  private var destination = StableDestination()
  private let help: KeyHelp
  private var backdrop: View?
  /// The page that the window shows while it has no photos; `nil` shows photos.
  package var emptyPage: EmptyPage? { didSet { if emptyPage != oldValue { showEmptyPage() } } }
  private var emptyView: View?
  /// Called when the user wants to open a folder.
  package var onOpenFolder: (() -> Void)?

  package var carousel: Carousel { ui.carousel }

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - options: The window and the pages at the start.
  ///   - pipeline: Loads the photos.
  ///   - system: The connection to the compositor; `nil` connects to the user's session.
  ///   - record: Records a line of the journal of the carousel's inputs; `nil` records none.
  /// - Throws: `ConnectionError` if no compositor can be reached, or if it lacks an interface that a window needs.
  package init(
    _ options: BrowserOptions, _ pipeline: PhotoPipeline, in system: WindowSystem? = nil,
    record: ((String) -> Void)? = nil
  ) throws(ConnectionError) {
    self.pipeline = pipeline
    dataSource = PhotoDataSource(pipeline) { ImageView(size: $0) }
    single = SinglePage(pipeline)
    ui = try CarouselWindow(
      title: Self.titleWithoutPhotos, appID: "carousel-photos", size: options.size, in: system)
    exchange = PhotoExchange(ui, pipeline)
    let behind = PageBehind()
    presentation = SinglePresentation(
      of: single, in: ui.contentView, from: { behind.source?() }, behind: { behind.views?() ?? [] })
    help = KeyHelp(in: ui.contentView)
    ui.prefersDarkTheme = true
    ui.window.minimumSize = Size(width: 160, height: 120)
    ui.window.wantsFullscreen = options.isFullscreen
    wraps = options.wraps
    order = options.order
    startPage = options.page
    tilt = options.tilt
    if let record {
      do { try carousel.beginRecording { record($0) } } catch { pipeline.print("--record-input: \(error)") }
    }
    ui.carouselView.accessibilityLabel = "Photos"
    carousel.motionStyle = .fluid
    carousel.type = options.type
    carousel.isVertical = options.isVertical
    carousel.delegate = self
    ui.onResize = { [weak self] _ in
      guard let self else { return }
      apply(.fullscreenChanged(ui.window.state.contains(.fullscreen)))
      layOut()
      shownSource?.start()
    }
    // The size of the window is known only in the first frame, so this closure starts the loading then. A
    // benchmark replaces the closure; in that case the photos are loaded when the carousel has settled.
    ui.onScene = { [weak self] _ in
      self?.ui.onScene = nil
      self?.isWindowShown = true
      self?.shownSource?.start()
    }
    ui.onKey = { [weak self] in
      guard let self else { return false }
      noteKey($0.phase)
      return $0.phase == .repeated && awaitsSharpPhoto
    }
    handleCommands()
    ui.onClose = { [weak self] in self?.onQuit?() }
    ui.onSettle = { [weak self] in self?.reportSettle() }
    ui.onMemoryWarning = { [weak self] in self?.pipeline.receiveMemoryWarning() }
    pipeline.onTextureBudget = { [weak self] in self?.ui.textureBudget = $0 }
    for source in [dataSource, single.dataSource] {
      source.onChange = { [weak self] in self?.ui.invalidate() }
    }
    connectSinglePage(behind)
    counter.isUserInteractionEnabled = false
    ui.contentView.addSubview(counter)
    layOut()
    carousel.dataSource = dataSource
  }

  /// Shows a new state of the library's list.
  package func show(_ update: PhotoLibrary.Update) {
    let edits = ListEdits(update.change, from: dataSource.photos.map(\.id), to: update.photos.map(\.id))
    if !update.photos.isEmpty { emptyPage = nil }
    let effects = state.apply(.list(update.photos))
    // The hidden page comes first: it invalidates changed photos, which the shown page then loads.
    if state.page == .single {
      changeCarousel(update, edits)
      single.show(update, edits, at: state.currentIndex)
    } else {
      single.show(update, edits, at: state.currentIndex)
      changeCarousel(update, edits)
    }
    changedPhotos.formUnion(update.change.changes.map { update.photos[$0].id })
    if isGridShown { updateGrid() }
    perform(effects)
  }

  private func changeCarousel(_ update: PhotoLibrary.Update, _ edits: ListEdits?) {
    isChangingList = true
    dataSource.show(update)
    if let edits {
      carousel.performBatchUpdates { edits.apply(to: carousel) }
    } else {
      reload()
    }
    isChangingList = false
    showCurrentInCarousel()
  }

  /// Shows a given file as soon as the list contains it, or, without a file, the first photo of the next list.
  package func open(_ file: Photo?) {
    apply(.open(file, on: startPage ?? (file == nil ? .carousel : .single)))
  }

  /// The page for given files and folders; `nil` for the single page for files, and the carousel for folders.
  private let startPage: BrowserState.Page?

  /// Whether the list is being changed, so that the indexes of the carousel may be those of the former one.
  private var isChangingList = false

  private func showCurrentInCarousel() {
    guard let index = state.currentIndex, index != carousel.currentItemIndex else { return }
    carousel.currentItemIndex = index
  }

  // MARK: State

  func apply(_ input: BrowserInput) { perform(state.apply(input)) }

  private func perform(_ effects: [BrowserEffect]) {
    for effect in effects { perform(effect) }
    updateCounter()
    onChange?()
  }

  private func perform(_ effect: BrowserEffect) {
    switch effect {
    case .step(let count): carousel.step(by: count)
    case .scroll(to: let id):
      if let index = state.photos.firstIndex(where: { $0.id == id }) {
        carousel.scrollToItem(at: index, animated: true)
      }
    case .show: showCurrent()
    case .showPage(let page, from: let former): showPage(page, from: former)
    case .zoom(let zoom): single.photoView?.setZoom(zoom, animated: state.page == .single && !isStepping)
    case .setHelp(let isShown): if isShown != help.isShown { help.toggle() }
    case .setFullscreen(let isFullscreen): ui.window.setFullscreen(isFullscreen)
    case .quit: onQuit?()
    }
  }

  private func showCurrent() {
    guard let index = state.currentIndex else { return }
    shownTime = MonotonicClock.now()
    if state.page == .grid {
      grid.currentID = state.current
      return
    }
    guard state.page == .single else { return showCurrentInCarousel() }
    single.show(index)
    single.photoView?.setZoom(state.zoom, animated: false)
  }

  private func showPage(_ page: BrowserState.Page, from former: BrowserState.Page) {
    switch page {
    case .single:
      guard let index = state.currentIndex else { return }
      closingPhoto = nil
      pageBehind = former
      single.resize(to: ui.contentView.size, scale: ui.window.scale)
      single.begin(at: index)
      if isWindowShown { single.dataSource.start() }
      presentation.open(animated: isWindowShown)
    case .carousel where former != .single: hideGrid()
    case .grid where former != .single: showGrid()
    case .carousel, .grid:
      // The page that closes shows the current photo, too, if a swipe is interrupted.
      if let index = state.currentIndex { single.show(index) }
      showCurrentInCarousel()
      if isGridShown { grid.currentID = state.current }
      closingPhoto = state.current
      presentation.close(animated: state.current != nil && page == pageBehind)
      if page != pageBehind { page == .grid ? showGrid() : hideGrid() }
      // Keys during the motion belong to the page that comes.
      _ = page == .grid ? grid.collection.becomeFocused() : ui.carouselView.becomeFocused()
    }
    placeViews()
  }

  /// The photo that the single page shows while it closes. Keys may already lead the carousel to another one.
  private var closingPhoto: PhotoID?

  /// Opens the photo at which the motion of the carousel ends.
  private func openCurrent() {
    if state.page == .carousel, let index = destinationIndex,
      index != carousel.currentItemIndex || carousel.needsFrame
    {
      carousel.currentItemIndex = index
    }
    apply(.show(.single))
  }

  /// Whether a frame was shown, so that its photos can be loaded and a page grows out of another one.
  private var isWindowShown = false

  // MARK: The grid

  /// The page of thumbnails, which is created when it is first shown.
  private lazy var grid = makeGrid()
  private let order: PhotoOrder
  private var isGridShown = false
  /// The photos whose files have changed since the grid was updated.
  private var changedPhotos: Set<PhotoID> = []
  /// The page out of which the single page was opened.
  private var pageBehind = BrowserState.Page.carousel

  private func makeGrid() -> PhotoGrid {
    let grid = PhotoGrid(pipeline)
    grid.grouping = PhotoGrouping(for: order)
    grid.onSelect = { [weak self] id in if self?.state.page == .grid { self?.apply(.chose(id)) } }
    grid.onOpen = { [weak self] id in
      guard let self, state.page == .grid else { return }
      apply(.chose(id))
      apply(.show(.single))
    }
    return grid
  }

  private func showGrid() {
    isGridShown = true
    pageBehind = .grid
    for view in carouselViews { view.isHidden = true }
    dataSource.pause()
    grid.frame = ui.contentView.bounds
    ui.contentView.addSubview(grid)
    updateGrid()
    grid.collection.becomeFocused()
  }

  private func updateGrid() {
    grid.photos = state.photos
    if !changedPhotos.isEmpty { grid.contentDidChange(of: changedPhotos) }
    changedPhotos = []
    grid.currentID = state.current
  }

  private func hideGrid() {
    guard isGridShown else { return }
    isGridShown = false
    pageBehind = .carousel
    grid.removeFromSuperview()
    for view in carouselViews { view.isHidden = false }
    dataSource.start()
    showCurrentInCarousel()
    ui.carouselView.becomeFocused()
  }

  /// The views of the page with the carousel.
  private var carouselViews: [View] { [ui.carouselView, counter] + (backdrop.map { [$0] } ?? []) }

  // MARK: The single page

  /// What the single page covers. The presentation asks for it before the browser exists.
  private final class PageBehind {
    var source: (() -> View?)?
    var views: (() -> [View])?
  }

  private func connectSinglePage(_ behind: PageBehind) {
    behind.source = { [weak self] in
      guard let self, let id = closingPhoto ?? state.current, let index = state.index(of: id) else {
        return nil
      }
      if pageBehind == .grid { return grid.view(of: id) }
      return carousel.itemView(at: index) as? View
    }
    behind.views = { [weak self] in
      guard let self else { return [] }
      return pageBehind == .grid ? [grid] : carouselViews
    }
    presentation.onReveal = { [weak self] in
      guard let self, pageBehind == .carousel else { return }
      dataSource.start()
      showCurrentInCarousel()
    }
    presentation.onCovered = { [weak self] in if self?.pageBehind == .carousel { self?.dataSource.pause() } }
    presentation.onChange = { [weak self] isOpen in
      guard let self else { return }
      apply(isOpen ? .show(.single) : .closePage)
      // Without photos, the page stays closed.
      if isOpen, state.page != .single { presentation.close(animated: false) }
    }
    presentation.onClosed = { [weak self] in
      guard let self else { return }
      closingPhoto = nil
      placeViews()
      follow()
    }
    single.onChoose = { [weak self] id in
      if self?.state.page == .single { self?.apply(.chose(id)) }
    }
    single.onRest = { [weak self] in
      // A swipe reaches the next photo at its fitting size.
      guard let self, state.page == .single, state.keepsZoom else { return }
      single.photoView?.setZoom(state.zoom, animated: true)
    }
    single.onClose = { [weak self] in self?.apply(.closePage) }
    single.onZoom = { [weak self] in self?.zoomDidChange() }
  }

  private func zoomDidChange() {
    guard let view = single.photoView else { return }
    if !view.isMoving { apply(.zoomed(view.currentZoom)) }
  }

  /// Whether another photo is being shown on the single page.
  private var isStepping = false
  /// The time at which the single page began to show the current photo, in seconds.
  private var shownTime = -Double.infinity
  /// A held key waits for the photo to be sharp, but at most this time, in seconds. So it shows as many sharp photos as the
  /// decoders can make.
  private static let longestKeyWait = 0.25

  private var awaitsSharpPhoto: Bool {
    state.page == .single && !single.isSharp && MonotonicClock.now() - shownTime < Self.longestKeyWait
  }

  /// The number of pixels of the screen for a pixel of the photo on the single page; otherwise 0.
  package var zoom: Double {
    guard state.page == .single, let view = single.photoView else { return 0 }
    return view.scales.pixels(at: view.zoomScale)
  }

  /// The photos of the shown page.
  private var shownSource: PhotoDataSource? {
    switch state.page {
    case .carousel: dataSource
    case .single: single.dataSource
    case .grid: nil
    }
  }

  /// The number of photos that the shown page loads.
  package var loadCount: Int {
    (shownSource?.loadCount ?? grid.loadCount) + (state.page == .single && single.isSharpening ? 1 : 0)
  }

  /// Whether the shown page moves.
  package var isMoving: Bool {
    if state.page == .grid, grid.collection.isMoving { return true }
    return carousel.needsFrame || presentation.isMoving || state.page == .single && single.isMoving
  }

  /// Whether nothing moves, and the window shows all photos of the page.
  package var isSettled: Bool {
    isWindowShown && emptyPage != .looking && !isMoving && loadCount == 0 && ui.isSettled
      && ui.window.isAtRest
  }

  private func reload() {
    dataSource.prepareForReload()
    carousel.reloadData()
  }

  // MARK: Layout

  /// Whether the photos form a ring; `nil` uses the default of the type.
  private let wraps: Bool?
  /// The option `tilt` of cover flow types; `nil` uses the default of the type.
  private let tilt: Double?

  private func layOut() {
    let size = ui.contentView.size
    let box = BrowserLayout.photoBox(in: size, isVertical: carousel.isVertical)
    if dataSource.resize(to: box, scale: ui.window.scale, visible: carousel.indexesForVisibleItems) {
      reload()
    }
    aimCamera()
    if backdrop?.size != size { showBackdrop(size) }
    if single.dataSource.isShown { single.resize(to: size, scale: ui.window.scale) }
    if isGridShown { grid.frame = ui.contentView.bounds }
    if emptyView != nil { showEmptyPage() }
    placeViews()
  }

  /// Replaces the page of a window without photos.
  private func showEmptyPage() {
    emptyView?.removeFromSuperview()
    emptyView = emptyPage?.makeView(in: ui.contentView.size) { [weak self] in self?.onOpenFolder?() }
    if let emptyView { ui.contentView.addSubview(emptyView) }
    placeViews()
    updateCounter()
  }

  private func aimCamera() {
    carousel.perspective = BrowserLayout.perspective(pitch: carouselItemWidth(carousel))
    let lift = BrowserLayout.lift(of: carousel.type, box: dataSource.box)
    carousel.viewpointOffset = Size(width: 0, height: -lift)
    // Lifting the eye moves the photos down. This offset moves them back to the middle of the window.
    carousel.contentOffset = Size(width: 0, height: -lift * 0.85)
  }

  private func showBackdrop(_ size: Size) {
    backdrop?.removeFromSuperview()
    let view = BrowserLayout.backdrop(size)
    view.isHidden = ui.carouselView.isHidden
    ui.contentView.insertSubview(view, at: 0)
    backdrop = view
  }

  /// Places the counter at the bottom and the list of keys in the middle.
  private func placeViews() {
    let size = ui.contentView.size
    func center(_ view: View, y: Double) {
      view.frame.origin = Point(x: ((size.width - view.size.width) / 2).rounded(), y: y.rounded())
    }
    presentation.layOut()
    center(counter, y: size.height - counter.size.height - 8)
    help.layOut()
    if let emptyView { center(emptyView, y: (size.height - emptyView.size.height) / 2) }
    exchange.layOut()
  }

  private static let titleWithoutPhotos = "Photos"

  /// Shows the position of the current photo at the bottom, and its name and position in the title.
  private func updateCounter() {
    counter.text = state.position ?? (emptyPage == nil ? "No photos" : "")
    ui.window.title = state.title ?? Self.titleWithoutPhotos
  }

  // MARK: Commands

  private func handleCommands() {
    let view = ui.contentView
    func handle(_ command: Command, in page: View? = nil, _ input: BrowserInput) {
      (page ?? view).handle(command) { [weak self] in self?.apply(input) }
    }
    handle(PhotoCommands.previous, .step(-1))
    handle(PhotoCommands.next, .step(1))
    handle(PhotoCommands.backward, .step(-5))
    handle(PhotoCommands.forward, .step(5))
    handle(PhotoCommands.first, .first)
    handle(PhotoCommands.last, .last)
    view.handle(PhotoCommands.open) { [weak self] in self?.openCurrent() }
    view.handle(
      PhotoCommands.copy, isEnabled: { [weak self] in self?.state.current != nil },
      action: { [weak self] in
        if let photo = self?.state.currentPhoto?.photo { self?.exchange.copy(photo) }
      })
    for (type, command) in PhotoCommands.types {
      view.handle(
        command, isChecked: { [weak self] in self?.carousel.type == type },
        action: { [weak self] in self?.show(type) })
    }
    view.handle(PhotoCommands.nextType) { [weak self] in self?.showNextType() }
    view.handle(
      PhotoCommands.vertical, isChecked: { [weak self] in self?.carousel.isVertical == true },
      action: { [weak self] in self?.toggleVertical()
      })
    view.handle(
      PhotoCommands.fullscreen, isChecked: { [weak self] in self?.state.isFullscreen == true },
      action: { [weak self] in self?.apply(.toggleFullscreen) })
    view.handle(PhotoCommands.grid) { [weak self] in
      guard let self else { return }
      apply(state.page == .grid ? .closePage : .show(.grid))
    }
    handle(PhotoCommands.help, .toggleHelp)
    view.handle(PhotoCommands.search) { [weak self] in
      guard let self else { return }
      if !state.isHelpShown { apply(.toggleHelp) }
      help.search()
    }
    handle(PhotoCommands.dismiss, .dismiss)
    handle(PhotoCommands.quit, .quit)
    handleSinglePageCommands()
  }

  private func handleSinglePageCommands() {
    func step(_ command: Command, _ input: BrowserInput) {
      single.handle(command) { [weak self] in
        guard let self else { return }
        isStepping = true
        apply(input)
        isStepping = false
      }
    }
    step(PhotoCommands.singlePrevious, .step(-1))
    step(PhotoCommands.singleNext, .step(1))
    step(PhotoCommands.first, .first)
    step(PhotoCommands.last, .last)
    step(PhotoCommands.close, .closePage)
    for (command, zoom) in PhotoCommands.zooms {
      single.handle(command) { [weak self] in self?.apply(.zoom(zoom)) }
    }
    for (command, factor) in [(PhotoCommands.zoomIn, 1.25), (PhotoCommands.zoomOut, 0.8)] {
      single.handle(command) { [weak self] in
        guard let view = self?.single.photoView else { return }
        let scales = view.scales
        let scale = min(max(view.targetZoomScale * factor, 1), scales.largest)
        self?.apply(.zoom(scale <= 1.001 ? .fit : .scale(scales.pixels(at: scale))))
      }
    }
    single.handle(
      PhotoCommands.keepZoom, isChecked: { [weak self] in self?.state.keepsZoom == true },
      action: { [weak self] in self?.apply(.toggleKeepZoom) })
  }

  private func showNextType() {
    let types = PhotoCommands.types.map(\.type)
    let index = types.firstIndex(of: carousel.type) ?? -1
    show(types[(index + 1) % types.count])
  }

  /// Changes the carousel type.
  package func show(_ type: CarouselType) {
    carousel.type = type
    aimCamera()
  }

  private func toggleVertical() {
    carousel.isVertical.toggle()
    layOut()
  }

  /// Tells the filter of the destination whether a key may change the destination soon.
  private func noteKey(_ phase: KeyPress.Phase) {
    let now = MonotonicClock.now()
    switch phase {
    case .pressed: destination.keyWasPressed(at: now)
    case .repeated: destination.keyRepeats(at: now)
    case .released:
      follow()  // with the last step of the key
      destination.keyWasReleased()
      follow()
    }
  }

  // MARK: CarouselDelegate

  package func carouselItemWidth(_ carousel: Carousel) -> Double {
    // Neighboring photos have the same distance for all aspect ratios.
    carousel.isVertical ? dataSource.box.height : dataSource.box.width
  }

  package func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double)
    -> Double
  {
    switch option {
    case .wrap: wraps.map { $0 ? 1 : 0 } ?? value
    // Leaves a gap between photos that are side by side.
    case .spacing: carousel.type.isSpread ? value * 1.08 : value
    case .tilt: carousel.type.isCoverFlow ? tilt ?? value : value
    default: value
    }
  }

  package func carousel(_ carousel: Carousel, didSelectItemAt index: Int) {
    // A tap on another photo scrolls to it.
    if index == state.currentIndex, index == carousel.currentItemIndex { apply(.show(.single)) }
  }

  package func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
    let index = carousel.currentItemIndex
    if !isChangingList, state.page == .carousel, state.photos.indices.contains(index) {
      apply(.chose(state.photos[index].id))
    }
    dataSource.releaseViews(except: carousel.indexesForVisibleItems)
    follow()
  }

  package func carouselDidScroll(_ carousel: Carousel) {
    let now = MonotonicClock.now()
    speed.add(
      offset: carousel.scrollOffset, count: carousel.isWrapEnabled ? carousel.numberOfItems : 0, at: now)
    follow()
  }

  package func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
    speed.stop()
    follow()
  }

  /// Passes the position and the speed of the carousel to the data source.
  private func follow() {
    guard state.page == .carousel else { return }
    let now = MonotonicClock.now()
    dataSource.follow(
      Travel(
        current: carousel.currentItemIndex, visible: carousel.indexesForVisibleItems,
        count: carousel.numberOfItems, wraps: carousel.isWrapEnabled, velocity: speed.velocity,
        destination: destination.update(destinationIndex, at: now)))
  }

  /// The index of the photo at which the motion of the carousel ends; `nil` if it is not known.
  private var destinationIndex: Int? {
    let count = carousel.numberOfItems
    guard let offset = carousel.endOffset, let place = Int(exactly: offset.rounded()), count > 0 else {
      return nil
    }
    return carousel.isWrapEnabled ? (place % count + count) % count : place
  }

  // MARK: Settling

  private lazy var log = StateLog.open(pipeline.print)

  private func reportSettle() {
    isWindowShown = true
    shownSource?.start()
    speed.stop()
    follow()
    defer { onChange?() }
    guard loadCount == 0, emptyPage != .looking else { return }
    pipeline.problems.printSummary()
    log?.recordSettle(of: self)
    onSettle?()
  }
}

extension CarouselType {
  fileprivate var isCoverFlow: Bool { self == .coverFlow || self == .coverFlow2 }

  /// Whether neighboring items are side by side, one item width apart.
  fileprivate var isSpread: Bool {
    switch self {
    case .linear, .rotary, .invertedRotary, .cylinder, .invertedCylinder, .wheel, .invertedWheel: true
    case .coverFlow, .coverFlow2, .timeMachine, .invertedTimeMachine, .custom: false
    }
  }
}
