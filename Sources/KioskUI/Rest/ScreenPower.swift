internal import CarouselUI
internal import Kiosk

/// Turns the screens off and on: by the compositor where it lets programs do so, else by the commands of the configuration.
@MainActor
final class ScreenPower {
  private let settings: RestSettings.Power
  private let system: WindowSystem
  private let run: ([String]) -> Void
  private var controls: [OutputPower] = []
  /// Whether the screens shall be on; `nil` before the first request.
  private var isOn: Bool?
  /// The last state that was requested by a command; `nil` if none was run.
  private var commanded: Bool?

  /// - Parameter run: Runs a command.
  init(_ settings: RestSettings.Power, in system: WindowSystem, run: @escaping ([String]) -> Void) {
    (self.settings, self.system, self.run) = (settings, system, run)
  }

  /// Turns all screens off or on.
  func set(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    outputsDidChange()
  }

  /// Turns new screens off or on, as the others.
  func outputsDidChange() {
    guard let isOn else { return }
    controls.removeAll { control in !control.isUsable || !system.outputs.contains { $0 === control.output } }
    for output in system.outputs where !controls.contains(where: { $0.output === output }) {
      if let control = OutputPower(of: output, in: system) { controls.append(control) }
    }
    // The compositor ignores a request for the present state.
    for control in controls { control.set(isOn) }
    // A command may remove the screens. Before the first screen, nothing is known about the compositor.
    guard controls.isEmpty, commanded != isOn, commanded != nil || !system.outputs.isEmpty else { return }
    commanded = isOn
    let command = isOn ? settings.onCommand : settings.offCommand
    if !command.isEmpty { run(command) }
  }
}
