/// The stacking order of a surface and its subsurfaces, from bottom to top.
///
/// Adding and detaching a child take amortized constant time: the entries of detached children are removed when they
/// are the majority.
@MainActor struct SurfaceStack {
  private enum Entry {
    case surface
    case child(Subsurface)
  }

  private var entries = [Entry.surface]
  private var detachedCount = 0

  /// The children from bottom to top; nil stands for the surface itself.
  var stackingOrder: some Sequence<Subsurface?> {
    entries.lazy.compactMap { entry -> Subsurface?? in
      switch entry {
      case .surface: .some(nil)
      case .child(let child): child.isDetached ? nil : .some(child)
      }
    }
  }

  /// The children from bottom to top.
  var children: some Sequence<Subsurface> { stackingOrder.lazy.compactMap(\.self) }

  /// Adds a child on top.
  mutating func append(_ child: Subsurface) { entries.append(.child(child)) }

  /// Moves a child directly above or below another child. If `sibling` is nil, it is moved above or below the surface
  /// itself.
  ///
  /// - Returns: False if `sibling` is not in the stack. In this case the stack does not change.
  mutating func move(_ child: Subsurface, above isAbove: Bool, _ sibling: Subsurface?) -> Bool {
    var order = entries.filter { entry in
      if case .child(let other) = entry { other !== child && !other.isDetached } else { true }
    }
    let place = order.firstIndex { entry in
      if case .child(let other) = entry { other === sibling } else { sibling == nil }
    }
    guard let place else { return false }
    order.insert(.child(child), at: isAbove ? place + 1 : place)
    entries = order
    detachedCount = 0
    return true
  }

  /// Records that a child was detached. If detached children are the majority, their entries are removed.
  mutating func childDetached() {
    detachedCount += 1
    guard 2 * detachedCount > entries.count else { return }
    entries.removeAll { if case .child(let child) = $0 { child.isDetached } else { false } }
    detachedCount = 0
  }
}
