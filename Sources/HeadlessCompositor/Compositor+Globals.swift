import CWaylandServer
import WaylandProtocol

/// A global object that clients can bind.
///
/// Wayland: `wl_global`.
@MainActor final class Global {
  fileprivate let bind: (_ client: OpaquePointer, _ version: Int32, _ id: UInt32) -> Void
  fileprivate init(bind: @escaping (OpaquePointer, Int32, UInt32) -> Void) { self.bind = bind }
}

extension Compositor {
  /// Advertises the globals of `Configuration.globals`.
  func advertiseGlobals() {
    advertise(WlCompositorResource.self) { $0.bindCompositor($1) }
    advertise(WlSubcompositorResource.self) { $0.bindSubcompositor($1) }
    if configuration.globals["wl_shm"] != nil { wl_display_init_shm(display) }
    advertise(WlOutputResource.self) { $0.output.bind($1) }
    advertise(WlSeatResource.self) { $0.seat.bind($1) }
    advertise(WlDataDeviceManagerResource.self) { $0.bindDataDeviceManager($1) }
    advertise(ZwpPrimarySelectionDeviceManagerV1Resource.self) { $0.bindPrimarySelection($1) }
    advertise(ZwpTextInputManagerV3Resource.self) { $0.bindTextInput($1) }
    advertise(XdgWmBaseResource.self) { $0.bindWmBase($1) }
    advertise(WpViewporterResource.self) { $0.bindViewporter($1) }
    advertise(WpFractionalScaleManagerV1Resource.self) { $0.bindFractionalScale($1) }
    advertise(WpPresentationResource.self) { $0.bindPresentation($1) }
    advertise(ZxdgDecorationManagerV1Resource.self) { $0.bindDecoration($1) }
    advertise(WpSinglePixelBufferManagerV1Resource.self) { $0.bindSinglePixelBuffer($1) }
    advertise(WpCursorShapeManagerV1Resource.self) { $0.bindCursorShape($1) }
    advertise(XdgActivationV1Resource.self) { $0.bindActivation($1) }
    advertise(ZwpIdleInhibitManagerV1Resource.self) { $0.bindIdleInhibit($1) }
  }

  /// Advertises one global in the configured version, unless the configuration lacks it.
  private func advertise<Wire: WireResource>(
    _ type: Wire.Type, bind: @escaping @MainActor (Compositor, Resource<Wire>) -> Void
  ) {
    guard let version = configuration.globals[Wire.interfaceName],
      let interface = Interfaces[Wire.interfaceName]
    else { return }
    let global = Global { [weak self] client, version, id in
      guard let self, let resource = Resource<Wire>.create(client: client, version: version, id: id) else {
        return
      }
      bind(self, resource)
    }
    globals.append(global)
    wl_global_create(
      display, interface, min(version, Wire.newestVersion), Unmanaged.passUnretained(global).toOpaque()
    ) { client, data, version, id in
      guard let client, let data else { return }
      nonisolated(unsafe) let owner = data
      nonisolated(unsafe) let peer = client
      MainActor.assumeIsolated {
        Unmanaged<Global>.fromOpaque(owner).takeUnretainedValue().bind(peer, Int32(version), id)
      }
    }
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
