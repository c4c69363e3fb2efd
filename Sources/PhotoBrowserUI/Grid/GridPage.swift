package import CarouselUI
package import PhotoBrowsing
package import Photos

/// The page of thumbnails. The grid is created when the page is first shown.
package final class GridPage: ContainerView, BrowserPage {
  package var onInput: ((BrowserInput) -> Void)?
  package var visibility = PageVisibility.closed { didSet { visibilityDidChange(from: oldValue) } }

  /// The grid, for its commands and its position.
  package private(set) lazy var grid = makeGrid()
  private let pipeline: PhotoPipeline
  /// The order of the photos, which determines the sections; `nil` before the first list.
  private var order: PhotoOrder?
  private var photos: [LibraryPhoto] = []
  private var currentID: PhotoID?
  /// The photos whose files have changed since the grid was updated.
  private var changedIDs: Set<PhotoID> = []

  /// Returns the orientation with which a photo is shown, in addition to the one that its file states.
  var orientation: (PhotoID) -> ImageOrientation = { _ in .upright }
  /// Whether the names of the files are below the thumbnails.
  var showsNames = false { didSet { if visibility != .closed { grid.showsNames = showsNames } } }

  /// Creates a page without photos.
  package init(_ pipeline: PhotoPipeline) {
    self.pipeline = pipeline
    super.init()
  }

  private func makeGrid() -> PhotoGrid {
    let grid = PhotoGrid(pipeline)
    grid.orientation = { [weak self] in self?.orientation($0) ?? .upright }
    grid.onSelect = { [weak self] in self?.onInput?(.chose($0)) }
    grid.onOpen = { [weak self] in
      self?.onInput?(.chose($0))
      self?.onInput?(.show(.single))
    }
    return grid
  }

  private func visibilityDidChange(from former: PageVisibility) {
    guard (visibility == .closed) != (former == .closed) else { return }
    if visibility == .closed { return grid.removeFromSuperview() }
    // The grid arranges its photos when it enters the window.
    grid.showsNames = showsNames
    update()
    addSubview(grid)
    setNeedsLayout()
    layoutIfNeeded()
  }

  package override func layoutSubviews() { if visibility != .closed { grid.frame = bounds } }

  package func resize(to size: Size, scale: Double) { self.size = size }

  private func update() {
    if let order, order != shownOrder {
      shownOrder = order
      grid.arrange(photos, by: PhotoGrouping(for: order))
    } else {
      grid.photos = photos
    }
    if !changedIDs.isEmpty { grid.contentDidChange(of: changedIDs) }
    changedIDs = []
    grid.currentID = currentID
  }

  /// The order in which the grid has the photos.
  private var shownOrder: PhotoOrder?

  package func orientationDidChange(of id: PhotoID) {
    if visibility != .closed { grid.orientationDidChange(of: id) }
  }

  package func reload(_ id: PhotoID) {
    orientationDidChange(of: id)
    contentDidChange(of: [id])
  }

  /// Loads photos again whose files may have changed.
  func contentDidChange(of ids: Set<PhotoID>) {
    changedIDs.formUnion(ids)
    if visibility != .closed { update() }
  }

  package func show(_ change: PhotoListChange) {
    (photos, currentID, order) = (change.photos, change.current?.id, change.update.order)
    changedIDs.formUnion(change.changedIDs)
    if visibility != .closed { update() }
  }

  package func show(_ place: PhotoPlace) {
    currentID = place.id
    if visibility != .closed { grid.currentID = place.id }
  }

  package func startLoading() {}  // the grid loads what is in sight while it is in a window

  package func takeFocus() { grid.collection.becomeFocused() }

  package func view(of id: PhotoID) -> View? { visibility == .closed ? nil : grid.view(of: id) }

  package var loadCount: Int { visibility == .closed ? 0 : grid.loadCount }

  package var isMoving: Bool { visibility != .closed && grid.collection.isMoving }
}
