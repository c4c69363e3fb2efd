import Wayland

/// A change of the screens.
///
/// Wayland: `wl_output`.
public enum OutputChange {
  /// The screen is new; all its values are known.
  case added(Output)
  /// Values of the screen changed.
  case changed(Output)
  /// The screen was disconnected.
  case removed(Output)
}

/// The screens of a connection.
///
/// Wayland: `wl_output`.
@MainActor
final class OutputList {
  /// An observer. It is called as long as its owner exists.
  private struct Observer {
    weak var owner: AnyObject?
    let notify: (OutputChange) -> Void
  }

  private var bound: [Output] = []
  private var described: [Output] = []
  private var manager: ZxdgOutputManagerV1?
  private var observers: [Observer] = []
  /// Called with each change, before the observers are called.
  var onChange: ((OutputChange) -> Void)?

  /// The screens whose values the compositor has sent, in the order they were added.
  var outputs: [Output] { described }

  /// The scale of all outputs; nil if they differ or no output is known.
  var agreedScale: Int? {
    guard let first = outputs.first?.scale, outputs.allSatisfy({ $0.scale == first }) else { return nil }
    return first
  }

  /// The transform of all outputs; nil if they differ or no output is known.
  var agreedTransform: BufferTransform? {
    guard let first = outputs.first?.transform, outputs.allSatisfy({ $0.transform == first }) else {
      return nil
    }
    return first
  }

  /// Returns the output for the argument of an event, even before its values are known.
  func output(for object: WlOutput?) -> Output? {
    object.flatMap { object in bound.first { $0.isOutput(object) } }
  }

  /// Calls `notify` with each change as long as `owner` exists.
  func addObserver(_ owner: AnyObject, notify: @escaping (OutputChange) -> Void) {
    observers.removeAll { $0.owner == nil }
    observers.append(Observer(owner: owner, notify: notify))
  }

  func add(_ object: WlOutput, global: UInt32) {
    let output = Output(object, global: global) { [weak self] in self?.outputIsDone(global) }
    bound.append(output)
    if let manager { output.useDesktopObjects(of: manager) }
  }

  /// Whether the outputs' positions and sizes in points are requested.
  var hasManager: Bool { manager != nil }

  /// Releases the manager because the compositor has removed its global. The objects that it has created stay valid.
  func removeManager() {
    manager?.destroy()
    manager = nil
  }

  /// Requests the outputs' positions and sizes in points, if the compositor offers them.
  func useDesktopObjects(of manager: ZxdgOutputManagerV1?) {
    self.manager = manager
    if let manager { for output in bound { output.useDesktopObjects(of: manager) } }
  }

  /// Removes the output of a removed global.
  ///
  /// - Returns: Whether the global was an output.
  func remove(global: UInt32) -> Bool {
    guard let index = bound.firstIndex(where: { $0.global == global }) else { return false }
    let output = bound.remove(at: index)
    described.removeAll { $0 === output }
    // Notify even if the output's values never arrived: a window may be on this output.
    notify(.removed(output))
    output.close()
    return true
  }

  func close() {
    for output in bound { output.close() }
    bound = []
    described = []
    removeManager()
  }

  private func outputIsDone(_ global: UInt32) {
    guard let output = bound.first(where: { $0.global == global }) else { return }
    if described.contains(where: { $0 === output }) {
      notify(.changed(output))
    } else {
      described.append(output)
      notify(.added(output))
    }
  }

  private func notify(_ change: OutputChange) {
    onChange?(change)
    for observer in observers where observer.owner != nil { observer.notify(change) }
  }
}
