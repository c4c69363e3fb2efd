internal import Desktop
internal import Views

/// All objects with their properties in one reply.
@MainActor
enum CacheInterface {
  static let path = "/org/a11y/atspi/cache"
  static let name = "org.a11y.atspi.Cache"
  /// The D-Bus type of an object.
  private static let type = "((so)(so)(so)iiassusau)"

  static func answer(_ request: BusRequest, in application: AccessibleApplication) throws(BusFault)
    -> [BusValue]
  {
    guard request.interface == name || request.interface.isEmpty else {
      throw .unknownInterface(request.interface)
    }
    guard request.method == "GetItems" else { throw .unknownMethod(request) }
    guard request.arguments.isEmpty else { throw .invalidArguments("GetItems has no arguments.") }
    let tree = application.tree()
    return [
      .array(of: type, tree.order.compactMap { tree.objects[$0] }.map { item($0, in: application) })
    ]
  }

  /// An object: its reference, the program, the parent, its index, the number of children, and its properties.
  static func item(_ object: AccessibleObject, in application: AccessibleApplication) -> BusValue {
    .tuple([
      application.reference(object.id), application.rootReference, application.parent(of: object),
      .int32(Int32(clamping: object.parent == nil ? -1 : object.index)),
      .int32(Int32(clamping: object.children.count)), AccessibleInterface.interfaces(of: object),
      .text(object.name), .uint32(object.role.rawValue), .text(object.description),
      .array(of: "u", object.states.words.map { .uint32($0) }),
    ])
  }
}
