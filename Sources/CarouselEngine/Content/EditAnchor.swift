/// The part of the carousel that stays in place when items are inserted, moved or removed.
enum EditAnchor: Sendable {
  /// The scroll offset, so that another item may be in the center.
  case scrollOffset
  /// The scroll offset with ``MotionStyle/classic``, the current item with ``MotionStyle/fluid``.
  case motionStyle
  /// The current item.
  case currentItem
  /// An item whose new index is known.
  case item(ItemAnchor)
}

/// The item that stays in its position on the screen during changes of content.
package struct ItemAnchor: Codable, Sendable {
  /// Its index before the changes. If the item there is removed, its successor takes its position.
  package var oldIndex: Int
  /// Its index, or that of its successor, after the changes.
  package var newIndex: Int
}
