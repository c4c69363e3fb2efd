import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  private static let idParameter = ControlParameter.optional(
    "id", .integer(0...1000), "the number of the finger; 0 by default")

  private func id(_ arguments: ControlArguments) -> Int32 { Int32(arguments.integer("id") ?? 0) }

  /// Returns the touchscreen on which the finger of a request is.
  private func touch(_ arguments: ControlArguments) throws(ControlError) -> Touch {
    let touch = try seat(arguments).touch
    guard touch.activeIDs.contains(id(arguments)) else {
      throw ControlError(.failed, "The finger \(id(arguments)) is not down.")
    }
    return touch
  }

  var touchMethods: [ControlMethod] {
    [
      ControlMethod(
        "touch.down", "Puts a finger down.",
        [Self.idParameter] + Self.pointParameters() + Self.placeParameters
      ) { [self] arguments throws(ControlError) in
        try seat(arguments).touch.down(at: point(arguments), id: id(arguments))
        return [:]
      },
      ControlMethod(
        "touch.move", "Moves a finger.", [Self.idParameter] + Self.pointParameters() + Self.placeParameters
      ) { [self] arguments throws(ControlError) in
        try touch(arguments).move(to: point(arguments), id: id(arguments))
        return [:]
      },
      ControlMethod("touch.up", "Lifts a finger.", [Self.idParameter, Self.seatParameter]) {
        [self] arguments throws(ControlError) in
        try touch(arguments).up(id: id(arguments))
        return [:]
      },
      ControlMethod(
        "touch.cancel", "Cancels all fingers, as a gesture of the compositor does.", [Self.seatParameter]
      ) {
        [self] arguments throws(ControlError) in
        try seat(arguments).touch.cancel()
        return [:]
      },
      ControlMethod(
        "touch.tap", "Puts a finger down and lifts it.", Self.pointParameters() + Self.placeParameters
      ) {
        [self] arguments throws(ControlError) in
        let touch = try seat(arguments).touch
        touch.down(at: try point(arguments))
        try await ending({ touch.up() }) { () throws(ControlError) in try await pass(milliseconds: 50) }
        return [:]
      },
      ControlMethod(
        "touch.drag",
        "Moves a finger from one point to another at constant speed, and lifts it: a flick if it is fast.",
        Self.pointParameters() + Self.pointParameters("to_x", "to_y")
          + [
            Self.durationParameter,
            .optional(
              "hold", .number(0...60_000),
              "the time before the finger is lifted, in milliseconds; 0 by default"),
          ] + Self.placeParameters
      ) { [self] arguments throws(ControlError) in
        let touch = try seat(arguments).touch
        let (start, end) = (try point(arguments), try point(arguments, "to_x", "to_y"))
        touch.down(at: start)
        try await ending({ touch.up() }) { () throws(ControlError) in
          try await move(from: start, to: end, arguments) { touch.move(to: $0) }
          try await pass(milliseconds: arguments.number("hold", or: 0))
        }
        return [:]
      },
      ControlMethod(
        "touch.pinch", "Moves two fingers apart or together around a point, and lifts them.",
        Self.pointParameters()
          + [
            .required(
              "from", .number(1...8192), "the distance of the fingers at the beginning, in logical pixels"),
            .required("to", .number(1...8192), "the distance at the end"), Self.durationParameter,
          ] + Self.placeParameters
      ) { [self] arguments throws(ControlError) in
        let touch = try seat(arguments).touch
        let center = try point(arguments)
        func finger(_ side: Double, _ distance: Double) -> (x: Double, y: Double) {
          (center.x + side * distance / 2, center.y)
        }
        let (from, to) = (arguments.number("from", or: 1), arguments.number("to", or: 1))
        compositor.sendingTogether {
          touch.down(at: finger(-1, from), id: 0)
          touch.down(at: finger(1, from), id: 1)
        }
        let lift = {
          touch.up(id: 0)
          touch.up(id: 1)
        }
        try await ending(lift) { () throws(ControlError) in
          try await move(from: (from, 0), to: (to, 0), arguments) {
            let distance = $0.x
            compositor.sendingTogether {
              touch.move(to: finger(-1, distance), id: 0)
              touch.move(to: finger(1, distance), id: 1)
            }
          }
        }
        return [:]
      },
    ]
  }
}
