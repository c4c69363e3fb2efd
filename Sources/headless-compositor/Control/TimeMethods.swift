import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  var timeMethods: [ControlMethod] {
    [
      ControlMethod("time", "Returns the kind of the clock and its time in nanoseconds.") { [compositor] _ in
        [
          "clock": compositor.configuration.clock == .monotonic ? "real" : "virtual",
          "nanoseconds": JSONNode(Double(compositor.now)),
        ]
      },
      ControlMethod(
        "advance", "Presents frames on the virtual clock; the clients answer each frame before the next one.",
        [
          .optional("frames", .integer(1...1_000_000), "the number of frames; 1 by default"),
          .optional("milliseconds", .number(0...1e8), "the time, instead of a number of frames"),
        ]
      ) { [self] arguments throws(ControlError) in
        if let milliseconds = arguments.number("milliseconds") {
          guard arguments.integer("frames") == nil else {
            throw ControlError(.invalidParameters, "advance has either “frames” or “milliseconds”.")
          }
          try await advance(frames: 0)
          try await pass(milliseconds: milliseconds)
        } else {
          try await advance(frames: arguments.integer("frames") ?? 1)
        }
        return ["nanoseconds": JSONNode(Double(compositor.now))]
      },
      ControlMethod(
        "settle",
        "Waits until the clients have answered all events. Returns the number of clients that have no xdg_wm_base.",
        [Self.limitParameter]
      ) { [self] arguments throws(ControlError) in
        ["unasked": JSONNode(try await settle(within: arguments.number("within", or: 5)))]
      },
      ControlMethod(
        "wait", "Lets time pass, in real or virtual time.",
        [.required("milliseconds", .number(0...3_600_000), "the time")]
      ) { [self] arguments throws(ControlError) in
        try await pass(milliseconds: arguments.number("milliseconds", or: 0))
        return [:]
      },
    ]
  }
}
