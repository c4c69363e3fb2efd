internal import Geometry

/// Creates the nodes of a tree from views.
@MainActor
struct AccessibilityTreeBuilder {
  /// For each element that needs a name and has none, a sentence that names its view.
  private(set) var unnamed: [String] = []

  /// The part of a view's state that the views around it determine.
  private struct Context {
    /// The map to the window's coordinates.
    var map: Homography
    /// The area of the window in which views are visible.
    var clip: Rect
    var isEnabled: Bool
    var containers: [AccessibilityElement.Container] = []
  }

  /// The largest number of characters of a name that is composed of texts.
  private static let longestName = 200

  /// Returns the elements of `view`. The elements behind an alert are left out.
  mutating func nodes(of view: View) -> [AccessibilityNode] {
    guard view.chain.allSatisfy(\.showsElements) else { return [] }
    guard let context = context(of: view) else { return [] }
    guard let modal = view.tree?.modalView, !view.isDescendant(of: modal) else {
      return nodes(of: view, context)
    }
    guard modal.isDescendant(of: view), modal.chain.allSatisfy(\.showsElements),
      let inner = self.context(of: modal)
    else { return [] }
    let children = nodes(of: modal, inner)
    let semantics = view.resolvedSemantics
    guard let role = semantics.role else { return children }
    return [
      node(
        semantics, role, semantics.states, AccessibilityElement(view, in: []),
        frame: context.map.finiteBox(of: view.bounds), children, context)
    ]
  }

  /// Returns the context of a view that is not in a part; `nil` if the view is not shown.
  private func context(of view: View) -> Context? {
    guard let map = view.homography(to: nil) else { return nil }
    let root = view.root
    return Context(
      map: map.concatenated(with: Homography(root.mapToSuperview)), clip: root.frame,
      isEnabled: view.isEffectivelyEnabled)
  }

  private mutating func nodes(of view: View, _ context: Context) -> [AccessibilityNode] {
    guard view.showsElements else { return [] }
    var context = context
    context.isEnabled = context.isEnabled && view.isEnabled
    let semantics = view.resolvedSemantics
    var inner = context
    if view.clipsToBounds { inner.clip = context.clip.intersection(context.map.finiteBox(of: view.bounds)) }
    let children = children(semantics.children, of: view, inner)
    guard let role = semantics.role else { return children }
    var states = semantics.states
    if context.isEnabled, view.canBecomeFocused { states.insert(.focusable) }
    if view.isFocused { states.insert(.focused) }
    return [
      node(
        semantics, role, states, AccessibilityElement(view, in: context.containers),
        frame: frame(of: view.bounds, context), children, context)
    ]
  }

  private mutating func children(_ children: Semantics.Children, of view: View, _ context: Context)
    -> [AccessibilityNode]
  {
    switch children {
    case .omitted: return []
    case .subviews:
      let shown = view.subviews.filter(\.showsElements)
      let maps = shown.map { view.homography(ofSubview: $0) }
      let order = FocusOrder.readingOrder(
        of: shown.indices.map { maps[$0]?.finiteBox(of: shown[$0].bounds) ?? .zero },
        direction: view.effectiveLayoutDirection)
      return order.flatMap { nodes(of: shown[$0], maps[$0], context) }
    case .parts(let parts): return parts.flatMap { nodes(of: $0, in: view, context) }
    }
  }

  /// - Parameter map: The map to the view around `view`; `nil` if `view` is not shown.
  private mutating func nodes(of view: View, _ map: Homography?, _ context: Context) -> [AccessibilityNode] {
    guard let map else { return [] }
    var context = context
    context.map = map.concatenated(with: context.map)
    return nodes(of: view, context)
  }

  /// Returns the element of a part, or the elements inside a part without a role.
  private mutating func nodes(of part: AccessibilityPart, in view: View, _ context: Context)
    -> [AccessibilityNode]
  {
    switch part.area {
    case .rect(let rect):
      let element = AccessibilityElement(view, part: part.key, in: context.containers)
      guard let role = part.semantics.role else { return [] }
      return [
        node(
          part.semantics, role, part.semantics.states, element, frame: frame(of: rect, context), [], context)
      ]
    case .view(let content):
      guard content.showsElements, let map = content.homography(to: view) else { return [] }
      let element = AccessibilityElement(view, part: part.key, showing: content, in: context.containers)
      var inner = context
      inner.map = map.concatenated(with: context.map)
      inner.containers.append(
        AccessibilityElement.Container(view: view, key: part.key, content: ObjectIdentifier(content)))
      var children: [AccessibilityNode] = []
      if case .omitted = part.semantics.children {} else { children = nodes(of: content, inner) }
      guard let role = part.semantics.role else { return children }
      let hidden = children.isEmpty ? texts(of: content, inner) : children
      return [
        node(
          part.semantics, role, part.semantics.states, element, frame: frame(of: content.bounds, inner),
          children, namedBy: hidden, context)
      ]
    }
  }

