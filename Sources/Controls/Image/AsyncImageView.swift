internal import Drawing
public import Geometry
@_spi(Subclassing) public import Views

/// A view that loads a picture and shows a placeholder until the picture has arrived.
///
/// The view requests the picture when it is laid out in a window, for the number of pixels that the view
/// covers. The request is canceled when the source changes or the view leaves the window. Of the waiting
/// requests of all views, the latest is served first. A view that is reused for another source immediately
/// shows the placeholder, never the former picture.
///
/// If the source is a ``PreviewedImageSource``, the view shows its preview until the picture has arrived.
///
/// If the source is an ``AnimatedImageSource``, the view plays its animation while the view is visible: in a window, not
/// hidden, and at least partly between the sides of the window. With ``/Views/Theme/isMotionReduced`` it shows the first frame; if
/// reduced motion is turned on during a play, the view returns to that frame.
///
/// Events pass through it to the views behind: `isUserInteractionEnabled` is `false` by default.
///
/// AsyncImageView: `AsyncImageView`. FXImageView: `FXImageView`.
public final class AsyncImageView: ContainerView {
  /// The stages of loading.
  public enum State: Hashable, Sendable {
    /// There is no source.
    case empty
    /// The picture will be requested when the view is laid out in a window.
    case waiting
    /// The picture was requested.
    case loading
    /// The picture has been loaded.
    case loaded
    /// The picture cannot be shown.
    case failed(ImageSourceError)
  }

  /// The picture to show; `nil`, the default, for the placeholder alone.
  ///
  /// AsyncImageView: `imageURL`.
  public var source: (any ImageSource)? {
    didSet { if source?.identity != oldValue?.identity { sourceDidChange() } }
  }
  /// The current stage of loading.
  public private(set) var state = State.empty
  /// Called after ``state`` has changed.
  ///
  /// AsyncImageView: `AsyncImageLoadDidFinish`, `AsyncImageLoadDidFail`.
  public var onStateChange: ((AsyncImageView) -> Void)?
  /// The loader with the cache of pictures; by default the shared one. Set it before ``source``.
  public var loader = ImageLoader.shared
  /// The duration of the cross-fade from the placeholder to the loaded picture, in seconds; by default 0.25.
  /// There is no cross-fade if the duration is 0, for cached pictures, and with ``/Views/Theme/isMotionReduced``.
  ///
  /// FXImageView: `crossfadeDuration`.
  public var crossFadeDuration = 0.25
  /// The view of the picture. You may set its content mode, caption, mat and other properties.
  public let imageView = ImageView(size: .zero)
  /// The view that is shown until the picture has been loaded; by default a card with a faint icon.
  public var placeholder: View { didSet { replace(oldValue, by: placeholder) } }
  /// The view that is shown if the picture cannot be shown; with `nil`, the default, a card with an icon and
  /// the reason: a sentence if it fits, otherwise a few words. The window reports the sentence, too: see
  /// `CarouselWindow.onProblem`.
  public var errorView: View? {
    didSet {
      if let oldValue { oldValue.removeFromSuperview() }
      if let errorView { addSubview(errorView) }
      updateSubviews()
    }
  }

  /// The stages in which a loaded picture becomes visible.
  private enum Appearance {
    case absent
    /// The picture is painted in the background. It is still transparent.
    case preparing(fades: Bool, timer: (any ViewTimer)?)
    case fading
    case shown
  }
  private var appearance = Appearance.absent
  private var request: ImageLoader.Request?
  /// The size in pixels that was requested last.
  private var requestedSize = Size.zero
  /// The largest scale at which a scroll view around the picture has shown it; at least 1.
  private var zoomScale = 1.0
  // If the pixels do not fit the cache, nothing is painted in the background. After this time, a frame paints
  // the picture.
  private static let longestPreparation = 0.5  // seconds

  /// Creates a view of `size` points.
  public init(size: Size = .zero, source: (any ImageSource)? = nil) {
    placeholder = ImageView(size: size)
    super.init(size: size)
    isUserInteractionEnabled = false
    // A layer fades in without repainting the views around it.
    imageView.isLayered = true
    imageView.onPaint = { [weak self] in self?.pixelsArePainted() }
    addSubview(placeholder)
    addSubview(imageView)
    self.source = source
    sourceDidChange()
    setNeedsLayout()
  }

  // MARK: Semantics

  /// The picture with its caption; after a failure, the elements of ``errorView``.
  public override var semantics: Semantics {
    var semantics = imageView.semantics
    semantics.label = imageView.accessibilityLabel
    if case .failed = state, errorView != nil {
      return Semantics(.group, label: semantics.label, children: .subviews)
    }
    if hasAssignedLabel { semantics = Semantics(.image, label: semantics.label) }
    guard semantics.role != nil else { return Semantics(children: .omitted) }
    if state == .loading || state == .waiting { semantics.states = .busy }
    if case .failed(let error) = state { semantics.value = error.description }
    return semantics
  }

  // MARK: Loading

  private func sourceDidChange() {
    cancel()
    if !imageView.isLayerRoot, !imageView.isHidden { layerRoot.discardPixels() }
    hidePicture()
    (requestedSize, zoomScale) = (.zero, 1)
    setState(source == nil ? .empty : .waiting)
    setNeedsLayout()
  }

  /// Loads the picture again, for example after an error.
  public func reload() {
    if let source { loader.removeCachedImage(of: source) }
    sourceDidChange()
  }

  private func cancel() {
    request?.cancel()
    request = nil
  }

