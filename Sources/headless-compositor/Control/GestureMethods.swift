import ControlChannel
import HeadlessCompositor
import JSON

/// The gestures on a touchpad. They go to the window under the pointer.
extension CompositorControl {
  private static let fingersParameter = ControlParameter.optional(
    "fingers", .integer(1...10), "the number of fingers on the touchpad")

  var gestureMethods: [ControlMethod] {
    [
      ControlMethod(
        "pointer.pinch", "Pinches with two fingers on a touchpad: zooms and rotates under the pointer.",
        [
          .required("scale", .number(0.01...100), "the distance of the fingers at the end / at the begin"),
          .optional("rotation", .number(-720...720), "in degrees clockwise; 0 by default"),
          Self.fingersParameter, Self.durationParameter, Self.seatParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        let gestures = try seat(arguments).pointer.gestures
        let (scale, rotation) = (arguments.number("scale", or: 1), arguments.number("rotation", or: 0))
        var last = 0.0
        gestures.beginPinch(fingers: UInt32(arguments.integer("fingers") ?? 2))
        try await ending({ gestures.end() }) { () throws(ControlError) in
          try await move(from: (1, 0), to: (scale, rotation), arguments) {
            gestures.pinch(scale: $0.x, rotation: $0.y - last)
            last = $0.y
          }
        }
        return [:]
      },
      ControlMethod(
        "pointer.swipe", "Moves three or more fingers on a touchpad.",
        [
          .required("dx", .number(Self.lengths), "in logical pixels, to the right"),
          .required("dy", .number(Self.lengths), "in logical pixels, down"),
          Self.fingersParameter, Self.durationParameter, Self.seatParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        let gestures = try seat(arguments).pointer.gestures
        var last = (x: 0.0, y: 0.0)
        gestures.beginSwipe(fingers: UInt32(arguments.integer("fingers") ?? 3))
        try await ending({ gestures.end() }) { () throws(ControlError) in
          try await move(
            from: (0, 0), to: (arguments.number("dx", or: 0), arguments.number("dy", or: 0)), arguments
          ) {
            gestures.swipe(dx: $0.x - last.x, dy: $0.y - last.y)
            last = $0
          }
        }
        return [:]
      },
      ControlMethod(
        "pointer.hold", "Rests fingers on a touchpad, and lifts them.",
        [Self.fingersParameter, Self.durationParameter, Self.seatParameter]
      ) { [self] arguments throws(ControlError) in
        let gestures = try seat(arguments).pointer.gestures
        gestures.beginHold(fingers: UInt32(arguments.integer("fingers") ?? 2))
        try await ending({ gestures.end() }) { () throws(ControlError) in
          try await pass(milliseconds: arguments.number("milliseconds", or: 200))
        }
        return [:]
      },
    ]
  }
}
