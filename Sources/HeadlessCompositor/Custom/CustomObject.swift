import CWaylandServer
import Glibc
import WaylandProtocol

/// An argument of a request or an event of a custom protocol.
public enum CustomValue {
  case integer(Int32)
  case unsigned(UInt32)
  case fixed(Double)
  case text(String?)
  case bytes([UInt8])
  /// A descriptor. That of a request belongs to the test, which closes it; that of an event stays open.
  case descriptor(Int32)
  /// An object of a custom protocol, also one that a request creates. `nil` for null, and for an object of another protocol.
  case object(CustomObject?)
  /// A surface.
  case surface(Surface)
}

/// A request for an object of a custom protocol.
public struct CustomRequest {
  /// The name, such as `get_color`.
  public let name: String
  /// The arguments, in the order of the protocol file.
  public let arguments: [CustomValue]
}

/// A client's object of a custom protocol.
///
/// Wayland: `wl_resource`.
@MainActor public final class CustomObject {
  private let interface: CustomInterface
  private var handle: OpaquePointer?
  private weak var compositor: Compositor?
  /// Called with each request. An object that a request creates is in its arguments; set its `onRequest` there.
  public var onRequest: ((CustomRequest) -> Void)?
  /// Called once when the object is destroyed, by a request or because the client has disconnected.
  public var onDestroy: (() -> Void)?

  /// The name of the interface.
  public var interfaceName: String { interface.name }
  /// The version that the client uses; 0 after the object was destroyed.
  public var version: Int { handle.map { Int(wl_resource_get_version($0)) } ?? 0 }
  /// The client; `nil` after the object was destroyed.
  public var client: Client? { handle.flatMap { compositor?.client(wl_resource_get_client($0)) } }

  fileprivate init?(
    _ interface: CustomInterface, client: OpaquePointer, version: Int32, id: UInt32, _ compositor: Compositor
  ) {
    guard let handle = wl_resource_create(client, interface.table, version, id) else {
      wl_client_post_no_memory(client)
      return nil
    }
    self.interface = interface
    self.handle = handle
    self.compositor = compositor
    let owned = Unmanaged.passRetained(self).toOpaque()
    wl_resource_set_dispatcher(handle, dispatchCustom, customTag, owned, customDestroyed)
  }

  // MARK: Events

  /// Sends an event.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - values: Its arguments, in the order of the protocol file. A new object is created with ``create(_:)`` before.
  /// - Precondition: The protocol file has the event with arguments of these kinds.
  public func send(_ name: String, _ values: CustomValue...) {
    guard let opcode = interface.events.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("\(interface.name) has no event \(name)")
    }
    let kinds = interface.events[opcode].arguments.map(\.kind)
    precondition(
      kinds.count == values.count && zip(kinds, values).allSatisfy { $1.fits($0) },
      "the arguments of \(interface.name).\(name) do not have the kinds of the protocol file")
    guard let handle else { return }
    var memory: [UnsafeMutableRawPointer] = []
    var arguments = values.map { $0.argument(&memory) }
    wl_resource_post_event_array(handle, UInt32(opcode), &arguments)
    for pointer in memory { free(pointer) }
    compositor?.flush()
  }

  /// Creates an object of this client with an ID of the compositor, for the argument of an event.
  ///
  /// - Returns: Nil if the protocol file does not have the interface, or this object was destroyed.
  public func create(_ interface: String) -> CustomObject? {
    guard let handle, let compositor, let kind = self.interface.sibling(interface),
      let client = wl_resource_get_client(handle)
    else { return nil }
    return CustomObject(kind, client: client, version: Int32(version), id: 0, compositor)
  }

  /// Sends a protocol error on the object, which ends the client's connection.
  public func postError(code: UInt32, message: String) {
    guard let handle else { return }
    let client = client
    headless_post_error(handle, code, message)
    client?.endAfterError()
  }

  // MARK: Requests

  fileprivate func receive(_ opcode: Int, _ arguments: UnsafePointer<wl_argument>) {
    guard interface.requests.indices.contains(opcode), let handle else { return }
    let request = interface.requests[opcode]
    var values: [CustomValue] = []
    for (index, argument) in request.arguments.enumerated() {
      values.append(value(arguments[index], argument))
    }
    if let onRequest {
      onRequest(CustomRequest(name: request.name, arguments: values))
    } else {
      for case .descriptor(let file) in values { close(file) }
    }
    if request.isDestructor, self.handle != nil { wl_resource_destroy(handle) }
  }

  private func value(_ argument: wl_argument, _ shape: CustomMessage.Argument) -> CustomValue {
    switch shape.kind {
    case "i": return .integer(argument.i)
    case "u": return .unsigned(argument.u)
    case "f": return .fixed(Double(argument.f) / 256)
    case "s": return .text(Wire.string(argument))
    case "a": return .bytes(Wire.bytes(argument))
    case "h": return .descriptor(argument.h)
    case "n": return .object(newObject(argument.n, shape.interface))
    default:
      if let object = argument.o, let surface = WlSurfaceResource(object).model(as: Surface.self) {
        return .surface(surface)
      }
      return .object(argument.o.flatMap(Self.object))
    }
  }

  /// Creates the object of a request. An interface that the file does not describe has no objects of a custom protocol.
  private func newObject(_ id: UInt32, _ name: String?) -> CustomObject? {
    guard let handle, let compositor, let kind = interface.sibling(name),
      let client = wl_resource_get_client(handle)
    else { return nil }
    return CustomObject(kind, client: client, version: Int32(version), id: id, compositor)
  }

  private static func object(_ handle: OpaquePointer) -> CustomObject? {
    guard let type = wl_resource_get_class(handle), let data = wl_resource_get_user_data(handle),
      // Objects of the other protocols have another implementation.
      Interfaces[String(cString: type)] == nil
    else { return nil }
    return Unmanaged<CustomObject>.fromOpaque(data).takeUnretainedValue()
  }

  fileprivate func destroyed() {
    handle = nil
    onRequest = nil
    let notify = onDestroy
    onDestroy = nil
    notify?()
  }

  fileprivate var resourceHandle: OpaquePointer? { handle }
}

