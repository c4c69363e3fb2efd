import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  private static func devices(_ arguments: ControlArguments, or others: Bool) -> InputDevices {
    var devices: InputDevices = []
    if arguments.flag("pointer") ?? others { devices.insert(.pointer) }
    if arguments.flag("keyboard") ?? others { devices.insert(.keyboard) }
    if arguments.flag("touch") ?? others { devices.insert(.touch) }
    return devices
  }

  var seatMethods: [ControlMethod] {
    [
      ControlMethod(
        "seat.add", "Adds a seat, such as that of a second person.",
        [
          .required("name", .text, "its name"),
          .optional("pointer", .flag, "whether there is a pointer; true by default"),
          .optional("keyboard", .flag, "a keyboard"), .optional("touch", .flag, "a touchscreen"),
        ]
      ) { [compositor] arguments throws(ControlError) in
        let name = arguments.text("name") ?? ""
        guard !name.isEmpty, !compositor.seats.contains(where: { $0.name == name }) else {
          throw ControlError(.failed, "A seat needs a name that no other has, not “\(name)”.")
        }
        compositor.addSeat(named: name, devices: Self.devices(arguments, or: true))
        return [:]
      },
      ControlMethod("seat.remove", "Removes a seat.", [Self.seatParameter]) {
        [self] arguments throws(ControlError) in
        compositor.removeSeat(try seat(arguments))
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
        try seat(arguments).devices = Self.devices(arguments, or: false)
        return [:]
      },
    ]
  }
}
