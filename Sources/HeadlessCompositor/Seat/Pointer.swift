/// A mouse or touchpad.
///
/// Wayland: `wl_pointer`.
@MainActor public final class Pointer {
  /// A mouse button.
  public enum Button: UInt32, Sendable {
    // BTN_LEFT to BTN_TASK of linux/input-event-codes.h.
    case left = 0x110
    case right = 0x111
    case middle = 0x112
    case side = 0x113
    case extra = 0x114
    case forward = 0x115
    case back = 0x116
    case task = 0x117
  }

  /// A scroll axis.
  ///
  /// Wayland: `wl_pointer.axis`.
  public enum Axis: UInt32, Sendable {
    case vertical = 0
    case horizontal = 1
  }

  /// The cursor that the client of the focused surface has set.
  public enum Cursor {
    /// The client has not set a cursor since the pointer entered its surface.
    case undefined
    /// The client has hidden the cursor.
    case hidden
    /// A cursor surface and its hotspot, in surface coordinates.
    case surface(Surface, hotspotX: Int, hotspotY: Int)
    /// A value of wp_cursor_shape_device_v1.shape.
    case shape(UInt32)
  }

  weak var compositor: Compositor?
  weak var seat: Seat?
  /// A number of milliseconds that is added to this device's timestamps; the sum wraps. It simulates devices with
  /// different clocks.
  public var timestampOffset: UInt32 = 0
  var objects = DeviceObjects<WlPointerResource>()

  /// The position, in logical pixels from the output's top left corner.
  public private(set) var position: (x: Double, y: Double) = (0, 0)
  /// The surface with the pointer focus.
  public private(set) weak var focus: Surface?
  /// The cursor that the client of the focused surface has set.
  ///
  /// Wayland: `wl_pointer.set_cursor`, `wp_cursor_shape_device_v1.set_shape`.
  public private(set) var cursor = Cursor.undefined
  /// The pressed buttons.
  public private(set) var pressedButtons: Set<Button> = []

  private var isOnOutput = false
  private var enterSerial: UInt32 = 0
  private var pressSerial: UInt32 = 0
  /// For each axis, the fraction of a notch that was not sent yet, because wl_pointer.axis_discrete can send only whole
  /// notches.
  var wheelRemainder: [Axis: Double] = [:]
  /// The clients' locks and confinements of the pointer.
  let constraints = PointerConstraints()
  /// The clients' objects for the distances of motions.
  var relativeObjects = DeviceObjects<ZwpRelativePointerV1Resource>()
  /// The gestures on the touchpad.
  public let gestures = PointerGestures()
  /// Whether natural scrolling is on: the content moves in the direction of the fingers. Sent to clients of wl_pointer
  /// 9.
  ///
  /// Wayland: `wl_pointer.axis_relative_direction`.
  public var isScrollingInverted = false

  init() {
    gestures.pointer = self
    constraints.pointer = self
  }

  // MARK: Input

  /// Moves the pointer to a point, in logical pixels from the output's top left corner.
  ///
  /// Wayland: `wl_pointer.motion`, or `wl_pointer.enter` on another surface.
  public func move(to point: (x: Double, y: Double)) {
    move(to: point, distance: (x: point.x - position.x, y: point.y - position.y))
  }

  /// - Parameter distance: The motion of the device, which may go beyond the edge of the output.
  private func move(to point: (x: Double, y: Double), distance: (x: Double, y: Double)) {
    guard isPresent else { return }
    let isMoving = isOnOutput && seat?.drag == nil
    let sentRelative = isMoving && sendRelativeMotion(distance)
    let target = isMoving ? constraints.limit(point, to: focus, at: localPosition) : point
    // At an edge of the output or of a confinement, the client gets only the distance.
    let isStopped = isMoving && (constraints.isLocked || target == position && distance != (0, 0))
    position = target
    isOnOutput = true
    if moveDrag() { return }
    let before = focus
    refocus()
    constraints.update(focus: focus, at: localPosition)
    guard let focus, focus === before, let local = localPosition else { return }
    if !isStopped {
      for object in objects.of(focus) {
        object.wire?.sendMotion(time: timestamp, surfaceX: local.x, surfaceY: local.y)
      }
    }
    if !isStopped || sentRelative { finishFrame() }
  }

  /// Moves the pointer by a distance, in logical pixels. It stays on the outputs; while a client has locked it, it stays where
  /// it is, and the client gets only the distance.
  ///
  /// Wayland: `zwp_relative_pointer_v1.relative_motion`.
  public func move(by distance: (x: Double, y: Double)) {
    let point = (x: position.x + distance.x, y: position.y + distance.y)
    let limited = constraints.isActive ? nil : compositor?.nearestPoint(to: point)
    move(to: limited ?? point, distance: distance)
  }

  /// Moves the pointer off the output. All buttons are released without events.
  ///
  /// Wayland: `wl_pointer.leave`.
  public func leave() {
    isOnOutput = false
    pressedButtons = []
    setFocus(nil)
    compositor?.flush()
  }

  /// Presses a button. The press activates the toplevel under the pointer, and dismisses the popups with a grab if the
  /// pointer is outside of them.
  ///
  /// Wayland: `wl_pointer.button`.
  public func press(_ button: Button = .left) { send(button, isPressed: true) }

  /// Releases a button.
  ///
  /// Wayland: `wl_pointer.button`.
  public func release(_ button: Button = .left) { send(button, isPressed: false) }

  /// Moves the pointer to a point, in logical pixels from the output's top left corner, and clicks.
  public func click(at point: (x: Double, y: Double), _ button: Button = .left) {
    move(to: point)
    press(button)
    release(button)
  }

