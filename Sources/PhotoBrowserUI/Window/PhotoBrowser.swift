package import CarouselUI
internal import DecoderClient
package import PhotoBrowsing
package import Photos

/// The photo browser: a window with the pages of the photos.
///
/// ``state`` decides what is shown. The browser passes the inputs of the user and of the library to it, and performs the effects.
@MainActor
package final class PhotoBrowser {
  package let ui: CarouselWindow
  /// What the browser shows.
  package private(set) var state: BrowserState
  let pipeline: PhotoPipeline

  // The pages, and what is around and in front of them. The presentation moves between the pages.
  package let content = BrowserContentView()
  package let carouselPage: CarouselPage
  package let gridPage: GridPage
  package let single: SinglePage
  package let slideshow: SlideshowPage
  private let presentation: PagePresentation
  let parts: WindowParts
  let help: KeyHelp
  package let exchange: PhotoExchange
  let rotationSaver: RotationSaver
  let searchBar = PhotoSearchBar()

  /// The side on which rows of views and the carousel begin. The arrow keys lead to the photo at their side.
  package var layoutDirection: LayoutDirection {
    get { ui.layoutDirection }
    set {
      ui.layoutDirection = newValue
      handleSteps()
    }
  }

  /// Called when the user asks to quit.
  package var onQuit: (() -> Void)?
  /// Called when the carousel has settled, all visible photos are loaded, and the window shows them.
  package var onSettle: (() -> Void)?
  /// Called when the user wants to choose a folder in the dialog of the desktop.
  package var onOpenFolder: (() -> Void)?
  /// Called when the user wants to look for photos again, because none was found.
  package var onTryAgain: (() -> Void)?
  /// Called when the user wants the program to forget the ``recentFolders``.
  package var onClearRecent: (() -> Void)?
  /// Called after the user has shown another page, or has shown or hidden a part of the window.
  package var onChoice: ((_ folderPage: BrowserState.Page, _ parts: Set<BrowserState.Part>) -> Void)?
  /// Called after the user has chosen another order of the photos.
  package var onOrderChoice: ((PhotoOrder) -> Void)?
  /// Called after the user has changed the settings of the slideshow.
  package var onSlideshowChoice: ((_ former: SlideshowOptions, _ chosen: SlideshowOptions) -> Void)?
  /// Called when the user wants the library to sort the photos.
  package var onSort: ((PhotoOrder) -> Void)?
  /// Called when the library needs the dates in the files of the photos, for which the user searches.
  package var onReadDates: (() -> Void)?
  /// The paths of the folders that were opened last, the newest first.
  package var recentFolders: [[UInt8]] = [] {
    didSet { if recentFolders != oldValue, emptyView != nil { showEmptyPage() } }
  }

  /// The page that the window shows while it has no photos; `nil` shows photos.
  package var emptyPage: EmptyPage? { didSet { if emptyPage != oldValue { showEmptyPage() } } }
  private var emptyView: View?
  /// The page for given files and folders; `nil` for the single page for files, and ``folderPage`` for folders.
  private var startPage: BrowserState.Page?
  /// The page on which folders are opened: the one that the user has chosen last.
  private var folderPage: BrowserState.Page

  package var carousel: Carousel { carouselPage.carousel }

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
    (startPage, folderPage) = (options.page, options.folderPage)
    state = BrowserState(
      parts: options.parts, order: options.order, slideshow: options.slideshow,
      isFullscreen: options.isFullscreen)
    ui = try CarouselWindow(
      title: Self.titleWithoutPhotos, appID: "carousel-photos", size: options.size, in: system)
    carouselPage = CarouselPage(options, pipeline, in: ui.carouselView)
    gridPage = GridPage(pipeline)
    single = SinglePage(pipeline)
    slideshow = SlideshowPage(options.slideshow, pipeline)
    let current = CurrentPlace()
    presentation = PagePresentation(
      [.carousel: carouselPage, .grid: gridPage, .slideshow: slideshow], single, in: content.pageArea
    ) { current.find?() }
    ui.contentView = content
    parts = WindowParts(ui, content, pipeline)
    help = KeyHelp(in: content)
    exchange = PhotoExchange(ui, pipeline)
    rotationSaver = RotationSaver(pipeline.decoder)
    current.find = { [weak self] in self?.state.currentPlace }
    (carouselPage.allowsDrags, single.allowsDrags) = (true, true)
    ui.prefersDarkTheme = true
    ui.window.minimumSize = Size(width: 160, height: 120)
    ui.window.wantsFullscreen = options.isFullscreen
    if let record {
      do { try carousel.beginRecording { record($0) } } catch { pipeline.print("--record-input: \(error)") }
    }
    connectWindow()
    connectPages()
    handleCommands()
    handleParts()
    handleSearch()
    layoutDirection = options.layoutDirection
    showState()
    layOut()
    carousel.dataSource = carouselPage.dataSource
  }

  /// The current photo for the presentation, which is created before the browser.
  private final class CurrentPlace {
    var find: (() -> PhotoPlace?)?
  }

  private func connectWindow() {
    pipeline.notices.onNotice = { [weak self] in self?.report($0) }
    content.onLayout = { [weak self] in self?.layOutPages() }
    ui.onResize = { [weak self] _ in
      guard let self else { return }
      apply(.fullscreenChanged(ui.window.state.contains(.fullscreen)))
      layOut()
      shownPage?.startLoading()
    }
    // The size of the window is known only in the first frame, so this closure starts the loading then. A
    // benchmark replaces the closure; in that case the photos are loaded when the carousel has settled.
    ui.onScene = { [weak self] _ in
      self?.ui.onScene = nil
      self?.windowWasShown()
    }
    ui.onKey = { [weak self] in
      guard let self else { return false }
      carouselPage.noteKey($0.phase)
      if $0.phase == .repeated, state.page == .single, single.awaitsSharpPhoto { return true }
      return waitsForOrder($0)
    }
    ui.onClose = { [weak self] in self?.onQuit?() }
    ui.onSettle = { [weak self] in self?.reportSettle() }
    ui.onMemoryWarning = { [weak self] in self?.pipeline.receiveMemoryWarning() }
    pipeline.onTextureBudget = { [weak self] in self?.ui.textureBudget = $0 }
  }

  private func connectPages() {
    for page in BrowserState.Page.allCases {
      presentation.page(page)?.onInput = { [weak self] in if self?.state.page == page { self?.apply($0) } }
    }
    let orientation: (PhotoID) -> ImageOrientation = { [weak self] in
      self?.state.orientation(of: $0) ?? .upright
    }
    for source in [carouselPage.dataSource, single.dataSource] {
      source.onChange = { [weak self] in self?.ui.invalidate() }
      source.orientation = orientation
    }
    (gridPage.orientation, slideshow.orientation, parts.orientation) = (orientation, orientation, orientation)
    // The screen stays on while the show runs.
    slideshow.onRun = { [weak self] in self?.ui.window.inhibitsIdle = $0 }
    presentation.onChange = { [weak self] isOpen in
      guard let self else { return }
      apply(isOpen ? .show(.single) : .closePage)
      // Without photos, the page stays closed.
      if isOpen, state.page != .single { presentation.closeEmpty() }
    }
    presentation.onClosed = { [weak self] in self?.carouselPage.follow() }
  }

  // MARK: The list

  /// Shows a new state of the library's list.
  package func show(_ update: PhotoLibrary.Update) {
    let edits = ListEdits(update.change, from: state.photos.map(\.id), to: update.photos.map(\.id))
    if !update.photos.isEmpty {
      emptyPage = nil
    } else if state.current != nil {
      emptyPage = .problem("The photos are gone: they were removed, or their folder is not reachable.")
    }
    let effects = state.apply(.list(update.photos, order: update.order))
    let change = PhotoListChange(update: update, edits: edits, current: state.currentPlace)
    // The hidden pages come first: they invalidate changed photos, which the shown page then loads.
    for page in presentation.pages(endingWith: state.page) { page.show(change) }
    parts.listDidChange(change.changedIDs)
    perform(effects)
    // Photos move to their places in the order as their metadata arrive.
    if update.isComplete, !state.order.needsMetadata || update.photos.allSatisfy({ $0.metadata != nil }) {
      apply(.listCompleted)
    }
  }

  /// Shows a given file as soon as the list contains it, or, without a file, the first photo of the next list.
  package func open(_ file: Photo?) {
    pipeline.problems.removeAll()
    folderHelp?.close()
    // A show is no page for files that are opened later.
    if startPage == .slideshow, !state.photos.isEmpty { startPage = nil }
    apply(.open(file, on: startPage ?? (file == nil ? folderPage : .single)))
  }

  // MARK: State

  /// Passes an input to the state, and performs the effects.
  func apply(_ input: BrowserInput) {
    let (former, formerOrder, formerSlideshow) = ((state.page, state.parts), state.order, state.slideshow)
    perform(state.apply(input))
    // A slideshow is no page on which a folder is opened.
    if state.page != former.0, state.page != .slideshow { folderPage = state.page }
    if former != (state.page, state.parts) { onChoice?(folderPage, state.parts) }
    if formerOrder != state.order { onOrderChoice?(state.order) }
    if formerSlideshow != state.slideshow { onSlideshowChoice?(formerSlideshow, state.slideshow) }
  }

  private func perform(_ effects: [BrowserEffect]) {
    for effect in effects { perform(effect) }
    showState()
  }

  private func perform(_ effect: BrowserEffect) {
    announce(effect)
    switch effect {
    case .step(let count): state.page == .slideshow ? slideshow.step(by: count) : carousel.step(by: count)
    case .scroll(to: let id):
      state.page == .slideshow ? slideshow.scroll(to: id) : carouselPage.scroll(to: id)
    case .show: showCurrent()
    case .showPage(let page, from: let former):
      carouselPage.isCurrent = page == .carousel
      presentation.show(page, from: former, opener: state.opener, scale: ui.window.scale)
      // A page that still closes has the zoom that it had before.
      if page == .single { single.setZoom(state.zoom, animated: true) }
    case .orient(let id):
      for page in presentation.pages(endingWith: state.page) { page.orientationDidChange(of: id) }
      parts.orientationDidChange(of: id)
    case .reload(let id):
      for page in presentation.pages(endingWith: state.page) { page.reload(id) }
      parts.listDidChange([id])
    case .setBackground(let background): single.background = background
    case .zoom(let zoom, let animated): single.setZoom(zoom, animated: animated)
    case .setHelp(let isShown):
      if isShown { showHelp() } else { help.hide() }
    case .setFullscreen(let isFullscreen): ui.window.setFullscreen(isFullscreen)
    case .setSearch(let isShown): setSearch(isShown)
    case .sort(let order): onSort?(order)
    case .readDates: onReadDates?()
    case .setSlideshow(let options): slideshow.options = options
    case .quit: onQuit?()
    }
  }

  private func showCurrent() {
    guard let place = state.currentPlace else { return }
    shownPage?.show(place)
    if state.page == .single { single.setZoom(state.zoom, animated: false) }
  }

  /// The view at which the commands of the header, the menus and other programs are performed.
  package var commandTarget: View { shownPage ?? content }

  /// The page of the state.
  var shownPage: (any BrowserPage)? { page(state.page) }

  func page(_ page: BrowserState.Page) -> (any BrowserPage)? { presentation.page(page) }

  /// Changes the carousel type.
  package func show(_ type: CarouselType) { carouselPage.show(type) }

  /// The number of pixels of the screen for a pixel of the photo on the single page; otherwise 0.
  package var zoom: Double { state.page == .single ? single.pixelZoom : 0 }

  /// The number of photos that the shown page and the strip load.
  package var loadCount: Int { (shownPage?.loadCount ?? 0) + (strip?.loadCount ?? 0) }

  /// Whether the panel reads the photo.
  package var isPanelLoading: Bool { parts.isPanelLoading }

  /// Whether the shown page moves.
  package var isMoving: Bool {
    carouselPage.isMoving || presentation.isMoving || state.page != .carousel && shownPage?.isMoving == true
  }

  /// Whether dates are read for which the user searches.
  package var isReadingDates: Bool { state.search?.isReading == true }

  /// Whether nothing moves, and the window shows all photos of the page in the chosen order.
  package var isSettled: Bool {
    presentation.isWindowShown && emptyPage != .looking && !isMoving && loadCount == 0
      && (state.photos.isEmpty || state.isSorted) && !isReadingDates
      && ui.isSettled && ui.window.isAtRest
  }

  // MARK: Layout

  private func layOut() {
    content.setNeedsLayout()
    content.layoutIfNeeded()
  }

  private func layOutPages() {
    presentation.layOut(scale: ui.window.scale)
    exchange.layOut()
  }

  /// Replaces the page of a window without photos.
  private func showEmptyPage() {
    emptyView?.removeFromSuperview()
    emptyView = emptyPage.map {
      EmptyPageView($0, recent: recentFolders.map { RecentFolder(path: $0) }, emptyPageActions)
    }
    if let emptyView { content.addOverlay(emptyView, at: .fill) }
    showState()
  }

  private var emptyPageActions: EmptyPageView.Actions {
    EmptyPageView.Actions(
      openFolder: { [weak self] in self?.onOpenFolder?() },
      tryAgain: onTryAgain,
      openRecent: { [weak self] in self?.exchange.onOpen?([$0]) },
      clearRecent: { [weak self] in self?.onClearRecent?() })
  }

  /// Loads the photos again that could not be shown.
  func loadFailedAgain() {
    let failed = pipeline.problems.photos
    pipeline.problems.removeAll()
    let ids = Set(state.photos.lazy.filter { failed.contains($0.photo) }.map(\.id))
    for source in [carouselPage.dataSource, single.dataSource] { source.contentDidChange(of: ids) }
    gridPage.contentDidChange(of: ids)
    slideshow.contentDidChange(of: ids)
    parts.listDidChange(ids)
    showState()
    ui.invalidate()
  }

  /// Waits until no photo's file is being changed, but at most this time, in seconds. Call it before the program ends.
  package func finishSaving(within seconds: Double) { rotationSaver.finish(within: seconds) }

  /// Says how to open a folder, because the desktop has no dialog for it.
  package func showFolderHelp() {
    let dialog = FolderHelp.makeDialog(recent: recentFolders.map { RecentFolder(path: $0) }) { [weak self] in
      self?.exchange.onOpen?([$0])
    }
    dialog.onClose = { [weak self] in self?.restoreFocus() }
    content.present(dialog)
    // The overlay of the dialog covers the window, whose drops it receives.
    dialog.superview?.dropTarget = content.dropTarget
    folderHelp = dialog
  }
  private weak var folderHelp: DialogView?

  /// Gives the page the focus after a dialog, if the view that had it before belongs to a page that is hidden now.
  func restoreFocus() { if content.tree?.focus.focusedView == nil { shownPage?.takeFocus() } }

  /// Shows a message for some seconds.
  package func report(_ message: String) { content.show(ToastView(message)) }

  private static let titleWithoutPhotos = "Photos"

  /// Shows the name and the position of the current photo, and the parts of the window.
  func showState() {
    carouselPage.counterText = state.position ?? (emptyPage == nil ? "No photos" : "")
    ui.window.title = (showsOtherPhoto ? nil : state.title) ?? Self.titleWithoutPhotos
    content.shownPage = emptyPage == nil ? shownPage : nil
    gridPage.showsNames = state.parts.contains(.thumbnailNames)
    showSearch()
    parts.show(state, target: commandTarget, zoom: zoom, showsOtherPhoto: showsOtherPhoto)
  }

  /// Whether the slideshow still shows a photo that was removed from the list.
  private var showsOtherPhoto: Bool {
    state.page == .slideshow && slideshow.shownID.map { $0 != state.current } == true
  }

  // MARK: Settling

  private lazy var log = StateLog.open(pipeline.print)

  private func windowWasShown() {
    presentation.isWindowShown = true
    shownPage?.startLoading()
  }

  private func reportSettle() {
    windowWasShown()
    carouselPage.motionDidEnd()
    guard loadCount == 0, emptyPage != .looking else { return }
    pipeline.problems.printSummary()
    log?.recordSettle(of: self)
    onSettle?()
  }
}
