/// The side on which lines of text, rows of views and horizontal carousels begin.
///
/// UIKit: `UIUserInterfaceLayoutDirection`.
public enum LayoutDirection: String, Codable, Hashable, CaseIterable, Sendable {
  /// Later items are further right.
  case leftToRight
  /// Later items are further left. The carousel is a mirror image, but the content of views is not mirrored.
  case rightToLeft
}
