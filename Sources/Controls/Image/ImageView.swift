public import Drawing
public import Geometry
@_spi(Subclassing) public import Views

/// An image with an optional caption. It shows a placeholder until the image is set, or an error tile if loading failed.
///
/// Events pass through it to the views behind: `isUserInteractionEnabled` is `false` by default. Set it to `true` if the
/// image contains controls.
///
/// `backgroundColor` is visible in the areas that the image does not cover and behind a caption below the
/// image. `cornerRadius` also rounds the corners of the image; a view with rounded corners is not opaque.
///
/// UIKit: `UIImageView`.
public final class ImageView: View {
  /// Where the caption is shown.
  public enum CaptionPlacement: Hashable, Sendable, CaseIterable {
    /// Over the bottom of the image, on a dark gradient that keeps the caption legible.
    case over
    /// Below the image. The image gets less space.
    case under
  }

  /// The image; `nil` without an image, and after the view has released it (see ``onImageNeeded``).
  ///
  /// Setting `nil` shows the placeholder.
  public var image: Image? {
    get { if case .loaded(let image) = state { image } else { nil } }
    set {
      let isSame = state.isIdentical(to: newValue)
      state = newValue.map { .loaded($0) } ?? .none
      isImageRequested = false
      if !isSame { contentDidChange() }
    }
  }
  /// The width and height of the image, in pixels; `nil` without an image.
  ///
  /// The size is kept when the view releases its image. It becomes `nil` if the painted pixels are evicted,
  /// too, and the view must be painted again.
  public var imageSize: Size? { state.size?.oriented(by: imageOrientation) }
  /// The rotation and mirroring with which the image is shown; ``imageSize`` is the size after it. The pixels are turned when the
  /// view is painted. The caption and the placeholder stay upright.
  ///
  /// UIKit: `UIImage.imageOrientation`.
  package var imageOrientation = ImageOrientation.upright {
    didSet { if imageOrientation != oldValue { contentDidChange() } }
  }
  /// Called when a released image is needed again. With `nil`, the default, the view never releases its image.
  ///
  /// A shown image is in memory twice: decoded and painted. If this closure is set, the view releases ``image`` as
  /// soon as a window has painted it, unless the image has less than half the bytes of the painted pixels. The view
  /// calls the closure when it must be painted again: after a change of caption, size or scale, or after its pixels
  /// were evicted. Set ``image`` or ``failure`` in the closure or later. Until then, the window shows the old pixels,
  /// or the placeholder if they were evicted.
  ///
  ///     imageView.onImageNeeded = { [album] view in
  ///       let photo = album.photo(of: view)
  ///       decode(photo) { if album.photo(of: view) == photo { view.image = $0 } }
  ///     }
  ///
  /// A carousel reuses views for other items. Look up the item of the view when the closure is called, and ignore a
  /// result if the view shows another item by then.
  ///
  /// The closure is called on the main actor, during a frame: start to load, and return. It is not called again
  /// before ``image`` or ``failure`` is set, unless the old pixels are evicted, too.
  ///
  /// Leave it `nil` for a view that is in two windows: each window has its own pixels, and after the first has painted
  /// the view, the second has no image to paint. If a view's index and content both change between two frames, for
  /// example by an insertion that renumbers captions, it shows the placeholder until its image is loaded again.
  public var onImageNeeded: ((ImageView) -> Void)?
  /// The caption of the image; with `nil` or an empty string, no space is reserved for it.
  public var caption: String? {
    didSet { if caption != oldValue { contentDidChange() } }
  }
  /// A sentence that says why the image cannot be shown. If set, an error tile replaces the image and the placeholder.
  public var failure: String? {
    didSet {
      guard failure != oldValue else { return }
      // The pixels of the error tile replace those of a released image.
      isImageRequested = false
      contentDidChange()
    }
  }
  /// A few words that replace ``failure`` in a view that is too small for it.
  package var briefFailure = "" {
    didSet { if briefFailure != oldValue { contentDidChange() } }
  }
  /// How the image is placed in the view.
  ///
  /// UIKit: `contentMode`.
  public var contentMode: ContentMode = .fill {
    didSet { if contentMode != oldValue { contentDidChange() } }
  }
  /// The visible part of the image, in fractions of its width and height: x, y, width and height in `0...1`. By
  /// default the whole image.
  ///
  /// Core Animation: `CALayer.contentsRect`.
  public var contentsRect = Rect.unit {
    didSet { if contentsRect != oldValue { contentDidChange() } }
  }
  /// The position of an image with another aspect ratio than the view: (0, 0) shows its top left part, (1, 1)
  /// its bottom right part. By default its center.
  ///
  /// CSS: `object-position`.
  public var contentPosition = Point(x: 0.5, y: 0.5) {
    didSet { if contentPosition != oldValue { contentDidChange() } }
  }
  /// The blur radius of a copy of the image that fills the area around the image, in points; `nil`, the
  /// default, for no copy. It is visible with the content modes `fit` and `center`.
  public var blurredFillRadius: Double? {
    didSet { if blurredFillRadius != oldValue { contentDidChange() } }
  }
  /// A cardboard border around the image; `nil`, the default, for none.
  public var mat: ImageMat? {
    didSet { if mat != oldValue { contentDidChange() } }
  }
  /// The position of the caption.
  public var captionPlacement: CaptionPlacement = .over {
    didSet { if captionPlacement != oldValue { contentDidChange() } }
  }
  /// The style of the caption; by default one centered white line of 13 points.
  public var captionStyle = TextStyle(size: 13, color: .white, alignment: .center, maxLines: 1) {
    didSet { if captionStyle != oldValue { contentDidChange() } }
  }
  /// The base color of the placeholder, such as the average color of a preview.
  public var placeholderColor = Color(hex: 0x3A404A) {
    didSet {
      placeholder.color = placeholderColor
      if placeholderColor != oldValue { updateParts() }
    }
  }

