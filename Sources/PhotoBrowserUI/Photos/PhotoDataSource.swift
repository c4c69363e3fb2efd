package import CarouselUI
internal import DecoderClient
internal import DecoderProtocol
internal import Dispatch
package import Photos

/// The data source of the carousel of a page. It creates the item views, loads their photos, and releases the views
/// that scrolled out of the window.
@MainActor
package final class PhotoDataSource: CarouselDataSource {
  /// The photos in order. The list grows while folders are scanned.
  package private(set) var photos: [LibraryPhoto] = []
  /// Called after a photo was loaded or failed to load.
  package var onChange: (() -> Void)?

  private var photoBox = PhotoBox(size: Size(width: 480, height: 360), scale: 1)
  private let pipeline: PhotoPipeline
  private var loader: PhotoLoader { pipeline.loader }
  private var problems: PhotoProblems { pipeline.problems }
  private let kept: PhotoMemory.Kept
  private let makeContainer: (Size) -> any PhotoItemView
  /// Whether the carousel has the photos as items. Without them it needs no views and no memory.
  package private(set) var isShown = true
  /// The position and the motion of the carousel.
  private var travel = Travel(current: 0, visible: [], count: 0)
  private let resizePause = ResizePause()
  /// The views in the carousel, and the views that wait for reuse, by their photo.
  private let items = PhotoItems()
  private let prefetched: PhotoPrefetch
  /// Returns the orientation with which a photo is shown, in addition to the one that its file states.
  package var orientation: (PhotoID) -> ImageOrientation = { _ in .upright }

  /// Whether ``start()`` was called.
  private var isStarted = false
  /// Whether views without a picture are hidden, because the window has just opened. Their placeholders would be painted
  /// before the first picture, and most would be replaced at once.
  private var hidesPlaceholders = true
  /// The time after ``start()`` in which placeholders are hidden, in seconds.
  private static let placeholderDelay = 0.3

  /// The number of photos that are being loaded, or that wait for ``start()``.
  package var loadCount: Int { isStarted ? items.all.count { $0.request != nil } : items.count }
  private var isLoading: Bool { items.all.contains { $0.request != nil } }
  private var hasLoaded: Bool { items.all.contains(where: \.isLoaded) }

  /// Starts loading the photos. Call it when the compositor has sent the size of the window, because photos
  /// are decoded for a size.
  package func start() {
    guard !isStarted, isShown else { return }
    isStarted = true
    deferFullImages()
    // The most urgent photo is requested first, because a free worker starts with the first request.
    for item in items.all.sorted(by: { priority(of: $0.index) > priority(of: $1.index) })
    where item.awaitsStart { load(item) }
    // With the same photos as before, no stage of a load starts the prefetch.
    if !isLoading { prefetch() }
    if items.count > 0 { pipeline.endEarlyLoad() }  // the window shows other photos
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.placeholderDelay) { [weak self] in
      self?.pipeline.endEarlyLoad()
      self?.showPlaceholders()
    }
  }

  /// Stops loading, because another page covers the photos, until ``start()``.
  package func pause() {
    guard isStarted else { return }
    prefetched.removeAll()
    for item in items.all where item.request != nil {
      item.endLoad()
      item.awaitsStart = true
    }
    endStart()
  }

  /// Leaves the loader to the other pages, which load all photos, also if the size of these has just changed.
  private func endStart() {
    guard isStarted else { return }
    isStarted = false
    if loader.deferral != .none { loader.deferral = .none }
  }

  private func showPlaceholders() {
    hidesPlaceholders = false
    let hidden = items.all.filter(\.view.isHidden)
    for item in hidden { item.view.isHidden = false }
    if !hidden.isEmpty { onChange?() }
  }

  /// Creates a data source without photos.
  ///
  /// - Parameters:
  ///   - pipeline: Loads the photos.
  ///   - kept: The numbers of photos whose pixels are kept.
  ///   - makeContainer: Creates the view of an item with a size in points.
  package init(
    _ pipeline: PhotoPipeline, kept: PhotoMemory.Kept = .carousel,
    makeContainer: @escaping (Size) -> any PhotoItemView
  ) {
    (self.pipeline, self.kept, self.makeContainer) = (pipeline, kept, makeContainer)
    prefetched = PhotoPrefetch(pipeline.loader)
    items.onChange = { [weak self] in self?.setBudget() }
    resizePause.onEnd = { [weak self] in self?.deferFullImages() }
    setBudget()
  }

  /// The box that each photo must fit into, in points.
  package var box: Size { photoBox.size }

  /// Gives the carousel the photos as items, or takes them away. Reload the carousel afterwards.
  package func setShown(_ isShown: Bool) {
    guard isShown != self.isShown else { return }
    self.isShown = isShown
    guard !isShown else { return }
    prefetched.removeAll()
    items.removeAll()
    travel = Travel(current: 0, visible: [], count: 0)
    endStart()
  }

  /// Whether the view of a photo shows its final image or the reason why there is none, and not a preview.
  package func isLoaded(_ id: PhotoID) -> Bool { items[id]?.isLoaded == true }

  /// Whether animated photos play. They do not while other views cover the carousel.
  package var playsAnimations = true {
    didSet {
      guard playsAnimations != oldValue else { return }
      for item in items.all { item.view.playsAnimation = playsAnimations ? nil : false }
    }
  }

  /// Returns the name of a photo for a screen reader; by default that of its file. Set it again when the names have changed.
  package var spokenName: (LibraryPhoto) -> String = \.printableName {
    didSet {
      for item in items.all where photos.indices.contains(item.index) {
        let photo = photos[item.index]
        if photo.id == item.id { describe(item, photo) }
      }
    }
  }

  private func describe(_ item: PhotoItem, _ photo: LibraryPhoto) {
    item.describe(photo, name: spokenName(photo), pipeline.spokenFacts)
  }

  /// Whether the views show the names of the files.
  package var showsCaptions = true

  /// Sets the photos to a new state of the library's list. Call it before the carousel applies the same
  /// change.
  package func show(_ update: PhotoLibrary.Update) {
    let (old, change) = (photos, update.change)
    photos = update.photos
    for index in change.removals {
      forget(old[index].photo)
      prefetched.remove(old[index].id)
      if let item = items[old[index].id] { items.remove(item) }
    }
    if change.changesPlaces {
      for (index, photo) in photos.enumerated() { items[photo.id]?.index = index }
    }
    // The first change of another library does not name the photos of the former one.
    for item in items.all where !photos.indices.contains(item.index) || photos[item.index].id != item.id {
      prefetched.remove(item.id)
      items.remove(item)
    }
    for index in change.changes { reloadChanged(index) }
    guard !change.renames.isEmpty else { return }
    let renamed = Set(change.renames.map { photos[$0].id })
    for photo in old where renamed.contains(photo.id) { loader.invalidate(photo.photo) }
    for index in change.renames {
      // The photo may have been requested at its former path after the rename, and reported as missing.
      loader.invalidate(photos[index].photo)
      guard let item = items[photos[index].id] else { continue }
      show(photos[index], in: item)
      if item.request != nil { load(item) }
    }
  }

  /// Loads a photo again because its file was written or replaced. Until then its view shows the old content.
  private func reloadChanged(_ index: Int) {
    forget(photos[index].photo)
    guard let item = items[photos[index].id] else { return }
    item.view.endAnimation()
    item.isLoaded = false
    load(item)
  }

  /// Shows a photo with its new orientation.
  ///
  /// - Parameter animated: Whether its picture rotates by a motion.
  package func orientationDidChange(of id: PhotoID, animated: Bool) {
    prefetched.remove(id)
    guard let item = items[id], photos.indices.contains(item.index) else { return }
    let (former, photo) = (target(with: item.view.imageOrientation), photos[item.index].photo)
    // The pixels for the former box are rotated at once. They are replaced by those for the new box.
    let exact = item.view.image ?? loader.cached(photo, at: former)?.image
    if item.view.imageSize != nil {
      item.rotatesAnimated = animated
      if let image = exact ?? loader.preview(of: photo) { show(image, in: item) }
    }
    guard target(of: id) != former || exact == nil else { return }
    item.isLoaded = false
    load(item)
  }

  /// Loads photos again whose files may have changed.
  func contentDidChange(of ids: Set<PhotoID>) {
    for (index, photo) in photos.enumerated() where ids.contains(photo.id) { reloadChanged(index) }
  }

  /// Evicts the cached image and the reported problem of a file.
  private func forget(_ photo: Photo) {
    loader.invalidate(photo)
    problems.forget(photo)
  }

  /// Updates the priorities of the loads, and loads the photos ahead. While the carousel scrolls fast, only
  /// previews are loaded.
  package func follow(_ travel: Travel) {
    if !travel.isFast { readFacts(of: travel.current) }
    guard travel != self.travel else { return }
    let isElsewhere =
      (travel.current, travel.isFast, travel.destination)
      != (self.travel.current, self.travel.isFast, self.travel.destination)
    self.travel = travel
    deferFullImages()
    guard isElsewhere || prefetched.isEmpty else { return }
    loader.setPriorities(
      items.all.compactMap { item in item.request.map { ($0, travel.priority(of: item.index)) } })
    prefetch()
  }

  /// Reads the texts about a photo for a screen reader.
  private func readFacts(of index: Int) {
    guard pipeline.spokenFacts.isWanted, photos.indices.contains(index) else { return }
    let photo = photos[index]
    pipeline.spokenFacts.read(photo) { [weak self] in
      if let self, let item = items[photo.id] { describe(item, photo) }
    }
  }

  /// Whether only the full image of the current photo is loaded for now, because exact pixels of the shown photo are decoded.
  package var isSharpening = false { didSet { if isSharpening != oldValue { deferFullImages() } } }

  private func deferFullImages() {
    // Only the shown page decides.
    guard isStarted else { return }
    let deferral: RequestQueue<Photo>.Deferral =
      resizePause.isActive
      ? .all : isSharpening ? .allButCurrent : travel.isFast ? .allButCurrent : .none
    if loader.deferral != deferral { loader.deferral = deferral }
  }

  /// Loads the photos near the current one, and cancels the other requests for hidden photos.
  private func prefetch() {
    guard !resizePause.isActive, hasLoaded else { return }
    prefetched.update(photos, around: travel, at: target(of:)) { items[$0]?.request != nil }
  }

  /// Call it before the carousel reloads its data. A reload releases all views and requests them again.
  package func prepareForReload() { for item in items.all { item.isDropped = true } }

  /// Changes the size of the photos and loads the visible ones again.
  ///
  /// - Parameters:
  ///   - box: The box that each photo must fit into, in points.
  ///   - scale: The number of pixels per point.
  ///   - visible: The indexes of the visible photos. If it is empty, all photos with a view are reloaded.
  /// - Returns: Whether the size changed, so that the carousel must be reloaded.
  package func resize(to box: Size, scale: Double, visible: [Int]) -> Bool {
    let newBox = PhotoBox(size: box, scale: scale)
    guard newBox != photoBox else { return false }
    photoBox = newBox
    setBudget()
    prefetched.removeAll()
    // The first photos are not deferred.
    if hasLoaded {
      resizePause.begin()
      deferFullImages()
    }
    for item in items.all {
      guard visible.isEmpty || visible.contains(item.index) else {
        items.remove(item)
        continue
      }
      item.container.fit(photoBox)
      load(item)
    }
    return true
  }

  /// Cancels the loading of photos that are not visible, and removes their views if the carousel cannot reuse
  /// them. The loader caches the most recent photos.
  package func releaseViews(except visible: [Int]) { items.release(except: visible) }

  package func numberOfItems(in carousel: Carousel) -> Int { isShown ? photos.count : 0 }

  package func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing reusableView: (any ItemView)?
  ) -> any ItemView {
    let (photo, reused) = (photos[index], reusableView as? any PhotoItemView)
    if let item = items[photo.id], item.container === reused || item.isDropped {
      item.isDropped = false
      if let reused, reused !== item.container { items.detach(reused.imageView) }
      return item.container
    }
    let container = reused ?? makeView()
    let view = container.imageView
    items.detach(view)
    container.prepareForReuse()
    let item = PhotoItem(photo.id, at: index, in: container)
    let former = items.add(item)
    view.image = nil
    view.failure = nil
    if !playsAnimations { view.playsAnimation = false }
    show(photo, in: item)
    view.contentMode = .fill
    container.fit(photoBox)
    view.isHidden = hidesPlaceholders
    load(item)
    // The load of the former view ends only now, so that its decode goes on for the new one.
    former?.endLoad()
    return container
  }

  /// Shows the name of the file of a photo, and describes the view.
  private func show(_ photo: LibraryPhoto, in item: PhotoItem) {
    if showsCaptions { item.view.caption = photo.photo.caption }
    describe(item, photo)
  }

  /// Creates a view that releases its image after painting, and requests it again through `onImageNeeded`.
  private func makeView() -> any PhotoItemView {
    let container = makeContainer(box)
    container.imageView.onImageNeeded = { [weak self] view in
      // The view has released its image and must be painted again.
      if let self, let item = items.item(with: view), item.request == nil { load(item) }
    }
    return container
  }

  private func load(_ item: PhotoItem) {
    let (view, photo, target) = (item.view, photos[item.index].photo, target(of: item.id))
    item.awaitsStart = !isStarted
    guard isStarted else { return }
    if let cached = loader.cached(photo, at: target) {
      item.endLoad()
      show(cached.image, in: item)
      view.play(photo, from: cached.image, at: target, pipeline)
      item.isLoaded = true
      return
    }
    if view.imageSize == nil, let preview = loader.preview(of: photo) {
      show(preview, in: item)
      item.isLoaded = false
    }
    item.load(photo, by: loader, at: target, priority: priority(of: item.index)) {
      [weak self, weak item] stage in
      if let self, let item { receive(stage, of: photo, for: item) }
    }
    pipeline.endEarlyLoad(of: photo)
  }

  /// Returns the priority of a photo that has a view.
  private func priority(of index: Int) -> LoadPriority {
    // A view that the carousel requests will be visible in the next frame.
    max(travel.priority(of: index), LoadPriority(.visible, distance: Int((index - travel.current).magnitude)))
  }

  private func receive(_ stage: PhotoLoader.Stage, of photo: Photo, for item: PhotoItem) {
    let (view, target) = (item.view, target(of: item.id))
    if case .preview = stage {} else { item.container.imageWasLoaded() }
    switch stage {
    case .preview(let image):
      // A preview must not replace the full image that was decoded for the previous size.
      if view.imageSize == nil {
        show(image, in: item)
        item.isLoaded = false
      }
      return
    case .full(let image):
      show(image, in: item)
      view.play(photo, from: image, at: target, pipeline)
    case .incomplete(let image, let error):
      show(image, in: item)
      problems.report(error, of: photo)
    case .failed(let error):
      // If the photo was painted before, its texture stays visible, for example after the file was removed.
      if !item.isLoaded || view.imageSize == nil {
        view.image = nil
        item.container.fit(photoBox)
        view.failure = error.brief
        view.isHidden = false
      }
      problems.report(error, of: photo)
    }
    item.isLoaded = true
    item.endLoad()
    // An image that was decoded for a larger box is shown until the exact one is decoded.
    if case .full(let image) = stage, !target.shows(image) { load(item) }
    onChange?()
    if !isLoading { prefetch() }
  }

  private func show(_ image: Image, in item: PhotoItem) {
    let view = item.view
    view.failure = nil
    // The shown frame of an animation stays until it is loaded at the new size.
    if view.image == nil || view.animationFrame ?? 0 == 0 { view.image = image }
    item.container.orient(to: orientation(item.id), animated: item.rotatesAnimated)
    item.rotatesAnimated = false
    if photos.indices.contains(item.index) {
      // A preview does not state the size. A size that is known already stays.
      item.container.wholeSize = loader.wholeSize(of: photos[item.index].photo) ?? item.container.wholeSize
    }
    item.container.fit(photoBox)
    view.isHidden = false
  }

  /// Divides the memory for the current size of the photos and number of views.
  private func setBudget() {
    pipeline.memory.update(
      of: self, photoBytes: target.width * target.height * 4, views: items.count, kept)
  }

  private var target: TargetSize { photoBox.target }

  /// The box for which a photo is decoded. It is rotated with the photo.
  private func target(of id: PhotoID) -> TargetSize { target(with: orientation(id)) }

  private func target(with orientation: ImageOrientation) -> TargetSize { target.oriented(by: orientation) }
}
