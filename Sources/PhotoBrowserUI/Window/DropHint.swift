internal import CarouselUI

/// The frame and the sentence that show that a dragged file can be dropped on the window.
@MainActor
enum DropHint {
  private static let margin = 8.0  // points

  /// Creates the view for a window with this size of the content, in points, and this theme.
  static func makeView(in size: Size, theme: Theme) -> View {
    let label = LabelView("Drop photos or folders to show them")
    label.changeStyle { style in
      style.size *= 0.75
      (style.weight, style.color) = (.bold, .white)
    }
    label.backgroundColor = Color(white: 0.06, alpha: 0.9)
    label.cornerRadius = 10
    label.padding = 14
    let (frame, accent) = (ContainerView(), theme.accentColor)
    frame.theme = theme
    frame.addSubview(label)
    frame.frame = Rect(origin: .zero, size: size).inset(by: margin)
    frame.backgroundColor = accent.withAlpha(0.16)
    frame.borderColor = accent
    frame.borderWidth = 4
    frame.cornerRadius = 12
    frame.isUserInteractionEnabled = false
    label.sizeToFit(in: frame.size)
    label.frame.origin = Point(
      x: ((frame.size.width - label.size.width) / 2).rounded(),
      y: ((frame.size.height - label.size.height) / 2).rounded())
    return frame
  }
}
