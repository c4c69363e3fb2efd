/// A popup, such as a menu or a tooltip.
///
/// Wayland: `xdg_popup`.
@MainActor public final class Popup {
  private let resource: Resource<XdgPopupResource>
  private let xdgSurface: XdgSurface
  private weak var compositor: Compositor?
  private(set) weak var parent: XdgSurface?
  /// The parent if it is a layer surface; otherwise nil.
  private weak var layerParent: LayerSurface?
  private var rules: PopupRules
  private var placement: IntegerRect
  /// The number of ancestors: the parent popups plus the toplevel.
  let level: Int

  /// The surface; nil only if the client destroyed it before the popup.
  public private(set) weak var surface: Surface?
  /// Whether the client has requested a grab. A press outside a popup with a grab dismisses the popup.
  ///
  /// Wayland: `xdg_popup.grab`.
  public private(set) var isGrabbing = false
  /// Whether the popup was dismissed. A dismissed popup is not visible, and the client destroys it.
  ///
  /// Wayland: `xdg_popup.popup_done`.
  public private(set) var isDismissed = false
  /// The size of the parent and the serial of its configure for which the client has placed the popup again; nil if the
  /// client has set none.
  ///
  /// Wayland: `xdg_positioner.set_parent_size`, `xdg_positioner.set_parent_configure`.
  public var parentConfigure: (width: Int, height: Int, serial: UInt32)? {
    guard let size = rules.parentSize, let serial = rules.parentConfigure else { return nil }
    return (size.width, size.height, serial)
  }
  /// Whether the popup is mapped, that is, whether it has content.
  public var isMapped: Bool { xdgSurface.isMapped }
  /// Whether the popup is mapped and not dismissed.
  var isShown: Bool { isMapped && !isDismissed }
  /// The position, in logical pixels relative to the parent's window geometry.
  ///
  /// Wayland: `xdg_popup.configure`.
  public var position: (x: Int, y: Int) { (placement.x, placement.y) }
  /// The size that was sent to the client last, in logical pixels.
  ///
  /// Wayland: `xdg_popup.configure`.
  public var configuredSize: (width: Int, height: Int) { (placement.width, placement.height) }

