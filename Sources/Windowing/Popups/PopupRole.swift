import Geometry
import Wayland

/// The role that makes a surface a popup of another surface.
///
/// Wayland: `xdg_surface` and `xdg_popup`.
@MainActor
final class PopupRole: ShellRole {
  private struct Objects {
    let shell: ShellSurface
    let popup: XdgPopup
    let windows: XdgWmBase
  }

  private var objects: Objects?
  private var pending = (size: WindowConfigure(), position: Point?.none)
  private var token: UInt32 = 0
  /// The configure of the parent for which the popup was repositioned last.
  private var parentSerial: UInt32?
  /// The size and position, in points of the parent's surface.
  var placement: PopupPlacement
  private(set) weak var parent: Window?
  /// Whether the popup receives all input, or will do so when it opens.
  private(set) var isGrabbing: Bool
  /// The position relative to the parent's window geometry; nil until the compositor has sent it.
  private(set) var position: Point?

  init(of parent: Window, at placement: PopupPlacement, grabs: Bool) {
    self.parent = parent
    self.placement = placement
    isGrabbing = grabs
  }

  var kind: WindowRole { .popup(placement) }

  // MARK: Opening and closing

  func open(
    on surface: WlSurface, of window: Window, _ globals: WindowGlobals, _ callbacks: ShellRoleCallbacks
  ) {
    // The protocol permits a grab only if the parent is no popup, or is a popup with a grab.
    if let parentPopup = parent?.popup, !parentPopup.isGrabbing { isGrabbing = false }
    let press = isGrabbing ? window.system.lastAction : nil
    isGrabbing = press != nil
    if isGrabbing { window.closeOtherGrabs() }
    // The delegate of a dismissed popup may have closed this popup or its parent.
    guard !window.isClosed, let parent, let parentObject = parent.shellRole.popupParent else { return }
    let shell = ShellSurface(of: surface, in: globals.windows)
    let positioner = placement.positioner(in: globals.windows, parentGeometry: parent.rectangles.geometry)
    let popup: XdgPopup
    switch parentObject {
    case .shell(let object): popup = shell.object.getPopup(parent: object, positioner: positioner)
    case .layer: popup = shell.object.getPopup(parent: nil, positioner: positioner)
    }
    positioner.destroy()
    if case .layer(let object) = parentObject { object.getPopup(popup: popup) }
    objects = Objects(shell: shell, popup: popup, windows: globals.windows)
    pending = (WindowConfigure(), nil)
    popup.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .configure(let x, let y, let width, let height):
        pending.position = Point(x: Double(x), y: Double(y))
        (pending.size.width, pending.size.height) = (width, height)
      case .popupDone: callbacks.dismissed()
      case .repositioned: break
      }
    }
    shell.onConfigure = { [weak self] in
      guard let self else { return }
      pending.size.changesState = position != pending.position
      position = pending.position
      callbacks.configured(pending.size)
    }
    if let press { popup.grab(seat: press.seat, serial: press.serial) }
  }

  func close() {
    objects?.popup.destroy()
    objects?.shell.close()
    (objects, parentSerial) = (nil, nil)
  }

  // MARK: Requests

  var popupParent: PopupParent? { objects.map { .shell($0.shell.object) } }
  var configureSerial: UInt32? { objects?.shell.serial }

  func ackConfigure() -> Bool { objects?.shell.ackConfigure() ?? false }

  func setGeometry(_ rectangles: WindowRectangles) { objects?.shell.setGeometry(rectangles) }

  /// Stores another position and size, and requests it if the popup is open.
  ///
  /// - Returns: False if the popup is open and its xdg_popup is older than version 3. The placement is then not stored.
  ///
  /// Wayland: `xdg_popup.reposition`.
  func reposition(to placement: PopupPlacement) -> Bool {
    guard let objects else {
      self.placement = placement
      return true
    }
    guard objects.popup.version >= 3, let parent else { return false }
    self.placement = placement
    sendPlacement(in: parent, to: objects)
    return true
  }

  /// Requests the position for the new size of the parent, if the popup is reactive and open, unless the program has
  /// repositioned it for this size.
  func parentWasResized() {
    guard placement.isReactive, let objects, objects.popup.version >= 3, let parent,
      let serial = parent.shellRole.configureSerial, serial != parentSerial
    else { return }
    sendPlacement(in: parent, to: objects)
  }

  /// Requests a position for the current placement and the current size of the parent. While the parent has a configure
  /// that it has not acknowledged, the compositor moves the popup when the parent commits the frame for this configure.
  ///
  /// Wayland: `xdg_positioner.set_parent_size`, `xdg_positioner.set_parent_configure`.
  private func sendPlacement(in parent: Window, to objects: Objects) {
    let geometry = parent.rectangles.geometry
    let positioner = placement.positioner(in: objects.windows, parentGeometry: geometry)
    if let serial = parent.shellRole.configureSerial {
      positioner.setParentSize(
        parentWidth: Int32(saturating: geometry.size.width),
        parentHeight: Int32(saturating: geometry.size.height))
      positioner.setParentConfigure(serial: serial)
      parentSerial = serial
    }
    token &+= 1
    objects.popup.reposition(positioner: positioner, token: token)
    positioner.destroy()
  }
}

extension PopupPlacement {
  /// Creates the `xdg_positioner` of the placement. The caller destroys it.
  @MainActor fileprivate func positioner(in windows: XdgWmBase, parentGeometry: Rect) -> XdgPositioner {
    let positioner = windows.createPositioner()
    let size = WindowSizing(wanted: size).size
    positioner.setSize(width: Int32(size.width), height: Int32(size.height))
    let rect = anchorRect.clipped(into: parentGeometry)
    positioner.setAnchorRect(
      x: Int32(saturating: rect.minX - parentGeometry.minX),
      y: Int32(saturating: rect.minY - parentGeometry.minY),
      width: Int32(saturating: rect.size.width), height: Int32(saturating: rect.size.height))
    positioner.setAnchor(anchor: .init(rawValue: anchor.rawValue))
    positioner.setGravity(gravity: .init(rawValue: gravity.rawValue))
    positioner.setConstraintAdjustment(constraintAdjustment: adjustment.rawValue & 0x3f)
    positioner.setOffset(x: Int32(saturating: offset.x), y: Int32(saturating: offset.y))
    if isReactive, positioner.version >= 3 { positioner.setReactive() }
    return positioner
  }
}

extension Rect {
  /// Returns the intersection with `area`, at least 1 × 1 point. For a rectangle outside of `area`, the result is at
  /// the nearest point of `area`.
  fileprivate func clipped(into area: Rect) -> Rect {
    func clamped(_ value: Double, _ low: Double, _ high: Double) -> Double {
      value.isNaN ? low : min(max(value.rounded(), low), max(low, high))
    }
    let left = clamped(minX, area.minX, area.maxX - 1)
    let top = clamped(minY, area.minY, area.maxY - 1)
    let right = clamped(maxX, left + 1, area.maxX)
    let bottom = clamped(maxY, top + 1, area.maxY)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
