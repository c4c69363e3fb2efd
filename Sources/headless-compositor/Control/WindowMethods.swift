import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  /// A method that changes a window and returns its state.
  private func change(
    _ name: String, _ summary: String, _ parameters: [ControlParameter] = [],
    _ action: @escaping @MainActor (Toplevel, ControlArguments) -> Void
  ) -> ControlMethod {
    ControlMethod(name, summary, parameters + [Self.windowParameter]) {
      [self] arguments throws(ControlError) in
      let window = try window(arguments)
      action(window, arguments)
      return window.node
    }
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
