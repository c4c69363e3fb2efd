package import CarouselUI

/// The name of the current photo and its position in the list, in front of the photo.
///
/// The dark ground keeps the text legible in front of bright photos.
package final class PhotoOverlay: ContainerView {
  private let name = LabelView("")
  private let position = LabelView("")
  private let zoom = LabelView("")
  private let row: StackView

  private static let margin = EdgeInsets(horizontal: 14, vertical: 7)
  private static let ground = Color(white: 0.06, alpha: 0.72)
  private static let size = 14.0  // points

  package init() {
    name.style = TextStyle(size: Self.size, weight: .bold, color: .white, maxLines: 1)
    for label in [position, zoom] {
      label.style = TextStyle(size: Self.size, color: Color(white: 1, alpha: 0.82), maxLines: 1)
    }
    for label in [name, position, zoom] { label.padding = 0 }
    zoom.isHidden = true
    row = StackView(.horizontal, spacing: 10, alignment: .center, [name, position, zoom])
    super.init()
    isLayered = true
    isUserInteractionEnabled = false
    backgroundColor = Self.ground
    addSubview(row)
  }

  /// Shows a name and a position, such as "3 of 12".
  ///
  /// - Parameter zoom: The number of pixels of the screen for a pixel of the photo; `nil` if the whole photo is seen.
  func show(name: String, position: String, zoom: Double?) {
    let percent = zoom.flatMap { Int(exactly: ($0 * 100).rounded()) }.map { "\($0) %" }
    guard (self.name.text, self.position.text, self.zoom.text) != (name, position, percent ?? "") else {
      return
    }
    self.name.text = name
    self.position.text = position
    self.zoom.text = percent ?? ""
    self.zoom.isHidden = percent == nil
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  package override func sizeThatFits(_ size: Size) -> Size {
    let inner = row.fittingSize(in: Size(width: .infinity, height: .infinity))
    return Size(
      width: min(inner.width + Self.margin.total.width, size.width),
      height: inner.height + Self.margin.total.height)
  }

  package override func layoutSubviews() {
    cornerRadius = size.height / 2
    row.frame = bounds.inset(by: Self.margin)
  }
}
