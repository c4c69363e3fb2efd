import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  /// A method that changes a window and returns its state.
  func change(
    _ name: String, _ summary: String, _ parameters: [ControlParameter] = [],
    _ action: @escaping @MainActor (Toplevel, ControlArguments) throws(ControlError) -> Void
  ) -> ControlMethod {
    ControlMethod(name, summary, parameters + [Self.windowParameter]) {
      [self] arguments throws(ControlError) in
      let window = try window(arguments)
      try compositor.sendingTogether { () throws(ControlError) in try action(window, arguments) }
      return window.node
    }
  }

  private static func edges(_ text: String) throws(ControlError) -> TiledEdges {
    let known: [String: TiledEdges] = ["left": .left, "right": .right, "top": .top, "bottom": .bottom]
    var edges: TiledEdges = []
    guard text != "none" else { return edges }
    for name in text.split(separator: "+") {
      guard let edge = known[String(name)] else {
        throw ControlError(
          .invalidParameters, "“\(name)” is no edge. Write left+top, or none.")
      }
      edges.insert(edge)
    }
    return edges
  }

  private static let onParameter = ControlParameter.optional("on", .flag, "true by default")

  var windowMethods: [ControlMethod] {
    [
      change(
        "window.resize", "Asks the client for a size.",
        [
          .required("width", .integer(1...16384), "in logical pixels"),
          .required("height", .integer(1...16384), "in logical pixels"),
        ]
      ) { window, arguments in
        window.resize(width: arguments.integer("width") ?? 1, height: arguments.integer("height") ?? 1)
      },
      change(
        "window.move", "Moves the window.",
        [
          .required("x", .integer(-16384...16384), "in logical pixels"),
          .required("y", .integer(-16384...16384), "in logical pixels"),
        ]
      ) { window, arguments in
        window.position = (arguments.integer("x") ?? 0, arguments.integer("y") ?? 0)
      },
      change("window.maximize", "Maximizes or restores the window.", [Self.onParameter]) {
        $0.setMaximized($1.flag("on") ?? true)
      },
      change("window.fullscreen", "Shows the window in full screen, or ends it.", [Self.onParameter]) {
        $0.setFullscreen($1.flag("on") ?? true)
      },
      change(
        "window.suspend", "Sets or clears the state “suspended”: the window is not visible.",
        [Self.onParameter]
      ) {
        $0.setSuspended($1.flag("on") ?? true)
      },
      change(
        "window.tile", "Tiles the window: its edges touch other windows or the edge of the output.",
        [
          .required("edges", .text, "left, right, top and bottom with “+” between them; “none” ends it"),
          .optional("width", .integer(0...16384), "in logical pixels; the client chooses by default"),
          .optional("height", .integer(0...16384), "in logical pixels"),
        ]
      ) { window, arguments throws(ControlError) in
        window.setTiled(
          try Self.edges(arguments.text("edges") ?? ""), width: arguments.integer("width") ?? 0,
          height: arguments.integer("height") ?? 0)
      },
      change("window.minimize", "Hides the window.") { window, _ in window.minimize() },
      ControlMethod(
        "window.activate", "Shows the window in front and gives it the keyboard.",
        [
          .optional(
            "window", .text, "the title or the app ID; the topmost by default, also if it is minimized")
        ]
      ) { [self] arguments throws(ControlError) in
        let window = arguments.text("window") == nil ? compositor.toplevels.last : try window(arguments)
        guard let window else { throw ControlError(.failed, "There is no window.") }
        window.activate()
        return window.node
      },
      change("window.close", "Asks the client to close the window.") { window, _ in window.close() },
    ]
  }
}
