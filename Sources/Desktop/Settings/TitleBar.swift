/// The buttons of a title bar, in the order of the writing direction.
package struct TitleBarButtons: Hashable, Sendable {
  package enum Button: String, Hashable, Sendable {
    case minimize
    case maximize
    case close
    case menu
    case appMenu = "appmenu"
    case icon
    case spacer
  }

  /// The buttons before the title.
  package var leading: [Button]
  /// The buttons after the title.
  package var trailing: [Button]

  package init(leading: [Button], trailing: [Button]) {
    self.leading = leading
    self.trailing = trailing
  }

  package static let standard = TitleBarButtons(leading: [], trailing: [.minimize, .maximize, .close])

  /// Reads a layout such as `appmenu:minimize,maximize,close`. Unknown and repeated buttons are ignored.
  init(layout: String) {
    let sides = layout.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    leading = Self.buttons(sides[0])
    trailing = sides.count > 1 ? Self.buttons(sides[1]) : []
  }

  private static func buttons(_ names: Substring) -> [Button] {
    var buttons: [Button] = []
    for name in names.split(separator: ",") {
      guard let button = Button(rawValue: String(name)), button == .spacer || !buttons.contains(button) else {
        continue
      }
      // A title bar has room for only a few buttons. A longer list is an error of the sender.
      guard buttons.count < 16 else { break }
      buttons.append(button)
    }
    return buttons
  }
}

/// The action of a click on a title bar.
package enum TitleBarAction: String, Hashable, Sendable {
  case toggleMaximize = "toggle-maximize"
  case toggleMaximizeHorizontally = "toggle-maximize-horizontally"
  case toggleMaximizeVertically = "toggle-maximize-vertically"
  case toggleShade = "toggle-shade"
  case minimize
  case lower
  case menu
  case none
}
