import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  private static let pressureParameter = ControlParameter.optional(
    "pressure", .number(0...1), "1 is the strongest; 0.5 by default")

  private static func pressure(_ arguments: ControlArguments) -> UInt32 {
    UInt32(arguments.number("pressure", or: 0.5) * 65_535)
  }

  /// Returns the pen of the seat. The first request that uses it adds it.
  private func pen(_ arguments: ControlArguments) throws(ControlError) -> TabletTool {
    let seat = try seat(arguments)
    return seat.tools.first ?? seat.addTool(.pen, hardwareSerial: 1)
  }

  var tabletMethods: [ControlMethod] {
    [
      ControlMethod("tablet.add", "Adds a tablet with a pen.", [Self.seatParameter]) {
        [self] arguments throws(ControlError) in
        _ = try pen(arguments)
        return [:]
      },
      ControlMethod(
        "tablet.move", "Moves the pen near the tablet, or on it while it is pressed.",
        Self.pointParameters() + [
          .optional("pressure", .number(0...1), "none is sent by default"),
          .optional("tilt_x", .number(-90...90), "in degrees to the right; with tilt_y"),
          .optional("tilt_y", .number(-90...90), "in degrees down"),
        ] + Self.placeParameters
      ) { [self] arguments throws(ControlError) in
        let (x, y) = (arguments.number("tilt_x"), arguments.number("tilt_y"))
        try pen(arguments).move(
          to: point(arguments),
          pressure: arguments.number("pressure") == nil ? nil : Self.pressure(arguments),
          tilt: x == nil && y == nil ? nil : (x ?? 0, y ?? 0))
        return [:]
      },
      ControlMethod(
        "tablet.press", "Presses the tip of the pen.", [Self.pressureParameter, Self.seatParameter]
      ) { [self] arguments throws(ControlError) in
        try pen(arguments).down(pressure: Self.pressure(arguments))
        return [:]
      },
      ControlMethod("tablet.release", "Lifts the tip of the pen.", [Self.seatParameter]) {
        [self] arguments throws(ControlError) in
        try pen(arguments).up()
        return [:]
      },
      ControlMethod("tablet.leave", "Takes the pen away from the tablet.", [Self.seatParameter]) {
        [self] arguments throws(ControlError) in
        try pen(arguments).leave()
        return [:]
      },
    ]
  }
}
