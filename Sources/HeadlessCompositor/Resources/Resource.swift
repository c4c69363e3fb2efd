import CWaylandServer
import WaylandProtocol

/// The server side of a client's protocol object.
///
/// libwayland retains the resource from `create` until the object is destroyed, by a request or because the client
/// disconnects.
///
/// Wayland: `wl_resource`.
@MainActor class AnyResource {
  /// The `wl_resource`; nil after it was destroyed.
  fileprivate(set) final var handle: OpaquePointer?
  /// The compositor's object for the resource, such as a `Surface`. It is looked up when the resource is the argument
  /// of a request.
  final var model: AnyObject?
  /// Called once when the resource is destroyed. `handle` is nil in this call, so no event can be sent.
  final var onDestroy: (() -> Void)?

  fileprivate init(handle: OpaquePointer) { self.handle = handle }

  fileprivate func receive(_ opcode: UInt32, _ arguments: UnsafePointer<wl_argument>) {}

  fileprivate func handleDestruction() {
    handle = nil
    let notify = onDestroy
    onDestroy = nil
    notify?()
    model = nil
  }

  /// Destroys the resource. Called for a request that destroys the object.
  final func destroy() {
    if let handle { wl_resource_destroy(handle) }
  }
}

/// The server side of a client's protocol object of one interface.
final class Resource<Wire: WireResource>: AnyResource {
  /// Handles the requests; nil after the resource was destroyed.
  var onRequest: ((Wire.Request) -> Void)?

  /// Sends events; nil after the resource was destroyed.
  var wire: Wire? { handle.map { Wire($0) } }

  /// The version that the client bound; 0 after the resource was destroyed.
  var version: Int32 { handle.map { wl_resource_get_version($0) } ?? 0 }

  /// The client's `wl_client`; nil after the resource was destroyed.
  var clientHandle: OpaquePointer? { handle.map { wl_resource_get_client($0) } }

  /// Creates a resource with an id that the client sent.
  ///
  /// - Returns: The resource; nil if there is no memory. In this case the client gets wl_display.error no_memory.
  static func create(client: OpaquePointer, version: Int32, id: UInt32) -> Resource<Wire>? {
    guard let interface = Interfaces[Wire.interfaceName],
      let handle = wl_resource_create(client, interface, version, id)
    else {
      wl_client_post_no_memory(client)
      return nil
    }
    let resource = Resource(handle: handle)
    let owned = Unmanaged<AnyResource>.passRetained(resource).toOpaque()
    wl_resource_set_dispatcher(handle, dispatchRequest, implementationTag, owned, resourceDestroyed)
    return resource
  }

  /// Creates another resource of the same client with an id that the client sent, or with a new server-side id if `id`
  /// is 0.
  ///
  /// - Parameter version: The version of the resource; nil uses the version of this resource.
  func create<New: WireResource>(_ type: New.Type, id: UInt32, version: Int32? = nil) -> Resource<New>? {
    guard let client = clientHandle else { return nil }
    return Resource<New>.create(client: client, version: version ?? self.version, id: id)
  }

  /// Sends a protocol error on the resource, which ends the client's connection.
  func postError<Code: RawRepresentable>(_ code: Code, _ message: String) where Code.RawValue == UInt32 {
    if let handle { headless_post_error(handle, code.rawValue, message) }
  }

  override fileprivate func receive(_ opcode: UInt32, _ arguments: UnsafePointer<wl_argument>) {
    // libwayland has already rejected unknown opcodes.
    guard let request = Wire.Request(opcode: opcode, arguments: arguments) else { return }
    onRequest?(request)
  }

  override fileprivate func handleDestruction() {
    onRequest = nil
    super.handleDestruction()
  }
}

extension WireResource {
  /// Returns the compositor's object for an argument of a request.
  @MainActor func model<Model: AnyObject>(as type: Model.Type = Model.self) -> Model? {
    HeadlessCompositor.resource(of: handle)?.model as? Model
  }

  /// Returns the resource of an argument of a request.
  @MainActor var resource: Resource<Self>? { HeadlessCompositor.resource(of: handle) as? Resource<Self> }
}

/// The implementation pointer of all resources of this module. libwayland's own resources, such as shared-memory
/// buffers, have a different pointer.
private nonisolated(unsafe) let implementationTag = UnsafeRawPointer(
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

@MainActor private func resource(of handle: OpaquePointer) -> AnyResource? {
  guard let type = wl_resource_get_class(handle), let interface = Interfaces[String(cString: type)],
    wl_resource_instance_of(handle, interface, implementationTag) != 0,
    let data = wl_resource_get_user_data(handle)
  else { return nil }
  return Unmanaged<AnyResource>.fromOpaque(data).takeUnretainedValue()
}

private let dispatchRequest: wl_dispatcher_func_t = { _, target, opcode, _, arguments in
  guard let target, let arguments else { return 0 }
  nonisolated(unsafe) let handle = OpaquePointer(target)
  nonisolated(unsafe) let values = UnsafePointer(arguments)
  MainActor.assumeIsolated {
    guard !Compositor.takeIgnored(handle), let data = wl_resource_get_user_data(handle) else { return }
    // The request may destroy the resource, so retain the resource during the call.
    let resource = Unmanaged<AnyResource>.fromOpaque(data).takeUnretainedValue()
    withExtendedLifetime(resource) { resource.receive(opcode, values) }
  }
  return 0
}

private let resourceDestroyed: wl_resource_destroy_func_t = { handle in
  nonisolated(unsafe) let data = wl_resource_get_user_data(handle)
  MainActor.assumeIsolated {
    guard let data else { return }
    Unmanaged<AnyResource>.fromOpaque(data).takeRetainedValue().handleDestruction()
  }
}
