internal import Views

/// The kind of an object, with the numbers of `AtspiRole`.
enum AtspiRole: UInt32 {
  case alert = 2
  case animation = 3
  case checkBox = 7
  case checkMenuItem = 8
  case dialog = 16
  case frame = 23
  case image = 27
  case label = 29
  case list = 31
  case listItem = 32
  case menu = 33
  case menuItem = 35
  case panel = 39
  case passwordText = 40
  case progressBar = 42
  case pushButton = 43
  case radioButton = 44
  case scrollPane = 49
  case slider = 51
  case spinButton = 52
  case toggleButton = 62
  case toolTip = 64
  case application = 75
  case entry = 79
  case heading = 83
  case listBox = 98
  case grouping = 99

  init(_ node: AccessibilityNode) {
    switch node.role {
    case .window: self = .frame
    case .group: self = .panel
    case .list: self = .list
    case .listItem, .gridCell: self = .listItem
    // A table has rows and columns that the elements of a grid do not name.
    case .grid: self = .listBox
    case .button: self = node.states.contains(.checkable) ? .toggleButton : .pushButton
    case .checkBox: self = .checkBox
    // AT-SPI 2.46 has no role for a switch.
    case .switch: self = .toggleButton
    case .radioGroup: self = .grouping
    case .radioButton: self = .radioButton
    case .slider: self = .slider
    case .spinButton: self = .spinButton
    case .textField: self = node.states.contains(.protected) ? .passwordText : .entry
    case .label: self = .label
    case .heading: self = .heading
    case .image: self = .image
    case .progressBar: self = .progressBar
    case .spinner: self = .animation
    case .menu: self = .menu
    case .menuItem: self = .menuItem
    case .menuItemCheckBox: self = .checkMenuItem
    case .dialog: self = .dialog
    case .alertDialog: self = .alert
    case .tooltip: self = .toolTip
    case .scrollArea: self = .scrollPane
    }
  }

  /// The name of the role, as `atspi_role_get_name` returns it.
  var name: String {
    switch self {
    case .alert: "alert"
    case .animation: "animation"
    case .checkBox: "check box"
    case .checkMenuItem: "check menu item"
    case .dialog: "dialog"
    case .frame: "frame"
    case .image: "image"
    case .label: "label"
    case .list: "list"
    case .listItem: "list item"
    case .menu: "menu"
    case .menuItem: "menu item"
    case .panel: "panel"
    case .passwordText: "password text"
    case .progressBar: "progress bar"
    case .pushButton: "push button"
    case .radioButton: "radio button"
    case .scrollPane: "scroll pane"
    case .slider: "slider"
    case .spinButton: "spin button"
    case .toggleButton: "toggle button"
    case .toolTip: "tool tip"
    case .application: "application"
    case .entry: "entry"
    case .heading: "heading"
    case .listBox: "list box"
    case .grouping: "grouping"
    }
  }
}
