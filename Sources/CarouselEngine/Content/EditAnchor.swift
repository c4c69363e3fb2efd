/// The part of the carousel that stays in place when items are inserted, moved or removed.
enum EditAnchor: Sendable {
  /// The scroll offset stays the same, so another item may be in the center afterwards.
  case scrollOffset
  /// ``scrollOffset`` with ``MotionStyle/classic``, ``currentIndex`` with ``MotionStyle/fluid``.
  case motionStyle
  /// The current item stays in the center.
  case currentItem
  /// An item whose new index is known stays in its position.
  case item(ItemAnchor)
}

/// The item that keeps its position on the screen during changes of content.
package struct ItemAnchor: Codable, Sendable {
  /// The item's index before the changes. If the item is removed, the next item takes its position.
  package var oldIndex: Int
  /// The item's index after the changes, or the index of the next item if the item is removed.
  package var newIndex: Int
}
