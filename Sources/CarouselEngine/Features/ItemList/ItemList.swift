/// A data source that supplies the views of a list of items.
@MainActor
final class ItemList<Item: Identifiable>: CarouselDataSource {
  typealias MakeView = @MainActor (_ item: Item, _ reusing: (any ItemView)?) -> any ItemView

  private(set) var items: [Item]
  /// The identities of ``items``.
  private(set) var ids: [Item.ID]
  private var makeView: MakeView

  init(_ items: [Item], _ ids: [Item.ID], _ makeView: @escaping MakeView) {
    (self.items, self.ids, self.makeView) = (items, ids, makeView)
  }

  /// Replaces the items without notifying the carousel.
  func replace(_ newItems: [Item], _ newIDs: [Item.ID], _ newMakeView: @escaping MakeView) {
    (items, ids, makeView) = (newItems, newIDs, newMakeView)
  }

  func numberOfItems(in carousel: Carousel) -> Int { items.count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    guard items.indices.contains(index) else { return view ?? EmptyItemView() }
    return makeView(items[index], view)
  }

  func carousel(_ carousel: Carousel, moveItemAt index: Int, to newIndex: Int) -> Bool {
    guard items.indices.contains(index), items.indices.contains(newIndex) else { return false }
    items.insert(items.remove(at: index), at: newIndex)
    ids.insert(ids.remove(at: index), at: newIndex)
    return true
  }
}
