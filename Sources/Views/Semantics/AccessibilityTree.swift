internal import Geometry

/// The elements of a window or of a view, as values.
///
/// A list or a carousel contributes only the items that are in sight, so its cost does not depend on the number of items.
///
/// AT-SPI: the tree of `org.a11y.atspi.Accessible`.
public struct AccessibilityTree: CustomStringConvertible {
  /// The outermost elements, in reading order.
  public package(set) var nodes: [AccessibilityNode]

  /// Creates a tree of elements.
  package init(_ nodes: [AccessibilityNode]) { self.nodes = nodes }

  /// Creates the elements of `view` and its subviews. Behind an alert, there are none.
  @MainActor package init(of view: View) {
    view.root.layoutIfNeeded()
    var builder = AccessibilityTreeBuilder()
    nodes = builder.nodes(of: view)
    #if DEBUG
      for problem in builder.unnamed { view.tree?.onProblem?(problem) }
    #endif
  }

  /// All elements, each before those inside it.
  public var all: [AccessibilityNode] { nodes.flatMap(\.all) }

  /// Returns the first element that meets the condition.
  public func first(where condition: (AccessibilityNode) -> Bool) -> AccessibilityNode? {
    all.first(where: condition)
  }

  /// Returns the only element with a role and a name.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - name: The name, or the identifier; `nil` for any.
  /// - Throws: `.notFound` or `.ambiguous`, with the elements that are there.
  public func find(_ role: AccessibilityRole, _ name: String? = nil) throws(AccessibilityError)
    -> AccessibilityElement
  {
    let found = all.filter {
      $0.role == role && (name == nil || $0.name == name || $0.identifier == name)
    }
    guard let first = found.first, found.count == 1 else {
      let element = role.rawValue + (name.map { " “\($0)”" } ?? "")
      guard found.isEmpty else {
        throw .ambiguous(element: element, matches: found.map { $0.line() }.joined(separator: "\n"))
      }
      let related = all.filter { $0.role == role }
      let present = related.isEmpty ? description : related.map { $0.line() }.joined(separator: "\n")
      throw .notFound(element: element, present: present)
    }
    return first.element
  }

  /// The tree as text, one element a line.
  public var description: String { text() }

  /// Returns the tree as text, one element a line. Elements inside another are indented.
  ///
  /// - Parameter hasBounds: Whether the lines contain the bounds.
  public func text(hasBounds: Bool = true) -> String {
    nodes.flatMap { $0.lines(hasBounds: hasBounds) }.joined(separator: "\n")
  }
}

extension View {
  /// Returns the elements of the view and its subviews.
  public func accessibilityTree() -> AccessibilityTree { AccessibilityTree(of: self) }
}

extension ViewTree {
  /// Returns the elements of the tree.
  package func accessibilityTree() -> AccessibilityTree { AccessibilityTree(of: root) }
}
