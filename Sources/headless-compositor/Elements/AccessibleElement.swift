import Desktop
import HeadlessCompositor
import JSON

/// An element that a client offers to assistive technologies.
struct AccessibleElement {
  /// The object of AT-SPI, by its program on the bus and its path.
  nonisolated struct Reference: Hashable {
    let service: String
    let path: String

    init(service: String, path: String) { (self.service, self.path) = (service, path) }

    /// Reads the name of a program and a path; `nil` if the value is something else.
    init?(_ value: BusValue) {
      guard case .tuple(let pair) = value, pair.count == 2, case .string(let service) = pair[0],
        case .objectPath(let path) = pair[1]
      else { return nil }
      self.init(service: service, path: path)
    }
  }

  let reference: Reference
  let role: String
  let name: String
  /// `nil` if it was not read.
  var description: String?
  private(set) var states: [String]
  /// The bounds in the coordinates of the client's window; `nil` if the element has none.
  var frame: (x: Int, y: Int, width: Int, height: Int)?
  var children: [AccessibleElement] = []
  /// Whether elements inside were left out, because there are too many.
  var isTruncated = false

  /// - Parameters:
  ///   - role: The number of the role.
  ///   - states: A bit for each state.
  init(_ reference: Reference, role: UInt32, name: String, states: UInt64, description: String?) {
    let states = ElementNames.states(states)
    (self.reference, self.name, self.states, self.description) = (reference, name, states, description)
    self.role = ElementNames.role(role, states: states)
  }

  /// The element and all inside it, each before those inside.
  var all: [AccessibleElement] { [self] + children.flatMap(\.all) }

  /// The element in a line.
  var line: String {
    ([role, name.isEmpty ? "" : "“\(name)”"] + states.filter { !Self.usualStates.contains($0) })
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static let usualStates: Set = ["enabled", "sensitive", "showing", "visible", "focusable"]

  /// Removes the elements inside that are not shown. GTK 4.8 marks none of them as shown, but only as visible.
  mutating func removeHidden() {
    let marksShown = all.dropFirst().contains { $0.states.contains("showing") }
    keepShown(marksShown: marksShown)
  }

  private mutating func keepShown(marksShown: Bool) {
    if marksShown { children.removeAll { !$0.states.contains("showing") } }
    for index in children.indices {
      if !marksShown { children[index].states.append("showing") }
      children[index].keepShown(marksShown: marksShown)
    }
  }

  /// The element, without those inside.
  var members: [(String, JSONNode)] {
    var members: [(String, JSONNode)] = [("role", JSONNode(role)), ("name", JSONNode(name))]
    if isTruncated { members.append(("truncated", JSONNode(true))) }
    if let description, !description.isEmpty { members.append(("description", JSONNode(description))) }
    members.append(("states", JSONNode(states.map { JSONNode($0) })))
    if let frame {
      members += [
        ("x", JSONNode(frame.x)), ("y", JSONNode(frame.y)), ("width", JSONNode(frame.width)),
        ("height", JSONNode(frame.height)),
      ]
    }
    return members
  }

  /// The element and those inside.
  var node: JSONNode {
    JSONNode(members + (children.isEmpty ? [] : [("children", JSONNode(children.map(\.node)))]))
  }
}

/// A window of a client with its elements.
struct AccessibleWindow {
  var root: AccessibleElement
  let window: Toplevel
  /// The distance from the corner from which the client counts to that of the window geometry. GTK 3 counts from the corner of its
  /// shadow, and Qt from that of the content below a title bar of its own.
  let offset: (x: Int, y: Int)

  /// - Parameter root: The element of the window, with its bounds.
  init(_ root: AccessibleElement, in window: Toplevel) {
    (self.root, self.window) = (root, window)
    guard let frame = root.frame, frame.width > 0, frame.height > 0 else {
      offset = (0, 0)
      return
    }
    if frame.width > window.size.width || frame.height > window.size.height {
      offset = (-window.geometryOrigin.x - frame.x, -window.geometryOrigin.y - frame.y)
    } else {
      let border = (window.size.width - frame.width) / 2
      let title = window.size.height - frame.height - border
      offset = (border - frame.x, max(title, 0) - frame.y)
    }
  }
}
