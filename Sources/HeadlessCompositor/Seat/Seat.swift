/// The input devices of the one user there is.
///
/// Wayland: `wl_seat`.
@MainActor public final class Seat {
  weak var compositor: Compositor? {
    didSet {
      pointer.compositor = compositor
      touch.compositor = compositor
      keyboard.compositor = compositor
      selection.compositor = compositor
    }
  }
  private var resources = ObjectList<Resource<WlSeatResource>>()
  private var everDevices: InputDevices

  /// The mouse or touchpad; without effect while ``devices`` lacks it.
  public let pointer = Pointer()
  /// The touchscreen; without effect while ``devices`` lacks it.
  public let touch = Touch()
  /// The keyboard; without effect while ``devices`` lacks it.
  public let keyboard = Keyboard()
  let selection = Selection()

  /// The devices there are now; they may come and go while clients run.
  ///
  /// Wayland: `wl_seat.capabilities`.
  public var devices: InputDevices {
    didSet {
      guard devices != oldValue else { return }
      let removed = oldValue.subtracting(devices)
      if removed.contains(.pointer) { pointer.leave() }
      if removed.contains(.touch) { touch.cancel() }
      if removed.contains(.keyboard) { keyboard.focus(nil as Surface?) }
      everDevices.formUnion(devices)
      for resource in resources {
        resource.wire?.sendCapabilities(capabilities: .init(rawValue: devices.rawValue))
      }
      if devices.subtracting(oldValue).contains(.keyboard), let topmost = compositor?.topmost {
        keyboard.focus(topmost.surface)
      }
      compositor?.flush()
    }
  }

  init(devices: InputDevices) {
    self.devices = devices
    everDevices = devices
  }

  func bind(_ resource: Resource<WlSeatResource>) {
    resources.append(resource)
    resource.onVanish = { [weak self, unowned resource] in self?.resources.remove(resource) }
    resource.onRequest = { [weak self, unowned resource] request in
      guard let self else { return }
      switch request {
      case .release: resource.destroy()
      case .getPointer(let id):
        guard has(.pointer, resource), let object = resource.create(WlPointerResource.self, id: id) else {
          return
        }
        pointer.add(object)
      case .getKeyboard(let id):
        guard has(.keyboard, resource), let object = resource.create(WlKeyboardResource.self, id: id) else {
          return
        }
        keyboard.add(object)
      case .getTouch(let id):
        guard has(.touch, resource), let object = resource.create(WlTouchResource.self, id: id) else {
          return
        }
        touch.add(object)
      }
    }
    resource.wire?.sendCapabilities(capabilities: .init(rawValue: devices.rawValue))
    resource.wire?.sendName(name: "seat0")
  }

  /// A device that was there once may be asked for: the request and its removal may have crossed.
  private func has(_ device: InputDevices, _ resource: Resource<WlSeatResource>) -> Bool {
    if everDevices.contains(device) { return true }
    resource.post(WlSeatResource.Error.missingCapability, "the seat never had such a device")
    return false
  }

  /// The surface is gone or hidden.
  func forget(_ surface: Surface) {
    pointer.forget(surface)
    touch.forget(surface)
    keyboard.forget(surface)
  }
}

/// The objects that clients have for one device.
@MainActor struct DeviceObjects<Wire: WireResource> {
  private var resources = ObjectList<Resource<Wire>>()

  var all: ObjectList<Resource<Wire>> { resources }

  /// Those of the client that owns `surface`.
  func of(_ surface: Surface) -> [Resource<Wire>] {
    guard let owner = surface.resource.clientHandle else { return [] }
    return resources.filter { $0.clientHandle == owner }
  }

  mutating func add(_ resource: Resource<Wire>) { resources.append(resource) }
  mutating func remove(_ resource: Resource<Wire>) { resources.remove(resource) }
}
