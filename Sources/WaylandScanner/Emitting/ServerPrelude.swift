/// The file `WireResource.generated.swift`: the protocols that all generated server types conform to.
enum ServerPrelude {
  /// The text of the file.
  static var text: String {
    SourceWriter(imports: ["package import CWaylandServer"]).text + body
  }

  private static let body = #"""

    // The compositor's side of the protocols.
    //
    // Each interface becomes a struct around its wl_resource, named <Interface>Resource:
    //
    //   WlSurfaceResource.interfaceName, .newestVersion     for wl_resource_create and wl_global_create
    //   WlSurfaceResource.Request(opcode:arguments:)        decodes a request; nil for an unknown opcode
    //   WlSurfaceResource(handle).sendEnter(output: …)      sends an event; skipped if the client's version is older
    //   WlSurfaceResource.Error, …                          enumerations; unknown values keep their raw value
    //
    // A request carries an object as one of these structs (optional if the protocol allows null), a new object as
    // its id, and a file descriptor as a number that the receiver must close. The structs do not manage the lifetime
    // of a wl_resource or its user data.

    /// A decoded request of one interface.
    package protocol WireRequest {
      /// Decodes a request; nil when the interface has no request with this opcode.
      init?(opcode: UInt32, arguments: UnsafePointer<wl_argument>)
    }

    /// The server's reference to an object of a client.
    package protocol WireResource: Hashable {
      associatedtype Request: WireRequest
      static var interfaceName: String { get }
      /// The newest version that `protocols/` describes.
      static var newestVersion: Int32 { get }
      /// The `wl_resource`.
      var handle: OpaquePointer { get }
      init(_ handle: OpaquePointer)
    }

    extension WireResource {
      /// The version that the client bound.
      package var version: Int32 { wl_resource_get_version(handle) }

      /// Queues an event, unless the client bound a version older than `since`.
      func post(opcode: UInt32, since: Int32, _ arguments: [wl_argument]) {
        guard version >= since else { return }
        var arguments = arguments
        wl_resource_post_event_array(handle, opcode, &arguments)
      }
    }

    """#
}
