internal import Drawing
public import Geometry
public import Views

/// A list that scrolls: a collection view with one column of rows. Only visible rows, and a few rows beside them, have views. The
/// views are reused for other rows.
///
/// Rows grow with the text of the theme, and a row in which a text is broken into lines is higher than the others. For rows of a fixed
/// height, set the `itemHeight` of the ``CollectionView/collectionLayout`` to ``CollectionLayout/ItemHeight/points(_:)``.
///
/// A row is an item of the collection view: ``CollectionView/scrollToItem(_:animated:)`` scrolls to it, and
/// ``CollectionView/content(ofItem:)`` is its view. A tap or the arrow keys select a row. Controls in rows receive events as usual.
///
/// UIKit: `UITableView`. GTK: `GtkListView`.
open class ListView: CollectionView {
  /// The number of rows. A change keeps the scroll offset. Call ``CollectionView/reloadData()`` if the content of rows has
  /// changed. After `setItems(_:animated:height:cell:)`, it is the number of these items; another number shows
  /// the rows of ``makeRow`` again.
  public var numberOfRows: Int {
    get { numberOfItems }
    set {
      guard max(newValue, 0) != numberOfItems else { return }
      rows.count = max(newValue, 0)
      contents.show(rows)
    }
  }
  /// The height of a row in which no text is broken into lines, at a text scale of 1, in points, at least 1; by default 44. It grows with
  /// the text of the theme.
  ///
  /// UIKit: `estimatedRowHeight`.
  public var rowHeight: Double {
    get {
      switch collectionLayout.itemHeight {
      case .points(let height), .atLeast(let height): Self.validHeight(height)
      case .aspectRatio: Self.validHeight(frame(ofItem: 0).size.height)
      }
    }
    set { collectionLayout.itemHeight = .atLeast(Self.validHeight(newValue)) }
  }
  private static func validHeight(_ height: Double) -> Double { height >= 1 && height.isFinite ? height : 1 }

  /// Returns the view of a row. The second parameter is the view of a row that has left the screen: change and
  /// return it instead of creating a view. It is `nil` if there is no such view.
  ///
  /// UIKit: `tableView:cellForRowAtIndexPath:`.
  public var makeRow: (_ index: Int, _ reusing: View?) -> View {
    get { rows.makeView }
    set {
      rows.makeView = newValue
      reloadData()
    }
  }
  /// Whether there are lines between the rows; by default `true`.
  ///
  /// GTK: `show-separators`.
  public var showsSeparators = true { didSet { if showsSeparators != oldValue { setNeedsLayout() } } }

  private let rows: NumberedSource

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - numberOfRows: At least 0.
  ///   - rowHeight: See ``rowHeight``.
  ///   - makeRow: Returns the view of a row; see ``makeRow``.
  public init(
    numberOfRows: Int, rowHeight: Double = 44, size: Size = .zero,
    makeRow: @escaping (_ index: Int, _ reusing: View?) -> View
  ) {
    rows = NumberedSource(count: max(numberOfRows, 0), makeView: makeRow)
    super.init(rows, size: size)
    collectionLayout = CollectionLayout(
      columns: .count(1), itemHeight: .atLeast(Self.validHeight(rowHeight)), spacing: .zero, insets: .zero)
    cellInsets = EdgeInsets(horizontal: 12)
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: max(self.size.width, 120), height: contentSize.height)
  }

  // MARK: Cells

  /// Higher groups contain more invisible rows.
  private static let groupHeight = 160.0  // points
  private static let mostRowsPerGroup = 8

  override var itemsPerGroup: Int {
    // Items with identities move independently.
    guard !contents.haveIdentities, collectionLayout.columns == .count(1) else { return 1 }
    let rows = Int(exactly: (Self.groupHeight / rowHeight).rounded(.down)) ?? 1
    return min(max(rows, 1), Self.mostRowsPerGroup)
  }
  override var hasCursorRing: Bool { false }
  override func configure(_ cell: CollectionCell) {
    cell.contentInsets = cellInsets
    cell.hasLine = showsSeparators && cell.index != numberOfRows - 1
  }
}
