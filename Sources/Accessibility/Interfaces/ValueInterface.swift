internal import Desktop
internal import Views

/// The number of a slider, a spin button or a progress bar.
enum ValueInterface: ObjectInterface {
  static let name = "Value"
  static let properties = ["MinimumValue", "MaximumValue", "MinimumIncrement", "CurrentValue", "Text"]
  static let methods: [String] = []

  static func property(_ name: String, of object: AccessibleObject, in application: AccessibleApplication)
    -> BusValue?
  {
    guard let number = object.node?.number else { return nil }
    return switch name {
    case "MinimumValue": .double(number.range.lowerBound)
    case "MaximumValue": .double(number.range.upperBound)
    case "MinimumIncrement": .double(number.step)
    case "CurrentValue": .double(number.value)
    case "Text": .text(object.node?.value ?? "")
    default: nil
    }
  }

  static func set(
    _ name: String, to value: BusValue, of object: AccessibleObject, in application: AccessibleApplication
  ) throws(BusFault) -> Bool {
    guard name == "CurrentValue", case .double(let number) = value, number.isFinite else { return false }
    return try application.perform(object) { element throws(AccessibilityError) in
      try element.setNumber(number)
    }
  }

  static func call(
    _ method: String, _ arguments: CallArguments, of object: AccessibleObject,
    in application: AccessibleApplication
  ) throws(BusFault) -> [BusValue]? { nil }
}
