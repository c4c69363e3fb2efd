/// The side on which a horizontal carousel begins.
///
/// UIKit: `UIUserInterfaceLayoutDirection`.
public enum LayoutDirection: String, Codable, Hashable, CaseIterable, Sendable {
  /// Later items are further right.
  case leftToRight
  /// Later items are further left. The carousel is a mirror image, but the content of views is not mirrored.
  case rightToLeft
}
