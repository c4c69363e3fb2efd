import Desktop

/// The names of roles and states of AT-SPI.
nonisolated enum ElementNames {
  /// The names of `AtspiRole`, by number, as `GetRoleName` returns them.
  private static let roles = [
    "invalid", "accelerator label", "alert", "animation", "arrow", "calendar", "canvas", "check box",
    "check menu item", "color chooser", "column header", "combo box", "date editor", "desktop icon",
    "desktop frame", "dial", "dialog", "directory pane", "drawing area", "file chooser", "filler",
    "focus traversable", "font chooser", "frame", "glass pane", "html container", "icon", "image",
    "internal frame", "label", "layered pane", "list", "list item", "menu", "menu bar", "menu item",
    "option pane", "page tab", "page tab list", "panel", "password text", "popup menu", "progress bar",
    "button", "radio button", "radio menu item", "root pane", "row header", "scroll bar", "scroll pane",
    "separator", "slider", "spin button", "split pane", "status bar", "table", "table cell",
    "table column header", "table row header", "tearoff menu item", "terminal", "text", "toggle button",
    "tool bar", "tool tip", "tree", "tree table", "unknown", "viewport", "window", "extended", "header",
    "footer", "paragraph", "ruler", "application", "autocomplete", "editbar", "embedded", "entry", "chart",
    "caption", "document frame", "heading", "page", "section", "redundant object", "form", "link",
    "input method window", "table row", "tree item", "document spreadsheet", "document presentation",
    "document text", "document web", "document email", "comment", "list box", "grouping", "image map",
    "notification", "info bar", "level bar", "title bar", "block quote", "audio", "video", "definition",
    "article", "landmark", "log", "marquee", "math", "rating", "timer", "static", "math fraction",
    "math root", "subscript", "superscript", "description list", "description term", "description value",
    "footnote", "content deletion", "content insertion", "mark", "suggestion", "push button menu", "switch",
  ]

  /// Older names of roles, and those of ARIA.
  private static let otherNames = [
    "push button": "button", "checkbox": "check box", "combobox": "combo box", "textbox": "entry",
    "img": "image", "listitem": "list item", "menuitem": "menu item", "tab": "page tab",
    "progressbar": "progress bar", "spinbutton": "spin button", "radio": "radio button",
  ]

  /// The names of `AtspiStateType` with their numbers.
  private static let states = [
    (1, "active"), (3, "busy"), (4, "checked"), (5, "collapsed"), (7, "editable"), (8, "enabled"),
    (9, "expandable"), (10, "expanded"), (11, "focusable"), (12, "focused"), (16, "modal"), (20, "pressed"),
    (22, "selectable"), (23, "selected"), (24, "sensitive"), (25, "showing"), (30, "visible"),
    (32, "indeterminate"), (33, "required"), (36, "invalid entry"), (41, "checkable"), (42, "has popup"),
    (43, "read only"),
  ]

  /// Returns the name of a role. A text that can be edited is an entry, as GTK 3 and Qt do not distinguish them.
  static func role(_ number: UInt32, states: [String]) -> String {
    let name = Int(number) < roles.count ? roles[Int(number)] : "unknown"
    return name == "text" && states.contains("editable") ? "entry" : name
  }

  /// Returns the name of a role that a request names; `nil` if there is no such role.
  static func role(named name: String) -> String? {
    let words = String(name.lowercased().map { "-_".contains($0) ? " " : $0 })
    let role = otherNames[words] ?? words
    return roles.contains(role) ? role : nil
  }

  /// Returns the bits of the states, which are sent as two words.
  static func bits(_ words: [BusValue]) -> UInt64 {
    words.prefix(2).enumerated().reduce(0) { bits, word in
      guard case .uint32(let part) = word.element else { return bits }
      return bits | UInt64(part) << (32 * UInt64(word.offset))
    }
  }

  static func states(_ bits: UInt64) -> [String] { states.filter { bits & 1 << $0.0 != 0 }.map(\.1) }

  /// The names of all states.
  static var stateNames: [String] { states.map(\.1) }
}
