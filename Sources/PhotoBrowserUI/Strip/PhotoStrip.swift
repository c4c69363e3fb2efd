@_spi(Subclassing) package import CarouselUI
package import PhotoLibrary
package import Photos
@_spi(Subclassing) internal import Views

/// A row of thumbnails, with the current photo in the middle, for the edge of another page.
///
/// A tap selects a photo; a drag selects the photos that pass the middle. The thumbnail of the current photo is larger than the
/// others and springs to its size.
package final class PhotoStrip: ContainerView, ThumbnailList {
  package var photos: [LibraryPhoto] = [] { didSet { photosDidChange() } }
  package var currentID: PhotoID? {
    get { current }
    set { setCurrent(newValue) }
  }
  package var onSelect: ((PhotoID) -> Void)?
  package var onOpen: ((PhotoID) -> Void)?
  package var orientation: (PhotoID) -> ImageOrientation = { _ in .upright }
  /// Called when the strip rests after the user has moved it.
  var onRest: (() -> Void)?

  private let carouselView = CarouselView()
  private var carousel: Carousel { carouselView.carousel }
  private let loads: ThumbnailLoads
  private var current: PhotoID?
  /// Whether the user drags the strip, or it glides after a drag. Only then, the photo in the middle is chosen.
  private(set) var isMovedByUser = false
  private var side = 0.0

  /// Creates an empty strip.
  ///
  /// - Parameters:
  ///   - loader: The loader of thumbnails.
  ///   - delivery: Runs closures on the main actor.
  package init(_ loader: PhotoLoader, delivery: MainDelivery = .mainQueue) {
    // The photos next to the current one are more urgent.
    loads = ThumbnailLoads(loader, .behind, delivery: delivery)
    super.init()
    carousel.type = .linear
    // The first and the last photo are at the ends of the strip.
    carousel.containsEnds = true
    carousel.motionStyle = .fluid
    carousel.delegate = self
    carouselView.accessibilityLabel = "Thumbnails"
    carouselView.clipsToBounds = true
    // At the ends of the strip, the current photo is not in the middle. The other page announces it.
    carouselView.selectedItem = { [weak self] in self?.shownIndexOfCurrent }
    addSubview(carouselView)
  }

  /// Creates an empty strip that shares the decoder and the reports of the other pages.
  package convenience init(_ pipeline: PhotoPipeline) {
    self.init(pipeline.thumbnailLoader)
    loads.onEnd = { [problems = pipeline.problems] photo, error in
      if let error { problems.report(error, of: photo) }
    }
  }

  // MARK: Photos

  private func photosDidChange() {
    if let current, index(of: current) == nil { self.current = nil }
    isMovedByUser = false
    carousel.setItems(photos, animated: isInWindow && !effectiveTheme.isMotionReduced) {
      [weak self] photo, reusing in
      let view =
        reusing as? ThumbnailView ?? ThumbnailView { [weak self] in self?.orientation($0) ?? .upright }
      self?.show(photo, in: view)
      return view
    }
    scrollToCurrent(animated: isInWindow)
    releaseInvisible()
  }

  /// - Complexity: O(*n*) in the number of photos.
  private func index(of id: PhotoID) -> Int? { photos.firstIndex { $0.id == id } }

  package func contentDidChange(of ids: Set<PhotoID>) {
    loads.invalidate(photos.filter { ids.contains($0.id) }.map(\.photo))
    for case let view as ThumbnailView in carousel.visibleItemViews {
      if let id = view.id, ids.contains(id) { view.invalidate() }
    }
    loadVisible()
  }

  package func orientationDidChange(of id: PhotoID) {
    for case let view as ThumbnailView in carousel.visibleItemViews where view.id == id {
      view.updateOrientation()
    }
  }

  package func view(of id: PhotoID) -> View? {
    carousel.visibleItemViews.lazy.compactMap { $0 as? ThumbnailView }.first { $0.id == id }?.imageView
  }

  // MARK: The current photo

  private func setCurrent(_ id: PhotoID?) {
    let new = id.flatMap { index(of: $0) == nil ? nil : $0 }
    guard new != current else { return }
    current = new
    isMovedByUser = false
    scrollToCurrent(animated: isInWindow)
    markCurrent()
  }

  /// The index of the current photo if its thumbnail is in sight.
  private var shownIndexOfCurrent: Int? {
    guard let current else { return nil }
    return carousel.visibleItemViews.first { ($0 as? ThumbnailView)?.id == current }
      .flatMap { carousel.index(ofItemView: $0) }
  }

  private func scrollToCurrent(animated: Bool) {
    guard let current, let index = index(of: current) else { return }
    carousel.scrollToItem(at: index, animated: animated && !effectiveTheme.isMotionReduced)
  }

  private func markCurrent() {
    for case let view as ThumbnailView in carousel.visibleItemViews { mark(view) }
    carouselView.accessibilityChanged(.selection)
  }

  private func mark(_ view: ThumbnailView) {
    view.setEmphasized(view.id == current, animated: isInWindow && !effectiveTheme.isMotionReduced)
  }

  private func select(_ index: Int) {
    guard photos.indices.contains(index), photos[index].id != current else { return }
    current = photos[index].id
    markCurrent()
    onSelect?(photos[index].id)
  }

  // MARK: Thumbnails

  /// The number of thumbnails that are being loaded.
  package var loadCount: Int { loads.count }

  private func show(_ photo: LibraryPhoto, in view: ThumbnailView) {
    if view.id != photo.id { loads.cancel(for: view) }
    view.size = Size(width: side, height: side)
    view.setEmphasized(photo.id == current, animated: false)
    guard isInWindow, side > 0 else {
      _ = view.show(photo)
      return
    }
    loads.show(photo, in: view, distance: photo.id == current ? 0 : 1)
  }

  /// Ends the loads of photos that have left the strip.
  private func releaseInvisible() {
    loads.keep(Set(carousel.visibleItemViews.compactMap { ($0 as? ThumbnailView)?.id }))
  }

  private func loadVisible() {
    guard isInWindow, side > 0 else { return }
    for case let view as ThumbnailView in carousel.visibleItemViews {
      guard let photo = view.photo else { continue }
      view.size = Size(width: side, height: side)
      loads.show(photo, in: view, distance: photo.id == current ? 0 : 1)
    }
  }

  package override func sizeThatFits(_ size: Size) -> Size { Size(width: size.width, height: 72) }

  package override func layoutSubviews() {
    carouselView.frame = bounds
    let scale = tree?.scale ?? 1
    let hasChanged = loads.setSize(Size(width: size.height * scale, height: size.height * scale))
    if side != size.height {
      side = size.height
      carousel.reloadData()
    } else if hasChanged {
      loadVisible()
    }
  }

  package override func scaleDidChange() { setNeedsLayout() }

  package override func didMoveToWindow() {
    super.didMoveToWindow()
    isInWindow ? loadVisible() : loads.cancelAll()
  }
}

extension PhotoStrip: CarouselDelegate {
  package func carouselItemWidth(_ carousel: Carousel) -> Double { side + 4 }

  package func carouselDidScroll(_ carousel: Carousel) { releaseInvisible() }

  package func carouselWillBeginDragging(_ carousel: Carousel) { isMovedByUser = true }

  package func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
    if isMovedByUser { select(carousel.currentItemIndex) }
  }

  package func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
    let isByUser = reason == .user
    isMovedByUser = false
    if isByUser {
      select(index)
      onRest?()
    }
  }

  package func carousel(_ carousel: Carousel, didSelectItemAt index: Int) {
    guard photos.indices.contains(index) else { return }
    if photos[index].id == current {
      onOpen?(photos[index].id)
    } else {
      // The photos that pass the middle on the way are not chosen.
      isMovedByUser = false
      select(index)
    }
  }
}
