public import Geometry

/// The state of an element and of the elements inside it, at the time when ``AccessibilityTree`` was created.
public struct AccessibilityNode {
  /// The element.
  public let element: AccessibilityElement
  /// The kind of the element.
  public let role: AccessibilityRole
  /// A word that replaces the role for the user; `nil` for none.
  public let roleDescription: String?
  /// The name; empty for none.
  public package(set) var name: String
  /// The value as text; empty for none.
  public let value: String
  /// A sentence about the effect of an action; empty for none.
  public let hint: String
  /// A name for tests; `nil` for none.
  public let identifier: String?
  /// The states.
  public package(set) var states: AccessibilityStates
  /// The position in a list; `nil` for an element that is not in a list.
  public let position: AccessibilityPosition?
  /// The value as a number; `nil` for none.
  public let number: AccessibilityNumber?
  /// The text that the user edits; `nil` for none.
  public let text: AccessibilityText?
  /// The bounding box in the window's coordinates, in points.
  public let frame: Rect
  /// The actions that can be performed now.
  public let actions: [AccessibilityAction.Name]
  /// The elements inside, in reading order.
  public package(set) var children: [AccessibilityNode]

  /// Whether the element reacts to the user: it has actions of its own, or can have the focus.
  public var isInteractive: Bool {
    actions.contains { $0 != .scrollToVisible } || states.contains(.focusable)
  }

  /// The element and all elements inside it, each before those inside it.
  package var all: [AccessibilityNode] { [self] + children.flatMap(\.all) }

  /// Returns the element as text: role, name, value, position, states, bounds and actions.
  ///
  /// - Parameter hasBounds: Whether the line contains the bounds, rounded to points.
  public func line(hasBounds: Bool = true) -> String {
    var line = role.rawValue
    if let roleDescription { line += " (\(roleDescription))" }
    if !name.isEmpty { line += " “\(name)”" }
    if !value.isEmpty { line += " = “\(value)”" }
    if let position { line += ", \(position.index + 1) of \(position.count)" }
    for word in states.words { line += ", \(word)" }
    if hasBounds {
      let box = [frame.minX, frame.minY, frame.size.width, frame.size.height]
      let numbers = box.map { Int(exactly: $0.rounded()) ?? 0 }
      line += " @ \(numbers[0]),\(numbers[1]) \(numbers[2])×\(numbers[3])"
    }
    if !actions.isEmpty { line += " [\(actions.map(\.description).joined(separator: ", "))]" }
    // A name or a value may contain line breaks.
    return line.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  func lines(hasBounds: Bool, indentation: String = "") -> [String] {
    [indentation + line(hasBounds: hasBounds)]
      + children.flatMap { $0.lines(hasBounds: hasBounds, indentation: indentation + "  ") }
  }
}
