public import Views

/// Lists of items with identities.
extension CollectionView {
  /// Shows these items. Later calls animate the change: removed items fade out, new items fade in, and other items move to
  /// their places. Items that stay keep their views.
  ///
  /// A call with the same type of items compares the lists by `id`. The selection follows the items. If the content is scrolled,
  /// the first visible item that stays keeps its place on the screen. A call with another type of items reloads all cells.
  ///
  /// - Parameters:
  ///   - items: The new list.
  ///   - animated: Whether the change is animated. With reduced motion, or outside of a window, it is not.
  ///   - height: Returns the height of an item for a width, both in points; `nil`, the default, if all items have the height of
  ///     the layout.
  ///   - cell: Returns the view of an item. The second parameter is the view of an item that has left the screen: change and
  ///     return it instead of creating a view. It is `nil` if there is no such view.
  ///
  /// - Complexity: O(*n*) in the number of items.
  ///
  /// UIKit: `UICollectionViewDiffableDataSource.apply(_:animatingDifferences:)`.
  public func setItems<Item: Identifiable>(
    _ items: [Item], animated: Bool = true, height: ((_ item: Item, _ width: Double) -> Double)? = nil,
    cell: @escaping (_ item: Item, _ reusing: View?) -> View
  ) {
    setSections([CollectionSection(items)], animated: animated, height: height, cell: cell)
  }

  /// Shows these items, and reloads the cells of items that stay but have changed.
  ///
  /// See `setItems(_:animated:height:cell:)`.
  public func setItems<Item: Identifiable & Equatable>(
    _ items: [Item], animated: Bool = true, height: ((_ item: Item, _ width: Double) -> Double)? = nil,
    cell: @escaping (_ item: Item, _ reusing: View?) -> View
  ) {
    setSections([CollectionSection(items)], animated: animated, height: height, cell: cell)
  }

  /// Shows the items of sections with headers. The indexes of items count over all sections.
  ///
  /// See `setItems(_:animated:height:cell:)`.
  public func setSections<Item: Identifiable>(
    _ sections: [CollectionSection<Item>], animated: Bool = true,
    height: ((_ item: Item, _ width: Double) -> Double)? = nil,
    cell: @escaping (_ item: Item, _ reusing: View?) -> View
  ) {
    let items = ItemSource(items(of: sections), height: height, isDifferent: nil, cell: cell)
    contents.replace(sections, by: items, animated: animated)
  }

  /// Shows the items of sections with headers, and reloads the cells of items that stay but have changed.
  ///
  /// See `setItems(_:animated:height:cell:)`.
  public func setSections<Item: Identifiable & Equatable>(
    _ sections: [CollectionSection<Item>], animated: Bool = true,
    height: ((_ item: Item, _ width: Double) -> Double)? = nil,
    cell: @escaping (_ item: Item, _ reusing: View?) -> View
  ) {
    let items = ItemSource(items(of: sections), height: height, isDifferent: { $0 != $1 }, cell: cell)
    contents.replace(sections, by: items, animated: animated)
  }

  /// Returns the items of all sections. Those of a single section are not copied.
  private func items<Item: Identifiable>(of sections: [CollectionSection<Item>]) -> [Item] {
    sections.count == 1 ? sections[0].items : sections.flatMap(\.items)
  }
}
