/// Where in the view the item stands that a carousel rests on.
///
/// SwipeView: `SwipeViewAlignment`; Embla: `align`.
public enum SnapAlignment: Hashable, CaseIterable, Sendable {
  /// Flush with the edge where the row begins: left, or right from right to left, or top when vertical.
  case start
  /// In the middle.
  case center
  /// Flush with the opposite edge.
  case end
}
