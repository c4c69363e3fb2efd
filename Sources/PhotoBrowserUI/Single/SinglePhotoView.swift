package import CarouselUI
package import PhotoBrowsing

/// A photo that fills the page. It is zoomed with two fingers, the wheel with Control, a double tap or commands, and dragged.
package final class SinglePhotoView: ScrollView, PhotoItemView {
  package let imageView: ImageView
  /// Called when fingers have made the photo smaller than its fitting size.
  var onPinchClosed: (() -> Void)?
  /// Returns the decoder of the parts of the shown photo; `nil` if the view shows no photo.
  var makeDecode: (() -> PhotoDetails.Decode?)?

  private let photo: ZoomedPhoto
  private let details: PhotoDetails
  private var box: PhotoBox
  /// The zoom that was last set, and the zoom scale that it had then.
  private var zoom = PhotoZoom.fit
  private var appliedScale = 1.0
  /// A pinch that ends below this part of the fitting size closes the photo.
  private static let closingScale = 0.8

  package init(size: Size) {
    imageView = ImageView(size: size)
    imageView.isLayered = true
    photo = ZoomedPhoto(imageView)
    details = PhotoDetails(in: photo, over: imageView)
    box = PhotoBox(size: size, scale: 1)
    super.init(photo, axes: [], size: size)
    sharpensContent = false
    photo.onMove = { [weak self] rect, scale, isAtRest in self?.photoDidMove(rect, scale, isAtRest) }
  }

  /// The sizes from which the zoom scales follow.
  package var scales: PhotoScales { PhotoScales(box, image: imageView.imageSize, whole: wholeSize) }

  /// Whether exact pixels of the visible part are being decoded.
  package var isSharpening: Bool { details.isLoading }
  /// Called when ``isSharpening`` may have changed.
  var onSharpening: (() -> Void)? { didSet { details.onLoading = onSharpening } }

  /// Whether the photo is larger than its fitting size.
  package var isZoomed: Bool { zoomScale > minimumZoomScale * 1.001 }

  // MARK: The photo

  package var wholeSize: Size? {
    didSet { if wholeSize != oldValue { details.removeAll() } }
  }

  package override var contentSize: Size { scales.fitting }

  package func fit(_ box: PhotoBox) {
    let zoom = currentZoom
    self.box = box
    if scales.fitting != photo.size { details.removeAll() }
    photo.imageSize = scales.image
    size = box.size
    maximumZoomScale = scales.largest
    setNeedsLayout()
    layoutIfNeeded()
    // The zoom was set before the size of the photo was known, or the window has another size now.
    if abs(scales.scale(of: zoom) - targetZoomScale) > 0.001 { setZoom(zoom, animated: false) }
    if zoomScale > minimumZoomScale { photoDidMove(visibleContentRect, zoomScale, !isMoving && !isDragging) }
  }

  package func imageWasLoaded() { details.removeAll() }

  package func prepareForReuse() {
    details.removeAll()
    wholeSize = nil
    setZoom(.fit, animated: false)
  }

  // MARK: Zoom

  /// The present zoom. It is the one that was last set, unless the user has zoomed since.
  package var currentZoom: PhotoZoom {
    let scale = targetZoomScale
    if abs(scale - appliedScale) < 0.001 * scale { return zoom }
    return scale <= minimumZoomScale * 1.001 ? .fit : .scale(scales.pixels(at: scale))
  }

  package func setZoom(_ zoom: PhotoZoom, animated: Bool) {
    (self.zoom, appliedScale) = (zoom, scales.scale(of: zoom))
    setZoomScale(appliedScale, animated: animated)
  }

  package override var doubleTapZoomScale: Double { scales.doubleTap }

  /// Shows the exact pixels of the visible part when the photo rests.
  private func photoDidMove(_ visible: Rect, _ scale: Double, _ isAtRest: Bool) {
    details.place(showing: visible, at: scale)
    guard isAtRest else { return details.move() }
    details.rest(showing: visible, at: scale, scales) { [weak self] in
      // The details would cover an animation.
      self?.imageView.isAnimated == false ? self?.makeDecode?() : nil
    }
  }

  // MARK: Events

  // The page has the focus and handles the keys.
  package override var canBecomeFocused: Bool { false }

  package override func contactEnded(_ contact: Contact) -> ContactResponse {
    let wasSmall = isZooming && zoomScale < minimumZoomScale * Self.closingScale
    defer { if wasSmall { onPinchClosed?() } }
    return super.contactEnded(contact)
  }

  package override func pinched(_ gesture: PinchGesture) -> Bool {
    let wasSmall = gesture.phase == .ended && isZooming && zoomScale < minimumZoomScale * Self.closingScale
    defer { if wasSmall { onPinchClosed?() } }
    return super.pinched(gesture)
  }
}

/// The zoomed content: the whole photo, and in front of it the details.
private final class ZoomedPhoto: ContainerView, ZoomableContent {
  private let imageView: ImageView
  var onMove: ((Rect, Double, Bool) -> Void)?

  init(_ imageView: ImageView) {
    self.imageView = imageView
    super.init(size: imageView.size)
    addSubview(imageView)
  }

  /// The size of the image, in points: whole pixels of the screen, so that it is sharp at its fitting size.
  var imageSize: Size? { didSet { if imageSize != oldValue { setNeedsLayout() } } }

  override func layoutSubviews() {
    let size = imageSize ?? bounds.size
    imageView.transform = .identity
    imageView.frame = Rect(origin: .zero, size: size)
    // Zoomed, the rounding of the sides would be seen.
    guard isZoomed, !size.isEmpty else { return }
    imageView.transform = .scale(x: bounds.size.width / size.width, y: bounds.size.height / size.height)
    imageView.frame.origin = Point(
      x: bounds.center.x - size.width / 2, y: bounds.center.y - size.height / 2)
  }

  private var isZoomed = false { didSet { if isZoomed != oldValue { setNeedsLayout() } } }

  func visibleRectDidChange(to rect: Rect, scale: Double, isAtRest: Bool) {
    isZoomed = scale > 1
    onMove?(rect, scale, isAtRest)
  }
}
