/// An installed application that can open files of a content type.
///
/// GIO: `GDesktopAppInfo`.
public struct Application: Hashable, Sendable, Identifiable {
  /// The name of the desktop file, such as `org.gnome.Loupe.desktop`.
  public let id: String
  /// The name to show, in the user's language.
  public let name: String
  /// The name of an icon in the icon theme, or the path of a picture; `nil` if it has none.
  public let icon: String?
  /// Whether it opens files of this type unless the user chooses another one.
  public let isDefault: Bool
}