  init(
    _ resource: Resource<XdgPopupResource>, xdgSurface: XdgSurface, surface: Surface, parent: XdgSurface?,
    rules: PopupRules, compositor: Compositor
  ) {
    self.resource = resource
    self.xdgSurface = xdgSurface
    self.surface = surface
    self.parent = parent
    self.compositor = compositor
    self.rules = rules
    placement = rules.placement(in: nil)
    level = 1 + (parent?.popup?.level ?? 0)
    compositor.popupList.append(self)
    parent?.childPopups.append(self)
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in
      self.compositor?.popupList.remove(self)
      self.compositor?.grabbingPopups.remove(self)
      self.parent?.childPopups.remove(self)
      self.layerParent?.childPopups.remove(self)
      self.xdgSurface.roleObjectDestroyed()
    }
  }

  /// Dismisses the popup and its child popups, as a compositor does when the user clicks elsewhere. The client then
  /// unmaps or destroys them.
  ///
  /// Wayland: `xdg_popup.popup_done`.
  public func dismiss() {
    guard !isDismissed else { return }
    for child in Array(xdgSurface.childPopups).reversed() { child.dismiss() }
    isDismissed = true
    compositor?.grabbingPopups.remove(self)
    resource.wire?.sendPopupDone()
    if let surface {
      surface.updateOutputMembership()
      compositor?.removeInput(to: surface)
    }
    compositor?.requestFocusUpdate([.keyboard, .pointer])
    compositor?.flush()
  }

  /// The toplevel at the root of the popup's tree; nil if the root is a layer surface.
  public var toplevel: Toplevel? {
    var current = parent
    while let xdgSurface = current {
      if let toplevel = xdgSurface.toplevel { return toplevel }
      current = xdgSurface.popup?.parent
    }
    return nil
  }

  /// Makes a layer surface the parent of this popup, which was created without a parent.
  ///
  /// Wayland: `zwlr_layer_surface_v1.get_popup`.
  func attach(to layer: LayerSurface) {
    guard parent == nil, layerParent == nil else { return }
    layerParent = layer
    layer.childPopups.append(self)
  }

  // MARK: Placement

  func sendInitialConfigure() {
    placement = rules.placement(in: constraint)
    sendConfigure()
  }

  /// Computes the position of a reactive popup again after its parent moved or the output changed. Its child popups
  /// follow.
  func parentChanged() {
    if rules.isReactive, xdgSurface.hasInitialCommit {
      let former = placement
      placement = rules.placement(in: constraint)
      if placement != former { sendConfigure() }
    }
    for child in xdgSurface.childPopups { child.parentChanged() }
  }

  /// The rectangle of the parent's output, relative to the parent's window geometry; nil while the parent has no
  /// position.
  private var constraint: IntegerRect? {
    guard let compositor, let origin = parentOrigin else { return nil }
    let output = parentSurface?.outputs.first ?? expectedOutput ?? compositor.mainOutput
    let size = output.logicalSize
    return IntegerRect(
      x: output.position.x - origin.x, y: output.position.y - origin.y, width: size.width, height: size.height
    )
  }

  /// The position of the parent's window geometry among all outputs.
  var parentOrigin: (x: Int, y: Int)? { layerParent?.position ?? parent?.windowOrigin }

  private var parentSurface: Surface? { layerParent?.surface ?? parent?.surface }

  /// The output of the toplevel or layer surface at the root of the popup's tree.
  var expectedOutput: Output? { layerParent?.output ?? toplevel?.output ?? parent?.popup?.expectedOutput }

  private func sendConfigure() {
    resource.wire?.sendConfigure(
      x: Int32(clamping: placement.x), y: Int32(clamping: placement.y),
      width: Int32(clamping: placement.width),
      height: Int32(clamping: placement.height))
    xdgSurface.configure()
  }

  // MARK: Grab

  /// Updates the focus, so that a popup with a grab gets the keyboard focus.
  func mapped() {
    if isGrabbing { compositor?.requestFocusUpdate([.keyboard, .pointer]) }
  }

  /// Updates the focus, so that the parent gets back the keyboard focus.
  func unmapped() {
    if isGrabbing { compositor?.requestFocusUpdate([.keyboard, .pointer]) }
  }

  private func grab(serial: UInt32) {
    guard !isMapped else {
      resource.postError(
        XdgPopupResource.Error.invalidGrab, "grab on a mapped popup: request it before the first buffer")
      return
    }
    guard let compositor else { return }
    if let popup = parent?.popup, !popup.isGrabbing {
      resource.postError(XdgPopupResource.Error.invalidGrab, "the parent popup has no grab")
      return
    }
    if let top = topmostGrab(of: resource.clientHandle), top.xdgSurface !== parent {
      wmBase?.postError(
        XdgWmBaseResource.Error.notTheTopmostPopup, "the parent is not the topmost popup with a grab")
      return
    }
    // Like real compositors, dismiss a popup whose grab request has no recent press.
    guard compositor.pressSerials.contains(serial) else { return dismiss() }
    isGrabbing = true
    compositor.grabbingPopups.append(self)
  }

  private func topmostGrab(of client: OpaquePointer?) -> Popup? {
    compositor?.grabbingPopups.last { $0 !== self && $0.resource.clientHandle == client }
  }

  private var wmBase: Resource<XdgWmBaseResource>? { compositor?.client(resource.clientHandle)?.wmBase }

  // MARK: Requests

  private func handle(_ request: XdgPopupResource.Request) {
    switch request {
    case .destroy:
      guard xdgSurface.childPopups.isEmpty else {
        wmBase?.postError(XdgWmBaseResource.Error.notTheTopmostPopup, "the popup has a child popup")
        return
      }
      resource.destroy()
    case .grab(_, let serial): grab(serial: serial)
    case .reposition(let positioner, let token):
      guard let rules = positioner.model(as: Positioner.self)?.rules else { return }
      guard rules.isComplete else {
        wmBase?.postError(
          XdgWmBaseResource.Error.invalidPositioner, "the positioner has no size or no anchor rectangle")
        return
      }
      self.rules = rules
      placement = rules.placement(in: constraint)
      resource.wire?.sendRepositioned(token: token)
      sendConfigure()
      for child in xdgSurface.childPopups { child.parentChanged() }
    }
  }
}
