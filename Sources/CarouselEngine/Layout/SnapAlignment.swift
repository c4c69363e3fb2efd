/// The position in the view at which the current item rests.
///
/// SwipeView: `SwipeViewAlignment`; Embla: `align`.
public enum SnapAlignment: String, Codable, Hashable, CaseIterable, Sendable {
  /// At the edge where the strip begins: at the left, at the right with right-to-left direction, or at the
  /// top if vertical.
  case start
  /// In the middle.
  case center
  /// At the edge opposite to `start`.
  case end
}
