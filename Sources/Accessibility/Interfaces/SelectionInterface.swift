internal import Desktop
internal import Views

/// The selected elements of a list, a grid, a menu or a group of radio buttons.
enum SelectionInterface: ObjectInterface {
  static let name = "Selection"
  static let properties = ["NSelectedChildren"]
  static let methods = [
    "GetSelectedChild", "SelectChild", "DeselectSelectedChild", "DeselectChild", "IsChildSelected",
    "SelectAll", "ClearSelection",
  ]

  /// The numbers of the selected objects inside an object.
  static func selected(in object: AccessibleObject, _ tree: ObjectTree) -> [Int] {
    tree.children(of: object).filter(\.isSelected).map(\.id)
  }

  static func property(_ name: String, of object: AccessibleObject, in application: AccessibleApplication)
    -> BusValue?
  {
    guard name == "NSelectedChildren" else { return nil }
    return .int32(Int32(clamping: selected(in: object, application.tree()).count))
  }

  static func call(
    _ method: String, _ arguments: CallArguments, of object: AccessibleObject,
    in application: AccessibleApplication
  ) throws(BusFault) -> [BusValue]? {
    let tree = application.tree()
    switch (method, arguments) {
    case ("GetSelectedChild", .one(.int32(let index))):
      let ids = selected(in: object, tree)
      guard ids.indices.contains(Int(index)) else {
        throw .invalidArguments("There is no selected child \(index).")
      }
      return [application.reference(ids[Int(index)])]
    case ("IsChildSelected", .one(.int32(let index))):
      return [.boolean(try child(index, of: object, tree).isSelected)]
    case ("SelectChild", .one(.int32(let index))):
      return [.boolean(try select(try child(index, of: object, tree), application))]
    case ("DeselectChild", .one(.int32(let index))):
      return [.boolean(try deselect(try child(index, of: object, tree), application))]
    case ("DeselectSelectedChild", .one(.int32(let index))):
      let ids = selected(in: object, tree)
      guard ids.indices.contains(Int(index)), let child = tree.objects[ids[Int(index)]] else {
        throw .invalidArguments("There is no selected child \(index).")
      }
      return [.boolean(try deselect(child, application))]
    // The elements have no such actions.
    case ("SelectAll", .none), ("ClearSelection", .none): return [.boolean(false)]
    default: return nil
    }
  }

  private static func child(_ index: Int32, of object: AccessibleObject, _ tree: ObjectTree) throws(BusFault)
    -> AccessibleObject
  {
    guard object.children.indices.contains(Int(index)), let child = tree.objects[object.children[Int(index)]]
    else { throw .invalidArguments("There is no child \(index).") }
    return child
  }

  private static let toggle = AccessibilityAction.Name.custom("toggle")

  private static func select(_ child: AccessibleObject, _ application: AccessibleApplication) throws(BusFault)
    -> Bool
  {
    guard !child.isSelected, let node = child.node else { return child.isSelected }
    let actions = node.actions
    // In a carousel, the item in the center is the selected one. Activating an item of a grid may open it.
    let isItem = node.role == .listItem
    let name: AccessibilityAction.Name? =
      actions.contains(toggle)
      ? toggle
      : isItem && actions.contains(.scrollToVisible)
        ? .scrollToVisible
        : node.role == .gridCell ? nil : .activate
    guard let name else { return false }
    return try application.perform(child) { element throws(AccessibilityError) in try element.perform(name) }
  }

  private static func deselect(_ child: AccessibleObject, _ application: AccessibleApplication)
    throws(BusFault)
    -> Bool
  {
    guard child.isSelected, child.node?.actions.contains(toggle) == true else { return false }
    return try application.perform(child) { element throws(AccessibilityError) in try element.perform(toggle)
    }
  }
}

extension AccessibleObject {
  /// Whether the object is selected in the object around it.
  var isSelected: Bool { states.contains(.selected) || role == .radioButton && states.contains(.checked) }
}
