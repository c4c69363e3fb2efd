/// A surface's tree, one level deep: its children and the surface itself, the lowest first.
///
/// Adding on top and leaving take constant time, amortized: entries of children that left go when they are the majority.
@MainActor struct SurfaceStack {
  private enum Entry {
    case surface
    case child(Subsurface)
  }

  private var entries = [Entry.surface]
  private var leftCount = 0

  /// A place in the stack: nil is the surface itself.
  var places: some Sequence<Subsurface?> {
    entries.lazy.compactMap { entry -> Subsurface?? in
      switch entry {
      case .surface: .some(nil)
      case .child(let child): child.hasLeft ? nil : .some(child)
      }
    }
  }

  var children: some Sequence<Subsurface> { places.lazy.compactMap(\.self) }

  mutating func append(_ child: Subsurface) { entries.append(.child(child)) }

  /// Moves a child beside the surface itself (`sibling` is nil) or beside another child.
  ///
  /// - Returns: False when `sibling` is not in the stack; nothing changes then.
  mutating func move(_ child: Subsurface, above isAbove: Bool, _ sibling: Subsurface?) -> Bool {
    var order = entries.filter { entry in
      if case .child(let other) = entry { other !== child && !other.hasLeft } else { true }
    }
    let place = order.firstIndex { entry in
      if case .child(let other) = entry { other === sibling } else { sibling == nil }
    }
    guard let place else { return false }
    order.insert(.child(child), at: isAbove ? place + 1 : place)
    entries = order
    leftCount = 0
    return true
  }

  /// Notes that a child has left its parent.
  mutating func childLeft() {
    leftCount += 1
    guard 2 * leftCount > entries.count else { return }
    entries.removeAll { if case .child(let child) = $0 { child.hasLeft } else { false } }
    leftCount = 0
  }
}
