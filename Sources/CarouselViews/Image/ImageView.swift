public import Drawing
public import Geometry

/// A picture with an optional caption; a soft placeholder until the picture is there, an error tile if it never comes.
///
/// UIKit: `UIImageView`.
public final class ImageView: View {
  /// Where the caption stands.
  public enum CaptionPlacement: Hashable, Sendable, CaseIterable {
    /// At the foot of the picture, on a shade that keeps it legible over any picture.
    case over
    /// Below the picture, which leaves room for it.
    case under
  }

  /// The picture; nil shows the placeholder, unless the picture was let go of after it was painted.
  public var image: Image? {
    get { if case .held(let image) = picture { image } else { nil } }
    set {
      let isSame = picture.isSame(as: newValue)
      picture = newValue.map { .held($0) } ?? .none
      isImageAwaited = false
      if !isSame { setNeedsDisplay() }
    }
  }
  /// The width and height of the picture, in pixels; nil while there is none.
  ///
  /// It stays when the picture is let go of, and is nil again once ``onImageNeeded`` was called because the
  /// pixels were given up, too.
  public var imageSize: Size? { picture.size }
  /// Called when the picture is needed again; nil, the default, keeps it for as long as the view.
  ///
  /// A picture in view is in memory twice: as it was decoded, and as it was painted. With this closure the
  /// view lets go of ``image`` as soon as a window has painted it, unless it is small and shown large. It calls
  /// the closure when it is to be painted again: with another caption, size or scale, or after its pixels were
  /// given up. Answer by setting ``image``, then or later, or ``failure``. Meanwhile the window shows the
  /// pixels that are left, else the placeholder; without any answer, for good.
  ///
  ///     tile.onImageNeeded = { [album] tile in
  ///       let photo = album.photo(of: tile)
  ///       decode(photo) { if album.photo(of: tile) == photo { tile.image = $0 } }
  ///     }
  ///
  /// A carousel uses views again for other items: find out what the view shows when the picture is needed,
  /// and drop an answer that comes too late.
  ///
  /// It is called on the main actor and in the middle of a frame: begin to read, and return. It is not called
  /// again before there is an answer, unless the pixels that were left are given up, too.
  ///
  /// Leave it nil for a view that is in two windows: each keeps pixels of its own, and when one has painted
  /// the view the other has nothing to paint. A view that gets another index and other content between two
  /// frames (a new caption, as an item is inserted before it) shows the placeholder until its picture is read
  /// again.
  public var onImageNeeded: ((ImageView) -> Void)?
  /// One line or a few about the picture; nil or empty shows none and takes no room.
  public var caption: String? {
    didSet { if caption != oldValue { setNeedsDisplay() } }
  }
  /// Why there is no picture, in one sentence; shows an error tile instead of picture and placeholder.
  public var failure: String? {
    didSet {
      guard failure != oldValue else { return }
      // Pixels of the tile take the place of those of a picture that was let go of.
      isImageAwaited = false
      setNeedsDisplay()
    }
  }
  public var contentMode: ContentMode = .fill {
    didSet { if contentMode != oldValue { setNeedsDisplay() } }
  }
  public var captionPlacement: CaptionPlacement = .over {
    didSet { if captionPlacement != oldValue { setNeedsDisplay() } }
  }
  /// How the caption is set; its default is one centred white line.
  public var captionStyle = TextStyle(size: 13, color: .white, alignment: .center, maxLines: 1) {
    didSet { if captionStyle != oldValue { setNeedsDisplay() } }
  }
  /// The colour the placeholder is made of, such as the average of a preview.
  public var placeholderColor = Color(hex: 0x3A404A) {
    didSet { if placeholderColor != oldValue { setNeedsDisplay() } }
  }
  /// What shows where the picture does not reach, and behind a caption below it.
  public var backgroundColor: Color = .clear {
    didSet { if backgroundColor != oldValue { setNeedsDisplay() } }
  }
  /// Of the picture, in points; a rounded view is not opaque.
  public var cornerRadius = 0.0 {
    didSet { if cornerRadius != oldValue { setNeedsDisplay() } }
  }

  public init(size: Size, image: Image? = nil, caption: String? = nil) {
    picture = image.map { .held($0) } ?? .none
    self.caption = caption
    super.init(size: size)
  }

  private var picture: HeldPicture
  /// Whether the closure was called, and nothing has come of it yet.
  private var isImageAwaited = false

  public override var isOpaque: Bool { tile.isOpaque(with: failure == nil ? picture.isOpaque : nil) }

  public override func makePainter() -> Painter? {
    let (tile, size) = (tile, size)
    return { tile.draw(in: $0, size: size) }
  }

  /// A copy of all that is painted.
  private var tile: ImageTile {
    let content: ImageTile.Content =
      if let failure { .failure(failure) } else if let image { .picture(image) } else { .placeholder }
    return ImageTile(
      content: content, caption: caption ?? "", contentMode: contentMode, captionPlacement: captionPlacement,
      captionStyle: captionStyle, placeholderColor: placeholderColor, backgroundColor: backgroundColor,
      cornerRadius: cornerRadius)
  }

  // MARK: Letting go of the picture

  package override var livesInPixels: Bool {
    if case .letGo = picture { failure == nil } else { false }
  }

  package override var awaitsContent: Bool {
    if case .none = picture { isImageAwaited && failure == nil } else { false }
  }

  package override func didPaint(version: Int, byteCount: Int) {
    guard version == contentVersion, onImageNeeded != nil, failure == nil, case .held(let image) = picture,
      // Of a small picture shown large there is little to gain, and its pixels could not be given up any more.
      image.byteCount >= byteCount / 2
    else { return }
    picture = .letGo(size: image.size, isOpaque: image.isOpaque)
  }

  package override func askForContent(hasPixels: Bool) {
    guard livesInPixels else { return }
    if !hasPixels { picture = .none }
    guard let onImageNeeded, !isImageAwaited || !hasPixels else { return }
    isImageAwaited = true
    onImageNeeded(self)
  }
}
