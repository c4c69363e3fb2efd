public import Geometry

/// A row or a column of views.
///
/// Along the axis, each subview gets its fitting size. Free space goes to the subviews with a `growFactor`. If
/// space is missing, these subviews shrink first, then the others, in proportion and down to their
/// `minimumSize`. A row begins at the right if the layout direction is right to left. `insets` are the
/// distances from the sides of the stack to the subviews. Hidden subviews take no space.
///
/// UIKit: `UIStackView`. CSS: `display: flex`.
open class StackView: ContainerView {
  /// The position of the subviews across the axis.
  public enum Alignment: Hashable, Sendable, CaseIterable {
    /// Subviews are as wide as a vertical stack, or as high as a horizontal one.
    case fill
    /// At the top, or at the side where lines of text begin.
    case leading
    /// In the middle.
    case center
    /// At the bottom, or at the side where lines of text end.
    case trailing
  }
  /// The use of free space, if no subview has a `growFactor`.
  public enum Distribution: Hashable, Sendable, CaseIterable {
    /// The free space is after the last subview.
    case leading
    /// The free space is divided equally before the first and after the last subview.
    case center
    /// The free space is before the first subview.
    case trailing
    /// The free space is divided equally between the subviews.
    case equalSpacing
    /// All subviews get the same length.
    case fillEqually
  }

  /// The direction of the stack; by default horizontal.
  public var axis: Axis { didSet { if axis != oldValue { arrangementDidChange() } } }
  /// The distance between adjacent subviews, in points.
  public var spacing: Double { didSet { if spacing != oldValue { arrangementDidChange() } } }
  /// The position of the subviews across the axis.
  public var alignment: Alignment { didSet { if alignment != oldValue { arrangementDidChange() } } }
  /// The use of free space.
  public var distribution: Distribution {
    didSet { if distribution != oldValue { arrangementDidChange() } }
  }

  /// Creates a stack of `views`.
  public init(
    _ axis: Axis = .horizontal, spacing: Double = 0, alignment: Alignment = .fill,
    distribution: Distribution = .leading, insets: EdgeInsets = .zero, _ views: [View] = []
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

  /// Creates a row of `views` without spacing.
  ///
  /// UIKit: `initWithArrangedSubviews:`.
  public convenience init(_ views: [View]) { self.init(.horizontal, views) }

  private func arrangementDidChange() {
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  private var arranged: [View] { subviews.filter { !$0.isHidden } }

  open override func sizeThatFits(_ size: Size) -> Size {
    let views = arranged
    let inner = size.inset(by: insets)
    var sizes = views.map { $0.fittingSize(in: offer(inner)) }
    let lengths = sizes.map { $0.along(axis) }
    let gaps = spacing * Double(max(views.count - 1, 0))
    let length =
      distribution == .fillEqually
      ? (lengths.max() ?? 0) * Double(views.count) + gaps : lengths.reduce(0, +) + gaps
    let room = max(inner.along(axis) - gaps, 0)
    if length - gaps > room {
      measureAgain(&sizes, of: views, shortenedTo: fitted(lengths, of: views, to: room), in: inner)
    }
    let across = sizes.map { $0.along(axis.other) }.max() ?? 0
    let total = Size(axis, length, across)
    return Size(width: total.width + insets.total.width, height: total.height + insets.total.height)
  }

  /// Measures the views of a row again that get less than their fitting width: a shorter text needs more lines.
  private func measureAgain(
    _ sizes: inout [Size], of views: [View], shortenedTo lengths: [Double], in inner: Size
  ) {
    guard axis == .horizontal else { return }
    for index in views.indices where lengths[index] < sizes[index].width - 0.01 {
      sizes[index].height =
        views[index].fittingSize(in: Size(width: lengths[index], height: inner.height)).height
    }
  }

  /// Returns the lengths that the views get in a stack with this room for them.
  private func fitted(_ lengths: [Double], of views: [View], to room: Double) -> [Double] {
    guard distribution != .fillEqually else { return lengths.map { _ in room / Double(views.count) } }
    var lengths = lengths
    fit(&lengths, of: views, to: room)
    return lengths
  }

  /// Returns the space for measuring a subview: across the axis all of it; along the axis it is unlimited in a
  /// column, and the width of the stack in a row.
  private func offer(_ inner: Size) -> Size {
    Size(axis, axis == .vertical ? .infinity : inner.width, inner.along(axis.other))
  }

  open override func layoutSubviews() {
    let views = arranged
    let area = bounds.inset(by: insets)
    guard !views.isEmpty else { return }
    var sizes = views.map { $0.fittingSize(in: offer(area.size)) }
    let gaps = spacing * Double(views.count - 1)
    let room = max(area.size.along(axis) - gaps, 0)
    let lengths = fitted(sizes.map { $0.along(axis) }, of: views, to: room)
    if alignment != .fill { measureAgain(&sizes, of: views, shortenedTo: lengths, in: area.size) }
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

  /// Lets the views grow or shrink until their total length is `room`, within the limits of their factors and
  /// minimum sizes.
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

  /// Shrinks the views that `isTaken` selects, in proportion, by `missing` points in total. Returns the length
  /// that is still missing.
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
