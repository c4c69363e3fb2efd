package import CarouselUI

/// Shows a content view and, if there is a problem, a line with the problem below the content.
package final class ProblemView: ContainerView {
  /// The view above the line; `nil` for none.
  package var content: View? {
    didSet {
      guard content !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let content { insertSubview(content, at: 0) }
    }
  }
  /// The problem; `nil`, the default, for none.
  package var problem: String? {
    didSet {
      label.text = problem ?? ""
      bar.isHidden = problem == nil
      setNeedsLayout()
    }
  }

  private let label = ThemedLabel("")
  private lazy var bar = ProblemBar(label)

  /// Creates a view without a content.
  package init() {
    super.init()
    label.maxLines = 6
    bar.isHidden = true
    addSubview(bar)
  }

  package override func layoutSubviews() {
    let height = problem == nil ? 0 : min(bar.fittingSize(in: size).height, size.height)
    bar.frame = Rect(x: 0, y: size.height - height, width: size.width, height: height)
    content?.frame = Rect(x: 0, y: 0, width: size.width, height: size.height - height)
  }

  package override func sizeThatFits(_ size: Size) -> Size { content?.sizeThatFits(size) ?? .zero }
}

/// A label on the background of a warning.
private final class ProblemBar: ThemedView {
  private let label: ThemedLabel
  private static let padding = EdgeInsets(horizontal: 14, vertical: 9)
  private nonisolated static let stripe = 2.0  // points

  init(_ label: ThemedLabel) {
    self.label = label
    super.init()
    addSubview(label)
  }

  override func layoutSubviews() { label.frame = bounds.inset(by: Self.padding) }

  override func sizeThatFits(_ size: Size) -> Size {
    let padding = Self.padding
    let fitting = label.fittingSize(
      in: Size(width: size.width - padding.left - padding.right, height: size.height))
    return Size(width: size.width, height: fitting.height + padding.top + padding.bottom)
  }

  override func makePainter() -> Painter? {
    let (colors, bounds) = (effectiveTheme.colors, Rect(origin: .zero, size: size))
    return { canvas in
      canvas.fill(.rect(bounds), with: colors.popover)
      canvas.fill(.rect(bounds), with: colors.destructive.withAlpha(colors.isHighContrast ? 0 : 0.12))
      let stripe = Rect(x: 0, y: 0, width: bounds.size.width, height: Self.stripe)
      canvas.fill(.rect(stripe), with: colors.destructive)
    }
  }
}
