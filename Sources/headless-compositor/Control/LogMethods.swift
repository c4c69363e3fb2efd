import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  var logMethods: [ControlMethod] {
    [
      ControlMethod(
        "log", "Returns the newest requests of clients and events, with their arguments.",
        [
          .optional("name", .text, "an interface or a message, such as wl_surface or wl_surface.commit"),
          .optional("kind", .choice(WireMessage.Direction.allCases.map(\.rawValue)), "both by default"),
          .optional("pid", .integer(1...Int(Int32.max)), "the ID of a client's process"),
          .optional(
            "since", .integer(0...1_000_000_000_000), "the first number, such as “next” of the last result"),
          .optional("last", .integer(1...10_000), "the largest number of messages; 100 by default"),
        ]
      ) { [self] arguments throws(ControlError) in
        let (name, kind) = (arguments.text("name"), arguments.text("kind"))
        if let name { try MessageNames.check(message: name) }
        let pid = arguments.integer("pid")
        let found = messages.messages(from: arguments.integer("since") ?? 0).filter { entry in
          let message = entry.message
          return (kind == nil || message.direction.rawValue == kind)
            && (pid == nil || Int(message.processID) == pid)
            && (name == nil || message.interface == name || "\(message.interface).\(message.name)" == name)
        }
        return [
          "next": JSONNode(messages.total),
          "messages": JSONNode(found.suffix(arguments.integer("last") ?? 100).map(Self.node)),
        ]
      },
      ControlMethod(
        "expect.request", "Waits until clients have sent a request this many times.",
        [
          .required("name", .text, "such as xdg_toplevel.set_title"),
          .optional("count", .integer(1...1_000_000_000), "1 by default"), Self.limitParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        let (name, wanted) = (arguments.text("name") ?? "", arguments.integer("count") ?? 1)
        try MessageNames.check(request: name)
        let count = { [compositor] in compositor.requestCount(of: name) }
        try await wait(
          arguments, for: { "The clients have sent \(name) \(count()) times, not \(wanted)." }
        ) { count() >= wanted }
        return ["count": JSONNode(count())]
      },
      ControlMethod(
        "expect.idle", "Waits until the clients send nothing for some frames.",
        [
          .optional("frames", .integer(1...1000), "in a row; 10 by default"), Self.limitParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        try await waitForRest(
          frames: arguments.integer("frames") ?? 10, within: arguments.number("within", or: 5))
        return [:]
      },
    ]
  }

  private static func node(_ entry: MessageLog.Entry) -> JSONNode {
    [
      "number": JSONNode(entry.number), "milliseconds": JSONNode(Double(entry.message.time / 1000) / 1000),
      "pid": JSONNode(Int(entry.message.processID)), "kind": JSONNode(entry.message.direction.rawValue),
      "text": JSONNode("\(entry.message)"),
    ]
  }
}
