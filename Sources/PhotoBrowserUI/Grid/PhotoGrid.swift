@_spi(Subclassing) package import CarouselUI
package import DecoderClient
package import PhotoLibrary
package import Photos
@_spi(Subclassing) internal import Views

/// The page that shows all photos as thumbnails, below headers with the month or the folder.
///
/// A click or a tap opens a photo. Arrow keys, Control, Shift, a rectangle of the pointer and a long press select photos; the photo
/// with the cursor is the current one. Only the photos in sight are loaded.
package final class PhotoGrid: ContainerView, ThumbnailList {
  package var photos: [LibraryPhoto] = [] {
    didSet {
      if let current, index(of: current) == nil { self.current = nil }
      if !isArranging { update(animated: true) }
    }
  }
  package var currentID: PhotoID? {
    get { current }
    set { setCurrent(newValue) }
  }
  package var onSelect: ((PhotoID) -> Void)?
  package var onOpen: ((PhotoID) -> Void)?
  package var orientation: (PhotoID) -> ImageOrientation = { _ in .upright }

  /// The photos that the user has selected, in order.
  package var selectedPhotos: [LibraryPhoto] {
    collection.selectedIndexes.ranges.flatMap { $0 }.compactMap { shown(at: $0) }
  }
  /// Whether the names of the files are below the thumbnails; by default `false`.
  package var showsNames = false {
    didSet {
      guard showsNames != oldValue else { return }
      for view in visibleThumbnails { view.showsName = showsNames }
    }
  }
  /// Called after the picture of a photo has arrived, with the reason if it cannot be shown or only in part.
  package var onLoad: ((Photo, PhotoError?) -> Void)? {
    get { loads.onEnd }
    set { loads.onEnd = newValue }
  }
  /// The property by which the photos are divided into sections; by default none.
  package var grouping = PhotoGrouping.none {
    didSet { if grouping != oldValue, !isArranging { update(animated: false) } }
  }
  /// The smallest width of a thumbnail, in points; by default 160.
  package var thumbnailWidth = PhotoGrid.widths[2] {
    didSet {
      guard thumbnailWidth != oldValue else { return }
      collection.collectionLayout = Self.layout(thumbnailWidth)
      setNeedsLayout()
    }
  }

  /// The grid, for its commands and its position.
  package let collection: CollectionView
  private let loads: ThumbnailLoads
  /// The photos that the grid has arranged. Outside of a window, they may be older than ``photos``.
  private var shown: [LibraryPhoto] = []
  private var isOutdated = false
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
  ///   - loader: The loader of thumbnails.
  ///   - delivery: Runs closures on the main actor.
  package init(_ loader: PhotoLoader, delivery: MainDelivery = .mainQueue) {
    loads = ThumbnailLoads(loader, .visible, delivery: delivery)
    collection = CollectionView(Self.layout(Self.widths[2]))
    super.init()
    collection.allowsMultipleSelection = true
    collection.activatesOnSingleClick = true
    collection.accessibilityLabel = "Photos"
    collection.onActivate = { [weak self] in self?.open($0) }
    collection.onCursorChange = { [weak self] in self?.cursorDidMove() }
    collection.onEndDisplaying = { [weak self] in self?.endDisplaying($0) }
    collection.onScroll = { [weak self] _ in self?.updatePriorities() }
    collection.scrollLabel = { [weak self] in self?.scrollLabel($0) ?? "" }
    addSubview(collection)
  }

  /// Creates an empty page that shares the decoder and the reports of the other pages.
  package convenience init(_ pipeline: PhotoPipeline) {
    self.init(pipeline.thumbnailLoader)
    onShow = { [loader = pipeline.thumbnailLoader] isShown in
      loader.capacity = isShown ? DecoderPool.defaultHelperCount : 1
    }
    onLoad = { [problems = pipeline.problems] photo, error in
      if let error { problems.report(error, of: photo) }
    }
  }

  /// Called after the page has entered or left a window.
  private var onShow: ((_ isShown: Bool) -> Void)?

  /// The widths of thumbnails that the user chooses from, in points.
  private static let widths: [Double] = [80, 112, 160, 224, 320, 448]

  /// Returns the next larger width of thumbnails, or the next smaller one; `nil` if there is none.
  package func width(larger isLarger: Bool) -> Double? {
    isLarger
      ? Self.widths.first { $0 > thumbnailWidth } : Self.widths.last { $0 < thumbnailWidth }
  }

  private static func layout(_ width: Double) -> CollectionLayout {
    CollectionLayout(
      columns: .minimumWidth(width), itemHeight: .aspectRatio(1), spacing: Size(width: 2, height: 2),
      insets: EdgeInsets(4))
  }

  // MARK: Photos

  /// Whether ``arrange(_:by:)`` sets several properties at once.
  private var isArranging = false

  /// Shows the photos in another order, without a motion, and scrolls the current one into view.
  package func arrange(_ photos: [LibraryPhoto], by grouping: PhotoGrouping) {
    isArranging = true
    (self.photos, self.grouping) = (photos, grouping)
    isArranging = false
    isRevealPending = current != nil
    update(animated: false)
    reveal()
  }

  /// Arranges the photos, or notes that this is to be done when the page is shown: a hidden page must not delay others while a
  /// folder is listed.
  private func update(animated: Bool) {
    guard isInWindow else {
      isOutdated = true
      return
    }
    isOutdated = false
    isFollowing = true
    prioritized = nil
    shown = photos
    collection.setSections(grouping.sections(of: photos), animated: animated) { [weak self] photo, reusing in
      let view = reusing as? ThumbnailView ?? self?.makeThumbnail() ?? ThumbnailView { _ in .upright }
      self?.show(photo, in: view)
      return view
    }
    isFollowing = false
    if let current { moveCursor(to: index(of: current)) }
  }

  private func makeThumbnail() -> ThumbnailView {
    let view = ThumbnailView { [weak self] in self?.orientation($0) ?? .upright }
    view.isUserInteractionEnabled = true
    view.dragSource = PhotoDrag.source(ofSelection: { [weak self, weak view] in
      guard let self, let id = view?.id else { return [] }
      let selected = selectedPhotos
      return selected.contains { $0.id == id } ? selected.map(\.photo) : []
    })
    return view
  }

  /// - Complexity: O(*n*) in the number of photos.
  private func index(of id: PhotoID) -> Int? { photos.firstIndex { $0.id == id } }

  /// Returns the photo at an index of the grid.
  private func shown(at index: Int) -> LibraryPhoto? { shown.indices.contains(index) ? shown[index] : nil }

  /// The thumbnails in sight, in order.
  private var visibleThumbnails: [ThumbnailView] {
    collection.visibleIndexes.compactMap { collection.content(ofItem: $0) as? ThumbnailView }
  }

  package func view(of id: PhotoID) -> View? { visibleThumbnails.first { $0.id == id }?.imageView }

  package func orientationDidChange(of id: PhotoID) {
    for view in visibleThumbnails where view.id == id { view.updateOrientation() }
  }

  package func contentDidChange(of ids: Set<PhotoID>) {
    loads.invalidate(photos.filter { ids.contains($0.id) }.map(\.photo))
    for view in visibleThumbnails { if let id = view.id, ids.contains(id) { view.invalidate() } }
    loadVisible()
  }

  private func scrollLabel(_ index: Int) -> String {
    shown(at: index).map { grouping.scrollLabel(of: $0) } ?? ""
  }

  // MARK: The current photo

  private func setCurrent(_ id: PhotoID?) {
    // The owner may answer a report with the same photo, or set it again after the user has scrolled away.
    guard id != current else { return }
    let place = id.flatMap { self.index(of: $0) }
    current = place == nil ? nil : id
    isRevealPending = place != nil
    markCurrent()
    guard !isOutdated else { return }
    moveCursor(to: place)
    reveal()
  }

  /// Scrolls the current photo into view, as soon as the page is shown and has a size.
  private func reveal() {
    guard isRevealPending, isInWindow, !size.isEmpty, let current, let index = index(of: current) else {
      return
    }
    isRevealPending = false
    collection.scrollToItem(index, animated: false)
  }

  private func markCurrent() { for view in visibleThumbnails { view.isMarked = view.id == current } }

  private func moveCursor(to index: Int?) {
    isFollowing = true
    // The selection belongs to the photo from which it was made.
    if let index, !collection.selectedIndexes.contains(index) { collection.selectedIndexes = RangeSet() }
    collection.cursorIndex = index
    isFollowing = false
  }

  private func cursorDidMove() {
    guard !isFollowing, let id = collection.cursorIndex.flatMap({ shown(at: $0) })?.id else { return }
    guard id != current else { return }
    current = id
    markCurrent()
    onSelect?(id)
  }

  private func open(_ index: Int) {
    guard let id = shown(at: index)?.id else { return }
    if id != current {
      current = id
      markCurrent()
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
    (view.showsName, view.isMarked) = (showsNames, photo.id == current)
    guard isInWindow else {
      _ = view.show(photo)
      return
    }
    updateSize()
    loads.show(photo, in: view)
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
    for view in visibleThumbnails { if let photo = view.photo { loads.show(photo, in: view) } }
    prioritized = nil
    updatePriorities()
  }

  /// Lets the photos nearest to the middle be loaded first.
  private func updatePriorities() {
    let visible = collection.visibleIndexes
    guard loads.count > 1, let first = visible.first, let last = visible.last, prioritized != first..<last + 1
    else { return }
    prioritized = first..<last + 1
    let ids = visibleThumbnails.compactMap(\.id)
    let distances = Dictionary(ids.enumerated().map { ($1, abs($0 - ids.count / 2)) }) { first, _ in first }
    loads.setDistances { distances[$0] ?? ids.count }
  }

  package override func layoutSubviews() {
    collection.frame = bounds
    collection.layoutIfNeeded()
    reveal()
    loadVisible()
  }

  package override func scaleDidChange() { setNeedsLayout() }

  package override func didMoveToWindow() {
    super.didMoveToWindow()
    onShow?(isInWindow)
    guard isInWindow else { return loads.cancelAll() }
    if isOutdated { update(animated: false) }
    setNeedsLayout()
  }
}
