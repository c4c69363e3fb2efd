internal import Desktop
internal import Geometry
internal import Views

/// An object that assistive technologies see: the program, or an element in one of its windows.
@MainActor
struct AccessibleObject {
  /// Identifies the object while the program runs. A number is not used again.
  let id: Int
  /// The object around this one; `nil` for the program.
  let parent: Int?
  /// The position in the parent.
  let index: Int
  /// The objects inside, in reading order.
  let children: [Int]
  /// The element; `nil` for the program.
  let node: AccessibilityNode?
  let role: AtspiRole
  let name: String
  /// The hint. An item of a carousel has its position, such as "3 of 20", in front of it.
  let description: String
  let states: AtspiStates
  /// The bounds in the coordinates of the toplevel window.
  let frame: Rect

  /// Creates the object of the program.
  init(application name: String, children: [Int]) {
    (id, parent, index, node, frame) = (Self.applicationID, nil, 0, nil, .zero)
    (self.name, self.children, role, states) = (
      name, children, .application, [.enabled, .sensitive, .visible]
    )
    description = ""
  }

  /// - Parameters:
  ///   - origin: The position of the surface in the toplevel window.
  ///   - isActive: Whether the window is the active one.
  ///   - isSlide: Whether the element is an item of a carousel.
  init(
    _ node: AccessibilityNode, id: Int, parent: Int, index: Int, children: [Int], origin: Point,
    isActive: Bool, isSlide: Bool
  ) {
    (self.id, self.parent, self.index, self.children, self.node) = (id, parent, index, children, node)
    role = AtspiRole(node)
    name = node.name
    let position = isSlide ? node.position.map { "\($0.index + 1) of \($0.count)" } : nil
    description = [position ?? "", node.hint].filter { !$0.isEmpty }.joined(separator: ", ")
    states = AtspiStates(node, isActive: isActive)
    frame = Rect(origin: node.frame.origin + origin, size: node.frame.size)
  }

  nonisolated static let applicationID = 0

  /// The actions of the interface `Action`. The interface `Component` has the others.
  var actions: [AccessibilityAction.Name] {
    (node?.actions ?? []).filter { $0 != .focus && $0 != .scrollToVisible }
  }

  /// The text of the interfaces `Text` and `EditableText`; `nil` if the object has none.
  var text: ObjectText? { node.flatMap(ObjectText.init) }

  /// The interfaces without their prefix.
  var interfaces: [String] {
    guard let node else { return ["Accessible", "Application"] }
    var names = ["Accessible", "Component"]
    if node.isActionable || !actions.isEmpty { names.append("Action") }
    if node.number != nil { names.append("Value") }
    if let text { names += text.isEditable ? ["Text", "EditableText"] : ["Text"] }
    if node.isSelectionContainer { names.append("Selection") }
    if node.role == .image { names.append("Image") }
    return names
  }

  /// The attributes, with the words of Core-AAM.
  var attributes: [(String, String)] {
    guard let node else { return [("toolkit", AccessibleApplication.toolkit)] }
    var attributes = [("toolkit", AccessibleApplication.toolkit)]
    if let position = node.position {
      attributes += [("posinset", "\(position.index + 1)"), ("setsize", "\(position.count)")]
    }
    if let description = node.roleDescription { attributes.append(("roledescription", description)) }
    if !node.value.isEmpty { attributes.append(("valuetext", node.value)) }
    if node.states.contains(.live) { attributes += [("live", "polite"), ("container-live", "polite")] }
    if node.role == .grid { attributes.append(("xml-roles", "grid")) }
    if let identifier = node.identifier { attributes.append(("id", identifier)) }
    return attributes
  }

  /// The bounds in whole points, as AT-SPI has them: x, y, width and height.
  var extents: [BusValue] {
    [frame.minX, frame.minY, frame.size.width, frame.size.height].map {
      .int32(Int32(exactly: $0.rounded()) ?? 0)
    }
  }
}

extension AccessibilityNode {
  /// Whether elements of the role have actions, also while this one is disabled: clients read the interfaces once.
  fileprivate var isActionable: Bool {
    switch role {
    case .button, .checkBox, .switch, .radioButton, .slider, .spinButton, .textField, .list, .listItem,
      .gridCell,
      .menuItem, .menuItemCheckBox:
      true
    case .window, .group, .grid, .radioGroup, .label, .heading, .image, .progressBar, .spinner, .menu,
      .dialog,
      .alertDialog, .tooltip, .scrollArea:
      false
    }
  }
}
