import HeadlessCompositor
import JSON

/// An element that a client offers to assistive technologies.
struct AccessibleElement {
  /// The object of AT-SPI, by its program on the bus and its path.
  nonisolated struct Reference: Hashable {
    let service: String
    let path: String
  }

  let reference: Reference
  let role: String
  let name: String
  let description: String
  private(set) var states: [String]
  /// The bounds in the coordinates of the client's window; `nil` if the element has none.
  var frame: (x: Int, y: Int, width: Int, height: Int)?
  var children: [AccessibleElement] = []

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

  /// Moves the bounds of the element and of those inside.
  mutating func move(byX x: Int, y: Int) {
    frame = frame.map { ($0.x + x, $0.y + y, $0.width, $0.height) }
    for index in children.indices { children[index].move(byX: x, y: y) }
  }

  /// The element, without those inside.
  var members: [(String, JSONNode)] {
    var members: [(String, JSONNode)] = [("role", JSONNode(role)), ("name", JSONNode(name))]
    if !description.isEmpty { members.append(("description", JSONNode(description))) }
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
  /// The elements. Their bounds are relative to the window geometry.
  var root: AccessibleElement
  let window: Toplevel

  /// Moves the bounds of a client that counts from another corner: GTK 3 from that of its shadow, Qt from that of the content below
  /// a title bar of its own.
  init(_ root: AccessibleElement, in window: Toplevel) {
    (self.root, self.window) = (root, window)
    guard let frame = root.frame, frame.width > 0, frame.height > 0 else { return }
    if frame.width > window.size.width || frame.height > window.size.height {
      self.root.move(byX: -window.geometryOrigin.x - frame.x, y: -window.geometryOrigin.y - frame.y)
    } else {
      let border = (window.size.width - frame.width) / 2
      let title = window.size.height - frame.height - border
      self.root.move(byX: border - frame.x, y: max(title, 0) - frame.y)
    }
  }
}
