public import Views

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

  /// The command that the item performs; `nil`, the default, for none.
  ///
  /// When the menu opens, the item gets the state and the shortcut of the command for the view at which it opens. If no view
  /// handles the command, the item is disabled.
  public var command: Command?
  /// The view at which ``command`` is performed; `nil`, the default, for the view at which the menu opens.
  public weak var commandTarget: View?
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

  /// Creates an item with the title and the icon of a command, which performs the command.
  ///
  /// GTK: `g_menu_item_new`.
  public init(_ command: Command) {
    self.init(command.title, icon: command.icon, shortcut: command.shortcuts.first?.description ?? "")
    self.command = command
  }

  /// A separator between groups of items.
  public static var separator: MenuItem { MenuItem("") }
  /// Whether the item is a separator.
  public var isSeparator: Bool { title.isEmpty }
  /// Whether the item can be chosen: it is enabled and not a separator.
  public var isSelectable: Bool { isEnabled && !isSeparator }
}

extension [MenuItem] {
  /// Returns the items with the states and the shortcuts that their commands have for `view`. Of several items with the same
  /// command, only the first stays.
  @MainActor func updated(for view: View) -> [MenuItem] {
    var known: Set<Command.ID> = []
    return compactMap { item in
      var item = item
      item.submenu = item.submenu.updated(for: view)
      guard let command = item.command else { return item }
      guard known.insert(command.id).inserted else {
        CommandMistakes.report(
          "The menu of \(type(of: view)) has the command “\(command.id)” twice; it shows the first one.",
          in: view)
        return nil
      }
      let view = item.commandTarget ?? view
      let handler = view.handler(of: command)
      if handler == nil {
        CommandMistakes.report(
          "No view handles the command “\(command.id)” in the menu of \(type(of: view)), so it is disabled.",
          in: view)
      }
      let state = handler?.state
      item.isEnabled = item.isEnabled && state?.isEnabled == true
      if let isChecked = state?.isChecked { item.mark = isChecked ? .on : .off }
      item.shortcut = (handler?.command ?? command).shortcuts.first?.description ?? ""
      item.action = { [weak view] in view?.perform(command) }
      return item
    }
  }

  /// Whether an item, also one of a submenu, performs a command.
  var haveCommands: Bool { contains { $0.command != nil || $0.submenu.haveCommands } }
}
