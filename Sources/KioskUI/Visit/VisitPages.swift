internal import CarouselUI
internal import Kiosk
internal import PhotoBrowserUI
internal import PhotoBrowsing
internal import PhotoLibrary

/// The pages for visitors: the carousel of the pictures, the card that grows out of one of them, the panel at the side, and the pages
/// of views.
@MainActor
final class VisitPages {
  /// Contains the carousel, the card and the panel. It covers the window.
  let view = ContainerView()
  /// The pages of views, in front of the pictures or of the show.
  let stack: PageStack

  private var state = BrowserState()
  private let carousel: CarouselPage
  private let card: SinglePage
  private let presentation: PagePresentation
  private let place: CurrentPlace
  /// Contains the carousel and the card.
  private let area = ContainerView()
  private let caption = CaptionLabel()
  private let indicator = PageControl()
  private let panel: VisitorPanel
  private let languages: [KioskLanguage]
  private var items: [KioskItem] = []
  /// The captions of the pictures that have one.
  private var captions: [PhotoID: LocalizedText] = [:]

  /// The height of the row of dots at the bottom, in points.
  private static let indicatorHeight = 44.0
  /// With more pictures, a text replaces the dots.
  private static let mostDots = 24

  /// The current photo for the presentation, which is created before the pages.
  private final class CurrentPlace {
    var find: (() -> PhotoPlace?)?
  }

  /// Creates the pages of no pictures.
  ///
  /// - Parameter languages: The languages that visitors choose from. Each visit begins with the first one.
  init(
    _ options: BrowserOptions, _ pipeline: PhotoPipeline, in carouselView: CarouselView,
    _ languages: [KioskLanguage]
  ) {
    self.languages = languages
    panel = VisitorPanel(languages)
    carousel = CarouselPage(options, pipeline, in: carouselView)
    stack = PageStack(pipeline)
    card = SinglePage(pipeline)
    // Visitors do not read names of files.
    carousel.dataSource.showsCaptions = false
    let place = CurrentPlace()
    self.place = place
    presentation = PagePresentation([.carousel: carousel], card, in: area) { place.find?() }
    place.find = { [weak self] in self?.state.currentPlace }
    carousel.onInput = { [weak self] in
      guard let self, state.page == .carousel, opensCards || $0 != .show(.single) else { return }
      apply($0)
    }
    card.onInput = { [weak self] in if self?.state.page == .single { self?.apply($0) } }
    presentation.onChange = { [weak self] isOpen in
      guard let self else { return }
      apply(isOpen ? .show(.single) : .closePage)
      // Without photos, the card stays closed.
      if isOpen, state.page != .single { presentation.closeEmpty() }
    }
    presentation.onClosed = { [weak self] in self?.carousel.follow() }
    for source in [carousel.dataSource, card.dataSource] {
      source.onChange = { [weak self] in self?.view.requestFrame() }
    }
    carousel.carousel.dataSource = carousel.dataSource
    stack.onOpenChange = { [weak self] in self?.hideElements() }
    for part in [area, caption, panel, indicator] { view.addSubview(part) }
    prepareIndicator()
    panel.onLanguage = { [weak self] in self?.choose($0) }
    panel.onPage = { [weak self] in
      self?.panel.setOpen(false)
      self?.stack.open($0)
    }
    choose(languages.first ?? .english)
  }

  private func prepareIndicator() {
    indicator.accessibilityControlledViews = [carousel.carouselView]
    indicator.source = { [carousel = carousel.carousel] in carousel.scrollOffset }
    indicator.onSelect = { [carousel = carousel.carousel] in carousel.scrollToItem(at: $0, animated: true) }
  }

  /// Whether a show covers the pages. Then no picture plays, and assistive technologies do not find them.
  var isCovered = false {
    didSet {
      carousel.dataSource.playsAnimations = !isCovered
      hideElements()
    }
  }

  /// Whether the panel of the service is in front of the pages and of those that a visitor has opened.
  var isBehindService = false { didSet { hideElements() } }

  private func hideElements() {
    view.accessibilityElementsHidden = isCovered || isBehindService || stack.isOpen
    stack.view.accessibilityElementsHidden = isBehindService
  }

  /// Whether a tap opens a card, and the panel follows a finger: the first touch belongs to the show.
  var opensCards = true { didSet { panel.followsFingers = opensCards } }
  /// Whether a card is open.
  var isCardOpen: Bool { state.page == .single }
  /// Whether the panel at the side is open.
  var isPanelOpen: Bool { panel.isOpen }
  /// The photo in the middle.
  var current: PhotoID? { state.current }
  var isMoving: Bool { carousel.isMoving || presentation.isMoving || isCardOpen && card.isMoving }
  /// The number of photos and pages that are being loaded.
  var loadCount: Int { (isCardOpen ? card.loadCount : carousel.loadCount) + (stack.isLoading ? 1 : 0) }

  private func apply(_ input: BrowserInput) {
    for effect in state.apply(input) { perform(effect) }
    showCaption()
    showPosition()
  }

  private func perform(_ effect: BrowserEffect) {
    switch effect {
    case .step(let count): carousel.carousel.scrollByNumberOfItems(count, duration: 0.4)
    case .scroll(to: let id): carousel.scroll(to: id)
    case .show:
      if let place = state.currentPlace { (isCardOpen ? card as any BrowserPage : carousel).show(place) }
    case .showPage(let page, from: let former):
      carousel.isCurrent = page == .carousel
      presentation.show(page, from: former, opener: state.opener, scale: view.tree?.scale ?? 1)
    case .zoom(let zoom, let animated): card.setZoom(zoom, animated: animated && isCardOpen)
    // Visitors do not rotate photos, and nothing leaves the kiosk.
    case .orient, .reload, .setBackground, .setHelp, .setSearch, .sort, .readDates, .setSlideshow,
      .setFullscreen, .quit:
      break
    }
  }

