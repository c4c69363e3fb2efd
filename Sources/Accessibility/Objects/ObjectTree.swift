internal import Geometry
internal import Views

/// All objects of the program at one time.
@MainActor
struct ObjectTree {
  /// The objects by their numbers.
  private(set) var objects: [Int: AccessibleObject] = [:]
  /// The numbers, each before those of the objects inside it.
  private(set) var order: [Int] = []

  /// Creates the objects of all surfaces. A popup's elements are inside the window that opened it.
  init(_ surfaces: [any AccessibleSurface], name: String, identifiers: inout ObjectIdentifiers) {
    identifiers.begin()
    order.append(AccessibleObject.applicationID)
    var windows: [Int] = []
    for surface in surfaces where surface.accessibleOpener == nil {
      let isActive = surface.isActiveSurface
      for node in surface.accessibleTree.accessibilityTree().nodes {
        let popups = node.role == .window ? Self.popups(of: surface, among: surfaces, at: .zero) : []
        let place = Place(parent: AccessibleObject.applicationID, index: windows.count, isActive: isActive)
        windows.append(add(node, at: place, followedBy: popups, &identifiers))
      }
    }
    objects[AccessibleObject.applicationID] = AccessibleObject(application: name, children: windows)
    identifiers.end()
  }

  private struct Place {
    var parent: Int
    var index: Int
    /// The position of the surface in the toplevel window.
    var origin = Point.zero
    var isActive: Bool
    /// Whether the parent is a carousel.
    var isInCarousel = false
  }

  /// Returns the elements of the popups of a surface, each with the position of its popup in the toplevel window.
  private static func popups(
    of surface: any AccessibleSurface, among surfaces: [any AccessibleSurface], at origin: Point
  ) -> [(AccessibilityNode, Point)] {
    surfaces.filter { $0.accessibleOpener === surface }.flatMap { popup -> [(AccessibilityNode, Point)] in
      let position = origin + popup.accessibleOrigin
      let nodes = popup.accessibleTree.accessibilityTree().nodes.flatMap {
        $0.role == .window ? $0.children : [$0]
      }
      return nodes.map { ($0, position) } + popups(of: popup, among: surfaces, at: position)
    }
  }

  /// Adds an element and the elements inside it.
  ///
  /// - Parameter popups: Elements of popups that follow the elements inside.
  private mutating func add(
    _ node: AccessibilityNode, at place: Place, followedBy popups: [(AccessibilityNode, Point)] = [],
    _ identifiers: inout ObjectIdentifiers
  ) -> Int {
    let id = identifiers.id(of: node.element)
    order.append(id)
    var children: [Int] = []
    for (child, origin) in node.children.filter(\.isInSight).map({ ($0, place.origin) }) + popups {
      let inner = Place(
        parent: id, index: children.count, origin: origin, isActive: place.isActive,
        isInCarousel: node.role == .list && node.roleDescription != nil)
      children.append(add(child, at: inner, &identifiers))
    }
    objects[id] = AccessibleObject(
      node, id: id, parent: place.parent, index: place.index, children: children, origin: place.origin,
      isActive: place.isActive, isSlide: place.isInCarousel)
    return id
  }

  /// Returns the object of an element; `nil` if it is not in the tree.
  func object(of element: AccessibilityElement) -> AccessibleObject? {
    order.lazy.compactMap { objects[$0] }.first { $0.node?.element == element }
  }

  /// The children of an object.
  func children(of object: AccessibleObject) -> [AccessibleObject] {
    object.children.compactMap { objects[$0] }
  }
}

extension AccessibilityNode {
  /// Whether the element belongs to the tree: items beyond the sides of a list do not.
  fileprivate var isInSight: Bool {
    !((role == .listItem || role == .gridCell) && states.contains(.offscreen))
  }
}
