import ControlChannel
import HeadlessCompositor
import JSON

/// The behavior of busy, slow and old compositors, within the protocol.
extension CompositorControl {
  private static let releases: [(name: String, release: Compositor.BufferRelease)] = [
    ("immediately", .immediately), ("when-replaced", .whenReplaced), ("keeping-two", .keepingTwo),
    ("manually", .manually),
  ]
  private static let onParameter = ControlParameter.optional("on", .flag, "true by default")

  var faultMethods: [ControlMethod] {
    [
      ControlMethod(
        "buffers.policy", "Sets when buffers are released to clients.",
        [
          .required(
            "release", .choice(Self.releases.map(\.name)),
            "“manually” holds them until buffers.release; “keeping-two” does as a compositor with two buffers"
          )
        ]
      ) { [compositor] arguments in
        let name = arguments.text("release")
        compositor.bufferRelease = Self.releases.first { $0.name == name }?.release ?? .whenReplaced
        return [:]
      },
      ControlMethod(
        "buffers.release", "Releases the buffers that are held, and returns their number.",
        [.optional("window", .text, "the title or the app ID of a window; all surfaces by default")]
      ) { [self] arguments throws(ControlError) in
        let window = arguments.text("window") == nil ? nil : try window(arguments)
        let surfaces = window.map { [$0.surface].compactMap(\.self) } ?? compositor.surfaces
        let count = surfaces.reduce(0) { $0 + $1.heldBufferCount }
        for surface in surfaces { surface.releaseBuffers() }
        return ["released": JSONNode(count)]
      },
      change(
        "frames.hold", "Holds the frame callbacks of a window, as if another one covered it, or sends them.",
        [Self.onParameter]
      ) { $0.holdsFrameCallbacks = $1.flag("on") ?? true },
      change(
        "configures.hold",
        "Holds the configures of a window; the newest one is sent at the end, as from a busy compositor.",
        [Self.onParameter]
      ) { $0.holdsConfigures = $1.flag("on") ?? true },
      change(
        "configures.repeat", "Sends a configure without a change, as some compositors do."
      ) { window, _ in window.repeatConfigure() },
      ControlMethod(
        "client.error", "Ends a client with an error of wl_display, as after a mistake in the protocol.",
        [
          Self.pidParameter, .optional("code", .integer(0...3), "a code of wl_display.error; 3 by default"),
          .optional("message", .text, "the message of the error"),
        ]
      ) { [self] arguments throws(ControlError) in
        for client in try clients(arguments) {
          client.postError(
            code: UInt32(arguments.integer("code") ?? 3),
            message: arguments.text("message") ?? "the test has ended the client")
        }
        return [:]
      },
      ControlMethod(
        "client.ping", "Sends xdg_wm_base.ping, and waits for the answer.",
        [Self.pidParameter, Self.limitParameter]
      ) { [self] arguments throws(ControlError) in
        let clients = try clients(arguments)
        guard clients.allSatisfy(\.canAnswerPings) else {
          throw ControlError(.failed, "The client has not bound xdg_wm_base.")
        }
        try await ping(clients, within: arguments.number("within", or: 5))
        return [:]
      },
      ControlMethod(
        "stall", "Reads no requests of clients for this time, as a busy compositor does.",
        [.required("milliseconds", .number(0...60_000), "in real time")]
      ) { [self] arguments throws(ControlError) in
        compositor.detach()
        try? await Task.sleep(nanoseconds: UInt64(arguments.number("milliseconds", or: 0) * 1e6))
        compositor.attach(presentingAt: frameRate)
        return [:]
      },
    ]
  }
}
