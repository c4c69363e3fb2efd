public import Geometry

/// Views in rows and columns. All columns have the same width. Each row is as high as its highest view.
///
/// The rows begin at the right if the layout direction is right to left. Hidden subviews take no cell.
///
/// CSS: `display: grid`.
open class GridView: ContainerView {
  /// The way in which the number of columns is determined.
  public enum Columns: Hashable, Sendable {
    /// A fixed number of columns, at least 1.
    case count(Int)
    /// As many columns as fit with at least this width, in points.
    case minimumWidth(Double)

    /// Returns the number of columns in `width` points, at least 1; `nil` if the width does not limit it.
    package func fitting(_ width: Double, spacing: Double) -> Int? {
      switch self {
      case .count(let count): return max(count, 1)
      case .minimumWidth(let least):
        guard width.isFinite, least.isFinite else { return nil }
        let step = max(least, 1) + max(spacing, 0)
        // The tolerance is for a width that was computed for a number of columns.
        let fitting = (width + max(spacing, 0)) / step + 1e-9
        return max(Int(exactly: min(fitting, 1e6).rounded(.down)) ?? 1, 1)
      }
    }
  }

  /// The number of columns.
  public var columns: Columns { didSet { if columns != oldValue { arrangementDidChange() } } }
  /// The distances between columns and between rows, in points.
  public var spacing: Size { didSet { if spacing != oldValue { arrangementDidChange() } } }

  /// Creates a grid of `views`.
  public init(
    columns: Columns, spacing: Size = .zero, insets: EdgeInsets = .zero, _ views: [View] = []
  ) {
    self.columns = columns
    self.spacing = spacing
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

  private func columnCount(in width: Double, of views: [View]) -> Int {
    columns.fitting(width, spacing: spacing.width) ?? max(views.count, 1)
  }

  /// Returns the width that the columns need, at most `available`: each column is as wide as the widest view, and at
  /// least as wide as the minimum width.
  private func fittingWidth(in available: Double, of views: [View]) -> Double {
    var count = columnCount(in: available, of: views)
    var cell = widestView(of: views)
    if case .minimumWidth(let least) = columns {
      // With more room than the views need, wider cells would make room for further columns.
      let isFull = count <= views.count
      count = min(count, views.count)
      cell = isFull ? max(cell, least) : least
    }
    return min(cell * Double(count) + spacing.width * Double(max(count - 1, 0)), available)
  }

  private func widestView(of views: [View]) -> Double {
    views.map { $0.fittingSize(in: Size(width: Double.infinity, height: .infinity)).width }.max() ?? 0
  }

  private func rows(of views: [View], width: Double) -> (columns: Int, cell: Double, heights: [Double]) {
    let count = columnCount(in: width, of: views)
    var cell = (width - spacing.width * Double(count - 1)) / Double(count)
    if !cell.isFinite { cell = widestView(of: views) }
    cell = max(cell, 0)
    let heights = stride(from: 0, to: views.count, by: count).map { start in
      views[start..<min(start + count, views.count)].map {
        $0.fittingSize(in: Size(width: cell, height: .infinity)).height
      }.max() ?? 0
    }
    return (count, cell, heights)
  }

  /// Returns the width that the columns need, at most the width of `size`, and the height of the rows at that width.
  open override func sizeThatFits(_ size: Size) -> Size {
    let views = arranged
    let width = fittingWidth(in: size.inset(by: insets).width, of: views)
    let heights = rows(of: views, width: width).heights
    return Size(
      width: width + insets.total.width,
      height: heights.reduce(0, +) + spacing.height * Double(max(heights.count - 1, 0)) + insets.total.height)
  }

  open override func layoutSubviews() {
    let views = arranged
    let area = bounds.inset(by: insets)
    let (count, cell, heights) = rows(of: views, width: area.size.width)
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    var top = area.minY
    for (row, height) in heights.enumerated() {
      for column in 0..<min(count, views.count - row * count) {
        let left = (cell + spacing.width) * Double(column)
        views[row * count + column].frame = Rect(
          x: isMirrored ? area.maxX - left - cell : area.minX + left, y: top, width: cell, height: height)
      }
      top += height + spacing.height
    }
  }
}
