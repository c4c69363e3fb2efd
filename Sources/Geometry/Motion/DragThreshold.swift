/// The movement that turns a contact into a drag.
package enum DragThreshold {
  /// The distance that starts a drag, in points. A trembling hand moves less.
  package static let distance = 8.0
}
