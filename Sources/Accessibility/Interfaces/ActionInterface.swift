internal import Desktop
internal import Views

/// The actions of an object, except the focus and scrolling, which `Component` has.
enum ActionInterface: ObjectInterface {
  static let name = "Action"
  static let properties = ["NActions"]
  static let methods = [
    "GetDescription", "GetName", "GetLocalizedName", "GetKeyBinding", "GetActions", "DoAction",
  ]

  static func property(_ name: String, of object: AccessibleObject, in application: AccessibleApplication)
    -> BusValue?
  { name == "NActions" ? .int32(Int32(clamping: object.actions.count)) : nil }

  static func call(
    _ method: String, _ arguments: CallArguments, of object: AccessibleObject,
    in application: AccessibleApplication
  ) throws(BusFault) -> [BusValue]? {
    if case ("GetActions", .none) = (method, arguments) {
      let actions = object.actions.map { BusValue.tuple([.text($0.description), .string(""), .string("")]) }
      return [.array(of: "(sss)", actions)]
    }
    guard case .one(.int32(let index)) = arguments else { return nil }
    let actions = object.actions
    guard actions.indices.contains(Int(index)) else {
      throw .invalidArguments("There is no action \(index).")
    }
    let action = actions[Int(index)]
    switch method {
    case "GetName", "GetLocalizedName": return [.text(action.description)]
    case "GetDescription", "GetKeyBinding": return [.string("")]
    case "DoAction":
      let isDone = try application.perform(object) { element throws(AccessibilityError) in
        try element.perform(action)
      }
      return [.boolean(isDone)]
    default: return nil
    }
  }
}
