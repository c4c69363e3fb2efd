import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  private static let buttonParameter = ControlParameter.optional(
    "button", .choice(Pointer.Button.names.map(\.name)), "left by default")

  private func button(_ arguments: ControlArguments) -> Pointer.Button {
    Pointer.Button.names.first { $0.name == arguments.text("button") }?.button ?? .left
  }

  var pointerMethods: [ControlMethod] {
    [
      ControlMethod(
        "pointer.move", "Moves the pointer.", Self.pointParameters() + Self.placeParameters
      ) { [self] arguments throws(ControlError) in
        try seat(arguments).pointer.move(to: point(arguments))
        return [:]
      },
      ControlMethod(
        "pointer.move-by",
        "Moves the pointer by a distance. If a client has locked the pointer, it gets only the distance.",
        [
          .required("dx", .number(Self.lengths), "in logical pixels, to the right"),
          .required("dy", .number(Self.lengths), "in logical pixels, down"), Self.seatParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        try seat(arguments).pointer.move(by: (arguments.number("dx", or: 0), arguments.number("dy", or: 0)))
        return [:]
      },
      ControlMethod("pointer.press", "Presses a button.", [Self.buttonParameter, Self.seatParameter]) {
        [self] arguments throws(ControlError) in
        try seat(arguments).pointer.press(button(arguments))
        return [:]
      },
      ControlMethod("pointer.release", "Releases a button.", [Self.buttonParameter, Self.seatParameter]) {
        [self] arguments throws(ControlError) in
        try seat(arguments).pointer.release(button(arguments))
        return [:]
      },
      ControlMethod(
        "pointer.click", "Moves the pointer, presses a button and releases it.",
        Self.pointParameters() + [Self.buttonParameter] + Self.placeParameters
      ) { [self] arguments throws(ControlError) in
        let (pointer, point) = (try seat(arguments).pointer, try point(arguments))
        let button = button(arguments)
        compositor.sendingTogether { pointer.click(at: point, button) }
        return [:]
      },
      ControlMethod(
        "pointer.drag", "Drags with the left button from one point to another.",
        Self.pointParameters() + Self.pointParameters("to_x", "to_y") + [Self.durationParameter]
          + Self.placeParameters
      ) { [self] arguments throws(ControlError) in
        let pointer = try seat(arguments).pointer
        let (start, end) = (try point(arguments), try point(arguments, "to_x", "to_y"))
        pointer.move(to: start)
        pointer.press(.left)
        try await ending({ pointer.release(.left) }) { () throws(ControlError) in
          try await move(from: start, to: end, arguments) { pointer.move(to: $0) }
        }
        return [:]
      },
      ControlMethod(
        "pointer.wheel", "Turns the wheel of a mouse.",
        [
          .required("notches", .number(-1000...1000), "positive scrolls down or right"),
          .optional("axis", .choice(["vertical", "horizontal"]), "vertical by default"), Self.seatParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        try seat(arguments).pointer.scroll(
          notches: arguments.number("notches", or: 0),
          axis: arguments.text("axis") == "horizontal" ? .horizontal : .vertical)
        return [:]
      },
      ControlMethod(
        "pointer.scroll", "Scrolls with two fingers on a touchpad, and lifts them.",
        [
          .optional("dx", .number(Self.lengths), "in logical pixels; 0 by default"),
          .optional("dy", .number(Self.lengths), "in logical pixels; 0 by default"), Self.durationParameter,
          Self.seatParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        let pointer = try seat(arguments).pointer
        let way = (x: arguments.number("dx", or: 0), y: arguments.number("dy", or: 0))
        var last = (x: 0.0, y: 0.0)
        try await ending({ pointer.endScroll([.vertical, .horizontal]) }) { () throws(ControlError) in
          try await move(from: last, to: way, arguments) {
            pointer.scroll(dx: $0.x - last.x, dy: $0.y - last.y)
            last = $0
          }
        }
        return [:]
      },
    ]
  }

  static let durationParameter = ControlParameter.optional(
    "milliseconds", .number(0...60_000), "the duration, in real or virtual time; 200 by default")

  /// Performs a gesture, and ends it also if a client does not answer or the request is canceled.
  func ending(
    _ end: () -> Void, _ gesture: () async throws(ControlError) -> Void
  ) async throws(ControlError) {
    do throws(ControlError) { try await gesture() } catch {
      end()
      throw error
    }
    end()
  }

  /// Moves along a straight line at constant speed, with a position each 8 milliseconds.
  func move(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ arguments: ControlArguments,
    _ action: ((x: Double, y: Double)) -> Void
  ) async throws(ControlError) {
    let duration = arguments.number("milliseconds", or: 200)
    let steps = max(1, Int((duration / 8).rounded()))
    for step in 1...steps where !Task.isCancelled {
      try await pass(milliseconds: duration / Double(steps))
      let part = Double(step) / Double(steps)
      action((start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part))
    }
  }
}

extension Pointer.Button {
  fileprivate static let names: [(name: String, button: Pointer.Button)] = [
    ("left", .left), ("right", .right), ("middle", .middle),
  ]
}
