package import CarouselUI
internal import DecoderProtocol
@_spi(Subclassing) internal import Views

/// The surroundings of the photos of a slide: a mat, and a frame around the mat.
package struct SlideMount: Hashable, Sendable {
  /// The color of the mat.
  package var color: Color
  /// The width of the mat, as a part of the shorter side of the page.
  package var width: Double
  /// The color of the frame; `nil` without a frame.
  package var frame: Color?

  package init(color: Color, width: Double, frame: Color?) {
    self.color = color
    self.width = width
    self.frame = frame
  }
}

/// One photo or several side by side, whole, in a mat or on a dark page. Animated photos play.
final class FramedSlide: View, SlideView {
  var onReady: (() -> Void)?
  /// The views of the photos.
  private(set) var pictures: [ImageView] = []
  private var mount: SlideMount?
  private var background = Color.black

  /// The width of the frame, as a part of the shorter side of the page.
  private static let frameWidth = 0.02
  /// The gap between two photos without a mat, as a part of the shorter side of the page.
  private static let gap = 0.01

  /// Creates a slide.
  ///
  /// - Parameters:
  ///   - photos: The photos, decoded for ``target(count:in:on:)``, with their names.
  ///   - mount: The mat; `nil` without one.
  ///   - background: The color of the page without a mat.
  convenience init(
    _ photos: [(image: Image, name: String)], in mount: SlideMount?, on box: PhotoBox, background: Color
  ) {
    self.init(size: box.size)
    (self.mount, self.background) = (mount, background)
    pictures = photos.map { photo in
      let view = ImageView(size: .zero, image: photo.image)
      view.contentMode = .fit
      view.accessibilityLabel = photo.name
      view.playsAnimation = false
      return view
    }
    isLayered = true
    isUserInteractionEnabled = false
    for picture in pictures { addSubview(picture) }
    // Without a mat, two photos meet in the middle.
    if mount == nil, pictures.count > 1 {
      pictures.first?.contentPosition = Point(x: 1, y: 0.5)
      pictures.last?.contentPosition = Point(x: 0, y: 0.5)
    }
  }

  /// The slide is shown. Until then, it does not play, because a slide that is prepared gets frames, too.
  func move(to progress: Double) { for picture in pictures { picture.playsAnimation = nil } }

  func fit(_ size: Size) {
    self.size = size
    setNeedsLayout()
    setNeedsDisplay()
  }

  // MARK: Places

  /// The place of a photo: its mat, and the opening of the mat.
  private struct Place {
    let cell: Rect
    let insets: EdgeInsets
  }

  private static func places(_ count: Int, in mount: SlideMount?, on size: Size) -> [Place] {
    let side = min(size.width, size.height)
    let frame = mount?.frame == nil ? 0 : (side * frameWidth).rounded()
    let board = Rect(origin: .zero, size: size).inset(by: frame)
    let mat = ((mount?.width ?? 0) * side).rounded()
    let inner = mount == nil ? (gap * side / 2).rounded() : (mat / 2).rounded()
    let width = board.size.width / Double(max(count, 1))
    return (0..<count).map { index in
      let (left, right) = (
        (Double(index) * width).rounded(), (Double(index + 1) * width).rounded()
      )
      return Place(
        cell: Rect(
          x: board.minX + left, y: board.minY, width: right - left, height: board.size.height),
        insets: EdgeInsets(
          top: mat, left: index == 0 ? mat : inner, bottom: mat, right: index == count - 1 ? mat : inner))
    }
  }

  /// Returns the size for which each photo is decoded, in pixels.
  static func target(count: Int, in mount: SlideMount?, on box: PhotoBox) -> TargetSize {
    guard let place = places(count, in: mount, on: box.size).first else { return box.target }
    let opening = place.cell.inset(by: place.insets).size
    let size = Size(width: max(opening.width, 1), height: max(opening.height, 1))
    return PhotoBox(size: size, scale: box.scale).target
  }

  override func layoutSubviews() {
    for (picture, place) in zip(pictures, Self.places(pictures.count, in: mount, on: size)) {
      if let mount {
        picture.frame = place.cell
        picture.mat = ImageMat(place.insets, color: mount.color)
      } else {
        picture.frame = place.cell.inset(by: place.insets)
      }
    }
  }

  override var isOpaque: Bool { true }

  override func makePainter() -> Painter? {
    let (bounds, color) = (Rect(origin: .zero, size: size), mount.map { $0.frame ?? $0.color } ?? background)
    return { $0.fill(bounds, with: color) }
  }

  override func didPaint(version: Int, byteCount: Int) {
    let due = onReady
    onReady = nil
    due?()
  }
}