extension CustomValue {
  fileprivate func fits(_ kind: Character) -> Bool {
    switch self {
    case .integer: kind == "i"
    case .unsigned: kind == "u"
    case .fixed: kind == "f"
    case .text: kind == "s"
    case .bytes: kind == "a"
    case .descriptor: kind == "h"
    case .object: kind == "o" || kind == "n"
    case .surface: kind == "o"
    }
  }

  /// Returns the argument for libwayland.
  ///
  /// - Parameter memory: Gets the memory to free after the event was sent.
  @MainActor fileprivate func argument(_ memory: inout [UnsafeMutableRawPointer]) -> wl_argument {
    switch self {
    case .integer(let value): return wl_argument(i: value)
    case .unsigned(let value): return wl_argument(u: value)
    case .fixed(let value): return wl_argument(f: Wire.fixed(value))
    case .descriptor(let file): return wl_argument(h: file)
    case .object(let object): return wl_argument(o: object?.resourceHandle)
    case .surface(let surface): return wl_argument(o: surface.resource.handle)
    case .text(let text):
      guard let copy = text.flatMap({ strdup($0) }) else { return wl_argument(s: nil) }
      memory.append(UnsafeMutableRawPointer(copy))
      return wl_argument(s: UnsafePointer(copy))
    case .bytes(let bytes):
      let size = MemoryLayout<wl_array>.size
      guard let block = malloc(size + bytes.count) else { return wl_argument(a: nil) }
      memory.append(block)
      (block + size).copyMemory(from: bytes, byteCount: bytes.count)
      let array = block.bindMemory(to: wl_array.self, capacity: 1)
      array.initialize(to: wl_array(size: bytes.count, alloc: 0, data: block + size))
      return wl_argument(a: array)
    }
  }
}

extension Compositor {
  /// Advertises a global of a custom protocol.
  ///
  /// - Parameters:
  ///   - interface: The name of the interface.
  ///   - version: The version; `nil` for that of the protocol file.
  ///   - custom: The protocol.
  ///   - onBind: Called with the object of each client that binds the global.
  /// - Precondition: The protocol file has the interface, at least in this version, and no global of this package has its name.
  ///
  /// Wayland: `wl_registry.global`.
  public func addGlobal(
    _ interface: String, version: Int? = nil, of custom: CustomProtocol,
    onBind: @escaping @MainActor (CustomObject) -> Void
  ) {
    guard let described = custom.interface(interface) else {
      preconditionFailure("the protocol file has no interface \(interface)")
    }
    precondition(
      Interfaces[interface] == nil, "\(interface) is a protocol of this package; use Configuration.globals")
    let newest = Int(described.version)
    precondition(
      (1...newest).contains(version ?? newest), "\(interface) has the versions 1 to \(newest)")
    advertise(named: interface, described.table, version: Int32(version ?? newest)) {
      [weak self] client, version, id in
      guard let self,
        let object = CustomObject(described, client: client, version: version, id: id, self)
      else { return }
      onBind(object)
    }
    flush()
  }
}

/// The implementation pointer of the objects of custom protocols.
private nonisolated(unsafe) let customTag = UnsafeRawPointer(
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

private let dispatchCustom: wl_dispatcher_func_t = { _, target, opcode, _, arguments in
  guard let target, let arguments else { return 0 }
  nonisolated(unsafe) let handle = OpaquePointer(target)
  nonisolated(unsafe) let values = UnsafePointer(arguments)
  MainActor.assumeIsolated {
    guard !Compositor.takeIgnored(handle), let data = wl_resource_get_user_data(handle) else { return }
    let object = Unmanaged<CustomObject>.fromOpaque(data).takeUnretainedValue()
    withExtendedLifetime(object) { object.receive(Int(opcode), values) }
  }
  return 0
}

private let customDestroyed: wl_resource_destroy_func_t = { handle in
  nonisolated(unsafe) let data = wl_resource_get_user_data(handle)
  MainActor.assumeIsolated {
    guard let data else { return }
    Unmanaged<CustomObject>.fromOpaque(data).takeRetainedValue().destroyed()
  }
}
