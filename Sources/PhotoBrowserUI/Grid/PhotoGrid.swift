@_spi(Subclassing) package import CarouselUI
package import DecoderClient
package import PhotoLibrary
package import Photos
@_spi(Subclassing) internal import Views

/// The page that shows all photos as thumbnails, below headers with the month or the folder.
///
/// A click or a tap opens a photo. Arrow keys, Control, Shift, a rectangle of the pointer and a long press select photos; the photo
/// with the cursor is the current one. Only the photos in sight are loaded.
package final class PhotoGrid: ContainerView, BrowserPage {
  package var photos: [LibraryPhoto] = [] { didSet { photosDidChange() } }
  package var currentID: PhotoID? {
    get { current }
    set { setCurrent(newValue) }
  }
  package var onSelect: ((PhotoID) -> Void)?
  package var onOpen: ((PhotoID) -> Void)?

  /// The selected photos. Setting them calls no closure.
  package var selectedIDs: Set<PhotoID> {
    get { Set(collection.selectedIndexes.ranges.flatMap { photos[$0].map(\.id) }) }
    set {
      let cursor = collection.cursorIndex
      collection.selectedIndexes = RangeSet(
        photos.indices.filter { newValue.contains(photos[$0].id) }.map { $0..<$0 + 1 })
      collection.cursorIndex = cursor
    }
  }
  /// Called after the user has changed ``selectedIDs``.
  package var onSelectionChange: (() -> Void)?
  /// Called after the picture of a photo has arrived, with the reason if it cannot be shown or only in part.
  package var onLoad: ((Photo, PhotoError?) -> Void)? {
    get { loads.onEnd }
    set { loads.onEnd = newValue }
  }
  /// The property by which the photos are divided into sections; by default none.
  package var grouping = PhotoGrouping.none {
    didSet { if grouping != oldValue { showPhotos(animated: false) } }
  }
  /// The smallest width of a thumbnail, in points; by default 160.
  package var thumbnailWidth = 160.0 {
    didSet { if thumbnailWidth != oldValue { collection.collectionLayout = Self.layout(thumbnailWidth) } }
  }

  /// The grid, for its commands and its position.
  package let collection: CollectionView
  private let loads: ThumbnailLoads
  private var current: PhotoID?
  /// Whether the cursor moves because of a change of ``photos`` or ``currentID``.
  private var isFollowing = false
  /// Whether the current photo is scrolled into view at the next layout.
  private var isRevealPending = false
  /// The photos whose thumbnails were requested with the present priorities.
  private var prioritized: Range<Int>?

  /// Creates an empty page.
  ///
  /// - Parameters:
  ///   - loader: The loader that all pages share.
  ///   - delivery: Runs closures on the main actor.
  package init(_ loader: PhotoLoader, delivery: MainDelivery = .mainQueue) {
    loads = ThumbnailLoads(loader, delivery: delivery)
    collection = CollectionView(Self.layout(160))
    super.init()
    collection.allowsMultipleSelection = true
    collection.activatesOnSingleClick = true
    collection.accessibilityLabel = "Photos"
    collection.onActivate = { [weak self] in self?.open($0) }
    collection.onCursorChange = { [weak self] in self?.cursorDidMove() }
    collection.onSelectionChange = { [weak self] in self?.onSelectionChange?() }
    collection.onEndDisplaying = { [weak self] in self?.endDisplaying($0) }
    collection.onScroll = { [weak self] _ in self?.updatePriorities() }
    collection.scrollLabel = { [weak self] in self?.scrollLabel($0) ?? "" }
    addSubview(collection)
  }

  /// Creates an empty page that shares the loader, the memory and the reports of the other pages.
  package convenience init(_ pipeline: PhotoPipeline) {
    self.init(pipeline.loader)
    onLoad = { [problems = pipeline.problems] photo, error in
      if let error { problems.report(error, of: photo) }
    }
    // All thumbnails in sight together need as much memory as a photo that fills the page.
    onPixels = { [memory = pipeline.memory] page, pixels, isShown in
      memory.update(of: page, photoBytes: pixels * 4, views: isShown ? 1 : 0)
    }
  }

  /// Called with the number of pixels of the page, and whether it is in a window, after one of them has changed.
  private var onPixels: ((_ page: PhotoGrid, _ pixels: Int, _ isShown: Bool) -> Void)?

  /// The last report.
  private var reportedPixels = (count: 0, isShown: false)

  private func reportPixels() {
    let scale = tree?.scale ?? 1
    let pixels = size.width * size.height * scale * scale
    let report = (count: pixels.isFinite ? Int(min(max(pixels, 0), 1e9)) : 0, isShown: isInWindow)
    guard report != reportedPixels else { return }
    reportedPixels = report
    onPixels?(self, report.count, report.isShown)
  }

  private static func layout(_ width: Double) -> CollectionLayout {
    CollectionLayout(
      columns: .minimumWidth(width), itemHeight: .aspectRatio(1), spacing: Size(width: 2, height: 2),
      insets: EdgeInsets(4))
  }

  // MARK: Photos

  private func photosDidChange() {
    showPhotos(animated: true)
    guard let current else { return }
    let index = index(of: current)
    if index == nil { self.current = nil }
    moveCursor(to: index)
  }

  private func showPhotos(animated: Bool) {
    isFollowing = true
    defer { isFollowing = false }
    prioritized = nil
    collection.setSections(grouping.sections(of: photos), animated: animated) { [weak self] photo, reusing in
      let view = reusing as? ThumbnailView ?? ThumbnailView()
      self?.show(photo, in: view)
      return view
    }
  }

  /// - Complexity: O(*n*) in the number of photos.
  private func index(of id: PhotoID) -> Int? { photos.firstIndex { $0.id == id } }

  package func view(of id: PhotoID) -> View? {
    guard let index = index(of: id), collection.visibleIndexes.contains(index) else { return nil }
    return (collection.content(ofItem: index) as? ThumbnailView)?.imageView
  }

  private func scrollLabel(_ index: Int) -> String {
    photos.indices.contains(index) ? grouping.scrollLabel(of: photos[index]) : ""
  }

  // MARK: The current photo

  private func setCurrent(_ id: PhotoID?) {
    guard let id, let index = index(of: id) else {
      current = nil
      moveCursor(to: nil)
      return
    }
    current = id
    moveCursor(to: index)
    isRevealPending = true
    reveal()
  }

  /// Scrolls the current photo into view, as soon as the page has a size.
  private func reveal() {
    guard isRevealPending, isInWindow, !size.isEmpty, let current, let index = index(of: current) else {
      return
    }
    isRevealPending = false
    collection.scrollToItem(index, animated: false)
  }

  private func moveCursor(to index: Int?) {
    isFollowing = true
    collection.cursorIndex = index
    isFollowing = false
  }

  private func cursorDidMove() {
    guard !isFollowing, let index = collection.cursorIndex, photos.indices.contains(index) else { return }
    let id = photos[index].id
    guard id != current else { return }
    current = id
    onSelect?(id)
  }

  private func open(_ index: Int) {
    guard photos.indices.contains(index) else { return }
    let id = photos[index].id
    if id != current {
      current = id
      moveCursor(to: index)
      onSelect?(id)
    }
    onOpen?(id)
  }

  // MARK: Thumbnails

  /// The number of thumbnails that are being loaded.
  package var loadCount: Int { loads.count }

  private func show(_ photo: LibraryPhoto, in view: ThumbnailView) {
    if view.id != photo.id { loads.cancel(for: view) }
    guard isInWindow, !photos.isEmpty else {
      _ = view.show(photo)
      return
    }
    updateSize()
    loads.show(photo, in: view, priority: .visible)
    prioritized = nil
  }

  private func endDisplaying(_ view: View) {
    if let view = view as? ThumbnailView { loads.cancel(for: view) }
  }

  /// Sets the size of the thumbnails to that of the cells. Returns whether it has changed.
  @discardableResult
  private func updateSize() -> Bool {
    let cell = collection.frame(ofItem: 0).inset(by: collection.cellInsets).size
    let scale = tree?.scale ?? 1
    guard !cell.isEmpty else { return false }
    return loads.setSize(Size(width: cell.width * scale, height: cell.height * scale))
  }

  /// Loads the photos in sight again, whose size may have changed, or which were not loaded outside of a window.
  private func loadVisible() {
    guard isInWindow else { return }
    updateSize()
    for index in collection.visibleIndexes where photos.indices.contains(index) {
      guard let view = collection.content(ofItem: index) as? ThumbnailView else { continue }
      loads.show(photos[index], in: view, priority: .visible)
    }
    prioritized = nil
    updatePriorities()
  }

  /// Lets the photos nearest to the middle be loaded first.
  private func updatePriorities() {
    let visible = collection.visibleIndexes
    guard loads.count > 1, let first = visible.first, let last = visible.last, prioritized != first..<last + 1
    else { return }
    prioritized = first..<last + 1
    let middle = visible[visible.count / 2]
    let places = Dictionary(visible.map { (photos[$0].id, $0) }) { first, _ in first }
    loads.setPriorities { id in
      LoadPriority(.visible, distance: places[id].map { abs($0 - middle) } ?? visible.count)
    }
  }

  package override func layoutSubviews() {
    collection.frame = bounds
    collection.layoutIfNeeded()
    reportPixels()
    reveal()
    loadVisible()
  }

  package override func scaleDidChange() { setNeedsLayout() }

  package override func didMoveToWindow() {
    super.didMoveToWindow()
    if isInWindow { setNeedsLayout() } else { loads.cancelAll() }
    reportPixels()
  }
}
