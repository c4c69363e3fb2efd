/// A mouse or touchpad, moved by hand.
///
/// Wayland: `wl_pointer`.
@MainActor public final class Pointer {
  /// A mouse button.
  public enum Button: UInt32, Sendable {
    // Numbers of linux/input-event-codes.h.
    case left = 0x110
    case right = 0x111
    case middle = 0x112
  }

  /// A direction of scrolling.
  ///
  /// Wayland: `wl_pointer.axis`.
  public enum Axis: UInt32, Sendable {
    case vertical = 0
    case horizontal = 1
  }

  /// What the client has made of the pointer's picture.
  public enum Cursor {
    /// Nothing yet since the pointer entered.
    case undefined
    /// No picture, at the client's wish.
    case hidden
    /// A picture, and the point of it that points.
    case surface(Surface, hotspotX: Int, hotspotY: Int)
    /// A name, as in wp_cursor_shape_device_v1.shape.
    case shape(UInt32)
  }

  weak var compositor: Compositor?
  var objects = DeviceObjects<WlPointerResource>()

  /// Where it is, in units of length from the output's top left corner.
  public private(set) var position: (x: Double, y: Double) = (0, 0)
  /// The surface under it.
  public private(set) weak var focus: Surface?
  /// The picture the client under it has asked for.
  ///
  /// Wayland: `wl_pointer.set_cursor`, `wp_cursor_shape_device_v1.set_shape`.
  public private(set) var cursor = Cursor.undefined
  /// The buttons held.
  public private(set) var pressedButtons: Set<Button> = []

  private var isOnOutput = false
  private var enterSerial: UInt32 = 0
  var wheelRemainder: [Axis: Double] = [:]

  init() {}

  // MARK: Verbs

  /// Moves to a point of the output, in units of length.
  ///
  /// Wayland: `wl_pointer.motion`, or `wl_pointer.enter` on another surface.
  public func move(to point: (x: Double, y: Double)) {
    guard isPresent else { return }
    position = point
    isOnOutput = true
    let before = focus
    refocus()
    guard let compositor, let focus, focus === before, let local = localPosition else { return }
    for object in objects.of(focus) {
      object.wire?.sendMotion(time: compositor.milliseconds, surfaceX: local.x, surfaceY: local.y)
    }
    finishFrame()
  }

  /// Moves off the output.
  ///
  /// Wayland: `wl_pointer.leave`.
  public func leave() {
    isOnOutput = false
    pressedButtons = []
    setFocus(nil)
    compositor?.flush()
  }

  /// Presses a button.
  ///
  /// Wayland: `wl_pointer.button`.
  public func press(_ button: Button = .left) { send(button, isPressed: true) }

  /// Releases a button.
  ///
  /// Wayland: `wl_pointer.button`.
  public func release(_ button: Button = .left) { send(button, isPressed: false) }

  /// Moves to a point of the output, in units of length, presses and releases.
  public func click(at point: (x: Double, y: Double), _ button: Button = .left) {
    move(to: point)
    press(button)
    release(button)
  }

  // MARK: Focus

  /// Looks again what is under the pointer. While a button is held, the surface it was pressed on keeps the focus.
  func refocus() {
    guard isOnOutput, isPresent, pressedButtons.isEmpty || focus == nil else { return }
    setFocus(compositor?.inputTarget(at: position)?.surface)
  }

  func forget(_ surface: Surface) {
    if case .surface(let picture, _, _) = cursor, picture === surface { cursor = .hidden }
    guard focus === surface else { return }
    pressedButtons = []
    setFocus(nil)
    compositor?.findFocus(.pointer)
  }

  /// The position in the focused surface's units.
  private var localPosition: (x: Double, y: Double)? {
    guard let focus, let origin = compositor?.origin(of: focus) else { return nil }
    return (position.x - Double(origin.x), position.y - Double(origin.y))
  }

