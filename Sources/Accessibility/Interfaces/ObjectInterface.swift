internal import Desktop

/// An interface of AT-SPI that objects implement.
@MainActor
protocol ObjectInterface {
  /// The name without the prefix `org.a11y.atspi.`.
  static var name: String { get }
  /// The names of the properties.
  static var properties: [String] { get }
  /// The names of the methods.
  static var methods: [String] { get }
  /// Returns the value of a property; `nil` if there is none with the name.
  static func property(_ name: String, of object: AccessibleObject, in application: AccessibleApplication)
    -> BusValue?
  /// Sets a property. Returns whether it can be set to the value.
  static func set(
    _ name: String, to value: BusValue, of object: AccessibleObject, in application: AccessibleApplication
  ) throws(BusFault) -> Bool
  /// Calls a method; `nil` if the arguments have the wrong types or there is no such method.
  static func call(
    _ method: String, _ arguments: CallArguments, of object: AccessibleObject,
    in application: AccessibleApplication
  ) throws(BusFault) -> [BusValue]?
}

extension ObjectInterface {
  static func set(
    _ name: String, to value: BusValue, of object: AccessibleObject, in application: AccessibleApplication
  ) throws(BusFault) -> Bool { false }
}

/// The interfaces of objects, and the calls to them.
@MainActor
enum ObjectInterfaces {
  static let prefix = "org.a11y.atspi."

  private static let all: [any ObjectInterface.Type] = [
    AccessibleInterface.self, ApplicationInterface.self, ComponentInterface.self, ActionInterface.self,
    ValueInterface.self, TextInterface.self, EditableTextInterface.self, SelectionInterface.self,
    ImageInterface.self,
  ]

  /// Returns the interfaces of an object.
  private static func interfaces(of object: AccessibleObject) -> [any ObjectInterface.Type] {
    let names = object.interfaces
    return all.filter { names.contains($0.name) }
  }

  private static func interface(_ name: String, of object: AccessibleObject) throws(BusFault)
    -> any ObjectInterface.Type
  {
    guard let found = interfaces(of: object).first(where: { prefix + $0.name == name }) else {
      throw .unknownInterface(name)
    }
    return found
  }

  /// Answers a call to an object.
  static func answer(
    _ request: BusRequest, of object: AccessibleObject, in application: AccessibleApplication
  )
    throws(BusFault) -> [BusValue]
  {
    switch request.interface {
    case "org.freedesktop.DBus.Properties":
      return try properties(request, of: object, in: application)
    case "org.freedesktop.DBus.Introspectable":
      guard request.method == "Introspect" else { throw .unknownMethod(request) }
      return [.string(description(of: object))]
    case "":
      guard let found = interfaces(of: object).first(where: { $0.methods.contains(request.method) }) else {
        throw .unknownMethod(request)
      }
      return try call(found, request, of: object, in: application)
    default:
      return try call(try interface(request.interface, of: object), request, of: object, in: application)
    }
  }

  private static func call(
    _ interface: any ObjectInterface.Type, _ request: BusRequest, of object: AccessibleObject,
    in application: AccessibleApplication
  ) throws(BusFault) -> [BusValue] {
    guard interface.methods.contains(request.method) else { throw .unknownMethod(request) }
    guard
      let reply = try interface.call(
        request.method, CallArguments(request.arguments), of: object, in: application)
    else {
      throw .invalidArguments("\(request.method) requires other arguments.")
    }
    return reply
  }

  private static func properties(
    _ request: BusRequest, of object: AccessibleObject, in application: AccessibleApplication
  ) throws(BusFault) -> [BusValue] {
    switch (request.method, CallArguments(request.arguments)) {
    case ("Get", .two(.string(let name), .string(let property))):
      let interface = try interface(name, of: object)
      guard let value = interface.property(property, of: object, in: application) else {
        throw .unknownProperty(property)
      }
      return [.variant(value)]
    case ("GetAll", .one(.string(let name))):
      let interface = try interface(name, of: object)
      let pairs = interface.properties.compactMap { property in
        interface.property(property, of: object, in: application).map { (property, $0) }
      }
      return [.options(Dictionary(pairs) { first, _ in first })]
    case ("Set", .three(.string(let name), .string(let property), .variant(let value))):
      let interface = try interface(name, of: object)
      guard interface.property(property, of: object, in: application) != nil else {
        throw .unknownProperty(property)
      }
      guard try interface.set(property, to: value, of: object, in: application) else {
        throw .invalidArguments("\(property) cannot be set to this value.")
      }
      return []
    case ("Get", _), ("GetAll", _), ("Set", _):
      throw .invalidArguments("\(request.method) requires other arguments.")
    default: throw .unknownMethod(request)
    }
  }

  /// The interfaces of an object as XML, without the types of their methods.
  private static func description(of object: AccessibleObject) -> String {
    let names = interfaces(of: object).map { "  <interface name=\"\(prefix)\($0.name)\"/>\n" }
    return "<node>\n\(names.joined())</node>\n"
  }
}
