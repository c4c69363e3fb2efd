internal import Desktop
internal import Geometry
internal import Views

/// The bounds of an object. A Wayland client does not know the position of its windows, so screen coordinates are those of
/// the window.
enum ComponentInterface: ObjectInterface {
  static let name = "Component"
  static let properties: [String] = []
  static let methods = [
    "Contains", "GetAccessibleAtPoint", "GetExtents", "GetPosition", "GetSize", "GetLayer", "GetMDIZOrder",
    "GrabFocus", "GetAlpha", "SetExtents", "SetPosition", "SetSize", "ScrollTo", "ScrollToPoint",
  ]

  static func property(_ name: String, of object: AccessibleObject, in application: AccessibleApplication)
    -> BusValue?
  { nil }

  static func call(
    _ method: String, _ arguments: CallArguments, of object: AccessibleObject,
    in application: AccessibleApplication
  ) throws(BusFault) -> [BusValue]? {
    switch (method, arguments) {
    case ("Contains", .three(.int32(let x), .int32(let y), .uint32(let origin))):
      let point = point(x, y, origin, object, application)
      return [.boolean(object.frame.contains(point))]
    case ("GetAccessibleAtPoint", .three(.int32(let x), .int32(let y), .uint32(let origin))):
      let point = point(x, y, origin, object, application)
      return [application.reference(hit(point, object, application.tree())?.id)]
    case ("GetExtents", .one(.uint32(let origin))): return [.tuple(extents(object, origin, application))]
    case ("GetPosition", .one(.uint32(let origin))):
      return Array(extents(object, origin, application).prefix(2))
    case ("GetSize", .none): return Array(object.extents.suffix(2))
    case ("GetLayer", .none): return [.uint32(object.role == .frame ? 7 : 3)]  // window, widget
    case ("GetMDIZOrder", .none): return [.int16(-1)]  // not in a window of windows
    case ("GetAlpha", .none): return [.double(1)]
    case ("GrabFocus", .none): return [.boolean(try perform(.focus, on: object, in: application))]
    case ("ScrollTo", .one(.uint32)), ("ScrollToPoint", .three(.uint32, .int32, .int32)):
      return [.boolean(try perform(.scrollToVisible, on: object, in: application))]
    // The views determine their bounds.
    case ("SetExtents", .five(.int32, .int32, .int32, .int32, .uint32)),
      ("SetPosition", .three(.int32, .int32, .uint32)),
      ("SetSize", .two(.int32, .int32)):
      return [.boolean(false)]
    default: return nil
    }
  }

  private static func perform(
    _ action: AccessibilityAction.Name, on object: AccessibleObject, in application: AccessibleApplication
  ) throws(BusFault) -> Bool {
    try application.perform(object) { element throws(AccessibilityError) in try element.perform(action) }
  }

  /// The coordinates of the parent, `ATSPI_COORD_TYPE_PARENT`. Others are those of the window.
  private static let parentCoordinates: UInt32 = 2

  private static func origin(_ kind: UInt32, _ object: AccessibleObject, _ application: AccessibleApplication)
    -> Point
  {
    guard kind == parentCoordinates, let parent = object.parent else { return .zero }
    return application.tree().objects[parent]?.frame.origin ?? .zero
  }

  private static func point(
    _ x: Int32, _ y: Int32, _ kind: UInt32, _ object: AccessibleObject, _ application: AccessibleApplication
  ) -> Point {
    Point(x: Double(x), y: Double(y)) + origin(kind, object, application)
  }

  static func extents(_ object: AccessibleObject, _ kind: UInt32, _ application: AccessibleApplication)
    -> [BusValue]
  {
    let origin = origin(kind, object, application)
    var extents = object.extents
    for (index, offset) in [origin.x, origin.y].enumerated() {
      if case .int32(let value) = extents[index], let offset = Int32(exactly: offset.rounded()) {
        extents[index] = .int32(value &- offset)
      }
    }
    return extents
  }

  /// The innermost visible object at a point. Of two objects, the later one is in front.
  private static func hit(_ point: Point, _ object: AccessibleObject, _ tree: ObjectTree) -> AccessibleObject?
  {
    guard object.states.contains(.showing) else { return nil }
    for child in tree.children(of: object).reversed() {
      if let found = hit(point, child, tree) { return found }
    }
    return object.frame.contains(point) ? object : nil
  }
}
