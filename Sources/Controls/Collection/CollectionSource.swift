internal import Geometry
internal import Views

/// The items that a collection view shows, without their type.
@MainActor
protocol CollectionSource: AnyObject {
  var count: Int { get }
  /// Whether an item has an identity, by which it is found in another list, and can be moved.
  var hasIdentities: Bool { get }
  /// The height of an item for a width, both in points; `nil` if all items have the height of the layout.
  var height: ((_ item: Int, _ width: Double) -> Double)? { get }
  /// Returns the content of a cell. The second parameter is the content of a cell that has left the screen.
  func makeContent(_ item: Int, reusing old: View?) -> View
  /// Returns the items that this source has in common with an earlier one; `nil` if they are of another kind.
  func matching(from old: any CollectionSource) -> ItemMatching?
  /// Returns whether an item differs from the item with the same identity in an earlier source.
  func isChanged(_ item: Int, from oldItem: Int, of old: any CollectionSource) -> Bool
  /// Moves an item. Returns whether the source can do that.
  func move(_ item: Int, to newItem: Int) -> Bool
}

/// Items without identities, which only have a number.
@MainActor
final class NumberedSource: CollectionSource {
  var count: Int
  var makeView: (_ index: Int, _ reusing: View?) -> View

  init(count: Int, makeView: @escaping (_ index: Int, _ reusing: View?) -> View) {
    (self.count, self.makeView) = (count, makeView)
  }

  var hasIdentities: Bool { false }
  var height: ((Int, Double) -> Double)? { nil }
  func makeContent(_ item: Int, reusing old: View?) -> View { makeView(item, old) }
  func matching(from old: any CollectionSource) -> ItemMatching? { nil }
  func isChanged(_ item: Int, from oldItem: Int, of old: any CollectionSource) -> Bool { true }
  func move(_ item: Int, to newItem: Int) -> Bool { false }
}

/// Items with identities.
@MainActor
final class ItemSource<Item: Identifiable>: CollectionSource {
  private var items: [Item]
  private var ids: [Item.ID]
  private let itemHeight: ((Item, Double) -> Double)?
  private let isDifferent: ((Item, Item) -> Bool)?
  private let cell: (Item, View?) -> View

  init(
    _ items: [Item], height: ((Item, Double) -> Double)?, isDifferent: ((Item, Item) -> Bool)?,
    cell: @escaping (Item, View?) -> View
  ) {
    (self.items, self.cell, itemHeight, self.isDifferent) = (items, cell, height, isDifferent)
    ids = items.map(\.id)
  }

  var count: Int { items.count }
  var hasIdentities: Bool { true }

  var height: ((Int, Double) -> Double)? {
    guard let itemHeight else { return nil }
    return { [items] index, width in items.indices.contains(index) ? itemHeight(items[index], width) : 0 }
  }

  func makeContent(_ item: Int, reusing old: View?) -> View {
    items.indices.contains(item) ? cell(items[item], old) : old ?? View()
  }

  func matching(from old: any CollectionSource) -> ItemMatching? {
    (old as? Self).map { ItemMatching(from: $0.ids, to: ids) }
  }

  func isChanged(_ item: Int, from oldItem: Int, of old: any CollectionSource) -> Bool {
    guard let old = old as? Self, let isDifferent else { return false }
    return isDifferent(old.items[oldItem], items[item])
  }

  func move(_ item: Int, to newItem: Int) -> Bool {
    guard items.indices.contains(item), items.indices.contains(newItem) else { return false }
    items.insert(items.remove(at: item), at: newItem)
    ids.insert(ids.remove(at: item), at: newItem)
    return true
  }
}
