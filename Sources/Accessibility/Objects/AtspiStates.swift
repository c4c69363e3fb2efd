internal import Views

/// The states of an object, with the numbers of `AtspiStateType`.
struct AtspiStates: OptionSet, Hashable {
  let rawValue: UInt64

  static let active = state(1)
  static let busy = state(3)
  static let checked = state(4)
  static let collapsed = state(5)
  static let defunct = state(6)
  static let editable = state(7)
  static let enabled = state(8)
  static let expandable = state(9)
  static let expanded = state(10)
  static let focusable = state(11)
  static let focused = state(12)
  static let modal = state(16)
  static let pressed = state(20)
  static let selectable = state(22)
  static let selected = state(23)
  static let sensitive = state(24)
  static let showing = state(25)
  static let singleLine = state(26)
  static let visible = state(30)
  static let managesDescendants = state(31)
  static let indeterminate = state(32)
  static let animated = state(35)
  static let selectableText = state(38)
  static let checkable = state(41)

  private static func state(_ number: UInt64) -> Self { Self(rawValue: 1 << number) }

  /// The states with their names in events, in the order in which changes are reported: a loss of the focus before a gain.
  static let names: [(Self, String)] = [
    (.active, "active"), (.busy, "busy"), (.checked, "checked"), (.collapsed, "collapsed"),
    (.editable, "editable"), (.enabled, "enabled"), (.expandable, "expandable"), (.expanded, "expanded"),
    (.focusable, "focusable"), (.modal, "modal"), (.pressed, "pressed"), (.selectable, "selectable"),
    (.selected, "selected"), (.sensitive, "sensitive"), (.showing, "showing"), (.visible, "visible"),
    (.indeterminate, "indeterminate"), (.animated, "animated"), (.checkable, "checkable"),
    (.focused, "focused"),
  ]

  /// The two numbers of `GetState`: the lower and the upper half.
  var words: [UInt32] { [UInt32(truncatingIfNeeded: rawValue), UInt32(truncatingIfNeeded: rawValue >> 32)] }

  /// The states of an element.
  ///
  /// - Parameter isActive: Whether its window is the active one.
  init(_ node: AccessibilityNode, isActive: Bool) {
    let own = node.states
    var states: Self = .visible
    func add(_ state: Self, if condition: Bool) { if condition { states.insert(state) } }
    add([.enabled, .sensitive], if: own.contains(.enabled))
    add(.showing, if: !own.contains(.offscreen))
    add(.focusable, if: own.contains(.focusable))
    // The focus of a list is that of its item.
    add(.focused, if: own.contains(.focused) && !node.children.contains { $0.states.contains(.focused) })
    add(.selectable, if: own.contains(.selectable))
    add(.selected, if: own.contains(.selected))
    add(.checkable, if: own.contains(.checkable))
    add(.checked, if: own.contains(.checked))
    // A screen reader says "pressed" for a toggle button.
    add(.pressed, if: own.contains(.checked) && (node.role == .switch || node.role == .button))
    add(.indeterminate, if: own.contains(.mixed))
    add(.expandable, if: own.contains(.expandable))
    add(own.contains(.expanded) ? .expanded : .collapsed, if: own.contains(.expandable))
    add(.editable, if: own.contains(.editable))
    add([.singleLine, .selectableText], if: node.role == .textField)
    add(.busy, if: own.contains(.busy))
    add(.animated, if: own.contains(.animated))
    add(.modal, if: own.contains(.modal))
    add(.active, if: node.role == .window && isActive)
    // The items out of sight are not in the tree.
    add(.managesDescendants, if: node.isItemContainer)
    self = states
  }

  init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension AccessibilityNode {
  /// Whether the element contains items, of which only those in sight are elements.
  var isItemContainer: Bool { role == .list || role == .grid }
  /// Whether the user selects one or more of the elements inside.
  var isSelectionContainer: Bool {
    isItemContainer || role == .menu || role == .radioGroup
  }
}
