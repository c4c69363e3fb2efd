package import Geometry

/// A view that inserts text that the user drops on it, such as a text field.
@MainActor
package protocol TextDropClient: View {
  /// Whether the user can drop text on the view.
  var acceptsDrops: Bool { get }
  /// Shows where text that is dropped at a point would be inserted; `nil` ends this.
  func showInsertion(at point: Point?)
  /// Inserts text that was dropped at a point, in the view's coordinates. Returns `false` if the view no longer accepts it.
  func insertDroppedText(_ text: String, at point: Point) -> Bool
}
