/// A pen, eraser or other tool of a tablet. The tablet's area corresponds to the whole output.
///
/// Wayland: `zwp_tablet_tool_v2`.
@MainActor public final class TabletTool {
  /// The kind of a tool. The raw value is the value of `zwp_tablet_tool_v2.type`.
  public enum Kind: UInt32, CaseIterable, Sendable {
    case pen = 0x140
    case eraser, brush, pencil, airbrush, finger, mouse, lens
  }

  /// The kind of the tool.
  public let kind: Kind
  /// The serial number of the tool, unique among all tools; 0 if the tool has none.
  public let hardwareSerial: UInt64
  /// Whether `Seat.removeTool(_:)` has removed the tool. Input of a removed tool has no effect.
  public private(set) var isRemoved = false
  /// A number of milliseconds that is added to the tool's timestamps; the sum wraps.
  public var timestampOffset: UInt32 = 0
  /// The surface that the tool is over.
  public private(set) weak var focus: Surface?
  /// The position, in logical pixels from the output's top left corner.
  public private(set) var position: (x: Double, y: Double) = (0, 0)
  /// The cursor that the focused client has set.
  public private(set) var cursor = Pointer.Cursor.undefined

  private weak var seat: Seat?
  private weak var tablet: Tablet?
  private var objects = DeviceObjects<ZwpTabletToolV2Resource>()
  private var enterSerial: UInt32 = 0
  private var isDown = false

  init(_ kind: Kind, hardwareSerial: UInt64, on tablet: Tablet, of seat: Seat) {
    self.kind = kind
    self.hardwareSerial = hardwareSerial
    self.tablet = tablet
    self.seat = seat
  }

  // MARK: Input

  /// Moves the tool to a point of the output, near the tablet. While the tip is down, the tool keeps its focus.
  ///
  /// - Parameters:
  ///   - point: The position, in logical pixels from the output's top left corner.
  ///   - pressure: The pressure in `0...65535`; nil sends none.
  ///   - tilt: The tilt to the right (x) and down (y), in degrees; nil sends none.
  ///
  /// Wayland: `zwp_tablet_tool_v2.proximity_in`, `zwp_tablet_tool_v2.motion`.
  public func move(
    to point: (x: Double, y: Double), pressure: UInt32? = nil, tilt: (x: Double, y: Double)? = nil
  ) {
    guard !isRemoved, let compositor = seat?.compositor else { return }
    position = point
    if !isDown { setFocus(compositor.inputTarget(at: point)?.surface) }
    guard let focus, let origin = compositor.origin(of: focus) else { return }
    for object in objects.of(focus) {
      object.wire?.sendMotion(x: point.x - Double(origin.x), y: point.y - Double(origin.y))
      if let pressure { object.wire?.sendPressure(pressure: pressure) }
      if let tilt { object.wire?.sendTilt(tiltX: tilt.x, tiltY: tilt.y) }
    }
    finishFrame()
  }

  /// Presses the tip on the tablet. No effect if the tip is down or the tool is over no surface.
  ///
  /// - Parameter pressure: The pressure in `0...65535`.
  ///
  /// Wayland: `zwp_tablet_tool_v2.down`.
  public func down(pressure: UInt32 = 32_768) {
    guard !isRemoved, !isDown, let focus, let compositor = seat?.compositor else { return }
    isDown = true
    seat?.activateToplevel(of: focus)
    compositor.pressBegan(on: focus)
    let serial = compositor.nextSerial()
    compositor.recordPress(serial: serial)
    for object in objects.of(focus) {
      object.wire?.sendPressure(pressure: pressure)
      object.wire?.sendDown(serial: serial)
    }
    finishFrame()
  }

  /// Lifts the tip. No effect if the tip is not down.
  ///
  /// Wayland: `zwp_tablet_tool_v2.up`.
  public func up() {
    guard !isRemoved, isDown else { return }
    isDown = false
    guard let focus else { return }
    for object in objects.of(focus) {
      object.wire?.sendPressure(pressure: 0)
      object.wire?.sendUp()
    }
    finishFrame()
  }

  /// Presses or releases a button. `button` is the kernel's code, such as 0x14b (BTN_STYLUS).
  ///
  /// Wayland: `zwp_tablet_tool_v2.button`.
  public func send(button: UInt32, isPressed: Bool) {
    guard !isRemoved, let focus, let compositor = seat?.compositor else { return }
    let serial = compositor.nextSerial()
    if isPressed { compositor.recordPress(serial: serial) }
    for object in objects.of(focus) {
      object.wire?.sendButton(serial: serial, button: button, state: isPressed ? .pressed : .released)
    }
    finishFrame()
  }

