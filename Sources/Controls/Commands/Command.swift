/// An action of an application that the user can choose in several ways: in a menu, with a button or with a key.
///
/// The command says what the action is called. A view of the window handles it: see `handle(_:isEnabled:isChecked:action:)`.
/// Menus, buttons, tooltips and the key help get the title, the icon and the shortcuts from the same command, so each is
/// stated once.
///
/// UIKit: `UICommand`, `UIKeyCommand`. GTK: `GAction`.
public struct Command: Identifiable, Sendable {
  /// Identifies the command in the program, such as "photo.delete". Commands with the same identifier are the same command.
  public let id: String
  /// The name of the action for the user, such as "Move to trash".
  public var title: String
  /// The icon for menus and buttons; `nil`, the default, for none.
  public var icon: Icon?
  /// The keys that perform the command. Menus and tooltips show the first one.
  public var shortcuts: [Shortcut]
  /// Whether a held shortcut performs the command repeatedly; by default `false`.
  public var isRepeating: Bool

  /// Creates a command.
  public init(
    _ id: String, title: String, icon: Icon? = nil, shortcuts: [Shortcut] = [], isRepeating: Bool = false
  ) {
    (self.id, self.title, self.icon, self.shortcuts) = (id, title, icon, shortcuts)
    self.isRepeating = isRepeating
  }

  /// The shortcuts as text, such as "F, F11"; empty without shortcuts.
  public var shortcutText: String { shortcuts.map(\.description).joined(separator: ", ") }

  /// The title with the first shortcut, for a tooltip.
  var tooltip: String { shortcuts.first.map { "\(title) (\($0))" } ?? title }
}

/// Whether a command can be performed, and whether its setting is on.
///
/// UIKit: `UICommand.state`, `UIMenuElement.Attributes`. GTK: `GAction.enabled`, `GAction.state`.
public struct CommandState: Hashable, Sendable {
  /// Whether the command can be performed.
  public var isEnabled: Bool
  /// Whether the setting is on; `nil` if the command is no setting.
  public var isChecked: Bool?

  /// Creates a state.
  public init(isEnabled: Bool, isChecked: Bool? = nil) {
    (self.isEnabled, self.isChecked) = (isEnabled, isChecked)
  }
}