  private func setFocus(_ surface: Surface?) {
    guard focus !== surface, let compositor else { return }
    if let old = focus, let wire = old.resource.wire {
      let serial = compositor.nextSerial()
      for object in objects.of(old) { object.wire?.sendLeave(serial: serial, surface: wire) }
      finishFrame()
    }
    focus = surface
    cursor = .undefined
    wheelRemainder = [:]
    guard let surface else { return }
    enterSerial = compositor.nextSerial()
    for object in objects.of(surface) { enter(object) }
    finishFrame()
  }

  private func enter(_ object: Resource<WlPointerResource>) {
    guard let wire = focus?.resource.wire, let local = localPosition else { return }
    object.wire?.sendEnter(serial: enterSerial, surface: wire, surfaceX: local.x, surfaceY: local.y)
  }

  // MARK: Clients

  func add(_ object: Resource<WlPointerResource>) {
    objects.add(object)
    object.onVanish = { [weak self, unowned object] in self?.objects.remove(object) }
    object.onRequest = { [weak self, unowned object] request in
      switch request {
      case .release: object.destroy()
      case .setCursor(let serial, let surface, let x, let y):
        self?.setCursor(object, serial: serial, surface?.model(as: Surface.self), x: Int(x), y: Int(y))
      }
    }
    guard let focus, isPresent, focus.resource.clientHandle == object.clientHandle else { return }
    enter(object)
    object.wire?.sendFrame()
  }

  private func setCursor(
    _ object: Resource<WlPointerResource>, serial: UInt32, _ picture: Surface?, x: Int, y: Int
  ) {
    if let picture {
      guard picture.roleName == nil || picture.roleName == "cursor", !picture.hasXdgSurface else {
        object.post(WlPointerResource.Error.role, "the surface is a \(picture.roleName ?? "window") already")
        return
      }
      picture.roleName = "cursor"
    }
    // Late answers to an earlier enter do not count.
    guard serial == enterSerial, focus?.resource.clientHandle == object.clientHandle else { return }
    guard let picture else {
      cursor = .hidden
      return
    }
    if picture.role == nil { picture.role = CursorRole(of: picture, pointer: self) }
    cursor = .surface(picture, hotspotX: x, hotspotY: y)
  }

  func setShape(_ shape: UInt32, serial: UInt32) {
    if serial == enterSerial, focus != nil { cursor = .shape(shape) }
  }

  // MARK: Sending

  var isPresent: Bool { compositor?.seat.devices.contains(.pointer) ?? false }

  private func send(_ button: Button, isPressed: Bool) {
    guard let compositor, isPresent else { return }
    if isPressed {
      pressedButtons.insert(button)
      if let toplevel = (focus?.role as? XdgSurface)?.toplevel, !toplevel.isActivated { toplevel.activate() }
      dismissPopups()
    } else {
      pressedButtons.remove(button)
    }
    if let focus {
      let serial = compositor.nextSerial()
      for object in objects.of(focus) {
        object.wire?.sendButton(
          serial: serial, time: compositor.milliseconds, button: button.rawValue,
          state: isPressed ? .pressed : .released)
      }
      finishFrame()
    }
    if pressedButtons.isEmpty { refocus() }
  }

  /// A press outside of a popup that has taken all input takes it down.
  private func dismissPopups() {
    for popup in compositor?.popups.reversed() ?? [] where popup.isGrabbing && popup.isMapped {
      if popup.surface === focus { return }
      popup.dismiss()
    }
  }

  /// Ends a group of events that belong together.
  func finishFrame() {
    if let focus { for object in objects.of(focus) { object.wire?.sendFrame() } }
    compositor?.flush()
  }
}

/// The picture of the pointer.
@MainActor private final class CursorRole: SurfaceRole {
  private weak var surface: Surface?
  private weak var pointer: Pointer?

  init(of surface: Surface, pointer: Pointer) {
    self.surface = surface
    self.pointer = pointer
  }

  var isShown: Bool {
    if case .surface(let picture, _, _)? = pointer?.cursor { return picture === surface }
    return false
  }
}
