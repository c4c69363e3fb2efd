package import CarouselUI
package import PhotoBrowsing

/// A photo that fills the page. It is zoomed with two fingers, the wheel with Control, a double tap or commands, and dragged.
package final class SinglePhotoView: ScrollView, PhotoItemView {
  package let imageView: ImageView
  /// Called when fingers have made the photo smaller than its fitting size.
  var onPinchClosed: (() -> Void)?
  /// Called when two fingers have rotated the photo to another right angle, with the number of clockwise quarter turns.
  var onRotated: ((Int) -> Void)?
  /// Called after another picture was set, or the picture was turned.
  var onFit: (() -> Void)?
  /// The source of drags of the photo to other programs; `nil` for none.
  var photoDrag: DragSource? {
    get { photo.dragSource }
    set { photo.dragSource = newValue }
  }
  /// Returns the decoder of the parts of the shown photo; `nil` if the view shows no photo.
  var makeDecode: (() -> PhotoDetails.Decode?)?

  private let photo: ZoomedPhoto
  private let details: PhotoDetails
  /// The squares behind a translucent photo.
  private let board = CheckerboardView()
  private var rotation = PhotoRotation()
  private var box: PhotoBox
  /// The zoom that was last set, and the zoom scale that it had then.
  private var zoom = PhotoZoom.fit
  private var appliedScale = 1.0
  /// The middle that the photo gets when its size is known.
  private var awaitedMiddle: Point?
  /// A pinch that ends below this part of the fitting size closes the photo.
  private static let closingScale = 0.8

  package init(size: Size) {
    imageView = ImageView(size: size)
    imageView.isLayered = true
    photo = ZoomedPhoto(imageView)
    details = PhotoDetails(in: photo.rotator, over: imageView)
    box = PhotoBox(size: size, scale: 1)
    super.init(photo, axes: [], size: size)
    sharpensContent = false
    photo.onMove = { [weak self] rect, scale, isAtRest in self?.photoDidMove(rect, scale, isAtRest) }
    onTouchPinch = { [weak self] in self?.fingersDidMove($0) }
    board.isHidden = true
    insertSubview(board, at: 0)
  }

  /// The sizes from which the zoom scales follow.
  package var scales: PhotoScales {
    PhotoScales(
      box, image: imageView.imageSize, whole: wholeSize?.oriented(by: imageView.imageOrientation))
  }

  /// Whether a decoder works on exact pixels.
  package var isDecodingDetails: Bool { details.isDecoding }
  /// Whether exact pixels of the visible part are being decoded or painted, or will be soon.
  package var isSharpening: Bool { details.isLoading }
  /// The longest decode of exact pixels during a motion, in seconds. Slower decodes wait for the end of the motion.
  package var longestFollowedDecode: Double {
    get { details.longestFollowedDecode }
    set { details.longestFollowedDecode = newValue }
  }
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
    if abs(scales.scale(of: zoom) - targetZoomScale) > 0.001 { applyZoom(zoom, animated: false) }
    if let awaitedMiddle { showMiddle(awaitedMiddle) }
    if zoomScale > minimumZoomScale { photoDidMove(visibleContentRect, zoomScale, !isMoving && !isDragging) }
    placeBoard()
    onFit?()
  }

  package func imageWasLoaded() { details.removeAll() }

  /// Shows the exact pixels of another frame of an animation, or none while it plays.
  func frameDidChange() {
    details.removeAll()
    photoDidMove(visibleContentRect, zoomScale, !isMoving && !isDragging)
  }

  package func prepareForReuse() {
    details.removeAll()
    wholeSize = nil
    imageView.imageOrientation = .upright
    imageView.playsAnimation = nil
    photo.rotator.transform = .identity
    (rotation, isRotating) = (PhotoRotation(), false)
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
    awaitedMiddle = nil
    applyZoom(zoom, animated: animated)
  }

  /// The point of the photo in the middle of the page, in widths and heights of the photo.
  var middle: Point {
    let (visible, size) = (visibleContentRect.center, contentSize)
    return Point(x: visible.x / max(size.width, 1), y: visible.y / max(size.height, 1))
  }

  /// Shows the photo at a zoom, with a point of the photo in the middle of the page, as far as the photo reaches.
  ///
  /// - Parameter middle: As ``middle``.
  func setZoom(_ zoom: PhotoZoom, middle: Point) {
    applyZoom(zoom, animated: false)
    showMiddle(middle)
  }

  private func showMiddle(_ middle: Point) {
    awaitedMiddle = scales.whole == nil ? middle : nil
    let content = contentSize
    setContentOffset(
      Point(
        x: middle.x * content.width * zoomScale - size.width / 2,
        y: middle.y * content.height * zoomScale - size.height / 2), animated: false)
  }

  private func applyZoom(_ zoom: PhotoZoom, animated: Bool) {
    (self.zoom, appliedScale) = (zoom, scales.scale(of: zoom))
    setZoomScale(appliedScale, animated: animated)
  }

  package override var doubleTapZoomScale: Double { scales.doubleTap }

  // MARK: Orientation

  /// Whether the photo rotates to its orientation, or follows fingers.
  package private(set) var isRotating = false { didSet { if isRotating != oldValue { placeBoard() } } }

  package func orient(to orientation: ImageOrientation, animated: Bool) {
    let former = imageView.imageOrientation
    guard orientation != former else { return }
    let change = former.inverse.followed(by: orientation)
    let oldFrame = visibleContentRect
    let (oldSize, oldScale, oldCenter) = (scales.fitting, zoomScale, centerOfPhoto)
    // The scales change with the orientation, and the zoom does not.
    (zoom, appliedScale) = (currentZoom, targetZoomScale)
    details.removeAll()
    imageView.imageOrientation = orientation
    photo.rotator.transform = .identity
    isRotating = false
    fit(box)
    if zoomScale > minimumZoomScale { showMiddle(of: oldFrame, in: oldSize, orientedBy: change) }
    let newSize = scales.fitting
    let newWidth = (change.swapsSides ? newSize.height : newSize.width) * zoomScale
    guard animated, isInWindow, newWidth > 0, oldSize.width > 0 else { return }
    let shift = (oldCenter - centerOfPhoto) * (1 / zoomScale)
    photo.rotator.transform = PhotoRotation.start(
      of: change, scale: oldSize.width * oldScale / newWidth, angle: rotation.angle
    ).concatenated(with: .translation(x: shift.x, y: shift.y))
    settleRotation()
  }

  /// The point at which the middle of the photo is seen.
  private var centerOfPhoto: Point {
    photo.rotator.homography(to: self)?.project(photo.rotator.bounds.center) ?? bounds.center
  }

  /// Scrolls the rotated photo so that the middle of the page shows the same part as before.
  private func showMiddle(of visible: Rect, in size: Size, orientedBy change: ImageOrientation) {
    let middle = visible.center - Point(x: size.width / 2, y: size.height / 2)
    let turned = PhotoRotation.transform(of: change).apply(to: middle)
    let fitting = scales.fitting
    let ratio = fitting.width / max(change.swapsSides ? size.height : size.width, 1)
    let center = Point(x: fitting.width / 2, y: fitting.height / 2) + turned * ratio
    setContentOffset(
      Point(
        x: center.x * zoomScale - self.size.width / 2, y: center.y * zoomScale - self.size.height / 2),
      animated: false)
  }

  /// Moves the photo to the right angle.
  private func settleRotation() {
    isRotating = true
    View.animate {
      photo.rotator.transform = .identity
    } completion: { [weak self] hasEnded in
      if hasEnded { self?.isRotating = false }
    }
  }

  /// Follows two fingers, which also zoom.
  private func fingersDidMove(_ pinch: PinchGesture) {
    switch pinch.phase {
    case .began, .changed:
      rotation.follow(pinch.rotation)
      guard rotation.isFollowing else { return }
      isRotating = true
      let pivot = (pinch.location(in: photo) ?? photo.bounds.center) - photo.bounds.center
      let map = Transform2D.rotation(by: rotation.angle)
      // The point between the fingers stays.
      let shift = pivot - map.apply(to: pivot)
      photo.rotator.transform = map.concatenated(with: .translation(x: shift.x, y: shift.y))
    case .ended, .canceled:
      let quarters = pinch.phase == .ended ? rotation.quarters : 0
      defer { rotation = PhotoRotation() }
      guard rotation.isFollowing else { return }
      guard quarters != 0, let onRotated else { return settleRotation() }
      rotation.release()
      onRotated(quarters)
    }
  }

  // MARK: Background

  /// Whether squares are behind a translucent photo.
  var hasBoard = false { didSet { placeBoard() } }

  private func placeBoard() {
    let isShown = hasBoard && !isRotating && imageView.imageSize != nil && !imageView.isOpaque
    board.isHidden = !isShown
    guard isShown, let map = photo.homography(to: self) else { return }
    board.frame = map.boundingBox(of: Rect(origin: .zero, size: photo.size)).intersection(bounds)
  }

  /// Shows the exact pixels of the visible part when the photo rests. They are decoded while it zooms.
  private func photoDidMove(_ visible: Rect, _ scale: Double, _ isAtRest: Bool) {
    placeBoard()
    details.place(showing: visible, at: scale)
    let isZooming = targetZoomScale != scale && targetZoomScale > minimumZoomScale * 1.001
    let decode = { [weak self] in self?.makeDecode?() }
    guard isAtRest || isZooming else {
      return details.follow(visible, at: scale, scales, imageView.imageOrientation, decode)
    }
    details.prepare(
      targetVisibleContentRect, at: targetZoomScale, scales, imageView.imageOrientation, isZooming: isZooming,
      decode)
  }

  // MARK: Events

  // The page has the focus and handles the keys.
  package override var canBecomeFocused: Bool { false }

  package override func contactEnded(_ contact: Contact) -> ContactResponse {
    let wasSmall = isZooming && zoomScale < minimumZoomScale * Self.closingScale && !rotation.isFollowing
    defer { if wasSmall { onPinchClosed?() } }
    return super.contactEnded(contact)
  }

  package override func pinched(_ gesture: PinchGesture) -> Bool {
    let wasSmall =
      gesture.phase == .ended && isZooming && zoomScale < minimumZoomScale * Self.closingScale
      && !rotation.isFollowing
    defer { if wasSmall { onPinchClosed?() } }
    let isUsed = super.pinched(gesture)
    if isUsed { fingersDidMove(gesture) }
    return isUsed
  }
}

/// The zoomed content: the whole photo, and in front of it the details.
private final class ZoomedPhoto: ContainerView, ZoomableContent {
  private let imageView: ImageView
  /// The view that rotates, with the photo and the details.
  let rotator = ContainerView()
  var onMove: ((Rect, Double, Bool) -> Void)?

  init(_ imageView: ImageView) {
    self.imageView = imageView
    super.init(size: imageView.size)
    addSubview(rotator)
    rotator.addSubview(imageView)
  }

  /// The size of the image, in points: whole pixels of the screen, so that it is sharp at its fitting size.
  var imageSize: Size? { didSet { if imageSize != oldValue { setNeedsLayout() } } }

  override func layoutSubviews() {
    rotator.frame = bounds
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
