/// The part of the carousel that stays in place when items are inserted, moved or removed.
enum EditAnchor: Sendable {
  /// The scroll offset, so that another item may be in the center.
  case scrollOffset
  /// The scroll offset with ``MotionStyle/classic``, the current item with ``MotionStyle/fluid``.
  case motionStyle
  /// The current item.
  case currentItem
}
