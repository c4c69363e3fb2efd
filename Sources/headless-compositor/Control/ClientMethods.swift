import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  var clientMethods: [ControlMethod] {
    [
      ControlMethod(
        "client.disconnect", "Disconnects a client, as a crash of the compositor does.",
        [.required("pid", .integer(1...Int(Int32.max)), "the ID of its process")]
      ) { [compositor] arguments throws(ControlError) in
        let id = arguments.integer("pid") ?? 0
        let clients = compositor.clients.filter { Int($0.processID) == id }
        guard !clients.isEmpty else {
          throw Self.unknown(
            "client with the process ID", "\(id)", compositor.clients.map { "\($0.processID)" })
        }
        for client in clients { client.disconnect() }
        return [:]
      },
      ControlMethod(
        "global.remove", "Removes a global, as a compositor does at run time.",
        [.required("interface", .text, "such as wl_seat")]
      ) { [compositor] arguments throws(ControlError) in
        let name = arguments.text("interface") ?? ""
        guard compositor.removeGlobal(name) else {
          throw ControlError(.failed, "There is no global “\(name)”.")
        }
        return [:]
      },
      ControlMethod(
        "global.restore", "Advertises a removed global again.",
        [.required("interface", .text, "such as wl_seat")]
      ) { [compositor] arguments throws(ControlError) in
        let name = arguments.text("interface") ?? ""
        guard Compositor.Configuration.supportedGlobals[name] != nil else {
          throw ControlError(.failed, "This compositor has no global “\(name)”.")
        }
        compositor.restoreGlobal(name)
        return [:]
      },
      ControlMethod(
        "seat.devices", "Adds and removes the devices of a seat.",
        [
          .required("pointer", .flag, "whether there is a pointer"),
          .required("keyboard", .flag, "a keyboard"),
          .required("touch", .flag, "a touchscreen"), Self.seatParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        var devices: InputDevices = []
        if arguments.flag("pointer") == true { devices.insert(.pointer) }
        if arguments.flag("keyboard") == true { devices.insert(.keyboard) }
        if arguments.flag("touch") == true { devices.insert(.touch) }
        try seat(arguments).devices = devices
        return [:]
      },
      ControlMethod("session.unlock", "Ends the lock of the session, whose client may have ended.") {
        [compositor] _ in
        compositor.unlockSession()
        return [:]
      },
    ]
  }
}
