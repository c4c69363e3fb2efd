/// An entry of a menu.
///
/// UIKit: `UIAction`. GTK: `GMenuItem`.
public struct MenuItem {
  /// A mark before the title.
  public enum Mark: Hashable, Sendable, CaseIterable {
    /// No mark, and no room for one.
    case none
    /// A setting that is off.
    case off
    /// A setting that is on.
    case on
  }

  /// The title; empty for a line between groups of items.
  public var title: String
  /// The picture before the title; `nil`, the default, for none.
  public var icon: Icon?
  /// The keys that do the same, as text, such as "Ctrl+C"; empty, the default, for none.
  public var shortcut = ""
  /// The mark before the title.
  public var mark = Mark.none
  /// Whether the item can be chosen; by default `true`.
  public var isEnabled = true
  /// Whether the item deletes something; by default `false`.
  public var isDestructive = false
  /// The items of a menu that opens beside this one; by default none.
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

  /// A line between groups of items.
  public static var separator: MenuItem { MenuItem("") }
  /// Whether the item is a line between groups of items.
  public var isSeparator: Bool { title.isEmpty }
  /// Whether the item can be chosen.
  public var isSelectable: Bool { isEnabled && !isSeparator }
}
