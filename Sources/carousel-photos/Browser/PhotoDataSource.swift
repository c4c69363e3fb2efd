import CarouselUI
import DecoderClient
import DecoderProtocol
import Dispatch
import Photos

/// The data source of the carousel. It creates the item views, loads their photos, and releases the views
/// that scrolled out of the window.
final class PhotoDataSource: CarouselDataSource {
  /// The photos in order. The list grows while folders are scanned.
  private(set) var photos: [LibraryPhoto] = []
  /// Called after a photo was loaded or failed to load.
  var onChange: (() -> Void)?
  /// Called once for each photo that cannot be shown, or can be shown only in part.
  var onProblem: ((PhotoError) -> Void)? {
    get { problems.onProblem }
    set { problems.onProblem = newValue }
  }

  private var photoBox = PhotoBox(size: Size(width: 480, height: 360), scale: 1)
  /// Decodes photos without the cache of the loader.
  let decoder: HelperDecoder
  private let loader: PhotoLoader
  private let memory: PhotoMemory
  /// The position and the motion of the carousel.
  private var travel = Travel(current: 0, visible: [], count: 0)
  private let prefetcher: PhotoPrefetcher
  private let resizePause = ResizePause()
  /// The item views by the index of their photo: the views in the carousel, and the views that wait for
  /// reuse.
  private var views: [Int: ImageView] = [:] { didSet { setBudget() } }
  /// The indexes of the views that the carousel released in a reload. `carousel(_:viewForItemAt:reusing:)`
  /// may return these views although the carousel did not offer them for reuse. All other views may still be
  /// in the carousel's queue for reuse.
  private var droppedByReload: Set<Int> = []
  private let loads: ViewLoads
  private let problems = PhotoProblems()
  /// The indexes of the views that show the final image or the error, not a preview.
  private var loaded: Set<Int> = []

  /// Whether ``start()`` was called.
  private var isStarted = false
  /// Whether views without a picture are hidden, because the window has just opened. Their placeholders would be painted
  /// before the first picture, and most would be replaced at once.
  private var hidesPlaceholders = true
  /// The time after ``start()`` in which placeholders are hidden, in seconds.
  private static let placeholderDelay = 0.3

  /// The number of photos that are being loaded, or that wait for ``start()``.
  var loadCount: Int { isStarted ? loads.count : views.count }

