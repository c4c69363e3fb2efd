import Wayland

/// The power of a screen, which a program turns off and on by a schedule.
///
/// A screen that is off stays connected, and its windows stay open. The compositor asks them for no frames. A touchscreen may send
/// touches nevertheless.
///
/// Wayland: `zwlr_output_power_v1`.
@MainActor
public final class OutputPower {
  /// The screen.
  public let output: Output
  /// Whether the screen is on; nil until the compositor has sent it, and after it has refused the control.
  public private(set) var isOn: Bool?
  /// Called when ``isOn`` has changed, also by another program.
  public var onChange: (() -> Void)?

  private var object: ZwlrOutputPowerV1?

  /// Begins to control a screen; fails if the compositor does not offer it.
  ///
  /// The object has no effect any more after the screen was disconnected, or the connection was lost.
  public init?(of output: Output, in system: WindowSystem) {
    guard let manager = system.globals?.outputPower else { return nil }
    self.output = output
    let object = manager.getOutputPower(output: output.wire)
    self.object = object
    object.onEvent = { [weak self] in self?.receive($0) }
  }

  isolated deinit { end() }

  /// Whether the compositor lets this program control the screen.
  public var isUsable: Bool { object != nil }

  /// Requests that the screen is turned off or on. No effect if the object is not usable.
  ///
  /// Wayland: `zwlr_output_power_v1.set_mode`.
  public func set(_ isOn: Bool) { object?.setMode(mode: isOn ? .on : .off) }

  /// Ends the control. The power of the screen stays as it is.
  public func end() {
    object?.destroy()
    object = nil
  }

  private func receive(_ event: ZwlrOutputPowerV1.Event) {
    switch event {
    case .mode(let mode):
      guard isOn != (mode != .off) else { return }
      isOn = mode != .off
    case .failed:
      end()
      isOn = nil
    }
    onChange?()
  }
}