  // MARK: Texts

  /// The picture at which a visitor has stopped, as a text for visitors who do not see it.
  var spokenText: String {
    guard let current, let index = state.currentIndex else { return "" }
    let texts = VisitorTexts(in: language)
    let caption = captions[current]?.text(in: language) ?? ""
    return [caption, texts.position(index + 1, of: state.photos.count)].filter { !$0.isEmpty }
      .joined(separator: ". ")
  }

  /// The language of the visitor.
  private(set) var language = KioskLanguage.english

  private func choose(_ language: KioskLanguage) {
    self.language = language
    stack.language = language
    indicator.accessibilityLabel = VisitorTexts(in: language).pictures
    view.layoutDirection = language.isRightToLeft ? .rightToLeft : .leftToRight
    updatePanel()
    namePhotos()
    showCaption()
    view.setNeedsLayout()
  }

  private func updatePanel() {
    let pages = items.compactMap { item -> VisitorPanel.Page? in
      guard case .page(let path) = item.content, let caption = item.caption else { return nil }
      return VisitorPanel.Page(title: caption.text(in: language), path: path)
    }
    panel.show(language, pages)
  }

  /// Lets a screen reader speak the captions of the pictures instead of the names of their files.
  private func namePhotos() {
    let (captions, language, other) = (captions, language, VisitorTexts(in: language).picture)
    for source in [carousel.dataSource, card.dataSource] {
      source.spokenName = { captions[$0.id]?.text(in: language) ?? other }
    }
  }

  private func showCaption() {
    indicator.isHidden = isCardOpen || indicator.numberOfPages < 2
    caption.text = current.flatMap { captions[$0] }?.text(in: language) ?? ""
    placeCaption()
  }

  private func placeCaption() {
    let bottom = isCardOpen ? Self.indicatorHeight / 2 : Self.indicatorHeight
    caption.layOut(
      in: Rect(origin: .zero, size: view.size).inset(
        by: EdgeInsets(top: 0, left: 32, bottom: bottom, right: 32)))
  }

  // MARK: The list

  /// Replaces the items. The current photo stays if it is still there.
  ///
  /// - Parameters:
  ///   - photos: The photos of the items, each once.
  ///   - changed: The photos whose files have changed.
  func setItems(_ items: [KioskItem], photos: [LibraryPhoto], changed: Set<PhotoID>) {
    self.items = items
    captions = [:]
    for item in items {
      for photo in item.photos where captions[photo.id] == nil { captions[photo.id] = item.caption }
    }
    setPhotos(photos, changed: changed)
    namePhotos()
    let hasDots = photos.count <= Self.mostDots
    indicator.numberOfPages = hasDots ? photos.count : 0
    updatePanel()
    showCaption()
    showPosition()
  }

  /// Shows the number of the current photo if there are too many for dots.
  private func showPosition() {
    carousel.counterText =
      state.photos.count > Self.mostDots ? "\((state.currentIndex ?? 0) + 1) / \(state.photos.count)" : ""
  }

  /// Replaces the photos.
  private func setPhotos(_ photos: [LibraryPhoto], changed: Set<PhotoID>) {
    guard photos.map(\.id) != state.photos.map(\.id) || !changed.isEmpty else { return }
    var update = PhotoLibrary.Update()
    update.photos = photos
    update.change.changes = photos.indices.filter { changed.contains(photos[$0].id) }
    update.isComplete = true
    let effects = state.apply(.list(photos))
    let change = PhotoListChange(reloading: update, current: state.currentPlace)
    for page in isCardOpen ? [carousel, card] as [any BrowserPage] : [card, carousel] { page.show(change) }
    for effect in effects { perform(effect) }
    _ = state.apply(.listCompleted)
  }

  // MARK: Moving

  /// Shows a photo in the middle, without a motion.
  func show(_ id: PhotoID) {
    guard let index = state.index(of: id) else { return }
    apply(.chose(id))
    carousel.show(PhotoPlace(id, at: index))
    carousel.motionDidEnd()
  }

  /// Scrolls to a photo.
  func scroll(to id: PhotoID) { carousel.scroll(to: id) }

  /// A visitor has touched a point of the window. Beside the panel, that closes the panel.
  func receiveTouch(at point: Point) {
    if panel.isOpen, !panel.frame.contains(point) { panel.setOpen(false) }
  }

  /// Closes all that a visitor has opened, because the visitor has left.
  func endVisit() {
    if isCardOpen { apply(.closePage) }
    stack.close()
    panel.setOpen(false)
    choose(languages.first ?? .english)
  }

  func takeFocus() { carousel.takeFocus() }

  /// The view of a photo in the carousel; `nil` if it is not in sight.
  func view(of id: PhotoID) -> View? { carousel.view(of: id) }

  // MARK: Layout

  func layOut(in size: Size, scale: Double) {
    view.frame = Rect(origin: .zero, size: size)
    area.frame = view.bounds
    presentation.layOut(scale: scale)
    let width = indicator.sizeThatFits(size).width
    indicator.frame = Rect(
      x: ((size.width - width) / 2).rounded(), y: size.height - Self.indicatorHeight, width: width,
      height: Self.indicatorHeight)
    placeCaption()
    panel.layOut(in: view.bounds)
    stack.layOut(in: view.bounds)
  }

  /// Loads the photos. Called when the window has its size.
  func startLoading() {
    presentation.isWindowShown = true
    carousel.startLoading()
  }

  func motionDidEnd() { carousel.motionDidEnd() }
}
