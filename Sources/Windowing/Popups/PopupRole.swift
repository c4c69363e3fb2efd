import Geometry
import Wayland

/// The role that makes a surface a popup of another surface.
///
/// Wayland: `xdg_surface` and `xdg_popup`.
@MainActor
final class PopupRole: ShellRole {
  private let shell: ShellSurface
  private let popup: XdgPopup
  private let windows: XdgWmBase
  private var pending = WindowConfigure()
  private var token: UInt32 = 0

  /// - Parameters:
  ///   - geometry: The parent's window geometry, in points of the parent's surface.
  ///   - grab: The press or key event that opened the popup, if the popup shall receive all input; otherwise nil.
  init(
    of surface: WlSurface, globals: WindowSystem.Globals, parent: PopupParent, geometry: Rect,
    placement: PopupPlacement, grab: Press?, callbacks: ShellRoleCallbacks
  ) {
    windows = globals.windows
    shell = ShellSurface(of: surface, in: globals.windows)
    let positioner = placement.positioner(in: globals.windows, parentGeometry: geometry)
    switch parent {
    case .shell(let object): popup = shell.object.getPopup(parent: object, positioner: positioner)
    case .layer: popup = shell.object.getPopup(parent: nil, positioner: positioner)
    }
    positioner.destroy()
    if case .layer(let object) = parent { object.getPopup(popup: popup) }
    popup.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .configure(let x, let y, let width, let height):
        pending.position = Point(x: Double(x), y: Double(y))
        pending.width = width
        pending.height = height
      case .popupDone: callbacks.dismissed()
      case .repositioned: break
      }
    }
    shell.onConfigure = { [weak self] in
      if let self { callbacks.configured(pending) }
    }
    if let grab { popup.grab(seat: grab.seat, serial: grab.serial) }
  }

  var popupParent: PopupParent { .shell(shell.object) }
  var configureSerial: UInt32? { shell.serial }

  func ackConfigure() -> Bool { shell.ackConfigure() }

  func setGeometry(_ rectangles: WindowRectangles) { shell.setGeometry(rectangles) }

  /// Requests another position and size. Returns false if the compositor's xdg_popup is older than version 3.
  ///
  /// - Parameter serial: The parent's configure in whose size the popup is placed; nil if the parent has no new size.
  ///
  /// Wayland: `xdg_popup.reposition`, `xdg_positioner.set_parent_size`, `xdg_positioner.set_parent_configure`.
  func reposition(
    to placement: PopupPlacement, parentGeometry: Rect, afterConfigure serial: UInt32? = nil
  ) -> Bool {
    guard popup.version >= 3 else { return false }
    let positioner = placement.positioner(in: windows, parentGeometry: parentGeometry)
    if let serial {
      positioner.setParentSize(
        parentWidth: Int32(saturating: parentGeometry.size.width),
        parentHeight: Int32(saturating: parentGeometry.size.height))
      positioner.setParentConfigure(serial: serial)
    }
    token &+= 1
    popup.reposition(positioner: positioner, token: token)
    positioner.destroy()
    return true
  }

  func close() {
    popup.destroy()
    shell.close()
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
