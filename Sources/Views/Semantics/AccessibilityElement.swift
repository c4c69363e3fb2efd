/// A reference to an element: a view, or a part of a view such as an entry of a menu.
///
/// It does not retain the view. If the view leaves the window, or shows another item of a list, calls throw
/// ``AccessibilityError/gone``. They never reach another element.
///
/// AT-SPI: the path of an object.
@MainActor
public struct AccessibilityElement: Hashable {
  /// A view with parts that contains the element in one of them.
  struct Container {
    weak var view: View?
    let key: Int
    /// The view in the part when the reference was created.
    let content: ObjectIdentifier
  }

  /// The view; `nil` after it was released.
  package private(set) weak var view: View?
  private let identity: ObjectIdentifier
  private weak var root: View?
  /// The key of the part; `nil` for the view itself.
  package let part: Int?
  /// The view that a part showed when the reference was created; `nil` for a view, and for a part without a view.
  package private(set) weak var content: View?
  /// The parts around the view, the outermost first.
  private let containers: [Container]

  init(_ view: View, part: Int? = nil, showing content: View? = nil, in containers: [Container]) {
    self.view = view
    self.content = content
    identity = ObjectIdentifier(view)
    root = view.root
    self.part = part
    self.containers = containers
  }

  public nonisolated static func == (a: AccessibilityElement, b: AccessibilityElement) -> Bool {
    a.identity == b.identity && a.part == b.part
  }

  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(part)
  }

  /// Whether the element has left the window, or its view shows another item.
  public var isGone: Bool { current == nil }

  /// The view and the semantics of the element; `nil` if the element is gone.
  private var current: (view: View, semantics: Semantics)? {
    guard let view, let root, view.root === root, view.chain.allSatisfy(\.showsElements),
      containers.allSatisfy(\.isUnchanged),
      view.chain.dropFirst().allSatisfy({ $0.showsElements(inside: view) })
    else { return nil }
    guard let part else { return (view, view.resolvedSemantics) }
    guard case .parts(let parts) = view.resolvedSemantics.children,
      let found = parts.first(where: { $0.key == part })
    else { return nil }
    return (view, found.semantics)
  }

  /// Performs an action.
  ///
  /// - Throws: `.gone`, or `.unavailable` if the element does not have the action now.
  public func perform(_ name: AccessibilityAction.Name) throws(AccessibilityError) {
    guard let current else { throw .gone }
    let actions = current.view.availableActions(of: current.semantics, isPart: part != nil)
    guard let action = actions.first(where: { $0.name == name }) else {
      throw .unavailable(
        action: name.description, available: actions.map(\.name.description).joined(separator: ", "))
    }
    action.perform()
  }

  /// Does what a tap does.
  ///
  /// - Throws: `.gone` or `.unavailable`.
  public func activate() throws(AccessibilityError) { try perform(.activate) }

  /// Sets the number of the element like the user.
  ///
  /// - Parameter value: Clamped and rounded as the view requires. A value that is not finite is ignored.
  /// - Throws: `.gone`, or `.unavailable` if the element has no number that the user can change now.
  public func setNumber(_ value: Double) throws(AccessibilityError) {
    guard let current else { throw .gone }
    guard current.view.canBeUsed(current.semantics), current.view.isReachable,
      let set = current.semantics.number?.set
    else {
      throw .unavailable(action: "set number", available: "")
    }
    if value.isFinite { set(value) }
  }

  /// Replaces the text of the element like the user.
  ///
  /// - Throws: `.gone`, or `.unavailable` if the element has no text that the user can change now.
  public func setText(_ text: String) throws(AccessibilityError) { try editableText().replace(text) }

  /// Selects a range of characters, or places the cursor if the range is empty. The range is clamped to the text.
  ///
  /// - Throws: `.gone`, or `.unavailable` if the element has no text that the user can change now.
  public func selectText(_ range: Range<Int>) throws(AccessibilityError) { try editableText().select(range) }

  private func editableText() throws(AccessibilityError) -> AccessibilityText {
    guard let current else { throw .gone }
    guard current.view.canBeUsed(current.semantics), current.view.isReachable,
      let text = current.semantics.text
    else {
      throw .unavailable(action: "edit text", available: "")
    }
    return text
  }

  /// Returns the present state of the element and of the elements inside it.
  ///
  /// - Throws: `.gone`, also if the element is now a part of another element.
  public func node() throws(AccessibilityError) -> AccessibilityNode {
    guard current != nil, let root,
      let node = AccessibilityTree(of: root).first(where: { $0.element == self })
    else { throw .gone }
    return node
  }
}

extension AccessibilityElement.Container {
  /// Whether the part still contains the same view.
  @MainActor
  fileprivate var isUnchanged: Bool {
    guard let view, case .parts(let parts) = view.resolvedSemantics.children,
      let part = parts.first(where: { $0.key == key }), case .view(let content) = part.area
    else { return false }
    return ObjectIdentifier(content) == self.content
  }
}

extension View {
  /// Whether the elements of a descendant belong to the tree, as far as the semantics of this view determine it. The items
  /// of a carousel that are not live have none.
  fileprivate func showsElements(inside view: View) -> Bool {
    switch resolvedSemantics.children {
    case .omitted: false
    case .subviews: true
    case .parts(let parts):
      parts.contains {
        guard case .view(let content) = $0.area, view.isDescendant(of: content) else { return false }
        if case .omitted = $0.semantics.children { return false }
        return true
      }
    }
  }
}
