/// The movement that turns a contact into a drag.
package enum DragThreshold {
  /// The distance that starts a drag, in points. A trembling hand moves less.
  package static let distance = 8.0
}

/// The hold that turns a contact into a long press.
package enum LongPress {
  /// The duration of a long press, in seconds. A tap is shorter.
  package static let duration = 0.5
}
