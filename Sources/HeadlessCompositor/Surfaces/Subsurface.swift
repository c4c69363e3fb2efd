/// The role of a surface that is a child of another surface.
///
/// Wayland: `wl_subsurface`.
@MainActor final class Subsurface: SurfaceRole {
  private enum Phase {
    /// The parent has not committed since the child was added.
    case added
    /// The stack that the parent has committed contains the child.
    case placed
    /// The wl_subsurface or its surface was destroyed.
    case detached
  }

  private(set) weak var surface: Surface?
  private(set) weak var parent: Surface?
  private var phase = Phase.added
  private let resource: Resource<WlSubsurfaceResource>
  private var isSync = true
  private var pendingPosition: (x: Int, y: Int)?
  /// The position relative to the parent, in surface coordinates, at the parent's last commit.
  private(set) var position: (x: Int, y: Int) = (0, 0)

  init(_ resource: Resource<WlSubsurfaceResource>, surface: Surface, parent: Surface) {
    self.resource = resource
    self.surface = surface
    self.parent = parent
    surface.role = self
    surface.roleName = "subsurface"
    // Append in place. A copy of the stack for each child would take quadratic time.
    if parent.pendingStack == nil { parent.pendingStack = parent.stack }
    parent.pendingStack?.append(self)
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in detach() }
  }

  var isSuspended: Bool { parent?.role?.isSuspended ?? false }

  var isSynchronized: Bool { isSync || (parent?.role?.isSynchronized ?? false) }

  var isShown: Bool {
    guard let parent, phase == .placed else { return false }
    return parent.isShown
  }

  /// Whether the surface is no longer a child of its parent.
  var isDetached: Bool { phase == .detached }

  /// Applies the position and the cached state. Called after the parent's state was applied.
  func parentCommitted() {
    let hasMoved = phase != .placed || pendingPosition != nil
    phase = .placed
    if let place = pendingPosition {
      position = place
      pendingPosition = nil
    }
    defer { if hasMoved { surface?.updateOutputMembership() } }
    guard isSynchronized, let surface, let state = surface.cached else { return }
    surface.cached = nil
    surface.apply(state)
  }

  func surfaceDestroyed() { detach() }

  private func handle(_ request: WlSubsurfaceResource.Request) {
    switch request {
    case .destroy: resource.destroy()
    case .setPosition(let x, let y): pendingPosition = (Int(x), Int(y))
    case .placeAbove(let sibling): place(beside: sibling, above: true)
    case .placeBelow(let sibling): place(beside: sibling, above: false)
    case .setSync: isSync = true
    case .setDesync:
      isSync = false
      if !isSynchronized, let surface, let state = surface.cached {
        surface.cached = nil
        surface.apply(state)
      }
    }
  }

  private func place(beside sibling: WlSurfaceResource, above: Bool) {
    guard let parent else { return }
    var order = parent.pendingStack ?? parent.stack
    let target = sibling.model(as: Surface.self)
    let other = target?.role as? Subsurface
    let isParentOrSibling = target === parent || (other != nil && other !== self && other?.parent === parent)
    guard isParentOrSibling, order.move(self, above: above, target === parent ? nil : other) else {
      resource.postError(
        WlSubsurfaceResource.Error.badSurface, "the surface is neither the parent nor a sibling")
      return
    }
    parent.pendingStack = order
  }

  private func detach() {
    guard phase != .detached else { return }
    phase = .detached
    parent?.stack.childDetached()
    parent?.pendingStack?.childDetached()
    parent = nil
    if surface?.role === self { surface?.role = nil }
    surface?.updateOutputMembership()
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
          resource.postError(
            WlSubcompositorResource.Error.badSurface,
            "the surface already has the role \(child.roleName ?? "xdg_surface")"
          )
          return
        }
        guard !owner.descends(from: child) else {
          resource.postError(WlSubcompositorResource.Error.badSurface, "a surface cannot be its own ancestor")
          return
        }
        guard owner.level + child.treeHeight <= Surface.maximumTreeDepth else {
          resource.postError(
            WlSubcompositorResource.Error.badSurface,
            "the surface tree is deeper than \(Surface.maximumTreeDepth) levels")
          return
        }
        guard let object = resource.create(WlSubsurfaceResource.self, id: id) else { return }
        _ = Subsurface(object, surface: child, parent: owner)
      }
    }
  }
}

extension Surface {
  /// The largest number of levels below the root of a tree of surfaces or of popups. Trees are traversed recursively,
  /// so a deeper tree could exhaust the call stack.
  static let maximumTreeDepth = 100

  /// The number of the surface's ancestors.
  fileprivate var level: Int {
    var level = 0
    var current = (role as? Subsurface)?.parent
    while let surface = current {
      level += 1
      current = (surface.role as? Subsurface)?.parent
    }
    return level
  }

  /// The number of levels of the tree below the surface, including the surface.
  fileprivate var treeHeight: Int {
    1 + ((pendingStack ?? stack).children.compactMap { $0.surface?.treeHeight }.max() ?? 0)
  }

  /// Returns whether `other` is this surface or one of its ancestors.
  func descends(from other: Surface) -> Bool {
    var current: Surface? = self
    while let surface = current {
      if surface === other { return true }
      current = (surface.role as? Subsurface)?.parent
    }
    return false
  }
}
