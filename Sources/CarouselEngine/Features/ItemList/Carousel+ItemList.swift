/// Content as a list of items.
extension Carousel {
  /// Shows these items. Later calls animate the change from the old list to the new list as one batch.
  ///
  ///     carousel.setItems(photos) { photo, reusing in
  ///       let view = reusing as? PhotoView ?? PhotoView()
  ///       view.photo = photo
  ///       return view
  ///     }
  ///
  /// The carousel retains the items and `view` and acts as its own data source, so the caller need not keep
  /// an object alive. Setting another ``dataSource`` replaces the items.
  ///
  /// A call with the same type of items compares the lists by `id`. Items missing from the new list are
  /// removed, new items are inserted, and items in another order move. Items that stay keep their views,
  /// which are not requested again. The current item stays in the center even if its index changes. If the
  /// current item is removed, the next later item that stays moves to the center. If no later item stays, the
  /// last earlier item does. A call with another type of items reloads all content.
  ///
  /// Identities should be unique. Items with equal identities are matched by their order: the second
  /// occurrence in the old list is the same item as the second occurrence in the new list.
  ///
  /// Items should change only by this method. After another change of content, such as
  /// ``removeItem(at:animated:completion:)``, the list and the carousel have different numbers of items, and
  /// the next call reloads all content.
  ///
  /// - Parameters:
  ///   - items: The new list.
  ///   - animated: Whether removed items fade out, new items fade in, and other items slide to their
  ///     positions.
  ///   - completion: A closure that is called exactly once when the change has ended, or when the carousel is
  ///     deallocated.
  ///   - view: Returns the view of an item. The closure may reuse its second argument, a view that showed
  ///     another item. It should not capture the carousel strongly.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items.
  ///
  /// Beyond iCarousel; UIKit: `UICollectionViewDiffableDataSource.apply(_:animatingDifferences:completion:)`.
  @inlinable
  public func setItems<Item: Identifiable>(
    _ items: [Item], animated: Bool = true, completion: (() -> Void)? = nil,
    view: @escaping @MainActor (_ item: Item, _ reusing: (any ItemView)?) -> any ItemView
  ) {
    setItems(items, ids(of: items), animated: animated, completion, view, isChanged: nil)
  }

  /// Shows these items, and reloads the items that stay but have changed.
  ///
  /// See ``setItems(_:animated:completion:view:)``.
  @inlinable
  public func setItems<Item: Identifiable & Equatable>(
    _ items: [Item], animated: Bool = true, completion: (() -> Void)? = nil,
    view: @escaping @MainActor (_ item: Item, _ reusing: (any ItemView)?) -> any ItemView
  ) {
    setItems(items, ids(of: items), animated: animated, completion, view, isChanged: { $0 != $1 })
  }

  /// Returns the identities of `items`. The function is inlinable and calls no closure, because the lists can be
  /// long.
  @inlinable
  func ids<Item: Identifiable>(of items: [Item]) -> [Item.ID] {
    var ids: [Item.ID] = []
    ids.reserveCapacity(items.count)
    for item in items { ids.append(item.id) }
    return ids
  }

  @usableFromInline
  func setItems<Item: Identifiable>(
    _ items: [Item], _ ids: [Item.ID], animated: Bool, _ completion: (() -> Void)?,
    _ view: @escaping @MainActor (_ item: Item, _ reusing: (any ItemView)?) -> any ItemView,
    isChanged: ((Item, Item) -> Bool)?
  ) {
    let completion = completions.add(completion)
    guard let list = itemList as? ItemList<Item>, core.content.gatheredCount == list.items.count else {
      // The former list is retained until the new list is set, so that the two objects have different
      // identities.
      let (former, list) = (itemList, ItemList(items, ids, view))
      itemList = list
      dataSource = list
      withExtendedLifetime(former) {}
      return apply(.editBatch(ContentBatch(edits: [], completion: completion)))
    }
    let old = list.items
    var difference = ItemDifference(from: list.ids, to: ids, isAnimated: animated)
    if let isChanged {
      for (oldIndex, newIndex) in difference.matching.stayingItems
      where isChanged(old[oldIndex], items[newIndex]) {
        difference.appendReload(of: newIndex, isAnimated: animated)
      }
    }
    let current = core.content.gatheredAnchor?.newIndex ?? core.scroller.currentIndex
    let anchor = difference.matching.newIndex(nearestTo: current).map {
      ItemAnchor(oldIndex: current, newIndex: $0)
    }
    list.replace(items, ids, view)
    apply(.editBatch(ContentBatch(edits: difference.edits, completion: completion, anchor: anchor)))
  }
}