  /// Creates an image view of `size` points.
  public init(size: Size, image: Image? = nil, caption: String? = nil) {
    state = image.map { .loaded($0) } ?? .none
    self.caption = caption
    super.init(size: size)
    isUserInteractionEnabled = false
    placeholder.color = placeholderColor
    addSubview(placeholder)
    updateParts()
  }

  private var state: ImageState
  /// Whether ``onImageNeeded`` was called and neither ``image`` nor ``failure`` has been set since.
  private var isImageRequested = false

  // MARK: Parts

  private let placeholder = PlaceholderCard()
  private var errorCard: ErrorCard?
  private var captionView: CaptionView?

  /// The picture with its caption. A picture without a caption or a label decorates and is no element.
  public override var semantics: Semantics {
    let name = [caption ?? "", failure ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    let isLabeled = hasAssignedLabel
    guard !name.isEmpty || isLabeled else { return Semantics() }
    var semantics = Semantics(.image, label: name)
    if isLabeled, let failure { semantics.value = failure }
    return semantics
  }

  private func contentDidChange() {
    accessibilityChanged(.label)
    updateParts()
    setNeedsDisplay()
  }

  /// Shows the placeholder or the error tile, and the caption.
  private func updateParts() {
    placeholder.isHidden = failure != nil || state.size != nil
    if let failure {
      let card = errorCard ?? ErrorCard()
      card.messages = [failure, briefFailure]
      if errorCard == nil { insertSubview(card, at: 1) }
      errorCard = card
    }
    errorCard?.isHidden = failure == nil
    let caption = caption ?? ""
    if !caption.isEmpty {
      let view = captionView ?? CaptionView()
      let isOver = captionPlacement == .over
      view.show(caption, style: captionStyle, isShaded: isOver && isBright, hasShadow: isOver)
      view.clipsToBounds = isOver
      if captionView == nil { addSubview(view) }
      captionView = view
    }
    captionView?.isHidden = caption.isEmpty
    setNeedsLayout()
  }

  /// Whether white text without a dark gradient behind it could be illegible.
  private var isBright: Bool {
    if failure != nil { return false }
    return state.size != nil || placeholderColor.luma > 0.35  // an image may be bright anywhere
  }

  /// The caption view, unless it is hidden.
  private var shownCaption: CaptionView? { captionView.flatMap { $0.isHidden ? nil : $0 } }

  /// The area of the image, the placeholder or the error tile.
  private var contentFrame: Rect {
    guard captionPlacement == .under, let shownCaption else { return Rect(origin: .zero, size: size) }
    return Rect(
      x: 0, y: 0, width: size.width, height: max(size.height - shownCaption.height(inWidth: size.width), 0))
  }

  public override func layoutSubviews() {
    let frame = contentFrame
    placeholder.frame = frame
    placeholder.cornerRadius = cornerRadius
    if let shownCaption {
      let area = captionPlacement == .over ? visibleFrame : Rect(origin: .zero, size: size)
      let height = min(shownCaption.height(inWidth: area.size.width), size.height)
      // A caption over the image covers the whole image area, so that both have the same rounded corners.
      shownCaption.frame =
        captionPlacement == .over
        ? area : Rect(x: 0, y: frame.maxY, width: size.width, height: height)
      shownCaption.cornerRadius = captionPlacement == .over ? cornerRadius : 0
    }
    guard let errorCard else { return }
    errorCard.frame = frame
    errorCard.cornerRadius = cornerRadius
    let covered = captionPlacement == .over ? shownCaption?.height(inWidth: size.width) ?? 0 : 0
    errorCard.insets = EdgeInsets(top: 0, left: 0, bottom: covered, right: 0)
  }

  @_spi(Subclassing) public override func scaleDidChange() { setNeedsLayout() }

  // MARK: Animation

  private var animation: ImageAnimation?
  /// Whether the view plays the frames of a picture, or would if it were visible.
  package var isAnimated: Bool { animation != nil }

  /// Shows the first frame of a picture. If the picture is an animation, the view plays it while it is visible: in a window, not
  /// hidden, and at least partly between the sides of the window. With ``/Views/Theme/isMotionReduced``, the first frame stays.
  ///
  /// - Parameters:
  ///   - source: The picture. If the view already plays it, it continues with the new size. Another animation ends.
  ///   - firstFrame: The first frame for this size.
  ///   - size: The size at which the frames are displayed, in pixels.
  ///   - deliver: Runs a closure on the main actor, later.
  package func play(
    _ source: any AnimatedImageSource, firstFrame: Image, size: Size,
    deliver: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    if let animation, animation.source.identity == source.identity {
      return animation.resize(to: size, firstFrame: firstFrame)
    }
    endAnimation()
    image = firstFrame
    animation = ImageAnimation(source, size: size, in: self, deliver: deliver)
    playAnimation()
  }

  /// Ends the animation. The view keeps the frame that it shows.
  package func endAnimation() {
    animation?.stop()
    animation = nil
  }

  /// Whether the user wants animations to play; `nil`, the default, if they play unless the theme reduces motion. A paused animation
  /// keeps its frame.
  package var playsAnimation: Bool? {
    didSet {
      // An animation that has ended plays again.
      if playsAnimation == true { animation?.replay() }
      playAnimation()
    }
  }
  /// Whether the animation plays, or would if it were visible.
  package var isAnimationPlaying: Bool { animation.map { $0.isPlaying } ?? false }
  /// The index of the shown frame of an animation; `nil` without one.
  package var animationFrame: Int? { animation?.frame }

  /// Pauses the animation, and shows another of its frames, counted from the shown one, as soon as it is loaded. After the last frame
  /// comes the first.
  ///
  /// - Parameter completion: Called when the frame is shown. Without the frame, or if another one is requested before, it is not
  ///   called.
  package func showAnimationFrame(by count: Int, completion: @escaping @MainActor () -> Void = {}) {
    playsAnimation = false
    animation?.step(by: count, completion: completion)
  }

  private func playAnimation() {
    guard let animation else { return }
    if playsAnimation == false {
      animation.pause()
    } else if effectiveTheme.isMotionReduced, playsAnimation != true {
      animation.rewind()
    } else if isInWindow {
      animation.resume()
    } else {
      animation.pause()
    }
  }

  public override func didMoveToWindow() {
    super.didMoveToWindow()
    playAnimation()
  }

  public override func themeChanged() { playAnimation() }

  /// Whether the view gets no frames while it is transparent or beyond the sides of the window, unless its pixels are painted
  /// to appear.
  @_spi(Subclassing) public override var pausesUnseen: Bool { !isPreparedWhileTransparent }

  public override func animate(to now: Timestamp) -> Bool {
    animation?.tick(at: now)
    return false
  }

  /// The part of the view that the image, the placeholder or the error tile covers.
  private var visibleFrame: Rect {
    let bounds = Rect(origin: .zero, size: size)
    guard failure == nil, !bounds.isEmpty, let pixels = imageSize, !framing.coversView else { return bounds }
    let scale = tree?.scale ?? 1
    let part = contentsRect.intersection(.unit)
    let natural = Size(
      width: pixels.width * part.size.width / scale, height: pixels.height * part.size.height / scale)
    guard !natural.isEmpty else { return bounds }
    return contentMode.placement(of: natural, in: bounds, position: contentPosition).intersection(bounds)
  }

  // MARK: Painting

  private var framing: ImageFraming {
    ImageFraming(
      part: contentsRect, position: contentPosition, blurredFillRadius: blurredFillRadius, mat: mat)
  }

  public override var isOpaque: Bool {
    if cornerRadius > 0 { return false }
    if let backgroundColor, backgroundColor.alpha >= 1 { return true }
    if shownCaption != nil && captionPlacement == .under { return false }
    if failure != nil { return true }
    guard let isImageOpaque = state.isOpaque else { return placeholderColor.alpha >= 1 }
    let coversView = contentMode == .fill || contentMode == .stretch || framing.coversView
    return isImageOpaque && coversView && framing.isOpaque
  }

  public override func makePainter() -> Painter? {
    guard failure == nil, let image else { return { _ in } }
    let (frame, mode, radius, framing) = (contentFrame, contentMode, cornerRadius, framing)
    let orientation = imageOrientation
    return { canvas in
      framing.draw(
        image.oriented(by: orientation), in: canvas, frame: canvas.snapped(frame), mode: mode,
        cornerRadius: radius)
    }
  }

  // MARK: Releasing the image

  @_spi(Subclassing) public override var isContentReleased: Bool {
    if case .released = state { failure == nil } else { false }
  }

  @_spi(Subclassing) public override var isAwaitingContent: Bool {
    if case .none = state { isImageRequested && failure == nil } else { false }
  }

  /// Called after a texture cache has stored the pixels of the current content.
  package var onPaint: (() -> Void)?

  @_spi(Subclassing) public override func didPaint(version: Int, byteCount: Int) {
    if version == contentVersion { onPaint?() }
    guard version == contentVersion, onImageNeeded != nil, failure == nil, case .loaded(let image) = state,
      // Releasing a small image saves little memory and would make its large pixels unevictable.
      image.byteCount >= byteCount / 2
    else { return }
    state = .released(size: image.size, isOpaque: image.isOpaque)
  }

  @_spi(Subclassing) public override func requestContent(hasPixels: Bool) {
    guard isContentReleased else { return }
    if !hasPixels {
      state = .none
      updateParts()
    }
    guard let onImageNeeded, !isImageRequested || !hasPixels else { return }
    isImageRequested = true
    onImageNeeded(self)
  }
}
