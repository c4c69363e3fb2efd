internal import CarouselUI

/// A blurred and darkened copy of a photo, which covers the page behind it.
final class BlurredBackdrop: ContainerView {
  private var blurred: View?
  private var image: Image?
  private var orientation = ImageOrientation.upright
  private let shade = View()

  private nonisolated static let radius = 36.0  // points
  /// The opacity of the black in front of the copy, so that the photo stands out.
  private static let shadeAlpha = 0.4

  init() {
    super.init()
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
    clipsToBounds = true
    shade.backgroundColor = Color(white: 0, alpha: Self.shadeAlpha)
    addSubview(shade)
  }

  /// Shows a copy of an image; `nil` releases it.
  func show(_ image: Image?, _ orientation: ImageOrientation) {
    let isSame =
      switch (self.image, image) {
      case (nil, nil): true
      case (let old?, let new?): old.isIdentical(to: new) && orientation == self.orientation
      default: false
      }
    guard !isSame else { return }
    (self.image, self.orientation) = (image, orientation)
    update()
  }

  private func update() {
    blurred?.removeFromSuperview()
    blurred = nil
    guard let image, !size.isEmpty else { return }
    let (bounds, orientation) = (Rect(origin: .zero, size: size), orientation)
    let view = PaintedView(size: size, isOpaque: image.isOpaque) { canvas in
      canvas.drawBlurred(image.reduced.oriented(by: orientation), covering: bounds, radius: Self.radius)
    }
    view.isLayered = true
    insertSubview(view, at: 0)
    blurred = view
  }

  override func layoutSubviews() {
    shade.frame = bounds
    if let blurred, blurred.size != size { update() }
    if blurred == nil, image != nil { update() }
  }
}

extension Image {
  /// The image with at most 512 pixels along a side. A blur hides the details.
  fileprivate var reduced: Image {
    let factor = 512 / Double(max(width, height))
    guard factor < 1 else { return self }
    let (across, down) = (max(Int(Double(width) * factor), 1), max(Int(Double(height) * factor), 1))
    let small = try? Image.drawn(width: across, height: down) {
      $0.draw(self, in: Rect(x: 0, y: 0, width: Double(across), height: Double(down)))
    }
    return small ?? self
  }
}
