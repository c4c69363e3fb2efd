import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  private static let pixels = ControlParameter.Kind.integer(Output.sides)

  var outputMethods: [ControlMethod] {
    [
      ControlMethod(
        "output.add", "Adds an output to the right of the others.",
        [
          .required("name", .text, "its name"), .required("width", Self.pixels, "in pixels"),
          .required("height", Self.pixels, "in pixels"),
          .optional("scale", .number(Output.scales), "1 by default"),
          .optional("refresh", .number(Output.refreshRates), "frames per second; 60 by default"),
        ]
      ) { [compositor] arguments throws(ControlError) in
        let name = arguments.text("name") ?? ""
        guard !name.isEmpty, !compositor.outputs.contains(where: { $0.name == name }) else {
          throw ControlError(.failed, "An output needs a name that no other has, not “\(name)”.")
        }
        compositor.addOutput(
          width: arguments.integer("width") ?? 1, height: arguments.integer("height") ?? 1,
          scale: arguments.number("scale", or: 1), refreshRate: arguments.number("refresh", or: 60),
          name: name)
        return [:]
      },
      ControlMethod("output.remove", "Removes an output.", [Self.outputParameter]) {
        [self] arguments throws(ControlError) in
        compositor.removeOutput(try output(arguments))
        return [:]
      },
      ControlMethod(
        "output.set", "Changes the mode, scale, transform, position or power of an output.",
        [
          Self.outputParameter, .optional("width", Self.pixels, "in pixels"),
          .optional("height", Self.pixels, "in pixels"),
          .optional("scale", .number(Output.scales), "pixels per logical pixel"),
          .optional(
            "transform", .integer(0...7), "as wl_output.transform: 1 turns by 90 degrees, 4 is flipped"),
          .optional("x", .integer(-16384...16384), "in logical pixels"),
          .optional("y", .integer(-16384...16384), "in logical pixels"),
          .optional("refresh", .number(Output.refreshRates), "frames per second"),
          .optional("power", .flag, "whether the output is on; surfaces on one that is off get no frames"),
        ]
      ) { [self] arguments throws(ControlError) in
        let output = try output(arguments)
        compositor.sendingTogether { change(output, arguments) }
        return [:]
      },
    ]
  }

  private func change(_ output: Output, _ arguments: ControlArguments) {
    let (width, height) = (arguments.integer("width"), arguments.integer("height"))
    let refresh = arguments.number("refresh")
    if width != nil || height != nil || refresh != nil {
      output.setMode(
        width: width ?? output.width, height: height ?? output.height, refreshRate: refresh)
    }
    if let power = arguments.flag("power") { output.isPoweredOn = power }
    if let scale = arguments.number("scale") { output.scale = scale }
    if let value = arguments.integer("transform"),
      let transform = OutputTransform(rawValue: UInt32(value))
    {
      output.transform = transform
    }
    if arguments.integer("x") != nil || arguments.integer("y") != nil {
      output.position = (
        arguments.integer("x") ?? output.position.x, arguments.integer("y") ?? output.position.y
      )
    }
  }
}
