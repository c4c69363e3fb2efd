import CarouselUI
import DecoderProtocol
import Dispatch
import PhotoLoading
import Photos

/// The data source of the carousel: it creates the item views, loads their photos, and releases views that scrolled
/// out.
final class PhotoDataSource: CarouselDataSource {
  /// The photos in order. Their number grows while folders are scanned.
  private(set) var photos: [LibraryPhoto] = []
  /// Called after a photo was loaded or failed to load.
  var onChange: (() -> Void)?
  /// Called once for each photo that cannot be shown completely.
  var onProblem: ((PhotoError) -> Void)?

  /// The box that each photo must fit into, in points.
  private(set) var box = Size(width: 480, height: 360)
  /// Pixels per point.
  private var scale = 1.0
  private let loader: PhotoLoader
  private var governor: MemoryGovernor
  /// The time at which the memory pressure was read last, in seconds.
  private var pressureTime = -Double.infinity
  /// The position and the motion of the carousel.
  private var travel = Travel(current: 0, visible: [], count: 0)
  /// The requests for photos that may come into view next, by index. Their images stay in the loader's cache.
  private var prefetches: [Int: PhotoLoader.Request] = [:]
  /// Counts the changes of the size. The photos are decoded again after the last of them.
  private var resizeCount = 0
  private var isResizing = false
  /// The item views by the index of their photo: those that the carousel shows, and those that wait for reuse.
  private var views: [Int: ImageView] = [:] { didSet { setBudget() } }
  /// The indexes of the views that the carousel dropped in a reload. Only these views may be returned without being
  /// passed for reuse, because the carousel may hold any other view for reuse.
  private var droppedByReload: Set<Int> = []
  private var loads: [Int: PhotoLoader.Request] = [:]
  /// The number of the current load of each index. It distinguishes stages of this load from those of a canceled one.
  private var tickets: [Int: Int] = [:]
  private var nextTicket = 0
  private var reported: Set<Photo> = []
  private var hasReportedDecoder = false
  /// The indexes of the views that show the final result of loading, not a preview.
  private var loaded: Set<Int> = []

  /// Whether ``start()`` was called.
  private var isStarted = false
  /// Whether views without a picture are hidden, because the window has just opened. Their placeholders would be painted
  /// before the first picture, and most would be replaced at once.
  private var hidesPlaceholders = true
  /// The time after ``start()`` in which placeholders are hidden, in seconds.
  private static let placeholderDelay = 0.3

  /// The number of photos that are being loaded, or wait for ``start()``.
  var loadCount: Int { isStarted ? loads.count : views.count }

