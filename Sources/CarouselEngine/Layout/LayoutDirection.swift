/// Which side a horizontal carousel begins on.
///
/// UIKit: `UIUserInterfaceLayoutDirection`.
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
  /// Later items stand further right.
  case leftToRight
  /// Later items stand further left: the mirror image, though what the views show is not mirrored.
  case rightToLeft
}
