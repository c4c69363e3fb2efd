public import Geometry
public import Views

/// The way in which a collection view arranges its items.
///
/// Lengths that are not finite are replaced by 0, and heights by at least 1 point.
///
/// UIKit: `UICollectionViewLayout`.
public struct CollectionLayout: Hashable, Sendable {
  /// The places of items of different heights.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// Rows and columns. Each row is as high as its highest item.
    case grid
    /// Columns without rows. Each item is below the column that is the shortest so far.
    ///
    /// CSS: `display: grid-lanes`.
    case masonry
    /// Rows of the same width. The items of a row have the same height and keep their aspect ratios.
    case justified
  }

  /// The height of items that have no height of their own.
  public enum ItemHeight: Hashable, Sendable {
    /// A height in points.
    case points(Double)
    /// The height of a row in which no text is broken into lines, at a text scale of 1, in points. It grows with the text of the theme,
    /// and a row with broken texts is higher by their further lines. The contents are measured when they come into sight.
    ///
    /// UIKit: `UITableView.automaticDimension`.
    case atLeast(Double)
    /// The width divided by the height.
    case aspectRatio(Double)
  }

  /// The places of items of different heights; by default a grid.
  public var style: Style
  /// The number of columns. In a justified layout, the width of a column and ``itemHeight`` determine the height of rows.
  public var columns: GridView.Columns
  /// The height of items that have no height of their own.
  public var itemHeight: ItemHeight
  /// The distances between items in a row and between rows, in points.
  public var spacing: Size
  /// The distances from the sides of the collection view to the items, in points. Each section has those at the top and at
  /// the bottom.
  public var insets: EdgeInsets
  /// The height of the headers of sections that have a title, at a text scale of 1, in points. It grows with the text of the theme.
  /// A title that is wider than the collection view is truncated; assistive technologies read all of it.
  public var headerHeight: Double

  /// Creates a layout; by default, square items that are at least 160 points wide.
  public init(
    _ style: Style = .grid, columns: GridView.Columns = .minimumWidth(160),
    itemHeight: ItemHeight = .aspectRatio(1), spacing: Size = Size(width: 8, height: 8),
    insets: EdgeInsets = EdgeInsets(8), headerHeight: Double = 40
  ) {
    (self.style, self.columns, self.itemHeight) = (style, columns, itemHeight)
    (self.spacing, self.insets, self.headerHeight) = (spacing, insets, headerHeight)
  }
}
