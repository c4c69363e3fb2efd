/// What windows and popups have in common: configure, acknowledge, commit.
///
/// Wayland: `xdg_surface`.
@MainActor final class XdgSurface: SurfaceRole {
  let resource: Resource<XdgSurfaceResource>
  private(set) weak var surface: Surface?
  private(set) weak var compositor: Compositor?
  private weak var owner: WmBase?
  var toplevel: Toplevel?
  var popup: Popup?
  /// The popups beside it, oldest first.
  var childPopups = ObjectList<Popup>()

  /// Sent and not acknowledged, oldest first.
  private(set) var openSerials: [UInt32] = []
  /// Open when the surface was unmapped: a client may acknowledge them still, to no effect.
  private var staleSerials: Set<UInt32> = []
  /// Whether a configure has been acknowledged since the surface was last unmapped.
  private(set) var isConfigured = false
  /// Whether the commit that asks for the first configure has been seen.
  private(set) var hasInitialCommit = false
  private(set) var isMapped = false
  private var pendingGeometry: IntegerRect?
  private var committedGeometry: IntegerRect?

  init(_ resource: Resource<XdgSurfaceResource>, surface: Surface, owner: WmBase, compositor: Compositor) {
    self.resource = resource
    self.surface = surface
    self.owner = owner
    self.compositor = compositor
    surface.role = self
    surface.hasXdgSurface = true
    owner.liveSurfaces += 1
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onVanish = { [unowned self] in vanished() }
  }

  /// The part of the surface that counts as the window, in surface units.
  var geometry: IntegerRect {
    if let committedGeometry { return committedGeometry }
    let size = surface?.size ?? (width: 0, height: 0)
    return IntegerRect(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Ends a group of suggestions with a serial, unless the client has not asked for the first one yet.
  func configure() {
    guard hasInitialCommit, let compositor else { return }
    let serial = compositor.nextSerial()
    openSerials.append(serial)
    resource.wire?.sendConfigure(serial: serial)
  }

  // MARK: Role

  var isShown: Bool { isMapped && !(toplevel?.isMinimized ?? false) }

  func acceptsCommit(of changes: SurfaceChanges, to surface: Surface) -> Bool {
    guard surface.roleName != nil else {
      resource.post(
        XdgSurfaceResource.Error.notConstructed, "commit before the surface became a window or popup")
      return false
    }
    if case .buffer? = changes.attachment, !isConfigured {
      resource.post(
        XdgSurfaceResource.Error.unconfiguredBuffer,
        hasInitialCommit
          ? "a buffer before the first configure was acknowledged" : "a buffer with the first commit")
      return false
    }
    return true
  }

  func committed(_ surface: Surface) {
    guard toplevel != nil || popup != nil else { return }
    if let rect = pendingGeometry {
      committedGeometry = rect
      pendingGeometry = nil
    }
    if surface.hasContent {
      toplevel?.committed()
      if !isMapped { map() }
    } else if isMapped {
      unmap()
    } else if !hasInitialCommit {
      hasInitialCommit = true
      toplevel?.sendInitialConfigure()
      popup?.sendInitialConfigure()
    }
  }

  func surfaceVanished() {
    if isMapped { unmap() }
  }

  private func map() {
    isMapped = true
    toplevel?.mapped()
  }

  /// Back to the start: the client has to ask for a first configure again.
  private func unmap() {
    isMapped = false
    isConfigured = false
    hasInitialCommit = false
    staleSerials.formUnion(openSerials)
    openSerials = []
    committedGeometry = nil
    toplevel?.unmapped()
    if let surface {
      surface.announceOutput()
      compositor?.seat.forget(surface)
    }
  }

  /// The window or popup object is gone; the surface may become the same again.
  func roleObjectVanished() {
    surface?.contents = nil
    if isMapped { unmap() }
    toplevel = nil
    popup = nil
    isConfigured = false
    hasInitialCommit = false
  }

  // MARK: Requests

  private func handle(_ request: XdgSurfaceResource.Request) {
    if case .destroy = request {
      guard toplevel == nil && popup == nil else {
        resource.post(XdgSurfaceResource.Error.defunctRoleObject, "destroyed before its window or popup")
        return
      }
      resource.destroy()
      return
    }
    guard let surface, let compositor else { return }
    switch request {
    case .destroy: break
    case .getToplevel(let id):
      guard claim("toplevel", for: surface),
        let object = resource.create(XdgToplevelResource.self, id: id)
      else { return }
      toplevel = Toplevel(object, shell: self, surface: surface, compositor: compositor)
    case .getPopup(let id, let parent, let positioner):
      guard let rules = positioner.model(as: Positioner.self) else { return }
      guard rules.isComplete else {
        owner?.resource.post(
          XdgWmBaseResource.Error.invalidPositioner, "the positioner lacks a size or an anchor")
        return
      }
      let parent = parent?.model(as: XdgSurface.self)
      guard isPossible(parent) else { return }
      guard claim("popup", for: surface), let object = resource.create(XdgPopupResource.self, id: id) else {
        return
      }
      popup = Popup(
        object, shell: self, surface: surface, parent: parent, rules: rules, compositor: compositor)
    case .setWindowGeometry(let x, let y, let width, let height):
      guard isConstructed("set_window_geometry") else { return }
      guard width > 0, height > 0 else {
        resource.post(
          XdgSurfaceResource.Error.invalidSize, "the window geometry \(width) × \(height) is no size")
        return
      }
      pendingGeometry = IntegerRect(x: x, y: y, width: width, height: height)
    case .ackConfigure(let serial):
      acknowledge(serial)
    }
  }

  private func acknowledge(_ serial: UInt32) {
    guard isConstructed("ack_configure") else { return }
    if staleSerials.remove(serial) != nil { return }
    guard let index = openSerials.firstIndex(of: serial) else {
      resource.post(XdgSurfaceResource.Error.invalidSerial, "no open configure has the serial \(serial)")
      return
    }
    openSerials.removeFirst(index + 1)
    isConfigured = true
  }

  /// Whether it may be a popup's parent; nil is named by another protocol.
  private func isPossible(_ parent: XdgSurface?) -> Bool {
    guard let parent else { return true }
    guard parent.toplevel != nil || parent.popup != nil else {
      owner?.resource.post(
        XdgWmBaseResource.Error.invalidPopupParent, "the popup's parent is neither a window nor a popup")
      return false
    }
    guard parent.popup?.level ?? 0 < Surface.deepestLevel else {
      owner?.resource.post(
        XdgWmBaseResource.Error.invalidPopupParent,
        "the tree of popups is deeper than \(Surface.deepestLevel) levels")
      return false
    }
    return true
  }

  private func isConstructed(_ request: String) -> Bool {
    if toplevel != nil || popup != nil { return true }
    resource.post(
      XdgSurfaceResource.Error.notConstructed, "\(request) before the surface became a window or popup")
    return false
  }

  /// Takes the role, or tells the client that it cannot have it.
  private func claim(_ role: String, for surface: Surface) -> Bool {
    guard toplevel == nil && popup == nil else {
      resource.post(XdgSurfaceResource.Error.alreadyConstructed, "the surface is a window or popup already")
      return false
    }
    guard surface.roleName == nil || surface.roleName == role else {
      owner?.resource.post(XdgWmBaseResource.Error.role, "the surface is a \(surface.roleName ?? "") already")
      return false
    }
    surface.roleName = role
    return true
  }

  private func vanished() {
    owner?.liveSurfaces -= 1
    if isMapped { unmap() }
    guard let surface else { return }
    surface.hasXdgSurface = false
    if surface.role === self { surface.role = nil }
  }
}
