internal import CarouselUI
internal import PhotoBrowserUI
internal import PhotoBrowsing
internal import PhotoLibrary

/// The pages for visitors: the carousel of the pictures, and the card that grows out of one of them.
@MainActor
final class VisitPages {
  /// Contains the pages. It covers the window.
  let view = ContainerView()

  private var state = BrowserState()
  private let carousel: CarouselPage
  private let card: SinglePage
  private let presentation: PagePresentation
  private let place: CurrentPlace

  /// The current photo for the presentation, which is created before the pages.
  private final class CurrentPlace {
    var find: (() -> PhotoPlace?)?
  }

  init(_ options: BrowserOptions, _ pipeline: PhotoPipeline, in carouselView: CarouselView) {
    carousel = CarouselPage(options, pipeline, in: carouselView)
    card = SinglePage(pipeline)
    // Visitors do not read names of files.
    carousel.dataSource.showsCaptions = false
    let place = CurrentPlace()
    self.place = place
    presentation = PagePresentation([.carousel: carousel], card, in: view) { place.find?() }
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
  }

  /// Whether a tap opens a card.
  var opensCards = true
  /// Whether a card is open.
  var isCardOpen: Bool { state.page == .single }
  /// The photo in the middle.
  var current: PhotoID? { state.current }
  var isMoving: Bool { carousel.isMoving || presentation.isMoving || isCardOpen && card.isMoving }
  /// The number of photos that are being loaded.
  var loadCount: Int { isCardOpen ? card.loadCount : carousel.loadCount }

  private func apply(_ input: BrowserInput) { for effect in state.apply(input) { perform(effect) } }

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
    case .orient, .reload, .setBackground, .setHelp, .setSearch, .sort, .setSlideshow, .setFullscreen, .quit:
      break
    }
  }

  // MARK: The list

  /// Replaces the photos. The current one stays if it is still there.
  ///
  /// - Parameter changed: The photos whose files have changed.
  func setPhotos(_ photos: [LibraryPhoto], changed: Set<PhotoID>) {
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

  func closeCard() { if isCardOpen { apply(.closePage) } }

  func takeFocus() { carousel.takeFocus() }

  /// The view of a photo in the carousel; `nil` if it is not in sight.
  func view(of id: PhotoID) -> View? { carousel.view(of: id) }

  // MARK: Layout

  func layOut(in size: Size, scale: Double) {
    view.frame = Rect(origin: .zero, size: size)
    presentation.layOut(scale: scale)
  }

  /// Loads the photos. Called when the window has its size.
  func startLoading() {
    presentation.isWindowShown = true
    carousel.startLoading()
  }

  func motionDidEnd() { carousel.motionDidEnd() }
}
