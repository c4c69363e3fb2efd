import CWaylandServer
import WaylandProtocol

/// A global object that clients can bind.
///
/// Wayland: `wl_global`.
@MainActor final class Global {
  fileprivate let bind: (_ client: OpaquePointer, _ version: Int32, _ id: UInt32) -> Void
  fileprivate let interface: String
  /// The `wl_global`; nil after it was removed.
  fileprivate var handle: OpaquePointer?
  fileprivate init(interface: String, bind: @escaping (OpaquePointer, Int32, UInt32) -> Void) {
    self.interface = interface
    self.bind = bind
  }
}

extension Compositor {
  /// Advertises the globals of `Configuration.globals`.
  func advertiseGlobals() {
    advertise(WlCompositorResource.self) { $0.bindCompositor($1) }
    advertise(WlSubcompositorResource.self) { $0.bindSubcompositor($1) }
    if configuration.globals["wl_shm"] != nil, globalToRestore == nil { wl_display_init_shm(display) }
    if globalToRestore == nil {
      outputs = [output]
      seats = [seat]
    }
    for output in outputs { output.advertise(on: self) }
    advertise(ZxdgOutputManagerV1Resource.self) { $0.bindDesktopOutputs($1) }
    advertise(ZwlrOutputPowerManagerV1Resource.self) { $0.bindOutputPower($1) }
    for seat in seats { advertiseSeat(seat) }
    advertise(WlDataDeviceManagerResource.self) { $0.bindDataDeviceManager($1) }
    advertise(ZwpPrimarySelectionDeviceManagerV1Resource.self) { $0.bindPrimarySelection($1) }
    advertise(ZwpTextInputManagerV3Resource.self) { $0.bindTextInput($1) }
    advertise(XdgWmBaseResource.self) { $0.bindWmBase($1) }
    advertise(ZwlrLayerShellV1Resource.self) { $0.bindLayerShell($1) }
    advertise(WpViewporterResource.self) { $0.bindViewporter($1) }
    advertise(WpFractionalScaleManagerV1Resource.self) { $0.bindFractionalScale($1) }
    advertise(WpPresentationResource.self) { $0.bindPresentation($1) }
    advertise(ZxdgDecorationManagerV1Resource.self) { $0.bindDecoration($1) }
    advertise(WpSinglePixelBufferManagerV1Resource.self) { $0.bindSinglePixelBuffer($1) }
    advertise(WpCursorShapeManagerV1Resource.self) { $0.bindCursorShape($1) }
    advertise(XdgActivationV1Resource.self) { $0.bindActivation($1) }
    advertise(ZwpIdleInhibitManagerV1Resource.self) { $0.bindIdleInhibit($1) }
    advertise(ZwpPointerGesturesV1Resource.self) { $0.bindPointerGestures($1) }
    advertise(ZwpTabletManagerV2Resource.self) { $0.bindTabletManager($1) }
    advertiseToolGlobals()
  }

  /// Advertises the globals of programs that control the session: task bars, screenshot tools, input methods and others.
  private func advertiseToolGlobals() {
    advertise(ZwpPointerConstraintsV1Resource.self) { $0.bindPointerConstraints($1) }
    advertise(ZwpRelativePointerManagerV1Resource.self) { $0.bindRelativePointer($1) }
    advertise(ZwpTextInputManagerV1Resource.self) { $0.bindTextInputV1($1) }
    advertise(ZwpInputMethodManagerV2Resource.self) { $0.bindInputMethod($1) }
    advertise(ZwpVirtualKeyboardManagerV1Resource.self) { $0.bindVirtualKeyboard($1) }
    advertise(ZwlrVirtualPointerManagerV1Resource.self) { $0.bindVirtualPointer($1) }
    advertise(ZwlrScreencopyManagerV1Resource.self) { $0.bindScreencopy($1) }
    advertise(ZwlrForeignToplevelManagerV1Resource.self) { $0.bindForeignToplevels($1) }
    advertise(ZwlrOutputManagerV1Resource.self) { $0.bindOutputManager($1) }
    advertise(ZwlrDataControlManagerV1Resource.self) { $0.bindDataControl($1) }
    advertise(ExtSessionLockManagerV1Resource.self) { $0.bindSessionLock($1) }
  }

