package import Geometry

/// A view that inserts text that the user drops on it, such as a text field.
@MainActor
package protocol TextDropClient: View {
  /// Shows where text that is dropped at a point would be inserted; `nil` ends this.
  func showInsertion(at point: Point?)
  /// Inserts text that was dropped at a point, in the view's coordinates.
  func insertDroppedText(_ text: String, at point: Point)
}
