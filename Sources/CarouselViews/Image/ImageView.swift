public import Drawing
public import Geometry

/// An image with an optional caption. It shows a placeholder until the image is set, or an error tile if loading failed.
///
/// Events pass through it to the views behind: `isUserInteractionEnabled` is `false` by default. Set it to `true` if the
/// image contains controls.
///
/// `backgroundColor` is shown in the areas that the image does not cover and behind a caption below it. `cornerRadius`
/// rounds the image, too; a view with rounded corners is not opaque.
///
/// UIKit: `UIImageView`.
public final class ImageView: View {
  /// Where the caption is shown.
  public enum CaptionPlacement: Hashable, Sendable, CaseIterable {
    /// At the bottom of the image, on a shade that keeps it legible over any image.
    case over
    /// Below the image, which is made smaller.
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
      if !isSame { setNeedsDisplay() }
    }
  }
  /// The width and height of the image, in pixels; `nil` without an image.
  ///
  /// The size is kept when the view releases its image. It becomes `nil` when the painted pixels are evicted as well
  /// and the view is to be painted again.
  public var imageSize: Size? { state.size }
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
    didSet { if caption != oldValue { setNeedsDisplay() } }
  }
  /// A sentence that says why the image cannot be shown. If set, an error tile replaces the image and the placeholder.
  public var failure: String? {
    didSet {
      guard failure != oldValue else { return }
      // The pixels of the error tile replace those of a released image.
      isImageRequested = false
      setNeedsDisplay()
    }
  }
  /// How the image is placed in the view.
  ///
  /// UIKit: `contentMode`.
  public var contentMode: ContentMode = .fill {
    didSet { if contentMode != oldValue { setNeedsDisplay() } }
  }
  /// The part of the image that is shown, in shares of its sides: x, y, width and height in `0...1`. By default all of it.
  ///
  /// Core Animation: `CALayer.contentsRect`.
  public var contentsRect = Rect.unit {
    didSet { if contentsRect != oldValue { setNeedsDisplay() } }
  }
  /// The place of an image with another aspect ratio than the view: (0, 0) shows the top left part, (1, 1) the bottom
  /// right one. By default the center.
  ///
  /// CSS: `object-position`.
  public var contentPosition = Point(x: 0.5, y: 0.5) {
    didSet { if contentPosition != oldValue { setNeedsDisplay() } }
  }
  /// The blur radius of a copy of the image that fills the area beside the image, in points; `nil`, the default, for no
  /// copy. It shows with the content modes `fit` and `center`.
  public var blurredFillRadius: Double? {
    didSet { if blurredFillRadius != oldValue { setNeedsDisplay() } }
  }
  /// A border of board around the image; `nil`, the default, for none.
  public var mat: ImageMat? {
    didSet { if mat != oldValue { setNeedsDisplay() } }
  }
  /// Where the caption is shown.
  public var captionPlacement: CaptionPlacement = .over {
    didSet { if captionPlacement != oldValue { setNeedsDisplay() } }
  }
  /// The style of the caption; by default one centered white line of 13 points.
  public var captionStyle = TextStyle(size: 13, color: .white, alignment: .center, maxLines: 1) {
    didSet { if captionStyle != oldValue { setNeedsDisplay() } }
  }
  /// The base color of the placeholder, such as the average color of a preview.
  public var placeholderColor = Color(hex: 0x3A404A) {
    didSet { if placeholderColor != oldValue { setNeedsDisplay() } }
  }

  /// Creates an image view of `size` points.
  public init(size: Size, image: Image? = nil, caption: String? = nil) {
    state = image.map { .loaded($0) } ?? .none
    self.caption = caption
    super.init(size: size)
    isUserInteractionEnabled = false
  }

  private var state: ImageState
  /// Whether ``onImageNeeded`` was called and neither ``image`` nor ``failure`` has been set since.
  private var isImageRequested = false

  public override var isOpaque: Bool {
    snapshot.isOpaque(isImageOpaque: failure == nil ? state.isOpaque : nil)
  }

  public override func makePainter() -> Painter? {
    let (snapshot, size) = (snapshot, size)
    return { snapshot.draw(in: $0, size: size) }
  }

  private var snapshot: ImageViewSnapshot {
    let content: ImageViewSnapshot.Content =
      if let failure { .failure(message: failure) } else if let image { .image(image) } else { .placeholder }
    return ImageViewSnapshot(
      content: content, caption: caption ?? "", contentMode: contentMode, captionPlacement: captionPlacement,
      captionStyle: captionStyle, placeholderColor: placeholderColor,
      backgroundColor: backgroundColor ?? .clear, cornerRadius: cornerRadius,
      framing: ImageFraming(
        part: contentsRect, position: contentPosition, blurredFillRadius: blurredFillRadius, mat: mat))
  }

  // MARK: Releasing the image

  package override var isContentReleased: Bool {
    if case .released = state { failure == nil } else { false }
  }

  package override var isAwaitingContent: Bool {
    if case .none = state { isImageRequested && failure == nil } else { false }
  }

  package override func didPaint(version: Int, byteCount: Int) {
    guard version == contentVersion, onImageNeeded != nil, failure == nil, case .loaded(let image) = state,
      // Releasing a small image saves little memory and would make its large pixels unevictable.
      image.byteCount >= byteCount / 2
    else { return }
    state = .released(size: image.size, isOpaque: image.isOpaque)
  }

  package override func requestContent(hasPixels: Bool) {
    guard isContentReleased else { return }
    if !hasPixels { state = .none }
    guard let onImageNeeded, !isImageRequested || !hasPixels else { return }
    isImageRequested = true
    onImageNeeded(self)
  }
}
