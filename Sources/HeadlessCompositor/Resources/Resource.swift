import CWaylandServer
import WaylandProtocol

/// A client's object on our side: who answers its requests, and whether it is still there.
///
/// libwayland owns it; it lives from `create` until the client destroys the object or vanishes.
@MainActor class AnyResource {
  /// The `wl_resource`, nil once destroyed.
  fileprivate(set) final var handle: OpaquePointer?
  /// What the object stands for, so that a request which names it can find it.
  final var model: AnyObject?
  /// Called once, when the object is gone; sending to it is over by then.
  final var onVanish: (() -> Void)?

  fileprivate init(handle: OpaquePointer) { self.handle = handle }

  fileprivate func receive(_ opcode: UInt32, _ arguments: UnsafePointer<wl_argument>) {}

  fileprivate func vanish() {
    handle = nil
    let notify = onVanish
    onVanish = nil
    notify?()
    model = nil
  }

  /// Destroys the object, as its destructor request asks.
  final func destroy() {
    if let handle { wl_resource_destroy(handle) }
  }
}

/// A client's object of one interface.
final class Resource<Wire: WireResource>: AnyResource {
  /// Answers the requests; cleared when the object is gone.
  var onRequest: ((Wire.Request) -> Void)?

  /// Sends events, nil once the object is gone.
  var wire: Wire? { handle.map { Wire($0) } }

  var version: Int32 { handle.map { wl_resource_get_version($0) } ?? 0 }

  /// The client's `wl_client`, nil once the object is gone.
  var clientHandle: OpaquePointer? { handle.map { wl_resource_get_client($0) } }

  /// Makes an object for a new id; nil (and the client told) when there is no memory.
  static func create(client: OpaquePointer, version: Int32, id: UInt32) -> Resource<Wire>? {
    guard let interface = Interfaces[Wire.interfaceName],
      let handle = wl_resource_create(client, interface, version, id)
    else {
      wl_client_post_no_memory(client)
      return nil
    }
    let resource = Resource(handle: handle)
    let owned = Unmanaged<AnyResource>.passRetained(resource).toOpaque()
    wl_resource_set_dispatcher(handle, dispatchRequest, ownMark, owned, resourceGone)
    return resource
  }

  /// Makes another object of the same client for a new id; by default of the same version, as the wire has it.
  func create<New: WireResource>(_ type: New.Type, id: UInt32, version: Int32? = nil) -> Resource<New>? {
    guard let client = clientHandle else { return nil }
    return Resource<New>.create(client: client, version: version ?? self.version, id: id)
  }

  /// Ends the client's connection because it broke a rule.
  func post<Code: RawRepresentable>(_ code: Code, _ message: String) where Code.RawValue == UInt32 {
    if let handle { headless_post_error(handle, code.rawValue, message) }
  }

  override fileprivate func receive(_ opcode: UInt32, _ arguments: UnsafePointer<wl_argument>) {
    // libwayland has refused unknown opcodes before.
    guard let request = Wire.Request(opcode: opcode, arguments: arguments) else { return }
    onRequest?(request)
  }

  override fileprivate func vanish() {
    onRequest = nil
    super.vanish()
  }
}

extension WireResource {
  /// Returns what the object that a request names stands for.
  @MainActor func model<Model: AnyObject>(as type: Model.Type = Model.self) -> Model? {
    HeadlessCompositor.resource(of: handle)?.model as? Model
  }

  /// Returns our side of the object that a request names.
  @MainActor var resource: Resource<Self>? { HeadlessCompositor.resource(of: handle) as? Resource<Self> }
}

/// Tells our objects from libwayland's own, such as shared-memory buffers.
private nonisolated(unsafe) let ownMark = UnsafeRawPointer(
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

@MainActor private func resource(of handle: OpaquePointer) -> AnyResource? {
  guard let type = wl_resource_get_class(handle), let interface = Interfaces[String(cString: type)],
    wl_resource_instance_of(handle, interface, ownMark) != 0, let data = wl_resource_get_user_data(handle)
  else { return nil }
  return Unmanaged<AnyResource>.fromOpaque(data).takeUnretainedValue()
}

private let dispatchRequest: wl_dispatcher_func_t = { _, target, opcode, _, arguments in
  guard let target, let arguments else { return 0 }
  nonisolated(unsafe) let handle = OpaquePointer(target)
  nonisolated(unsafe) let values = UnsafePointer(arguments)
  MainActor.assumeIsolated {
    guard let data = wl_resource_get_user_data(handle) else { return }
    // Kept alive here: the request may destroy it.
    let resource = Unmanaged<AnyResource>.fromOpaque(data).takeUnretainedValue()
    withExtendedLifetime(resource) { resource.receive(opcode, values) }
  }
  return 0
}

private let resourceGone: wl_resource_destroy_func_t = { handle in
  nonisolated(unsafe) let data = wl_resource_get_user_data(handle)
  MainActor.assumeIsolated {
    guard let data else { return }
    Unmanaged<AnyResource>.fromOpaque(data).takeRetainedValue().vanish()
  }
}
