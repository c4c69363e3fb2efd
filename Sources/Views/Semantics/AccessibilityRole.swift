/// The kind of an element, for assistive technologies and tests, with the words of GTK and ARIA.
///
/// UIKit: `UIAccessibilityTraits`. GTK: `GtkAccessibleRole`. ARIA: `role`.
public enum AccessibilityRole: String, Hashable, Sendable, CaseIterable {
  /// A window or a popup.
  case window
  /// Elements that belong together.
  case group
  /// A list of items, such as a carousel.
  case list
  /// An item of a list.
  case listItem
  /// A grid of items in rows and columns.
  case grid
  /// An item of a grid.
  case gridCell
  /// A button.
  case button
  /// A box that is checked or not.
  case checkBox
  /// A setting that is on or off.
  case `switch`
  /// Choices of which at most one is selected.
  case radioGroup
  /// A choice of which at most one of a group is selected.
  case radioButton
  /// A knob that sets a number.
  case slider
  /// A number with buttons that decrease and increase it.
  case spinButton
  /// A line of text that the user edits.
  case textField
  /// A text.
  case label
  /// The title of a part.
  case heading
  /// A picture.
  case image
  /// A bar that shows how much of some work is done.
  case progressBar
  /// A sign that work of unknown duration is in progress. AT-SPI: animation.
  case spinner
  /// A menu.
  case menu
  /// An entry of a menu.
  case menuItem
  /// An entry of a menu that is checked or not.
  case menuItemCheckBox
  /// A group of controls in front of other views, such as a popover.
  case dialog
  /// A question that the user must answer.
  case alertDialog
  /// A short explanation.
  case tooltip
  /// A view that shows a part of a larger content.
  case scrollArea

  /// Whether an element of this role is useless without a name.
  package var needsName: Bool {
    switch self {
    case .window, .group, .label, .heading, .spinner, .menu, .scrollArea, .tooltip, .radioGroup: false
    default: true
    }
  }

  /// Whether an element without a label is named by the texts and pictures inside it.
  ///
  /// ARIA: "name from content".
  var isNamedByContents: Bool { isItem || self == .dialog || self == .group }

  /// Whether an element of this role is an item of a list or a grid.
  var isItem: Bool { self == .listItem || self == .gridCell }
}
