/// The common part of toplevels and popups. It handles configure, acknowledge, commit, map and unmap.
///
/// Wayland: `xdg_surface`.
@MainActor final class XdgSurface: SurfaceRole {
  let resource: Resource<XdgSurfaceResource>
  private(set) weak var surface: Surface?
  private(set) weak var compositor: Compositor?
  private weak var wmBase: WmBase?
  var toplevel: Toplevel?
  var popup: Popup?
  /// The child popups of this surface, in the order they were created.
  var childPopups = ObjectList<Popup>()

  /// The serials of configures that the client has not acknowledged, oldest first.
  private(set) var unacknowledgedSerials: [UInt32] = []
  /// The serials that were not acknowledged when the surface was unmapped. A later acknowledgement of them has no
  /// effect.
  private var staleSerials: Set<UInt32> = []
  /// Whether a configure has been acknowledged since the surface was last unmapped.
  private(set) var isConfigured = false
  /// Whether the initial commit, which requests the first configure, has arrived since the surface was last unmapped.
  private(set) var hasInitialCommit = false
  private(set) var isMapped = false
  /// Whether a commit applies state of the xdg_surface or of its toplevel.
  var hasPendingState: Bool { pendingGeometry != nil || toplevel?.hasPendingLimits == true }
  private var pendingGeometry: IntegerRect?
  private var committedGeometry: IntegerRect?

