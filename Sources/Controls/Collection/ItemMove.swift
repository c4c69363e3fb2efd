/// The drag of an item to another place: the items between both places make room.
struct ItemMove: Hashable, Sendable {
  /// The index of the dragged item.
  let item: Int
  /// The index of the item after a drop at its present place.
  var place: Int
}

/// The order of the items while one of them is dragged; `nil` for their own order.
extension ItemMove? {
  /// Returns the item at a place.
  func item(at place: Int) -> Int {
    guard let move = self else { return place }
    if place == move.place { return move.item }
    if move.item < move.place { return place >= move.item && place < move.place ? place + 1 : place }
    return place > move.place && place <= move.item ? place - 1 : place
  }

  /// Returns the place of an item.
  func place(of item: Int) -> Int {
    guard let move = self else { return item }
    if item == move.item { return move.place }
    if move.item < move.place { return item > move.item && item <= move.place ? item - 1 : item }
    return item >= move.place && item < move.item ? item + 1 : item
  }
}
