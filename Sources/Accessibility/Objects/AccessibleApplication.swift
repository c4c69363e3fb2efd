internal import Desktop
internal import Geometry
internal import Views

/// The program as assistive technologies see it: its windows, and the objects in them.
@MainActor
final class AccessibleApplication {
  nonisolated static let rootPath = "/org/a11y/atspi/accessible/root"
  static let toolkit = "swift-carousel"

  let name: String
  /// The unique name of the connection, which is a part of each reference.
  var busName = ""
  /// The reference to the desktop, which contains the program.
  var desktop = BusValue.tuple([.string(""), .objectPath("/org/a11y/atspi/null")])
  /// The number that the registry has given the program.
  var number: Int32 = 0
  /// Called with each surface that is added.
  var onAdd: (@MainActor (any AccessibleSurface) -> Void)?

  private struct WeakSurface { weak var surface: (any AccessibleSurface)? }
  private var weakSurfaces: [WeakSurface] = []
  private var identifiers = ObjectIdentifiers()

  init(name: String) { self.name = name }

  /// The open windows and popups, in the order in which they were opened.
  var surfaces: [any AccessibleSurface] { weakSurfaces.compactMap(\.surface).filter(\.isAccessible) }

  func add(_ surface: any AccessibleSurface) {
    weakSurfaces.removeAll { $0.surface == nil }
    weakSurfaces.append(WeakSurface(surface: surface))
    onAdd?(surface)
  }

  // MARK: The tree

  private var lastTree: (tree: ObjectTree, revision: Revision)?

  /// The changes that a tree includes. The trees of views count them while they have a listener.
  private struct Revision: Equatable {
    let counts: [Int]
    let surfaces: [ObjectIdentifier]
  }

  private var revision: Revision {
    let surfaces = surfaces
    return Revision(
      counts: surfaces.map(\.accessibleTree.accessibility.revision),
      surfaces: surfaces.map { ObjectIdentifier($0) })
  }

  /// The present objects. They are collected again after a frame or a change of an element.
  func tree() -> ObjectTree {
    if let lastTree, lastTree.revision == revision { return lastTree.tree }
    let tree = ObjectTree(surfaces, name: name, identifiers: &identifiers)
    // The layout of the views may have changed elements.
    lastTree = (tree, revision)
    return tree
  }

  /// Collects the objects again at the next call of ``tree()``, after an action or a change of a window.
  func invalidateTree() { lastTree = nil }

  /// Forgets the numbers of all objects, after the program has left the bus.
  func forgetObjects() {
    identifiers.removeAll()
    lastTree = nil
  }

  /// Performs an action, and lets the views lay out and report its changes.
  func perform(
    _ object: AccessibleObject, _ action: (AccessibilityElement) throws(AccessibilityError) -> Void
  )
    throws(BusFault) -> Bool
  {
    guard let element = object.node?.element else { return false }
    defer { invalidateTree() }
    do {
      try action(element)
      return true
    } catch {
      if error == .gone { throw .defunct }
      return false
    }
  }

  /// Whether an object has a view that lives, also if it is not in the tree.
  func isKnown(_ id: Int) -> Bool { identifiers.isKnown(id) }

  // MARK: References

  var rootReference: BusValue { .tuple([.string(busName), .objectPath(Self.rootPath)]) }

  static func path(_ id: Int) -> String {
    id == AccessibleObject.applicationID ? rootPath : "/org/a11y/atspi/accessible/\(id)"
  }

  /// The reference to an object; the null reference for `nil`.
  func reference(_ id: Int?) -> BusValue {
    guard let id else { return .tuple([.string(""), .objectPath("/org/a11y/atspi/null")]) }
    return .tuple([.string(busName), .objectPath(Self.path(id))])
  }

  func parent(of object: AccessibleObject) -> BusValue { object.parent.map { reference($0) } ?? desktop }

  /// Returns the object with a path; `nil` if there is none.
  private func object(_ path: String) -> AccessibleObject? {
    if path == Self.rootPath { return tree().objects[AccessibleObject.applicationID] }
    let prefix = "/org/a11y/atspi/accessible/"
    guard path.hasPrefix(prefix), let id = Int(path.dropFirst(prefix.count)), Self.path(id) == path else {
      return nil
    }
    return tree().objects[id]
  }

  // MARK: Calls

  /// Answers a call.
  func answer(_ request: BusRequest) -> Result<[BusValue], BusFault> {
    Result { () throws(BusFault) in
      if request.path == CacheInterface.path {
        return try CacheInterface.answer(request, in: self)
      }
      guard let object = object(request.path) else { throw .defunct }
      return try ObjectInterfaces.answer(request, of: object, in: self)
    }
  }
}

extension BusFault {
  /// The view is gone.
  static let defunct = BusFault(
    name: "org.freedesktop.DBus.Error.UnknownObject", message: "The object is defunct.")

  static func unknownMethod(_ request: BusRequest) -> BusFault {
    BusFault(
      name: "org.freedesktop.DBus.Error.UnknownMethod",
      message: "The object has no method \(request.interface).\(request.method).")
  }

  static func unknownInterface(_ name: String) -> BusFault {
    BusFault(
      name: "org.freedesktop.DBus.Error.UnknownInterface", message: "The object has no interface \(name).")
  }

  static func unknownProperty(_ name: String) -> BusFault {
    BusFault(name: "org.freedesktop.DBus.Error.UnknownProperty", message: "There is no property \(name).")
  }
}