  private func setState(_ new: State) {
    guard new != state else { return }
    state = new
    accessibilityChanged(.state)
    updateSubviews()
    onStateChange?(self)
  }

  public override func didMoveToWindow() {
    super.didMoveToWindow()
    if isInWindow { return setNeedsLayout() }
    cancel()
    if case .loading = state { setState(.waiting) }
    finishFade()
  }

  @_spi(Subclassing) public override func scaleDidChange() { setNeedsLayout() }

  private func requestPicture() {
    guard let source, let tree, !size.isEmpty else { return }
    let scale = tree.scale * zoomScale
    let size = Size(width: (size.width * scale).rounded(.up), height: (size.height * scale).rounded(.up))
    guard size.width.isFinite, size.height.isFinite,
      size.width > requestedSize.width || size.height > requestedSize.height || state == .waiting
    else { return }
    if case .failed = state { return }
    cancel()
    requestedSize = size
    if let image = loader.cachedImage(of: source, for: size) { return show(image, isCached: true) }
    let isNew = state != .loaded
    request = loader.load(
      source, for: size, onPreview: isNew ? { [weak self] in self?.showPreview($0) } : nil
    ) {
      [weak self] result in self?.receive(result, isNew: isNew)
    }
    if isNew { setState(.loading) }
  }

  private func receive(_ result: Result<Image, ImageSourceError>, isNew: Bool) {
    request = nil
    switch result {
    case .success(let image): show(image, isCached: !isNew)
    // If a larger version of the picture fails to load, the smaller one stays.
    case .failure(let error): if isNew { fail(error) }
    }
  }

  private func fail(_ error: ImageSourceError) {
    hidePicture()
    if errorView == nil {
      (imageView.failure, imageView.briefFailure) = (error.description, error.brief)
      imageView.isHidden = false
      imageView.alpha = 1
    }
    tree?.onProblem?(error.description)
    setState(.failed(error))
  }

  // MARK: Showing

  private func showPreview(_ image: Image) {
    imageView.image = image
    appear(isCached: false)
  }

  private func show(_ image: Image, isCached: Bool) {
    imageView.failure = nil
    if let source = source as? any AnimatedImageSource {
      imageView.play(source, firstFrame: image, size: requestedSize, deliver: loader.delivery)
    } else {
      imageView.image = image
    }
    appear(isCached: isCached)
    setState(.loaded)
  }

  /// Makes the picture visible, unless a preview of it already is or will be.
  private func appear(isCached: Bool) {
    imageView.isHidden = false
    guard case .absent = appearance else { return }
    let fades = !isCached && crossFadeDuration > 0 && !effectiveTheme.isMotionReduced && isInWindow
    if isCached || !isInWindow {
      endAppearance()
    } else if !imageView.isLayerRoot {
      fades ? beginFade() : endAppearance()
    } else {
      imageView.alpha = 0
      imageView.isPreparedWhileTransparent = true
      let timer = startTimer(after: Self.longestPreparation) { [weak self] in self?.pixelsArePainted() }
      appearance = .preparing(fades: fades, timer: timer)
      requestFrame()
    }
  }

  private func pixelsArePainted() {
    guard case .preparing(let fades, let timer) = appearance else { return }
    timer?.cancel()
    fades ? beginFade() : endAppearance()
  }

  private func beginFade() {
    imageView.isPreparedWhileTransparent = false
    imageView.alpha = 0
    appearance = .fading
    View.animate(.linear(duration: crossFadeDuration)) {
      imageView.alpha = 1
    } completion: { [weak self] _ in
      self?.finishFade()
    }
  }

  private func endAppearance() {
    if case .preparing(_, let timer) = appearance { timer?.cancel() }
    appearance = .shown
    imageView.isPreparedWhileTransparent = false
    imageView.alpha = 1
    updateSubviews()
  }

  private func finishFade() {
    switch appearance {
    case .preparing, .fading: endAppearance()
    case .absent, .shown: break
    }
  }

  private func hidePicture() {
    imageView.endAnimation()
    if case .preparing(_, let timer) = appearance { timer?.cancel() }
    appearance = .absent
    imageView.isPreparedWhileTransparent = false
    imageView.isHidden = true
    imageView.alpha = 1
    imageView.image = nil
    imageView.failure = nil
    imageView.discardPixels()
    updateSubviews()
  }

  public override func themeChanged() {
    if effectiveTheme.isMotionReduced { finishFade() }
  }

  // MARK: Subviews

  private func replace(_ old: View, by new: View) {
    guard old !== new else { return }
    old.removeFromSuperview()
    insertSubview(new, at: 0)
    updateSubviews()
    setNeedsLayout()
  }

  /// Shows the placeholder until the picture is opaque, and the error view after a failure.
  private func updateSubviews() {
    var isFailed = false
    if case .failed = state { isFailed = true }
    errorView?.isHidden = !isFailed
    let isCovered = if case .shown = appearance { true } else { isFailed }
    placeholder.isHidden = isCovered
  }

  public override func layoutSubviews() {
    for view in subviews {
      view.frame = Rect(origin: .zero, size: size)
      view.cornerRadius = cornerRadius
    }
    requestPicture()
  }

  public override func sizeThatFits(_ size: Size) -> Size { imageView.imageSize ?? self.size }
}

extension AsyncImageView: ZoomableContent {
  /// Loads the picture in a larger size when it rests at a larger scale than before.
  public func visibleRectDidChange(to rect: Rect, scale: Double, isAtRest: Bool) {
    guard isAtRest, scale > zoomScale else { return }
    zoomScale = scale
    requestPicture()
  }
}
