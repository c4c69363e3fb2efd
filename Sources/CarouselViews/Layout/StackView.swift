internal import CarouselEngine
public import Geometry

/// A row or a column of views.
///
/// Subviews get their fitting sizes along the axis. Space that is left goes to the views with a `growFactor`.
/// Missing space is taken from these views first, then from the others, in proportion, down to their `minimumSize`. A row begins at the right if the layout
/// direction is right to left. `insets` keep a distance from the sides. Hidden subviews take no space.
///
/// UIKit: `UIStackView`. CSS: `display: flex`.
open class StackView: ContainerView {
  /// The placement of the subviews across the axis.
  public enum Alignment: Hashable, Sendable, CaseIterable {
    /// As wide as the stack, or as high.
    case fill
    /// At the top, or at the side where lines of text begin.
    case leading
    /// In the middle.
    case center
    /// At the bottom, or at the side where lines of text end.
    case trailing
  }
  /// The use of space that no view with a `growFactor` takes.
  public enum Distribution: Hashable, Sendable, CaseIterable {
    /// After the last view.
    case leading
    /// On both sides.
    case center
    /// Before the first view.
    case trailing
    /// Between the views.
    case equalSpacing
    /// All views get the same length.
    case fillEqually
  }

  /// The direction of the stack; by default horizontal.
  public var axis: Axis { didSet { if axis != oldValue { arrangementDidChange() } } }
  /// The distance between neighbors, in points.
  public var spacing: Double { didSet { if spacing != oldValue { arrangementDidChange() } } }
  /// The placement across the axis.
  public var alignment: Alignment { didSet { if alignment != oldValue { arrangementDidChange() } } }
  /// The use of the space that is left.
  public var distribution: Distribution {
    didSet { if distribution != oldValue { arrangementDidChange() } }
  }

  /// Creates a stack of `views`.
  public init(
    _ axis: Axis = .horizontal, spacing: Double = 0, alignment: Alignment = .fill,
    distribution: Distribution = .leading, insets: Insets = .zero, _ views: [View] = []
  ) {
    self.axis = axis
    self.spacing = spacing
    self.alignment = alignment
    self.distribution = distribution
    super.init()
    self.insets = insets
    for view in views { addSubview(view) }
    sizeToFit()
  }

  private func arrangementDidChange() {
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  private var arranged: [View] { subviews.filter { !$0.isHidden } }

  open override func sizeThatFits(_ size: Size) -> Size {
    let views = arranged
    let inner = Size(width: size.width - insets.total.width, height: size.height - insets.total.height)
    let sizes = views.map { $0.fittingSize(in: offer(inner)) }
    let lengths = sizes.map { $0.along(axis) }
    let gaps = spacing * Double(max(views.count - 1, 0))
    let length =
      distribution == .fillEqually
      ? (lengths.max() ?? 0) * Double(views.count) + gaps : lengths.reduce(0, +) + gaps
    let across = sizes.map { $0.along(axis.other) }.max() ?? 0
    let total = Size(axis, length, across)
    return Size(width: total.width + insets.total.width, height: total.height + insets.total.height)
  }

  /// The space that each subview is measured in: all of it across the axis, and along it what a line of text needs.
  private func offer(_ inner: Size) -> Size {
    Size(axis, axis == .vertical ? .infinity : inner.width, inner.along(axis.other))
  }

  open override func layoutSubviews() {
    let views = arranged
    let area = bounds.inset(by: insets)
    guard !views.isEmpty else { return }
    let sizes = views.map { $0.fittingSize(in: offer(area.size)) }
    let gaps = spacing * Double(views.count - 1)
    let room = max(area.size.along(axis) - gaps, 0)
    var lengths = sizes.map { $0.along(axis) }
    if distribution == .fillEqually {
      lengths = lengths.map { _ in room / Double(views.count) }
    } else {
      fit(&lengths, of: views, to: room)
    }
    let rest = max(room - lengths.reduce(0, +), 0)
    var position: Double
    var gap = spacing
    switch distribution {
    case .leading, .fillEqually: position = 0
    case .center: position = rest / 2
    case .trailing: position = rest
    case .equalSpacing:
      position = 0
      if views.count > 1 { gap += rest / Double(views.count - 1) }
    }
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    for (index, view) in views.enumerated() {
      let across =
        alignment == .fill
        ? area.size.along(axis.other) : min(sizes[index].along(axis.other), area.size.along(axis.other))
      let side = offset(of: across, in: area.size.along(axis.other), isMirrored: isMirrored)
      var start = position
      if axis == .horizontal, isMirrored { start = area.size.width - position - lengths[index] }
      let origin = Size(axis, start, side)
      view.frame = Rect(
        origin: area.origin + Point(x: origin.width, y: origin.height),
        size: Size(axis, lengths[index], across))
      position += lengths[index] + gap
    }
  }

  /// Lets the views grow or shrink until they take `room`, as far as their factors and minimum sizes allow.
  private func fit(_ lengths: inout [Double], of views: [View], to room: Double) {
    let rest = room - lengths.reduce(0, +)
    if rest > 0 {
      let factors = views.map { max($0.growFactor, 0) }
      let total = factors.reduce(0, +)
      guard total > 0 else { return }
      for index in views.indices { lengths[index] += rest * factors[index] / total }
    } else if rest < 0 {
      let missing = shrink(&lengths, of: views, by: -rest) { $0.growFactor > 0 }
      _ = shrink(&lengths, of: views, by: missing) { $0.growFactor <= 0 }
    }
  }

  /// Takes space from the views that meet a condition, in proportion, and returns the length that is still missing.
  private func shrink(
    _ lengths: inout [Double], of views: [View], by missing: Double, where isTaken: (View) -> Bool
  ) -> Double {
    let spare = zip(lengths, views).map { isTaken($1) ? max($0 - $1.minimumSize.along(axis), 0) : 0 }
    let total = spare.reduce(0, +)
    guard total > 0, missing > 0 else { return missing }
    let share = min(missing / total, 1)
    for index in views.indices { lengths[index] -= spare[index] * share }
    return missing - total * share
  }

  private func offset(of length: Double, in total: Double, isMirrored: Bool) -> Double {
    let isSwapped = axis == .vertical && isMirrored
    switch alignment {
    case .fill: return 0
    case .leading: return isSwapped ? total - length : 0
    case .center: return (total - length) / 2
    case .trailing: return isSwapped ? 0 : total - length
    }
  }
}

extension Size {
  /// Creates a size from its extents along and across `axis`.
  init(_ axis: Axis, _ along: Double, _ across: Double) {
    self = axis == .horizontal ? Size(width: along, height: across) : Size(width: across, height: along)
  }

  /// Returns the extent along `axis`.
  func along(_ axis: Axis) -> Double { axis == .horizontal ? width : height }
}

extension Axis {
  /// The axis across this one.
  var other: Axis { self == .horizontal ? .vertical : .horizontal }
}
