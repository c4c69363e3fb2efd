public import Geometry

/// A container of one view with a distance on each side.
///
/// SwiftUI: `padding`.
public final class PaddingView: ContainerView {
  /// Creates a container of `content` that keeps `insets` between its sides and the content.
  public init(_ content: View, insets: EdgeInsets) {
    super.init()
    self.insets = insets
    addSubview(content)
    sizeToFit()
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let (space, inner) = (insets.total, size.inset(by: insets))
    let content = subviews.reduce(Size.zero) { largest, view in
      let size = view.fittingSize(in: inner)
      return Size(width: max(largest.width, size.width), height: max(largest.height, size.height))
    }
    return Size(width: content.width + space.width, height: content.height + space.height)
  }

  public override func layoutSubviews() {
    let area = bounds.inset(by: insets)
    for view in subviews { view.frame = area }
  }
}