  // MARK: Focus

  /// Moves the focus to the surface under the pointer. While a button is pressed, the focused surface has an implicit
  /// grab and keeps the focus.
  func refocus() {
    guard seat?.drag?.device != .pointer else { return }
    guard isOnOutput, isPresent, pressedButtons.isEmpty || focus == nil else { return }
    setFocus(compositor?.inputTarget(at: position)?.surface)
  }

  /// Moves the pointer without an event, to the place where a client that had locked the pointer has drawn its cursor. No effect
  /// if the place is outside of the surface.
  func warp(toLocal point: (x: Double, y: Double), of surface: Surface) {
    let rect = IntegerRect(x: 0, y: 0, width: surface.size.width, height: surface.size.height)
    guard focus === surface, rect.contains(point.x, point.y), let origin = compositor?.origin(of: surface)
    else { return }
    position = (Double(origin.x) + point.x, Double(origin.y) + point.y)
  }

  /// Removes the focus from a surface that was destroyed or is no longer visible. If the surface is the cursor, the
  /// cursor is hidden.
  func removeReferences(to surface: Surface) {
    if case .surface(let picture, _, _) = cursor, picture === surface { cursor = .hidden }
    if focus === surface { endGrab() }
  }

  /// Removes the focus, also while a button is pressed. All buttons are released without events.
  func endGrab() {
    pressedButtons = []
    setFocus(nil)
    compositor?.requestFocusUpdate(.pointer)
  }

  /// The position in the coordinates of the focused surface.
  var localPosition: (x: Double, y: Double)? {
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
    constraints.update(focus: nil, at: nil)
    cursor = .undefined
    wheelRemainder = [:]
    guard let surface else { return }
    enterSerial = compositor.nextSerial()
    for object in objects.of(surface) { enter(object) }
    finishFrame()
    constraints.update(focus: surface, at: localPosition)
  }

  private func enter(_ object: Resource<WlPointerResource>) {
    guard let wire = focus?.resource.wire, let local = localPosition else { return }
    object.wire?.sendEnter(serial: enterSerial, surface: wire, surfaceX: local.x, surfaceY: local.y)
  }

  // MARK: Drags

  /// Whether a button is held on the surface and `serial` is the serial of the last press.
  func hasPress(_ serial: UInt32, on surface: Surface) -> Bool {
    focus === surface && !pressedButtons.isEmpty && serial == pressSerial
  }

  /// Assigns the pointer to a drag. During the drag, no surface has the pointer focus.
  func dragBegan(_ drag: Drag) {
    setFocus(nil)
    drag.move(to: position)
  }

  /// Presses the left button without an event, and begins the drag of a test.
  func press(at point: (x: Double, y: Double), beginning drag: Drag) {
    position = point
    isOnOutput = true
    pressedButtons.insert(.left)
    seat?.begin(drag)
    dragBegan(drag)
  }

  private func moveDrag() -> Bool {
    guard let drag = seat?.drag, drag.device == .pointer else { return false }
    drag.move(to: position)
    return true
  }

  // MARK: Clients

  /// Adds a client's wl_pointer and handles its requests. Sends enter if a surface of the client has the focus.
  func add(_ object: Resource<WlPointerResource>) {
    objects.add(object)
    object.model = self
    object.onDestroy = { [weak self, unowned object] in self?.objects.remove(object) }
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
        object.postError(
          WlPointerResource.Error.role,
          "the surface already has the role \(picture.roleName ?? "xdg_surface")")
        return
      }
      picture.roleName = "cursor"
    }
    // Ignore the request if its serial belongs to an earlier enter.
    guard serial == enterSerial, focus?.resource.clientHandle == object.clientHandle else { return }
    guard let picture else {
      cursor = .hidden
      return
    }
    if picture.role == nil { picture.role = CursorRole(of: picture, pointer: self) }
    cursor = .surface(picture, hotspotX: x, hotspotY: y)
  }

  /// Sets a cursor shape. No effect if `serial` belongs to an earlier enter.
  func setShape(_ shape: UInt32, serial: UInt32) {
    if serial == enterSerial, focus != nil { cursor = .shape(shape) }
  }

  // MARK: Events

  var isPresent: Bool { seat?.has(.pointer) ?? false }

  /// The timestamp of an event that is sent now.
  var timestamp: UInt32 { (compositor?.milliseconds ?? 0) &+ timestampOffset }

  private func send(_ button: Button, isPressed: Bool) {
    guard let compositor, isPresent else { return }
    if let drag = seat?.drag, drag.device == .pointer {
      if isPressed { pressedButtons.insert(button) } else { pressedButtons.remove(button) }
      if pressedButtons.isEmpty { drag.drop() }
      return
    }
    if isPressed {
      pressedButtons.insert(button)
      if let focus { seat?.activateToplevel(of: focus) }
      compositor.pressBegan(on: focus)
    } else {
      pressedButtons.remove(button)
    }
    if let focus {
      let serial = compositor.nextSerial()
      if isPressed { compositor.recordPress(serial: serial) }
      if isPressed { pressSerial = serial }
      for object in objects.of(focus) {
        object.wire?.sendButton(
          serial: serial, time: timestamp, button: button.rawValue,
          state: isPressed ? .pressed : .released)
      }
      finishFrame()
    }
    if pressedButtons.isEmpty { refocus() }
  }

  /// Ends a group of events with wl_pointer.frame.
  func finishFrame() {
    if let focus { for object in objects.of(focus) { object.wire?.sendFrame() } }
    compositor?.flush()
  }
}

/// The role of a cursor surface.
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
