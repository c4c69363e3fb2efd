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

  /// The picture; nil shows the placeholder.
  public var image: Image? {
    didSet { if !ImageTile.isSame(image, oldValue) { setNeedsDisplay() } }
  }
  /// One line or a few about the picture; nil or empty shows none and takes no room.
  public var caption: String? {
    didSet { if caption != oldValue { setNeedsDisplay() } }
  }
  /// Why there is no picture, in one sentence; shows an error tile instead of picture and placeholder.
  public var failure: String? {
    didSet { if failure != oldValue { setNeedsDisplay() } }
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
    self.image = image
    self.caption = caption
    super.init(size: size)
  }

  public override var isOpaque: Bool { tile.isOpaque }

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
}
