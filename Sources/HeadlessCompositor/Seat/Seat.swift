/// A seat: the input devices of one user.
///
/// Wayland: `wl_seat`.
@MainActor public final class Seat {
  weak var compositor: Compositor? {
    didSet {
      pointer.compositor = compositor
      touch.compositor = compositor
      keyboard.compositor = compositor
      textInput.compositor = compositor
    }
  }
  /// The name that clients receive.
  ///
  /// Wayland: `wl_seat.name`.
  public let name: String
  /// Whether `Compositor.removeSeat(_:)` has removed the seat. Input of a removed seat has no effect.
  public private(set) var isRemoved = false
  /// The `wl_global`; nil before the seat is advertised and after it is removed.
  var global: OpaquePointer?
  private var resources = ObjectList<Resource<WlSeatResource>>()
  /// The devices that the seat has now or had before.
  private var knownDevices: InputDevices

  /// The mouse or touchpad. Its input has no effect while ``devices`` does not contain it.
  public let pointer = Pointer()
  /// The touchscreen. Its input has no effect while ``devices`` does not contain it.
  public let touch = Touch()
  /// The keyboard. Its input has no effect while ``devices`` does not contain it.
  public let keyboard = Keyboard()
  /// The clipboard, shared by all clients.
  public let clipboard = Selection()
  /// The primary selection, shared by all clients: the text that was selected last.
  public let primarySelection = Selection()
  /// The input method. The test controls it.
  public let textInput = TextInput()

  /// The clients' data devices, for drags.
  private(set) var dataDevices = DeviceObjects<WlDataDeviceResource>()
  /// The current drag, until it is dropped or canceled.
  ///
  /// Wayland: `wl_data_device.start_drag`.
  public private(set) var drag: Drag?
  let tablets = TabletSeat()
  /// The clients' devices that receive the selections without the keyboard focus.
  var dataControlDevices = ObjectList<DataControlDevice>()

  /// The current devices. A change is sent to clients immediately.
  ///
  /// Wayland: `wl_seat.capabilities`.
  public var devices: InputDevices {
    didSet {
      guard devices != oldValue, !isRemoved else { return }
      let removed = oldValue.subtracting(devices)
      if removed.contains(drag?.device == .pointer ? .pointer : .touch) { drag?.cancel() }
      if removed.contains(.pointer) { pointer.leave() }
      if removed.contains(.touch) { touch.cancel() }
      if removed.contains(.keyboard) { keyboard.focus(nil as Surface?) }
      knownDevices.formUnion(devices)
      for resource in resources {
        resource.wire?.sendCapabilities(capabilities: .init(rawValue: devices.rawValue))
      }
      if devices.subtracting(oldValue).contains(.keyboard),
        let surface = compositor?.keyboardTarget(compositor?.topmost?.surface)
      {
        keyboard.focus(surface)
      }
      compositor?.flush()
    }
  }

  init(name: String, devices: InputDevices) {
    self.name = name
    self.devices = devices
    knownDevices = devices
    pointer.seat = self
    touch.seat = self
    keyboard.seat = self
    clipboard.seat = self
    primarySelection.seat = self
  }

  /// Takes the devices away while the global is removed.
  func withdrawDevices() {
    guard withdrawnDevices == nil else { return }
    withdrawnDevices = devices
    devices = []
  }

  /// Gives the devices back that ``withdrawDevices()`` has taken.
  func restoreDevices() {
    guard let withdrawnDevices else { return }
    self.withdrawnDevices = nil
    // The test may have added devices meanwhile.
    if devices.isEmpty { devices = withdrawnDevices }
  }
  private var withdrawnDevices: InputDevices?

  /// Whether the seat is not removed and has a device of this kind.
  func has(_ device: InputDevices) -> Bool { !isRemoved && devices.contains(device) }

  /// Marks the seat as removed: its input has no effect and sends no events.
  func markRemoved() {
    isRemoved = true
    for device in Array(dataControlDevices) { device.finish() }
    textInput.endInputMethod()
    keyboard.seatRemoved()
  }

  /// Activates the toplevel of a pressed surface and gives it this seat's keyboard focus.
  func activateToplevel(of surface: Surface) {
    guard let toplevel = (surface.role as? XdgSurface)?.toplevel else { return }
    if !toplevel.isActivated {
      toplevel.activate(by: self)
    } else {
      keyboard.focus(compositor?.keyboardTarget(surface) ?? surface)
    }
  }

  func bind(_ resource: Resource<WlSeatResource>) {
    resources.append(resource)
    resource.model = self
    resource.onDestroy = { [weak self, unowned resource] in self?.resources.remove(resource) }
    resource.onRequest = { [weak self, unowned resource] request in
      guard let self else { return }
      switch request {
      case .release: resource.destroy()
      case .getPointer(let id):
        guard allows(.pointer, resource), let object = resource.create(WlPointerResource.self, id: id) else {
          return
        }
        pointer.add(object)
      case .getKeyboard(let id):
        guard allows(.keyboard, resource), let object = resource.create(WlKeyboardResource.self, id: id)
        else {
          return
        }
        keyboard.add(object)
      case .getTouch(let id):
        guard allows(.touch, resource), let object = resource.create(WlTouchResource.self, id: id) else {
          return
        }
        touch.add(object)
      }
    }
    resource.wire?.sendCapabilities(capabilities: .init(rawValue: devices.rawValue))
    resource.wire?.sendName(name: name)
  }

  /// Returns whether a client may create an object for a device; posts a protocol error if not.
  ///
  /// A device that was removed is allowed, because the client may have sent the request before it read the removal.
  private func allows(_ device: InputDevices, _ resource: Resource<WlSeatResource>) -> Bool {
    if knownDevices.contains(device) { return true }
    resource.postError(
      WlSeatResource.Error.missingCapability, "the seat never had the capability \(device.rawValue)")
    return false
  }

  func add(_ device: DataDevice) {
    dataDevices.add(device.resource)
    clipboard.add(device)
  }

  func remove(_ device: DataDevice) {
    dataDevices.remove(device.resource)
    clipboard.remove(device)
  }

  func begin(_ drag: Drag) { self.drag = drag }

  func dragEnded() {
    drag = nil
    pointer.refocus()
  }

  /// Removes all references to a surface that was destroyed or is no longer visible.
  func removeReferences(to surface: Surface) {
    drag?.removeReferences(to: surface)
    pointer.removeReferences(to: surface)
    touch.removeReferences(to: surface)
    keyboard.removeReferences(to: surface)
    for tool in tools { tool.removeReferences(to: surface) }
  }
}

/// The clients' resources of one device.
@MainActor struct DeviceObjects<Wire: WireResource> {
  private var resources = ObjectList<Resource<Wire>>()

  /// All resources.
  var all: ObjectList<Resource<Wire>> { resources }

  /// Returns the resources of the client that owns `surface`.
  func of(_ surface: Surface) -> [Resource<Wire>] {
    guard let owner = surface.resource.clientHandle else { return [] }
    return resources.filter { $0.clientHandle == owner }
  }

  mutating func add(_ resource: Resource<Wire>) { resources.append(resource) }
  mutating func remove(_ resource: Resource<Wire>) { resources.remove(resource) }
}
