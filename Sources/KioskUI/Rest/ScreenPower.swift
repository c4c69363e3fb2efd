internal import CarouselUI
internal import Kiosk

/// Turns the screens off and on: by the compositor where it lets programs do so, else by the commands of the configuration.
@MainActor
final class ScreenPower {
  private let settings: RestSettings.Power
  private let system: WindowSystem
  private let run: ([String]) -> Void
  private var controls: [OutputPower] = []
  /// The screens whose control the compositor has refused, for example because another program has it.
  private var refused: [Output] = []
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
    refused.removeAll { output in !system.outputs.contains { $0 === output } }
    for output in system.outputs
    where !controls.contains(where: { $0.output === output }) && !refused.contains(where: { $0 === output }) {
      guard let control = OutputPower(of: output, in: system) else { continue }
      control.onChange = { [weak self, weak control] in
        if let control, !control.isUsable { self?.wasRefused(control.output) }
      }
      controls.append(control)
    }
    // The compositor ignores a request for the present state.
    for control in controls { control.set(isOn) }
    // A command may remove the screens. Before the first screen, nothing is known about the compositor.
    guard controls.isEmpty, commanded != isOn, commanded != nil || !system.outputs.isEmpty else { return }
    commanded = isOn
    let command = isOn ? settings.onCommand : settings.offCommand
    if !command.isEmpty { run(command) }
  }

  /// The compositor has refused the control of a screen, or the screen is being disconnected.
  private func wasRefused(_ output: Output) {
    system.scheduler.soon { [weak self] in
      guard let self, system.outputs.contains(where: { $0 === output }) else { return }
      refused.append(output)
      outputsDidChange()
    }
  }
}
