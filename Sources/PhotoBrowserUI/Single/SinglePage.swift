package import CarouselUI
internal import DecoderClient
internal import DecoderProtocol
internal import PhotoBrowsing
package import Photos

/// The page of one photo, which fills the window. Swipes show the next and the previous photo; they follow the finger.
///
/// The photos are the items of a linear carousel, one for the window. So a swipe, a wheel and the loading of the neighbors are those
/// of the carousel, and the next photo is painted before it is shown.
package final class SinglePage: ContainerView, CarouselDelegate {
  /// Called when the user has swiped to another photo.
  package var onChoose: ((PhotoID) -> Void)?
  /// Called when a photo rests in the middle after a swipe.
  package var onRest: (() -> Void)?
  /// Called when fingers have pinched the photo so that the page is to close.
  package var onClose: (() -> Void)?
  /// Called when the photo was zoomed, also by a command.
  package var onZoom: (() -> Void)?

  package let carouselView = CarouselView()
  package let dataSource: PhotoDataSource
  private let decoder: PhotoDecoder
  private var box = PhotoBox(size: Size(width: 480, height: 360), scale: 1)
  /// Whether the program moves the carousel, so that its events are no choice of the user.
  private var isMovedByProgram = false
  /// The direction of the last step.
  private var direction = 1.0

  /// The distance between two photos during a swipe, in points.
  private static let gap = 32.0

  private var carousel: Carousel { carouselView.carousel }

  /// Creates a page without photos.
  package init(_ pipeline: PhotoPipeline) {
    decoder = pipeline.decoder
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
    carouselView.accessibilityLabel = "Photo"
    carousel.type = .linear
    carousel.motionStyle = .fluid
    carousel.isPagingEnabled = true
    carousel.delegate = self
    addSubview(carouselView)
    carousel.dataSource = dataSource
  }

  /// Passes the new views to the page, which does not exist when its data source is created.
  private final class PhotoMaker {
    var make: ((Size) -> SinglePhotoView)?
  }

  private func prepare(_ view: SinglePhotoView) {
    view.onPinchClosed = { [weak self] in self?.onClose?() }
    view.onScroll = { [weak self, weak view] _ in if view === self?.photoView { self?.onZoom?() } }
    view.onSharpening = { [weak self] in
      guard let self else { return }
      // The pixels in sight come before the neighbors.
      dataSource.isSharpening = isSharpening
    }
    view.makeDecode = { [weak self, weak view] in
      guard let self, let view, let index = carousel.index(ofItemView: view),
        dataSource.photos.indices.contains(index)
      else { return nil }
      let (decoder, photo) = (decoder, dataSource.photos[index].photo)
      return { request, cancellation throws(PhotoError) in try decoder.decode(photo, request, cancellation) }
    }
  }

  package override func layoutSubviews() { carouselView.frame = bounds }

  // The keys are commands, which the page handles.
  package override var canBecomeFocused: Bool { true }
  package override var hasFocusRing: Bool { false }

  // MARK: Photos

  /// Shows the photos of a list, and decodes those around the current one. A swipe goes on.
  ///
  /// - Parameters:
  ///   - update: The new state of the list.
  ///   - edits: The difference; `nil` to reload all views.
  ///   - index: The index of the current photo.
  func show(_ update: PhotoLibrary.Update, _ edits: ListEdits?, at index: Int?) {
    dataSource.show(update)
    guard dataSource.isShown else { return }
    guard let edits else { return reload(at: index) }
    isMovedByProgram = true
    // Nothing moves on the page when files appear or disappear.
    carousel.performBatchUpdates { edits.apply(to: carousel, animated: false) }
    if let index, carousel.currentItemIndex != index { carousel.scrollToItem(at: index, animated: false) }
    isMovedByProgram = false
    follow()
  }

  /// Makes the page show its photos. They are loaded after `PhotoDataSource.start()`.
  package func begin(at index: Int) {
    guard !dataSource.isShown else { return show(index) }
    dataSource.setShown(true)
    reload(at: index)
  }

  /// Releases the views and the memory of the photos.
  package func end() {
    dataSource.setShown(false)
    reload(at: nil)
  }

  private func reload(at index: Int?) {
    isMovedByProgram = true
    dataSource.prepareForReload()
    carousel.reloadData()
    if let index, carousel.currentItemIndex != index { carousel.scrollToItem(at: index, animated: false) }
    isMovedByProgram = false
    follow()
  }

  /// Shows a photo in the next frame.
  package func show(_ index: Int) {
    guard index != carousel.currentItemIndex || carousel.phase != .idle else { return }
    direction = index < carousel.currentItemIndex ? -1 : 1
    let former = photoView
    isMovedByProgram = true
    carousel.scrollToItem(at: index, animated: false)
    isMovedByProgram = false
    // Its exact pixels are no longer decoded.
    if former !== photoView { former?.setZoom(.fit, animated: false) }
    dataSource.releaseViews(except: carousel.indexesForVisibleItems)
    fitOthers()
    follow()
  }

  /// Shows the neighbors at their fitting size, because only the current photo is zoomed.
  private func fitOthers() {
    for view in carousel.visibleItemViews where view !== carousel.currentItemView {
      (view as? SinglePhotoView)?.setZoom(.fit, animated: false)
    }
  }

  /// Sets the size of the page.
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

  /// Whether a photo moves, or will be sharpened.
  package var isMoving: Bool { carousel.needsFrame || photoView?.isMoving == true || isSharpening }
  /// Whether exact pixels of the zoomed photo are being decoded.
  package var isSharpening: Bool { photoView?.isSharpening == true }

  /// The area of the current photo, in the coordinates of the page.
  package var photoFrame: Rect {
    guard let photoView, let map = photoView.imageView.homography(to: self) else { return bounds }
    return map.boundingBox(of: photoView.imageView.bounds).intersection(bounds)
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
    follow()
    onChoose?(dataSource.photos[index].id)
  }

  package func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
    fitOthers()
    follow()
    if !isMovedByProgram { onRest?() }
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