  /// Returns the bounding box of a rectangle. Of a rectangle that reaches behind the viewer, it is the part in sight.
  private func frame(of rect: Rect, _ context: Context) -> Rect {
    let box = context.map.finiteBox(of: rect)
    return context.map.reachesViewer(rect) ? box.intersection(context.clip) : box
  }

  /// Returns the elements in a part whose elements are not in the tree, to name the part.
  private func texts(of content: View, _ context: Context) -> [AccessibilityNode] {
    // The names that are missing inside do not matter.
    var other = AccessibilityTreeBuilder()
    return other.nodes(of: content, context)
  }

  private mutating func node(
    _ semantics: Semantics, _ role: AccessibilityRole, _ states: AccessibilityStates,
    _ element: AccessibilityElement, frame: Rect, _ children: [AccessibilityNode],
    namedBy contents: [AccessibilityNode]? = nil, _ context: Context
  ) -> AccessibilityNode {
    let actions = element.view?.availableActions(of: semantics, isPart: element.part != nil).map(\.name) ?? []
    var name = semantics.label ?? ""
    var states = states
    var children = children
    if context.isEnabled, semantics.isEnabled { states.insert(.enabled) }
    if frame.intersection(context.clip).isEmpty { states.insert(.offscreen) }
    if role.isNamedByContents, name.isEmpty { name = Self.name(of: contents ?? children) }
    if role.isItem {
      // An item of texts and pictures alone is one element. Other elements inside have states and values of their own.
      if (contents ?? children).contains(where: { $0.states.contains(.busy) }) { states.insert(.busy) }
      if children.allSatisfy(Self.isDecorative) { children = [] }
    }
    if role.needsName, name.isEmpty, let view = element.view {
      unnamed.append("The \(role.rawValue) \(type(of: view)) has no accessibility label.")
    }
    return AccessibilityNode(
      element: element, role: role, roleDescription: semantics.roleDescription, name: name,
      value: semantics.value ?? "", hint: semantics.hint ?? "",
      identifier: element.part == nil ? element.view?.accessibilityIdentifier : nil, states: states,
      position: semantics.position, number: semantics.number, text: semantics.text, frame: frame,
      actions: actions, children: children)
  }

  /// Whether the name and the states of the item around a node say all of it: the node is a text, a picture, a spinner or a
  /// group of these without a name.
  private static func isDecorative(_ node: AccessibilityNode) -> Bool {
    let isPlain =
      switch node.role {
      case .label, .heading, .image, .spinner: true
      case .group: node.name.isEmpty
      default: false
      }
    return isPlain && !node.isInteractive && node.children.allSatisfy(isDecorative)
  }

  /// Returns the texts and the names of pictures among `nodes`, one after the other.
  private static func name(of nodes: [AccessibilityNode]) -> String {
    func texts(_ nodes: [AccessibilityNode]) -> [String] {
      nodes.flatMap { node -> [String] in
        switch node.role {
        case .label, .heading, .image: node.name.isEmpty ? [] : [node.name]
        case .group, .scrollArea: node.name.isEmpty ? texts(node.children) : [node.name]
        default: []
        }
      }
    }
    return String(texts(nodes).joined(separator: ", ").prefix(longestName))
  }
}

extension Homography {
  /// Whether a corner of a rectangle lies so close to the viewer, or behind, that its bounding box may be far larger than
  /// the window.
  fileprivate func reachesViewer(_ rect: Rect) -> Bool {
    let least = 1.0 / 16  // sixteen times as large as at the distance of the window
    return [rect.minX, rect.maxX].contains { x in
      [rect.minY, rect.maxY].contains { y in m6 * x + m7 * y + m8 < least }
    }
  }
}