  /// Sends the tool's distance, rotation and slider position. An argument that is nil is not sent.
  ///
  /// - Parameters:
  ///   - distance: The distance from the tablet, in `0...65535`.
  ///   - rotation: The rotation, in degrees.
  ///   - slider: The slider position, in `-65535...65535`.
  ///
  /// Wayland: `zwp_tablet_tool_v2.distance`, `zwp_tablet_tool_v2.rotation`, `zwp_tablet_tool_v2.slider`.
  public func measure(distance: UInt32? = nil, rotation: Double? = nil, slider: Int32? = nil) {
    guard !isRemoved, let focus else { return }
    for object in objects.of(focus) {
      if let distance { object.wire?.sendDistance(distance: distance) }
      if let rotation { object.wire?.sendRotation(degrees: rotation) }
      if let slider { object.wire?.sendSlider(position: slider) }
    }
    finishFrame()
  }

  /// Moves the tool out of the tablet's range. The tip may be up or down.
  ///
  /// Wayland: `zwp_tablet_tool_v2.proximity_out`.
  public func leave() {
    guard !isRemoved else { return }
    isDown = false
    setFocus(nil)
    seat?.compositor?.flush()
  }

  // MARK: Focus

  private func setFocus(_ surface: Surface?) {
    guard focus !== surface, let compositor = seat?.compositor else { return }
    if let focus {
      for object in objects.of(focus) { object.wire?.sendProximityOut() }
      finishFrame()
    }
    focus = nil
    cursor = .undefined
    guard let surface, let wire = surface.resource.wire, let tablet else { return }
    focus = surface
    enterSerial = compositor.nextSerial()
    for object in objects.of(surface) {
      guard let tabletWire = tablet.wire(for: surface) else { continue }
      object.wire?.sendProximityIn(serial: enterSerial, tablet: tabletWire, surface: wire)
    }
  }

  /// Removes the focus from a surface that was destroyed or is no longer visible.
  func removeReferences(to surface: Surface) {
    if case .surface(let picture, _, _) = cursor, picture === surface { cursor = .hidden }
    if focus === surface { leave() }
  }

  private func finishFrame() {
    guard let compositor = seat?.compositor else { return }
    if let focus {
      for object in objects.of(focus) {
        object.wire?.sendFrame(time: compositor.milliseconds &+ timestampOffset)
      }
    }
    compositor.flush()
  }

  // MARK: Clients

  /// Announces the tool to a client.
  func announce(to seatObject: Resource<ZwpTabletSeatV2Resource>) {
    guard let object = seatObject.create(ZwpTabletToolV2Resource.self, id: 0), let wire = object.wire else {
      return
    }
    objects.add(object)
    object.model = self
    object.onDestroy = { [weak self, unowned object] in self?.objects.remove(object) }
    object.onRequest = { [weak self, unowned object] request in
      switch request {
      case .destroy: object.destroy()
      case .setCursor(let serial, let surface, let x, let y):
        self?.setCursor(object, serial: serial, surface?.model(as: Surface.self), x: Int(x), y: Int(y))
      }
    }
    seatObject.wire?.sendToolAdded(id: wire)
    wire.sendTypeValue(toolType: .init(rawValue: kind.rawValue))
    if hardwareSerial != 0 {
      wire.sendHardwareSerial(
        hardwareSerialHi: UInt32(truncatingIfNeeded: hardwareSerial >> 32),
        hardwareSerialLo: UInt32(truncatingIfNeeded: hardwareSerial))
    }
    wire.sendCapability(capability: .pressure)
    wire.sendCapability(capability: .tilt)
    wire.sendDone()
  }

  /// Removes the tool and notifies the clients.
  func remove() {
    leave()
    isRemoved = true
    for object in objects.all { object.wire?.sendRemoved() }
    seat?.compositor?.flush()
  }

  private func setCursor(
    _ object: Resource<ZwpTabletToolV2Resource>, serial: UInt32, _ picture: Surface?, x: Int, y: Int
  ) {
    if let picture {
      guard picture.roleName == nil || picture.roleName == "cursor", !picture.hasXdgSurface else {
        object.postError(
          ZwpTabletToolV2Resource.Error.role,
          "the surface already has the role \(picture.roleName ?? "xdg_surface")")
        return
      }
      picture.roleName = "cursor"
    }
    // Ignore the request if its serial belongs to an earlier proximity_in.
    guard serial == enterSerial, focus?.resource.clientHandle == object.clientHandle else { return }
    cursor = picture.map { .surface($0, hotspotX: x, hotspotY: y) } ?? .hidden
  }

  /// Sets a cursor shape. No effect if `serial` belongs to an earlier proximity_in.
  func setShape(_ shape: UInt32, serial: UInt32) {
    if serial == enterSerial, focus != nil { cursor = .shape(shape) }
  }
}
