internal import Desktop
internal import Glibc

/// The program.
enum ApplicationInterface: ObjectInterface {
  static let name = "Application"
  static let properties = ["ToolkitName", "Version", "AtspiVersion", "Id"]
  static let methods = ["GetLocale"]

  /// The language of the messages, such as `en_US.UTF-8`.
  static var locale: String { setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? "C" }

  static func property(_ name: String, of object: AccessibleObject, in application: AccessibleApplication)
    -> BusValue?
  {
    switch name {
    case "ToolkitName": .string(AccessibleApplication.toolkit)
    case "Version": .string("1.0")
    case "AtspiVersion": .string("2.1")
    case "Id": .int32(application.number)
    default: nil
    }
  }

  static func set(
    _ name: String, to value: BusValue, of object: AccessibleObject, in application: AccessibleApplication
  ) throws(BusFault) -> Bool {
    guard name == "Id", case .int32(let number) = value else { return false }
    application.number = number
    return true
  }

  static func call(
    _ method: String, _ arguments: CallArguments, of object: AccessibleObject,
    in application: AccessibleApplication
  ) throws(BusFault) -> [BusValue]? {
    if method == "GetLocale", case .one(.uint32) = arguments { [.string(locale)] } else { nil }
  }
}
