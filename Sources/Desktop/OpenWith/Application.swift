/// An installed application that can open files of a content type.
///
/// GIO: `GDesktopAppInfo`.
package struct Application: Hashable, Sendable, Identifiable {
  /// The name of the desktop file, such as `org.gnome.Loupe.desktop`.
  package let id: String
  /// The name to show to the user, in the user's language.
  package let name: String
  /// The name of an icon in the icon theme, or the path of an image; `nil` if the application has no icon.
  package let icon: String?
  /// Whether this is the default application for files of this type.
  package let isDefault: Bool
}
