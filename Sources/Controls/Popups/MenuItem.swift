internal import Views

/// An entry of a menu.
///
/// UIKit: `UIAction`. GTK: `GMenuItem`.
public struct MenuItem {
  /// A mark before the title.
  public enum Mark: Hashable, Sendable, CaseIterable {
    /// No mark, and no space for a mark.
    case none
    /// The mark of a setting that is off.
    case off
    /// The mark of a setting that is on.
    case on
  }

  /// The title; empty for a separator.
  public var title: String
  /// The icon before the title; `nil`, the default, for none.
  public var icon: Icon?
  /// The key combination with the same effect, as text, such as "Ctrl+C"; empty, the default, for none. The
  /// menu only displays it.
  public var shortcut = ""
  /// The mark before the title.
  public var mark = Mark.none
  /// Whether the item can be chosen; by default `true`.
  public var isEnabled = true
  /// Whether the item deletes something; by default `false`.
  public var isDestructive = false
  /// The items of the submenu; by default none.
  public var submenu: [MenuItem] = []
  /// Called when the item is chosen.
  public var action: (@MainActor () -> Void)?

  /// Creates an item.
  public init(
    _ title: String, icon: Icon? = nil, shortcut: String = "", mark: Mark = .none, submenu: [MenuItem] = [],
    action: (@MainActor () -> Void)? = nil
  ) {
    (self.title, self.icon, self.shortcut, self.mark) = (title, icon, shortcut, mark)
    (self.submenu, self.action) = (submenu, action)
  }

  /// A separator between groups of items.
  public static var separator: MenuItem { MenuItem("") }
  /// Whether the item is a separator.
  public var isSeparator: Bool { title.isEmpty }
  /// Whether the item can be chosen: it is enabled and not a separator.
  public var isSelectable: Bool { isEnabled && !isSeparator }
}
