public import Geometry

/// A stack of views one in front of another. Each view has its fitting size and is centered; a view with a `growFactor` fills the
/// stack.
///
/// Use it to center a view, also with a limit for its width, and to place a view in front of another.
///
/// SwiftUI: `ZStack`. GTK: `GtkOverlay`. libadwaita: `AdwClamp`.
public final class DepthStackView: ContainerView {
  /// The position of the views across; by default in the middle.
  public var horizontalAlignment: StackView.Alignment {
    didSet { if horizontalAlignment != oldValue { setNeedsLayout() } }
  }
  /// The position of the views from top to bottom; by default in the middle.
  public var verticalAlignment: StackView.Alignment {
    didSet { if verticalAlignment != oldValue { setNeedsLayout() } }
  }
  /// The largest width of a view that does not grow, in points; by default infinite.
  ///
  /// libadwaita: `AdwClamp:maximum-size`.
  public var maximumWidth: Double {
    didSet {
      guard maximumWidth != oldValue else { return }
      setNeedsLayout()
      invalidateIntrinsicContentSize()
    }
  }

  /// Creates a stack of `views`, back to front.
  public init(
    horizontal: StackView.Alignment = .center, vertical: StackView.Alignment = .center,
    maximumWidth: Double = .infinity, _ views: [View]
  ) {
    (horizontalAlignment, verticalAlignment, self.maximumWidth) = (horizontal, vertical, maximumWidth)
    super.init()
    for view in views { addSubview(view) }
    sizeToFit()
  }

  /// Creates a stack that centers a view.
  public convenience init(_ view: View, maximumWidth: Double = .infinity) {
    self.init(maximumWidth: maximumWidth, [view])
  }

  private func limited(_ size: Size) -> Size {
    Size(width: maximumWidth > 0 ? min(size.width, maximumWidth) : size.width, height: size.height)
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let inner = limited(size.inset(by: insets))
    let largest = subviews.filter { !$0.isHidden }.reduce(Size.zero) { largest, view in
      let size = view.fittingSize(in: inner)
      return Size(width: max(largest.width, size.width), height: max(largest.height, size.height))
    }
    return Size(width: largest.width + insets.total.width, height: largest.height + insets.total.height)
  }

  public override func layoutSubviews() {
    let area = bounds.inset(by: insets)
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    for view in subviews {
      guard view.growFactor <= 0 else {
        view.frame = area
        continue
      }
      let room = limited(area.size)
      let fitting = view.fittingSize(in: room)
      let width = horizontalAlignment == .fill ? room.width : min(fitting.width, room.width)
      let height = verticalAlignment == .fill ? room.height : min(fitting.height, room.height)
      var part = horizontalAlignment.part
      if isMirrored { part = 1 - part }
      view.frame = Rect(
        x: area.minX + ((area.size.width - width) * part).rounded(),
        y: area.minY + ((area.size.height - height) * verticalAlignment.part).rounded(), width: width,
        height: height)
    }
  }
}

extension StackView.Alignment {
  /// The part of the free space that is before a view.
  fileprivate var part: Double {
    switch self {
    case .leading: 0
    case .fill, .center: 0.5
    case .trailing: 1
    }
  }
}
