/// A place in a surface's tree: a child, or the surface itself.
struct StackEntry {
  /// Nil stands for the surface that owns the stack.
  var child: Subsurface?
}

/// The tie of a surface to its parent.
///
/// Wayland: `wl_subsurface`.
@MainActor final class Subsurface: SurfaceRole {
  private(set) weak var surface: Surface?
  private(set) weak var parent: Surface?
  private let resource: Resource<WlSubsurfaceResource>
  private var isSync = true
  private var pendingPosition: (x: Int, y: Int)?
  /// Relative to the parent, in surface units.
  private(set) var position: (x: Int, y: Int) = (0, 0)

  init(_ resource: Resource<WlSubsurfaceResource>, surface: Surface, parent: Surface) {
    self.resource = resource
    self.surface = surface
    self.parent = parent
    surface.role = self
    surface.roleName = "subsurface"
    parent.pendingStack = (parent.pendingStack ?? parent.stack) + [StackEntry(child: self)]
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onVanish = { [unowned self] in leaveParent() }
  }

  var isSynchronized: Bool { isSync || (parent?.role?.isSynchronized ?? false) }

  var isShown: Bool {
    guard let parent, parent.isShown else { return false }
    return parent.stack.contains { $0.child === self }
  }

  /// The parent's state is in force; ours that waited for it follows.
  func parentCommitted() {
    if let place = pendingPosition {
      position = place
      pendingPosition = nil
    }
    guard isSynchronized, let surface, let waiting = surface.cached else { return }
    surface.cached = nil
    surface.apply(waiting)
  }

  func surfaceVanished() { leaveParent() }

  private func handle(_ request: WlSubsurfaceResource.Request) {
    switch request {
    case .destroy: resource.destroy()
    case .setPosition(let x, let y): pendingPosition = (Int(x), Int(y))
    case .placeAbove(let sibling): place(beside: sibling, above: true)
    case .placeBelow(let sibling): place(beside: sibling, above: false)
    case .setSync: isSync = true
    case .setDesync:
      isSync = false
      if !isSynchronized, let surface, let waiting = surface.cached {
        surface.cached = nil
        surface.apply(waiting)
      }
    }
  }

  private func place(beside sibling: WlSurfaceResource, above: Bool) {
    guard let parent else { return }
    var order = parent.pendingStack ?? parent.stack
    let target = sibling.model(as: Surface.self)
    order.removeAll { $0.child === self }
    let index = order.firstIndex { $0.child == nil ? target === parent : $0.child?.surface === target }
    guard let index, target != nil, target !== surface else {
      resource.post(WlSubsurfaceResource.Error.badSurface, "the surface is neither the parent nor a sibling")
      return
    }
    order.insert(StackEntry(child: self), at: above ? index + 1 : index)
    parent.pendingStack = order
  }

  private func leaveParent() {
    parent?.stack.removeAll { $0.child === self }
    parent?.pendingStack?.removeAll { $0.child === self }
    parent = nil
    if surface?.role === self { surface?.role = nil }
    surface?.announceOutput()
  }
}

extension Compositor {
  func bindSubcompositor(_ resource: Resource<WlSubcompositorResource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getSubsurface(let id, let surface, let parent):
        guard let child = surface.model(as: Surface.self), let owner = parent.model(as: Surface.self) else {
          return
        }
        guard child.role == nil, child.roleName == nil || child.roleName == "subsurface", !child.hasXdgSurface
        else {
          resource.post(
            WlSubcompositorResource.Error.badSurface, "the surface is a \(child.roleName ?? "window") already"
          )
          return
        }
        guard !owner.descends(from: child) else {
          resource.post(WlSubcompositorResource.Error.badSurface, "a surface cannot be its own ancestor")
          return
        }
        guard let tie = resource.create(WlSubsurfaceResource.self, id: id) else { return }
        _ = Subsurface(tie, surface: child, parent: owner)
      }
    }
  }
}

extension Surface {
  /// Whether `other` is this surface or above it in its tree.
  func descends(from other: Surface) -> Bool {
    var current: Surface? = self
    while let surface = current {
      if surface === other { return true }
      current = (surface.role as? Subsurface)?.parent
    }
    return false
  }
}