  /// Advertises one global in the configured version. No effect if the configuration does not contain its interface.
  ///
  /// - Returns: The `wl_global`; nil if the configuration does not contain the interface.
  @discardableResult
  func advertise<Wire: WireResource>(
    _ type: Wire.Type, bind: @escaping @MainActor (Compositor, Resource<Wire>) -> Void
  ) -> OpaquePointer? {
    guard !isClosed, let version = restoredVersion ?? configuration.globals[Wire.interfaceName],
      let interface = Interfaces[Wire.interfaceName]
    else { return nil }
    if let globalToRestore, globalToRestore != Wire.interfaceName { return nil }
    return advertise(named: Wire.interfaceName, interface, version: min(version, Wire.newestVersion)) {
      [weak self] client, version, id in
      guard let self, let resource = Resource<Wire>.create(client: client, version: version, id: id) else {
        return
      }
      bind(self, resource)
    }
  }

  /// Advertises a global.
  ///
  /// - Returns: The `wl_global`; nil after `close()`.
  @discardableResult
  func advertise(
    named name: String, _ interface: UnsafePointer<wl_interface>, version: Int32,
    bind: @escaping (_ client: OpaquePointer, _ version: Int32, _ id: UInt32) -> Void
  ) -> OpaquePointer? {
    guard !isClosed else { return nil }
    let global = Global(interface: name, bind: bind)
    globals.append(global)
    global.handle = wl_global_create(
      display, interface, version, Unmanaged.passUnretained(global).toOpaque()
    ) { client, data, version, id in
      guard let client, let data else { return }
      nonisolated(unsafe) let owner = data
      nonisolated(unsafe) let peer = client
      MainActor.assumeIsolated {
        Unmanaged<Global>.fromOpaque(owner).takeUnretainedValue().bind(peer, Int32(version), id)
      }
    }
    return global.handle
  }

  /// Removes the globals of an interface at run time. Objects that clients have bound stay valid.
  ///
  /// wl_shm cannot be removed, because libwayland owns it.
  ///
  /// - Parameters:
  ///   - interface: The interface.
  ///   - isAnnounced: Whether the seats lose their devices before the removal of wl_seat, so that clients get leave,
  ///     cancel and empty capabilities. Real compositors differ in this.
  /// - Returns: Whether there was such a global.
  ///
  /// Wayland: `wl_registry.global_remove`.
  @discardableResult
  public func removeGlobal(_ interface: String, isAnnounced: Bool = false) -> Bool {
    guard !isClosed else { return false }
    var isFound = false
    if isAnnounced, interface == WlSeatResource.interfaceName { for seat in seats { seat.withdrawDevices() } }
    for global in globals where global.interface == interface {
      guard let handle = global.handle else { continue }
      isFound = true
      global.handle = nil
      // The global is destroyed only with the display, because a client may have sent a bind request before it read
      // the removal.
      wl_global_remove(handle)
    }
    flush()
    return isFound
  }

  /// Announces the removal of one global. No effect if the removal was announced before or the compositor is closed.
  func withdraw(_ handle: OpaquePointer) {
    guard !isClosed, let global = globals.first(where: { $0.handle == handle }) else { return }
    global.handle = nil
    wl_global_remove(handle)
  }

  /// Advertises a removed global again, under a new name.
  ///
  /// - Parameters:
  ///   - interface: The interface, a key of `Configuration.supportedGlobals`.
  ///   - version: The version; `nil` for the one in the configuration.
  ///
  /// Wayland: `wl_registry.global`.
  public func restoreGlobal(_ interface: String, version: Int32? = nil) {
    guard !isClosed, !globals.contains(where: { $0.interface == interface && $0.handle != nil }) else {
      return
    }
    if interface == WlSeatResource.interfaceName { for seat in seats { seat.restoreDevices() } }
    (globalToRestore, restoredVersion) = (interface, version)
    advertiseGlobals()
    (globalToRestore, restoredVersion) = (nil, nil)
    flush()
  }

  private func bindCompositor(_ resource: Resource<WlCompositorResource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .createSurface(let id):
        guard let object = resource.create(WlSurfaceResource.self, id: id) else { return }
        surfaceList.append(Surface(object, client: client(object.clientHandle), compositor: self))
      case .createRegion(let id):
        guard let object = resource.create(WlRegionResource.self, id: id) else { return }
        _ = RegionObject(object)
      }
    }
  }
}