  /// Starts to load the photos. Before the compositor has told the size of the window, they would be decoded at the
  /// wrong size.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    // A free worker takes the first request.
    for (index, view) in views.sorted(by: { priority(of: $0.key) > priority(of: $1.key) }) {
      load(index, into: view)
    }
    early = nil  // its decode goes on for the request of the view
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.placeholderDelay) { [weak self] in
      self?.showPlaceholders()
    }
  }

  private func showPlaceholders() {
    hidesPlaceholders = false
    let hidden = views.values.filter(\.isHidden)
    for view in hidden { view.isHidden = false }
    if !hidden.isEmpty { onChange?() }
  }

  /// Called with the memory that the painted photos may take, in bytes, when it changes.
  var onTextureBudget: ((Int) -> Void)? { didSet { setBudget() } }
  private var textureBudget: Int?

  /// Creates a data source without photos, and starts the first helper process.
  ///
  /// - Parameter memory: The limit of the memory of all pictures, in bytes; `nil` for the default.
  init(memory: Int? = nil) {
    governor = Self.makeGovernor(memory: memory)
    loader = PhotoLoader(byteBudget: 0, decoder: Self.makeDecoder(limit: governor.limit))
    setBudget()
  }

  /// The photo that is decoded while the window opens.
  private var early: EarlyPhoto?

  /// Starts to decode the photo that the window shows first, while the window opens.
  ///
  /// The photo is decoded again after ``start()`` if the window gets another size.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - box: The box that the photo must fit into, in points, in a window of the expected size.
  ///   - scale: The expected number of pixels per point.
  func loadEarly(_ photo: Photo, box: Size, scale: Double) {
    guard !isStarted, early?.photo != photo else { return }
    early = EarlyPhoto(photo, at: TargetSize(box, scale: scale), by: loader)
  }

  private static func makeGovernor(memory: Int?) -> MemoryGovernor {
    MemoryGovernor(
      wanted: memory, machineBytes: SystemMemory.machineBytes, groupBytes: SystemMemory.groupBytes)
  }

  private static func makeDecoder(limit: Int) -> ThumbnailingDecoder {
    var options = DecoderPool.Options()
    options.onNotice = { printError($0) }
    options.limits.workingBytes = min(options.limits.workingBytes, limit)
    return ThumbnailingDecoder(
      HelperDecoder(options), store: ThumbnailStore(program: Usage.programAndVersion))
  }

  /// Takes over a state of the library. Call it before the carousel changes its items in the same way.
  func show(_ update: PhotoLibrary.Update) {
    let (old, change) = (photos, update.change)
    photos = update.photos
    for index in change.removals { forget(old[index].photo) }
    if change.changesPlaces { moveViews(from: old) }
    for index in change.changes { reloadChanged(index) }
    guard !change.renames.isEmpty else { return }
    let renamed = Set(change.renames.map { photos[$0].id })
    for photo in old where renamed.contains(photo.id) { loader.invalidate(photo.photo) }
    for index in change.renames {
      // A photo that was loaded from the former path would be reported as missing.
      loader.invalidate(photos[index].photo)
      guard let view = views[index] else { continue }
      view.caption = photos[index].photo.caption
      if loads[index] != nil { load(index, into: view) }
    }
  }

  /// Assigns the views and loads to the new indexes of their photos.
  private func moveViews(from old: [LibraryPhoto]) {
    let used = Set(views.keys).union(loads.keys).union(prefetches.keys).union(loaded).union(droppedByReload)
    let ids = Dictionary(used.map { (old[$0].id, $0) }) { first, _ in first }
    var newIndexes: [Int: Int] = [:]
    for (index, photo) in photos.enumerated() {
      if let oldIndex = ids[photo.id] { newIndexes[oldIndex] = index }
    }
    for index in used where newIndexes[index] == nil { remove(index) }
    func moved<Value>(_ values: [Int: Value]) -> [Int: Value] {
      Dictionary(values.compactMap { key, value in newIndexes[key].map { ($0, value) } }) { first, _ in first
      }
    }
    (loads, tickets, views) = (moved(loads), moved(tickets), moved(views))
    prefetches = moved(prefetches)
    loaded = Set(loaded.compactMap { newIndexes[$0] })
    droppedByReload = Set(droppedByReload.compactMap { newIndexes[$0] })
  }

  /// Loads a photo again whose file was written or replaced. Until then its view shows the former content.
  private func reloadChanged(_ index: Int) {
    forget(photos[index].photo)
    loaded.remove(index)
    if let view = views[index] { load(index, into: view) }
  }

  /// Forgets what was loaded and reported about a file.
  private func forget(_ photo: Photo) {
    loader.invalidate(photo)
    reported.remove(photo)
  }

  /// Changes the order in which photos are loaded, and loads those ahead. While the carousel is fast only previews are
  /// loaded.
  func follow(_ travel: Travel) {
    guard travel != self.travel else { return }
    let isElsewhere =
      (travel.current, travel.isFast, travel.destination)
      != (self.travel.current, self.travel.isFast, self.travel.destination)
    self.travel = travel
    deferFullImages()
    guard isElsewhere || prefetches.isEmpty else { return }
    for (index, load) in loads { load.setPriority(travel.priority(of: index)) }
    prefetch()
  }

  private func deferFullImages() {
    let deferral: PhotoLoader.Deferral = isResizing ? .all : travel.isFast ? .allButCurrent : .none
    if loader.deferral != deferral { loader.deferral = deferral }
  }

  /// Loads the photos that may come into view next into the cache of the loader.
  private func prefetch() {
    guard !isResizing, !loaded.isEmpty else { return }
    let wanted = travel.neighbors(ahead: Self.prefetchedAhead, behind: Self.prefetchedBehind)
    for index in prefetches.keys where !wanted.contains(index) { prefetches[index] = nil }
    for index in wanted where photos.indices.contains(index) && loads[index] == nil {
      let photo = photos[index].photo
      if let request = prefetches[index] {
        request.setPriority(travel.priority(of: index))
      } else if loader.cachedImage(of: photo, at: target) == nil {
        // A prefetch needs no preview: the photo is not shown yet.
        prefetches[index] = loader.load(
          photo, at: target, priority: travel.priority(of: index), hasPicture: true
        ) { _ in }
      }
    }
  }

  /// The numbers of photos that are decoded before they are visible.
  private static let prefetchedAhead = 4
  private static let prefetchedBehind = 2

  /// Must be called before the carousel reloads its data. The reload drops all views and requests them again.
  func prepareForReload() { droppedByReload = Set(views.keys) }

  /// Changes the size of the photos and reloads those that are visible.
  ///
  /// - Parameters:
  ///   - box: The box that each photo must fit into, in points.
  ///   - scale: The number of pixels per point.
  ///   - visible: The indexes of the visible photos. If it is empty, all photos with a view are reloaded.
  /// - Returns: Whether the size changed, so that the carousel must be reloaded.
  func resize(to box: Size, scale: Double, visible: [Int]) -> Bool {
    guard box != self.box || scale != self.scale else { return false }
    (self.box, self.scale) = (box, scale)
    setBudget()
    prefetches = [:]
    waitForSize()
    for (index, view) in views {
      guard visible.isEmpty || visible.contains(index) else {
        remove(index)
        continue
      }
      view.size = size(of: view.imageSize)
      load(index, into: view)
    }
    return true
  }

  /// Lets full images wait until the size has not changed for a while. The first photos are loaded at once.
  private func waitForSize() {
    guard !loaded.isEmpty else { return }
    resizeCount += 1
    let count = resizeCount
    isResizing = true
    deferFullImages()
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.resizePause) { [weak self] in
      guard let self, self.resizeCount == count else { return }
      self.isResizing = false
      self.deferFullImages()
    }
  }

  /// The time without a change of size after which photos are decoded for the new size, in seconds.
  private static let resizePause = 0.1

  /// Cancels the loading of photos that are not visible, and releases their views where the carousel cannot reuse them.
  /// Of the views that wait for reuse, only the nearest `keptForReuse` keep their photo; the loader caches the most
  /// recent photos.
  func releaseViews(except visible: [Int]) {
    let visible = Set(visible)
    var waiting: [Int] = []
    for index in views.keys where !visible.contains(index) {
      if loads[index] != nil || droppedByReload.contains(index) {
        // Its view may show a placeholder, so it is loaded again when it scrolls in.
        remove(index)
      } else {
        waiting.append(index)
      }
    }
    guard waiting.count > Self.keptForReuse, let first = visible.min(), let last = visible.max() else {
      return
    }
    waiting.sort { max(first - $0, $0 - last) < max(first - $1, $1 - last) }
    for index in waiting[Self.keptForReuse...] {
      views[index]?.image = nil
      remove(index)
    }
  }

  /// The number of views waiting for reuse that keep their photo, in case they are reused for the same one. Scrolling
  /// back and forth needs one or two. When the carousel shows fewer items than before, dozens may wait.
  private static let keptForReuse = 4

  func numberOfItems(in carousel: Carousel) -> Int { photos.count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing reusableView: (any ItemView)?
  ) -> any ItemView {
    let reused = reusableView as? ImageView
    if let view = views[index], view === reused || droppedByReload.remove(index) != nil {
      if let reused, reused !== view { detach(reused) }
      return view
    }
    let view = reused ?? makeView()
    detach(view)
    views[index] = view
    view.image = nil
    view.failure = nil
    view.caption = photos[index].photo.caption
    view.contentMode = .fill
    view.size = box
    view.isHidden = hidesPlaceholders
    load(index, into: view)
    return view
  }

  /// Creates a view that releases its image after it was painted.
  private func makeView() -> ImageView {
    let view = ImageView(size: box)
    view.onImageNeeded = { [weak self] in self?.reload($0) }
    return view
  }

  /// Removes the association of a view with its previous photo.
  private func detach(_ view: ImageView) {
    for (index, other) in views where other === view { remove(index) }
  }

  /// Removes the view of an index, and cancels its loading.
  private func remove(_ index: Int) {
    views[index] = nil
    loaded.remove(index)
    droppedByReload.remove(index)
    endLoad(index)
  }

  private func endLoad(_ index: Int) {
    loads.removeValue(forKey: index)?.cancel()
    tickets[index] = nil
  }

  private func load(_ index: Int, into view: ImageView) {
    endLoad(index)
    guard isStarted else { return }
    let photo = photos[index].photo
    if let image = loader.cachedImage(of: photo, at: target) {
      show(image, in: view)
      loaded.insert(index)
      return
    }
    if view.imageSize == nil, let preview = early?.preview(of: photo) { show(preview, in: view) }
    // A stage may arrive on the main queue after the load was canceled. Its ticket is then outdated, and it is ignored.
    let ticket = nextTicket
    nextTicket += 1
    tickets[index] = ticket
    loads[index] = loader.load(
      photo, at: target, priority: priority(of: index), hasPicture: view.imageSize != nil
    ) { [weak self, weak view] stage in
      DispatchQueue.main.async {
        // The photo may have another index than when it was requested.
        guard let self, let view, let index = self.tickets.first(where: { $0.value == ticket })?.key,
          self.views[index] === view
        else { return }
        self.receive(stage, of: photo, at: index, in: view)
      }
    }
  }

  /// Returns the priority of a photo with a view.
  private func priority(of index: Int) -> LoadPriority {
    // A view that the carousel requests will be visible in the next frame.
    max(travel.priority(of: index), LoadPriority(.visible, distance: Int((index - travel.current).magnitude)))
  }

  /// Loads the photo of a view that released its image and must be painted again.
  private func reload(_ view: ImageView) {
    guard let index = views.first(where: { $0.value === view })?.key, loads[index] == nil else { return }
    load(index, into: view)
  }

  private func receive(_ stage: PhotoLoader.Stage, of photo: Photo, at index: Int, in view: ImageView) {
    switch stage {
    case .preview(let image):
      // Does not replace the full image of the previous size.
      if view.imageSize == nil {
        show(image, in: view)
        loaded.remove(index)
      }
      return
    case .full(let image): show(image, in: view)
    case .incomplete(let image, let error):
      show(image, in: view)
      report(error, of: photo)
    case .failed(let error):
      // If the photo was painted before, for example before its file was removed, its texture stays visible.
      if !loaded.contains(index) || view.imageSize == nil {
        view.image = nil
        view.size = box
        view.failure = error.brief
        view.isHidden = false
      }
      report(error, of: photo)
    }
    loaded.insert(index)
    endLoad(index)
    // A decode for a larger box is shown until the exact one is there.
    if case .full(let image) = stage, !target.shows(image) { load(index, into: view) }
    onChange?()
    if loads.isEmpty { prefetch() }
  }

  private func show(_ image: Image, in view: ImageView) {
    view.failure = nil
    view.image = image
    view.size = size(of: view.imageSize)
    view.isHidden = false
  }

  private func report(_ error: PhotoError, of photo: Photo) {
    guard reported.insert(photo).inserted else { return }
    if error.isWithoutDecoder {
      // It is the same for all photos.
      if hasReportedDecoder { return }
      hasReportedDecoder = true
    }
    onProblem?(error)
  }

  /// Returns the size of a photo's view, in points: the largest that fits the box. An image that was decoded for the
  /// box keeps its size, so that it is shown pixel by pixel.
  ///
  /// - Parameter pixels: The size of the image in pixels; `nil` while it is not loaded.
  private func size(of pixels: Size?) -> Size {
    guard let pixels else { return box }
    let own = Size(width: pixels.width / scale, height: pixels.height / scale)
    let fit = ContentMode.fit.placement(of: own, in: Rect(origin: .zero, size: box)).size
    // A difference of less than a pixel comes from rounding and must not cause resampling.
    return abs(fit.width - own.width) * scale < 1 && abs(fit.height - own.height) * scale < 1 ? own : fit
  }

  /// Divides the memory among the painted photos, the cached images and the decodes.
  private func setBudget() {
    readPressure()
    let photo = target.width * target.height * 4
    var demand = MemoryGovernor.Demand()
    demand.fixed = Self.fixedBytes
    // The box of a photo takes about a third of the window.
    demand.shownTextures = views.count * photo
    demand.textures = max(12 * photo, demand.shownTextures + 4 * photo)
    demand.decoded = Self.cachedPhotos * photo
    demand.decode = photo + Self.decodeBytes
    let plan = governor.plan(for: demand)
    let decoded = max(plan.decoded, Self.leastCachedPhotos * photo)
    if decoded != loader.byteBudget { loader.byteBudget = decoded }
    if plan.textures != textureBudget, let onTextureBudget {
      textureBudget = plan.textures
      onTextureBudget(plan.textures)
    }
  }

  private func readPressure() {
    let now = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
    guard now - pressureTime >= Self.pressureInterval else { return }
    pressureTime = now
    governor.update(SystemMemory.pressure, at: now)
  }

  /// The least time between two reads of the memory pressure, in seconds.
  private static let pressureInterval = 1.0
  /// The memory of the program and its helpers without pictures, in bytes.
  private static let fixedBytes = 70 << 20
  /// The memory of a helper that decodes a usual photo, without the result, in bytes.
  private static let decodeBytes = 24 << 20
  /// The number of images that the loader caches: those ahead and behind, and some to scroll back to.
  private static let cachedPhotos = 20
  /// With fewer the photo that scrolls in would be decoded again each time.
  private static let leastCachedPhotos = 2

  private var target: TargetSize { TargetSize(box, scale: scale) }
}
