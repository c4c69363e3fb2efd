/// A popup, such as a menu or a tooltip.
///
/// Wayland: `xdg_popup`.
@MainActor public final class Popup {
  private let resource: Resource<XdgPopupResource>
  private let xdgSurface: XdgSurface
  private weak var compositor: Compositor?
  private(set) weak var parent: XdgSurface?
  private var placement: IntegerRect
  /// The number of ancestors: popups and the toplevel.
  let level: Int

  /// The surface; nil only if the client destroyed it before the popup.
  public private(set) weak var surface: Surface?
  /// Whether the client has requested a grab: a press elsewhere dismisses the popup.
  ///
  /// Wayland: `xdg_popup.grab`.
  public private(set) var isGrabbing = false
  /// Whether the popup is mapped: it has content.
  public var isMapped: Bool { xdgSurface.isMapped }
  /// The position, in logical pixels relative to the parent's window geometry.
  ///
  /// Wayland: `xdg_popup.configure`.
  public var position: (x: Int, y: Int) { (placement.x, placement.y) }

  init(
    _ resource: Resource<XdgPopupResource>, xdgSurface: XdgSurface, surface: Surface, parent: XdgSurface?,
    rules: Positioner, compositor: Compositor
  ) {
    self.resource = resource
    self.xdgSurface = xdgSurface
    self.surface = surface
    self.parent = parent
    self.compositor = compositor
    placement = rules.placement
    level = 1 + (parent?.popup?.level ?? 0)
    compositor.popupList.append(self)
    parent?.childPopups.append(self)
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in
      self.compositor?.popupList.remove(self)
      self.parent?.childPopups.remove(self)
      self.xdgSurface.roleObjectDestroyed()
    }
  }

  /// Dismisses the popup, as when the user clicks elsewhere. The client unmaps or destroys it.
  ///
  /// Wayland: `xdg_popup.popup_done`.
  public func dismiss() {
    resource.wire?.sendPopupDone()
    compositor?.flush()
  }

  /// The toplevel at the root of the popup's tree.
  public var toplevel: Toplevel? {
    var current = parent
    while let xdgSurface = current {
      if let toplevel = xdgSurface.toplevel { return toplevel }
      current = xdgSurface.popup?.parent
    }
    return nil
  }

  func sendInitialConfigure() { sendConfigure() }

  private func sendConfigure() {
    resource.wire?.sendConfigure(
      x: Int32(clamping: placement.x), y: Int32(clamping: placement.y),
      width: Int32(clamping: placement.width),
      height: Int32(clamping: placement.height))
    xdgSurface.configure()
  }

  private func handle(_ request: XdgPopupResource.Request) {
    switch request {
    case .destroy:
      guard xdgSurface.childPopups.isEmpty else {
        let wmBase = compositor?.client(resource.clientHandle)?.wmBase
        wmBase?.postError(XdgWmBaseResource.Error.notTheTopmostPopup, "the popup has a child popup")
        return
      }
      resource.destroy()
    case .grab:
      guard !isMapped else {
        resource.postError(
          XdgPopupResource.Error.invalidGrab, "grab on a mapped popup: request it before the first buffer")
        return
      }
      isGrabbing = true
    case .reposition(let positioner, let token):
      guard let rules = positioner.model(as: Positioner.self) else { return }
      placement = rules.placement
      resource.wire?.sendRepositioned(token: token)
      sendConfigure()
    }
  }
}