  init(_ resource: Resource<XdgSurfaceResource>, surface: Surface, wmBase: WmBase, compositor: Compositor) {
    self.resource = resource
    self.surface = surface
    self.wmBase = wmBase
    self.compositor = compositor
    surface.role = self
    surface.hasXdgSurface = true
    wmBase.liveSurfaceCount += 1
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in destroyed() }
  }

  /// The window geometry, in surface coordinates. Until the client sets it, it is the whole surface.
  var geometry: IntegerRect {
    if let committedGeometry { return committedGeometry }
    let size = surface?.size ?? (width: 0, height: 0)
    return IntegerRect(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Places the reactive child popups again.
  func updateChildPopups() { for popup in childPopups { popup.parentChanged() } }

  /// Sends a configure with a new serial. No effect before the initial commit.
  func configure() {
    guard hasInitialCommit, let compositor else { return }
    let serial = compositor.nextSerial()
    unacknowledgedSerials.append(serial)
    if let toplevel { surface?.lint?.configured(serial, toplevel) }
    resource.wire?.sendConfigure(serial: serial)
  }

  // MARK: Role

  var isSuspended: Bool {
    (toplevel ?? popup?.toplevel).map { $0.isSuspended || $0.holdsFrameCallbacks } ?? false
  }

  var isShown: Bool { isMapped && !(toplevel?.isMinimized ?? false) && !(popup?.isDismissed ?? false) }

  func acceptsCommit(of changes: PendingSurfaceState, to surface: Surface) -> Bool {
    guard surface.roleName != nil else {
      resource.postError(
        XdgSurfaceResource.Error.notConstructed, "commit before the surface has a toplevel or popup object")
      return false
    }
    if case .buffer? = changes.attachment, !isConfigured {
      resource.postError(
        XdgSurfaceResource.Error.unconfiguredBuffer,
        hasInitialCommit
          ? "a buffer is committed before the first configure is acknowledged"
          : "the initial commit has a buffer")
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

  func surfaceDestroyed() {
    if isMapped { unmap() }
  }

  private func map() {
    isMapped = true
    toplevel?.mapped()
    popup?.mapped()
  }

  /// Unmaps the surface. Before the client can map it again, it must send another initial commit.
  private func unmap() {
    isMapped = false
    isConfigured = false
    hasInitialCommit = false
    staleSerials.formUnion(unacknowledgedSerials)
    unacknowledgedSerials = []
    committedGeometry = nil
    toplevel?.unmapped()
    popup?.unmapped()
    if let surface {
      surface.updateOutputMembership()
      compositor?.removeInput(to: surface)
    }
  }

  /// Unmaps the surface after its toplevel or popup object was destroyed. The client may create a new object of the
  /// same role.
  func roleObjectDestroyed() {
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
        resource.postError(
          XdgSurfaceResource.Error.defunctRoleObject,
          "the xdg_surface is destroyed before its toplevel or popup object")
        return
      }
      resource.destroy()
      return
    }
    guard let surface, let compositor else { return }
    switch request {
    case .destroy: break
    case .getToplevel(let id):
      guard assignRole("toplevel", for: surface),
        let object = resource.create(XdgToplevelResource.self, id: id)
      else { return }
      toplevel = Toplevel(object, xdgSurface: self, surface: surface, compositor: compositor)
    case .getPopup(let id, let parent, let positioner):
      guard let rules = positioner.model(as: Positioner.self)?.rules else { return }
      guard rules.isComplete else {
        wmBase?.resource.postError(
          XdgWmBaseResource.Error.invalidPositioner, "the positioner has no size or no anchor rectangle")
        return
      }
      let parent = parent?.model(as: XdgSurface.self)
      guard isValid(parent: parent) else { return }
      guard assignRole("popup", for: surface), let object = resource.create(XdgPopupResource.self, id: id)
      else {
        return
      }
      popup = Popup(
        object, xdgSurface: self, surface: surface, parent: parent, rules: rules, compositor: compositor)
    case .setWindowGeometry(let x, let y, let width, let height):
      guard isConstructed("set_window_geometry") else { return }
      guard width > 0, height > 0 else {
        resource.postError(
          XdgSurfaceResource.Error.invalidSize,
          "the size of the window geometry, \(width) × \(height), is not positive")
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
    guard let index = unacknowledgedSerials.firstIndex(of: serial) else {
      resource.postError(
        XdgSurfaceResource.Error.invalidSerial, "no unacknowledged configure has the serial \(serial)")
      return
    }
    unacknowledgedSerials.removeFirst(index + 1)
    isConfigured = true
    surface?.lint?.acknowledged(serial)
  }

  /// Returns whether `parent` can be the parent of a popup, and posts a protocol error if not. Nil is valid, because
  /// another protocol may set the parent later.
  private func isValid(parent: XdgSurface?) -> Bool {
    guard let parent else { return true }
    guard parent.toplevel != nil || parent.popup != nil else {
      wmBase?.resource.postError(
        XdgWmBaseResource.Error.invalidPopupParent, "the popup's parent is neither a toplevel nor a popup")
      return false
    }
    guard parent.popup?.level ?? 0 < Surface.maximumTreeDepth else {
      wmBase?.resource.postError(
        XdgWmBaseResource.Error.invalidPopupParent,
        "the popup tree is deeper than \(Surface.maximumTreeDepth) levels")
      return false
    }
    return true
  }

  /// Returns whether the surface has a toplevel or popup object, and posts a protocol error if not.
  private func isConstructed(_ request: String) -> Bool {
    if toplevel != nil || popup != nil { return true }
    resource.postError(
      XdgSurfaceResource.Error.notConstructed, "\(request) before the surface has a toplevel or popup object")
    return false
  }

  /// Assigns a role to the surface.
  ///
  /// - Returns: False if the surface has another role or already has a role object. In this case a protocol error was
  ///   posted.
  private func assignRole(_ role: String, for surface: Surface) -> Bool {
    guard toplevel == nil && popup == nil else {
      resource.postError(
        XdgSurfaceResource.Error.alreadyConstructed, "the surface already has a toplevel or popup object")
      return false
    }
    guard surface.roleName == nil || surface.roleName == role else {
      wmBase?.resource.postError(
        XdgWmBaseResource.Error.role, "the surface already has the role \(surface.roleName ?? "")")
      return false
    }
    surface.roleName = role
    return true
  }

  private func destroyed() {
    wmBase?.liveSurfaceCount -= 1
    if isMapped { unmap() }
    guard let surface else { return }
    surface.hasXdgSurface = false
    if surface.role === self { surface.role = nil }
  }
}