  /// Starts loading the photos. Call it when the compositor has sent the size of the window, because photos
  /// are decoded for a size.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    // The most urgent photo is requested first, because a free worker starts with the first request.
    for (index, view) in views.sorted(by: { priority(of: $0.key) > priority(of: $1.key) }) {
      load(index, into: view)
    }
    if !views.isEmpty { early = nil }  // the window shows other photos
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.placeholderDelay) { [weak self] in
      self?.early = nil
      self?.showPlaceholders()
    }
  }

  private func showPlaceholders() {
    hidesPlaceholders = false
    let hidden = views.values.filter(\.isHidden)
    for view in hidden { view.isHidden = false }
    if !hidden.isEmpty { onChange?() }
  }

  /// Called with the largest size of the painted photos, in bytes, when this budget changes.
  var onTextureBudget: ((Int) -> Void)? { didSet { setBudget() } }
  private var textureBudget: Int?

  /// Creates a data source without photos, and starts the first helper process.
  ///
  /// - Parameters:
  ///   - memory: The memory limit for all pictures, in bytes; `nil` for the default.
  ///   - thumbnails: The photos whose thumbnails are written.
  init(memory: Int? = nil, thumbnails: ThumbnailPolicy = .fixed) {
    self.memory = PhotoMemory(limit: memory)
    let decoder = self.memory.makeDecoder(thumbnails)
    self.decoder = decoder.decoder
    loader = PhotoLoader(byteBudget: 0, decoder: decoder)
    prefetcher = PhotoPrefetcher(loader)
    loads = ViewLoads(loader)
    resizePause.onEnd = { [weak self] in self?.deferFullImages() }
    self.memory.onPlan = { [weak self] in self?.apply($0) }
    setBudget()
  }

  /// The box that each photo must fit into, in points.
  var box: Size { photoBox.size }

  /// The photo that is decoded while the window opens. It is kept until its view has requested the photo: a decode without a
  /// request ends when another photo waits.
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
    early = EarlyPhoto(photo, at: PhotoBox(size: box, scale: scale).target, by: loader)
  }

  /// Sets the photos to a new state of the library's list. Call it before the carousel applies the same
  /// change.
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
      // The photo may have been requested at its former path after the rename, and reported as missing.
      loader.invalidate(photos[index].photo)
      guard let view = views[index] else { continue }
      show(photos[index].photo, in: view)
      if loads.contains(index) { load(index, into: view) }
    }
  }

  /// Moves the views and loads to the new indexes of their photos.
  private func moveViews(from old: [LibraryPhoto]) {
    let used = Set(views.keys).union(loads.indexes).union(prefetcher.indexes).union(loaded).union(
      droppedByReload)
    let ids = Dictionary(used.map { (old[$0].id, $0) }) { first, _ in first }
    var newIndexes: [Int: Int] = [:]
    for (index, photo) in photos.enumerated() {
      if let oldIndex = ids[photo.id] { newIndexes[oldIndex] = index }
    }
    for index in used where newIndexes[index] == nil { remove(index) }
    views = Dictionary(views.compactMap { index, view in newIndexes[index].map { ($0, view) } }) { first, _ in
      first
    }
    loads.move(newIndexes)
    prefetcher.move(newIndexes)
    loaded = Set(loaded.compactMap { newIndexes[$0] })
    droppedByReload = Set(droppedByReload.compactMap { newIndexes[$0] })
  }

  /// Loads a photo again because its file was written or replaced. Until then its view shows the old content.
  private func reloadChanged(_ index: Int) {
    forget(photos[index].photo)
    loaded.remove(index)
    if let view = views[index] { load(index, into: view) }
  }

  /// Evicts the cached image and the reported problem of a file.
  private func forget(_ photo: Photo) {
    loader.invalidate(photo)
    problems.forget(photo)
  }

  /// Updates the priorities of the loads, and loads the photos ahead. While the carousel scrolls fast, only
  /// previews are loaded.
  func follow(_ travel: Travel) {
    guard travel != self.travel else { return }
    let isElsewhere =
      (travel.current, travel.isFast, travel.destination)
      != (self.travel.current, self.travel.isFast, self.travel.destination)
    self.travel = travel
    deferFullImages()
    guard isElsewhere || prefetcher.isEmpty else { return }
    loads.setPriorities { travel.priority(of: $0) }
    prefetch()
  }

  private func deferFullImages() {
    let deferral: RequestQueue<Photo>.Deferral =
      resizePause.isActive ? .all : travel.isFast ? .allButCurrent : .none
    if loader.deferral != deferral { loader.deferral = deferral }
  }

  private func prefetch() {
    guard !resizePause.isActive, !loaded.isEmpty else { return }
    prefetcher.follow(travel, photos, at: target) { loads.contains($0) }
  }

  /// Call it before the carousel reloads its data. A reload releases all views and requests them again.
  func prepareForReload() { droppedByReload = Set(views.keys) }

  /// Changes the size of the photos and loads the visible ones again.
  ///
  /// - Parameters:
  ///   - box: The box that each photo must fit into, in points.
  ///   - scale: The number of pixels per point.
  ///   - visible: The indexes of the visible photos. If it is empty, all photos with a view are reloaded.
  /// - Returns: Whether the size changed, so that the carousel must be reloaded.
  func resize(to box: Size, scale: Double, visible: [Int]) -> Bool {
    let newBox = PhotoBox(size: box, scale: scale)
    guard newBox != photoBox else { return false }
    photoBox = newBox
    setBudget()
    prefetcher.cancelAll()
    // The first photos are not deferred.
    if !loaded.isEmpty {
      resizePause.begin()
      deferFullImages()
    }
    for (index, view) in views {
      guard visible.isEmpty || visible.contains(index) else {
        remove(index)
        continue
      }
      view.size = photoBox.size(of: view.imageSize)
      load(index, into: view)
    }
    return true
  }

  /// Cancels the loading of photos that are not visible, and removes their views if the carousel cannot reuse
  /// them. Of the views that wait for reuse, only the nearest `keptForReuse` keep their photo. The loader
  /// caches the most recent photos.
  func releaseViews(except visible: [Int]) {
    let visible = Set(visible)
    var waiting: [Int] = []
    for index in views.keys where !visible.contains(index) {
      if loads.contains(index) || droppedByReload.contains(index) {
        // The view may show a placeholder, so its photo is loaded again when it scrolls in.
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

  /// The number of views in the queue for reuse that keep their photo, in case the same photo scrolls in
  /// again. Scrolling back and forth needs one or two. When the carousel shows fewer items than before,
  /// dozens of views may wait.
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
    show(photos[index].photo, in: view)
    view.contentMode = .fill
    view.size = box
    view.isHidden = hidesPlaceholders
    load(index, into: view)
    return view
  }

  /// Shows the caption of a photo, and names the view.
  private func show(_ photo: Photo, in view: ImageView) {
    view.caption = photo.caption
    let name = DisplayText.printable(photo.name)
    view.accessibilityLabel = [name, photo.caption].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Creates a view that releases its image after painting, and requests it again through `onImageNeeded`.
  private func makeView() -> ImageView {
    let view = ImageView(size: box)
    view.onImageNeeded = { [weak self] in self?.reload($0) }
    return view
  }

  /// Removes a view from the index of its previous photo.
  private func detach(_ view: ImageView) {
    for (index, other) in views where other === view { remove(index) }
  }

  /// Removes the view at an index, and cancels its loading.
  private func remove(_ index: Int) {
    views[index]?.endAnimation()
    views[index] = nil
    loaded.remove(index)
    droppedByReload.remove(index)
    loads.end(index)
  }

  private func load(_ index: Int, into view: ImageView) {
    view.endAnimation()
    guard isStarted else { return }
    let photo = photos[index].photo
    if let image = loader.cachedImage(of: photo, at: target) {
      loads.end(index)
      show(image, in: view)
      play(photo, from: image, in: view)
      loaded.insert(index)
      return
    }
    if view.imageSize == nil, let preview = early?.preview(of: photo) { show(preview, in: view) }
    loads.begin(
      index, photo, at: target, priority: priority(of: index), hasPicture: view.imageSize != nil
    ) { [weak self, weak view] index, stage in
      guard let self, let view, views[index] === view else { return }
      receive(stage, of: photo, at: index, in: view)
    }
    if photo == early?.photo { early = nil }
  }

  /// Returns the priority of a photo that has a view.
  private func priority(of index: Int) -> LoadPriority {
    // A view that the carousel requests will be visible in the next frame.
    max(travel.priority(of: index), LoadPriority(.visible, distance: Int((index - travel.current).magnitude)))
  }

  /// Loads the photo of a view that has released its image and must be painted again.
  private func reload(_ view: ImageView) {
    guard let index = views.first(where: { $0.value === view })?.key, !loads.contains(index) else { return }
    load(index, into: view)
  }

  private func receive(_ stage: PhotoLoader.Stage, of photo: Photo, at index: Int, in view: ImageView) {
    switch stage {
    case .preview(let image):
      // A preview must not replace the full image that was decoded for the previous size.
      if view.imageSize == nil {
        show(image, in: view)
        loaded.remove(index)
      }
      return
    case .full(let image):
      show(image, in: view)
      play(photo, from: image, in: view)
    case .incomplete(let image, let error):
      show(image, in: view)
      problems.report(error, of: photo)
    case .failed(let error):
      // If the photo was painted before, its texture stays visible, for example after the file was removed.
      if !loaded.contains(index) || view.imageSize == nil {
        view.image = nil
        view.size = box
        view.failure = error.brief
        view.isHidden = false
      }
      problems.report(error, of: photo)
    }
    loaded.insert(index)
    loads.end(index)
    // An image that was decoded for a larger box is shown until the exact one is decoded.
    if case .full(let image) = stage, !target.shows(image) { load(index, into: view) }
    onChange?()
    if loads.isEmpty { prefetch() }
  }

  /// Plays an animated photo in a view that shows its first frame.
  private func play(_ photo: Photo, from firstFrame: Image, in view: ImageView) {
    view.endAnimation()
    guard let info = loader.animation(of: photo) else { return }
    let size = Size(width: Double(target.width), height: Double(target.height))
    let frames = PhotoFrames(photo: photo, info: info, box: target, decoder: decoder)
    view.play(frames, firstFrame: firstFrame, size: size) { action in DispatchQueue.main.async { action() } }
  }

  private func show(_ image: Image, in view: ImageView) {
    view.failure = nil
    view.image = image
    view.size = photoBox.size(of: view.imageSize)
    view.isHidden = false
  }

  /// Divides the memory for the current size of the photos and number of views.
  private func setBudget() { memory.update(photoBytes: target.width * target.height * 4, views: views.count) }

  /// Makes the caches shrink, because the system is low on memory.
  func receiveMemoryWarning() { memory.receiveMemoryWarning() }

  private func apply(_ plan: PhotoMemory.Plan) {
    if plan.decoded != loader.byteBudget { loader.byteBudget = plan.decoded }
    if plan.textures != textureBudget, let onTextureBudget {
      textureBudget = plan.textures
      onTextureBudget(plan.textures)
    }
  }

  private var target: TargetSize { photoBox.target }
}
