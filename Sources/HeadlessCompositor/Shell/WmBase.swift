/// A client's xdg_wm_base object.
///
/// Wayland: `xdg_wm_base`.
@MainActor final class WmBase {
  let resource: Resource<XdgWmBaseResource>
  private weak var compositor: Compositor?
  /// The number of xdg_surface objects that this object created and that are not destroyed.
  var liveSurfaceCount = 0

  init(_ resource: Resource<XdgWmBaseResource>, compositor: Compositor) {
    self.resource = resource
    self.compositor = compositor
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
  }

  private func handle(_ request: XdgWmBaseResource.Request) {
    guard let compositor else { return }
    switch request {
    case .destroy:
      guard liveSurfaceCount == 0 else {
        resource.postError(
          XdgWmBaseResource.Error.defunctSurfaces, "\(liveSurfaceCount) xdg_surface objects are not destroyed"
        )
        return
      }
      resource.destroy()
    case .createPositioner(let id):
      if let object = resource.create(XdgPositionerResource.self, id: id) { _ = Positioner(object) }
    case .getXdgSurface(let id, let wire):
      guard let surface = wire.model(as: Surface.self), allowsXdgSurface(for: surface),
        let object = resource.create(XdgSurfaceResource.self, id: id)
      else { return }
      _ = XdgSurface(object, surface: surface, wmBase: self, compositor: compositor)
    case .pong(let serial):
      guard let client = compositor.client(resource.clientHandle) else { return }
      if client.pendingPing == serial { client.pendingPing = nil }
    }
  }

  /// Returns whether the client may create an xdg_surface for a surface; posts a protocol error if not.
  private func allowsXdgSurface(for surface: Surface) -> Bool {
    let isShellRole = surface.roleName == nil || surface.roleName == "toplevel" || surface.roleName == "popup"
    guard !surface.hasXdgSurface, surface.role == nil, isShellRole else {
      resource.postError(
        XdgWmBaseResource.Error.role, "the surface already has the role \(surface.roleName ?? "xdg_surface")")
      return false
    }
    if case .buffer? = surface.pending.attachment {
      resource.postError(XdgWmBaseResource.Error.invalidSurfaceState, "the surface has a buffer attached")
      return false
    }
    guard !surface.hasContent else {
      resource.postError(XdgWmBaseResource.Error.invalidSurfaceState, "the surface has content")
      return false
    }
    return true
  }
}

extension Compositor {
  func bindWmBase(_ resource: Resource<XdgWmBaseResource>) {
    _ = WmBase(resource, compositor: self)
    let client = client(resource.clientHandle)
    client?.wmBase = resource
    resource.onDestroy = { [weak client, unowned resource] in
      if client?.wmBase === resource { client?.wmBase = nil }
    }
  }
}
