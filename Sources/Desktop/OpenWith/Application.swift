/// An installed application that can open files of a content type.
///
/// GIO: `GDesktopAppInfo`.
public struct Application: Hashable, Sendable, Identifiable {
  /// The name of the desktop file, such as `org.gnome.Loupe.desktop`.
  public let id: String
  /// The name to show to the user, in the user's language.
  public let name: String
  /// The name of an icon in the icon theme, or the path of an image; `nil` if the application has no icon.
  public let icon: String?
  /// Whether this is the default application for files of this type.
  public let isDefault: Bool
}
