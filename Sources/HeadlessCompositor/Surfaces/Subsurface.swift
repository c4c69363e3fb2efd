/// The tie of a surface to its parent.
///
/// Wayland: `wl_subsurface`.
@MainActor final class Subsurface: SurfaceRole {
  private enum Phase {
    /// The parent has not committed since the child was added.
    case added
    case placed
    case left
  }

  private(set) weak var surface: Surface?
  private(set) weak var parent: Surface?
  private var phase = Phase.added
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
    // In place: a copy for each child would be quadratic in their number.
    if parent.pendingStack == nil { parent.pendingStack = parent.stack }
    parent.pendingStack?.append(self)
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onVanish = { [unowned self] in leaveParent() }
  }

  var isSynchronized: Bool { isSync || (parent?.role?.isSynchronized ?? false) }

  var isShown: Bool {
    guard let parent, phase == .placed else { return false }
    return parent.isShown
  }

  /// Whether it is no longer in its parent's tree.
  var hasLeft: Bool { phase == .left }

  /// The parent's state is in force; ours that waited for it follows.
  func parentCommitted() {
    phase = .placed
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
    let tie = target?.role as? Subsurface
    let isBeside = target === parent || (tie != nil && tie !== self && tie?.parent === parent)
    guard isBeside, order.move(self, above: above, target === parent ? nil : tie) else {
      resource.post(WlSubsurfaceResource.Error.badSurface, "the surface is neither the parent nor a sibling")
      return
    }
    parent.pendingStack = order
  }

  private func leaveParent() {
    guard phase != .left else { return }
    phase = .left
    parent?.stack.childLeft()
    parent?.pendingStack?.childLeft()
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
        guard owner.level + child.treeHeight <= Surface.deepestLevel else {
          resource.post(
            WlSubcompositorResource.Error.badSurface,
            "the tree of surfaces is deeper than \(Surface.deepestLevel) levels")
          return
        }
        guard let tie = resource.create(WlSubsurfaceResource.self, id: id) else { return }
        _ = Subsurface(tie, surface: child, parent: owner)
      }
    }
  }
}

extension Surface {
  /// How many levels a tree of surfaces or of popups may have below its root. Trees are walked recursively, and a deeper
  /// one could exhaust the call stack.
  static let deepestLevel = 100

  /// How many surfaces are above it in its tree.
  fileprivate var level: Int {
    var level = 0
    var current = (role as? Subsurface)?.parent
    while let surface = current {
      level += 1
      current = (surface.role as? Subsurface)?.parent
    }
    return level
  }

  /// How many levels its tree has, itself included.
  fileprivate var treeHeight: Int {
    1 + ((pendingStack ?? stack).children.compactMap { $0.surface?.treeHeight }.max() ?? 0)
  }

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
