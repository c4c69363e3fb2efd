/// What every generated server file builds on; written once beside them.
enum ServerPrelude {
  /// The text of that file.
  static var text: String {
    SourceWriter(imports: ["package import CWaylandServer"]).text + body
  }

  private static let body = #"""

    // The compositor's side of the protocols.
    //
    // Each interface becomes a struct around its wl_resource, named <Interface>Resource:
    //
    //   WlSurfaceResource.interfaceName, .newestVersion     for wl_resource_create and wl_global_create
    //   WlSurfaceResource.Request(opcode:arguments:)        what a dispatcher received; nil for an unknown opcode
    //   WlSurfaceResource(handle).sendEnter(output: …)      an event; left out when the client's version is older
    //   WlSurfaceResource.Error, …                          enumerations; unknown values survive
    //
    // Objects arrive as these structs (nil where null is allowed), new objects as their id, descriptors as
    // numbers that the receiver must close. Who owns a wl_resource, and its user data, is the compositor's affair.

    /// A decoded request of one interface.
    package protocol WireRequest {
      /// Returns nil when the interface has no such request.
      init?(opcode: UInt32, arguments: UnsafePointer<wl_argument>)
    }

    /// A client's object, as the compositor holds it.
    package protocol WireResource: Hashable {
      associatedtype Request: WireRequest
      static var interfaceName: String { get }
      /// The newest version that is described.
      static var newestVersion: Int32 { get }
      /// The `wl_resource`.
      var handle: OpaquePointer { get }
      init(_ handle: OpaquePointer)
    }

    extension WireResource {
      /// The version the client bound.
      package var version: Int32 { wl_resource_get_version(handle) }

      /// Queues an event, unless the client's version does not know it.
      func post(opcode: UInt32, since: Int32, _ arguments: [wl_argument]) {
        guard version >= since else { return }
        var arguments = arguments
        wl_resource_post_event_array(handle, opcode, &arguments)
      }
    }

    """#
}
