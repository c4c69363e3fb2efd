package import CarouselUI
internal import DecoderClient
internal import DecoderProtocol
package import PhotoBrowsing
package import Photos

/// The page of one photo, which fills the window. Swipes show the next and the previous photo; they follow the finger.
///
/// The photos are the items of a linear carousel, one for the window. So a swipe, a wheel and the loading of the neighbors are those
/// of the carousel, and the next photo is painted before it is shown.
package final class SinglePage: ContainerView, BrowserPage, CarouselDelegate {
  package var onInput: ((BrowserInput) -> Void)?
  package var visibility = PageVisibility.closed { didSet { visibilityDidChange(from: oldValue) } }

  package let carouselView = CarouselView()
  package let dataSource: PhotoDataSource
  /// Whether the user may drag photos to other programs.
  var allowsDrags = false
  /// The background of the photos.
  var background = PhotoBackground.plain { didSet { if background != oldValue { backgroundDidChange() } } }
  private let decoder: PhotoDecoder
  private let loader: PhotoLoader
  private let backdrop = BlurredBackdrop()
  private var box = PhotoBox(size: Size(width: 480, height: 360), scale: 1)
  /// Whether the program moves the carousel, so that its events are no choice of the user.
  private var isMovedByProgram = false
  /// The direction of the last step.
  private var direction = 1.0
  /// The index of the photo that the closed page shows first.
  private var startIndex: Int?
  /// The time at which the page began to show the current photo, in seconds.
  private var shownTime = -Double.infinity
  /// A held key waits for the photo to be sharp, but at most this time, in seconds. So it shows as many sharp photos as the
  /// decoders can make.
  private static let longestKeyWait = 0.25

  /// The distance between two photos during a swipe, in points.
  private static let gap = 32.0

  private var carousel: Carousel { carouselView.carousel }

  /// Creates a page without photos.
  package init(_ pipeline: PhotoPipeline) {
    (decoder, loader) = (pipeline.decoder, pipeline.loader)
    let maker = PhotoMaker()
    dataSource = PhotoDataSource(pipeline, kept: .single) { maker.make?($0) ?? SinglePhotoView(size: $0) }
    super.init(size: box.size)
    maker.make = { [weak self] size in
      let view = SinglePhotoView(size: size)
      self?.prepare(view)
      return view
    }
    dataSource.showsCaptions = false
    dataSource.setShown(false)
    carouselView.usesKeys = false
    // The keys are commands, which the page handles.
    carouselView.leavesKeysToSuperview = true
    carouselView.accessibilityLabel = "Photo"
    carousel.type = .linear
    carousel.motionStyle = .fluid
    carousel.isPagingEnabled = true
    carousel.delegate = self
    backdrop.isHidden = true
    addSubview(backdrop)
    addSubview(carouselView)
    carousel.dataSource = dataSource
  }

  /// Passes the new views to the page, which does not exist when its data source is created.
  private final class PhotoMaker {
    var make: ((Size) -> SinglePhotoView)?
  }

  private func prepare(_ view: SinglePhotoView) {
    view.onPinchClosed = { [weak self] in self?.onInput?(.closePage) }
    view.onRotated = { [weak self] in self?.onInput?(.rotate($0)) }
    view.onFit = { [weak self, weak view] in if view === self?.photoView { self?.updateBackdrop() } }
    view.hasBoard = background == .checkerboard
    view.onScroll = { [weak self, weak view] _ in
      guard let self, let view, view === photoView, !view.isMoving else { return }
      onInput?(.zoomed(view.currentZoom))
    }
    view.onSharpening = { [weak self] in
      guard let self else { return }
      // The pixels in sight come before the neighbors.
      dataSource.isSharpening = isSharpening
    }
    view.photoDrag = PhotoDrag.source { [weak self, weak view] in
      guard let self, let view, allowsDrags else { return nil }
      return photo(of: view)
    }
    view.makeDecode = { [weak self, weak view] in
      guard let self, let view, let photo = photo(of: view) else { return nil }
      // An animation that plays has no exact pixels, which would cover it.
      if view.imageView.isAnimated, view.imageView.isAnimationPlaying { return nil }
      let (decoder, frame) = (decoder, view.imageView.animationFrame)
      return { request, cancellation throws(PhotoError) in
        var request = request
        request.frame = frame ?? 0
        return try decoder.decode(photo, request, cancellation)
      }
    }
  }

  /// Returns the photo that a view shows.
  private func photo(of view: SinglePhotoView) -> Photo? {
    guard let index = carousel.index(ofItemView: view), dataSource.photos.indices.contains(index) else {
      return nil
    }
    return dataSource.photos[index].photo
  }

  package override func layoutSubviews() {
    carouselView.frame = bounds
    backdrop.frame = bounds
  }

  // MARK: Photos

  // A swipe goes on when the list changes.
  package func show(_ change: PhotoListChange) {
    dataSource.show(change.update)
    guard dataSource.isShown else { return }
    let index = change.current?.index
    guard let edits = change.edits else { return reload(at: index) }
    isMovedByProgram = true
    // Nothing moves on the page when files appear or disappear.
    carousel.performBatchUpdates { edits.apply(to: carousel, animated: false) }
    if let index, carousel.currentItemIndex != index { carousel.scrollToItem(at: index, animated: false) }
    isMovedByProgram = false
    follow()
  }

  /// Takes the photos as items, or releases the views and the memory of the photos.
  private func visibilityDidChange(from former: PageVisibility) {
    guard (visibility == .closed) != (former == .closed) else { return }
    dataSource.setShown(visibility != .closed)
    if visibility == .closed { backdrop.show(nil, .upright) }
    reload(at: visibility == .closed ? nil : startIndex)
  }

  package func startLoading() { dataSource.start() }

  package func takeFocus() { carouselView.becomeFocused() }

  private func reload(at index: Int?) {
    isMovedByProgram = true
    dataSource.prepareForReload()
    carousel.reloadData()
    if let index, carousel.currentItemIndex != index { carousel.scrollToItem(at: index, animated: false) }
    isMovedByProgram = false
    follow()
  }

  package func show(_ place: PhotoPlace) {
    let index = place.index
    startIndex = index
    shownTime = MonotonicClock.now()
    guard dataSource.isShown, index != carousel.currentItemIndex || carousel.phase != .idle else { return }
    direction = index < carousel.currentItemIndex ? -1 : 1
    let former = photoView
    formerMiddle = former?.isZoomed == true ? former?.middle : nil
    isMovedByProgram = true
    carousel.scrollToItem(at: index, animated: false)
    isMovedByProgram = false
    // Its exact pixels are no longer decoded.
    if former !== photoView { former?.setZoom(.fit, animated: false) }
    dataSource.releaseViews(except: carousel.indexesForVisibleItems)
    fitOthers()
    updateBackdrop()
    follow()
  }

  /// Shows the neighbors at their fitting size, because only the current photo is zoomed.
  private func fitOthers() {
    for view in carousel.visibleItemViews where view !== carousel.currentItemView {
      (view as? SinglePhotoView)?.setZoom(.fit, animated: false)
    }
  }

  package func resize(to size: Size, scale: Double) {
    self.size = size
    layoutIfNeeded()
    carouselView.layoutIfNeeded()
    let newBox = PhotoBox(size: size, scale: scale)
    guard newBox != box else { return }
    box = newBox
    if dataSource.resize(to: size, scale: scale, visible: carousel.indexesForVisibleItems) {
      reload(at: carousel.currentItemIndex)
    }
  }

  // MARK: The current photo

  /// The view of the current photo.
  package var photoView: SinglePhotoView? { carousel.currentItemView as? SinglePhotoView }

  /// Whether the current photo is shown with its final image, or the reason why there is none.
  package var isSharp: Bool {
    let index = carousel.currentItemIndex
    return !dataSource.photos.indices.contains(index) || dataSource.isLoaded(dataSource.photos[index].id)
  }

  /// Whether the next repeat of a held key waits for the current photo.
  var awaitsSharpPhoto: Bool { !isSharp && MonotonicClock.now() - shownTime < Self.longestKeyWait }

  package func view(of id: PhotoID) -> View? {
    let (index, photos) = (carousel.currentItemIndex, dataSource.photos)
    return photos.indices.contains(index) && photos[index].id == id ? photoView : nil
  }

  package var loadCount: Int { dataSource.loadCount + (isSharpening ? 1 : 0) }

  // MARK: Zoom

  /// The middle of the zoomed photo that was shown before.
  private var formerMiddle: Point?

  /// Shows the current photo at a zoom. A zoom that is kept for the next photo shows the same part of it.
  package func setZoom(_ zoom: PhotoZoom, animated: Bool) {
    defer { formerMiddle = nil }
    guard let photoView, photoView.currentZoom != zoom else { return }
    // With the zoom kept, the same part of two similar photos can be compared.
    if let formerMiddle, !animated { return photoView.setZoom(zoom, middle: formerMiddle) }
    photoView.setZoom(zoom, animated: animated)
  }

  /// Returns the zoom by a factor larger than the present one; `nil` without a photo.
  func zoom(multipliedBy factor: Double) -> PhotoZoom? {
    guard let view = photoView else { return nil }
    let scales = view.scales
    let scale = min(max(view.targetZoomScale * factor, 1), scales.largest)
    return scale <= 1.001 ? .fit : .scale(scales.pixels(at: scale))
  }

  /// Whether the current photo is larger than the page.
  var isZoomed: Bool { photoView?.isZoomed == true }

  /// Moves the zoomed photo.
  ///
  /// - Parameters:
  ///   - x: The distance to the right of the part that is seen, in widths of the page.
  ///   - y: The distance down, in heights of the page.
  func scroll(x: Double, y: Double) {
    photoView?.scroll(by: Point(x: x * size.width, y: y * size.height), animated: true)
  }

  /// The number of pixels of the screen for a pixel of the photo; 0 without a photo.
  package var pixelZoom: Double { photoView.map { $0.scales.pixels(at: $0.zoomScale) } ?? 0 }

  package var isMoving: Bool {
    carousel.needsFrame || photoView?.isMoving == true || photoView?.isRotating == true || isSharpening
  }
  /// Whether exact pixels of the zoomed photo are being decoded.
  package var isSharpening: Bool { photoView?.isSharpening == true }

  /// The area of the current photo, in the coordinates of the page.
  package var photoFrame: Rect {
    guard let photoView, let map = photoView.imageView.homography(to: self) else { return bounds }
    return map.boundingBox(of: photoView.imageView.bounds).intersection(bounds)
  }

  // MARK: Orientation, background and animation

  package func orientationDidChange(of id: PhotoID) {
    dataSource.orientationDidChange(of: id, animated: true)
  }

  package func reload(_ id: PhotoID) { dataSource.contentDidChange(of: [id]) }

  private func backgroundDidChange() {
    for case let view as SinglePhotoView in carousel.visibleItemViews {
      view.hasBoard = background == .checkerboard
    }
    backdrop.isHidden = background != .blurred
    updateBackdrop()
  }

  /// Shows a blurred copy of the current photo.
  private func updateBackdrop() {
    guard background == .blurred, let imageView = photoView?.imageView else {
      return backdrop.show(nil, .upright)
    }
    let (index, photos) = (carousel.currentItemIndex, dataSource.photos)
    let image =
      imageView.image ?? (photos.indices.contains(index) ? loader.preview(of: photos[index].photo) : nil)
    backdrop.show(image, imageView.imageOrientation)
  }

  /// Whether the current photo is an animation.
  var isAnimated: Bool { photoView?.imageView.isAnimated == true }

  /// Plays the animation, or pauses it.
  func togglePlaying() {
    guard let view = photoView?.imageView else { return }
    view.playsAnimation = !view.isAnimationPlaying
    // While it is paused, the exact pixels of the frame may be shown.
    photoView?.frameDidChange()
  }

  /// Shows another frame of the animation.
  func showFrame(by count: Int) {
    photoView?.imageView.showAnimationFrame(by: count) { [weak self] in self?.photoView?.frameDidChange() }
  }

  // MARK: CarouselDelegate

  package func carouselItemWidth(_ carousel: Carousel) -> Double { max(size.width, 1) + Self.gap }

  package func carousel(
    _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
  ) -> Double { option == .wrap ? 0 : value }

  package func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
    let index = carousel.currentItemIndex
    guard !isMovedByProgram, dataSource.isShown, dataSource.photos.indices.contains(index) else { return }
    dataSource.releaseViews(except: carousel.indexesForVisibleItems)
    updateBackdrop()
    follow()
    onInput?(.chose(dataSource.photos[index].id))
  }

  package func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
    fitOthers()
    follow()
    if !isMovedByProgram { onInput?(.swipeEnded) }
  }

  /// Passes the current photo to the data source. The photos ahead in the direction of the last step are decoded first.
  private func follow() {
    guard dataSource.isShown else { return }
    dataSource.isSharpening = isSharpening
    let index = carousel.currentItemIndex
    dataSource.follow(
      Travel(current: index, visible: [index], count: dataSource.photos.count, velocity: direction * 0.01))
  }
}
