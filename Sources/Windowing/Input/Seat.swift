import Wayland

/// The last press in a window: what a compositor wants to see before it moves or resizes one.
struct Press {
  let seat: WlSeat
  let serial: UInt32
}

/// One user's devices; they come and go at run time.
///
/// Wayland: `wl_seat`.
@MainActor
final class Seat {
  let object: WlSeat
  let global: UInt32
  private unowned let system: WindowSystem
  private var pointer: Pointer?
  private var touch: Touch?
  private var keyboard: Keyboard?

  /// The last press on this seat.
  var lastPress: UInt32?

  init(_ object: WlSeat, global: UInt32, in system: WindowSystem) {
    self.object = object
    self.global = global
    self.system = system
    object.onEvent = { [weak self] event in
      if case .capabilities(let capabilities) = event { self?.update(capabilities) }
    }
  }

  func close() {
    update([])
    object.release()
  }

  /// Ends what needs a living connection.
  func silence() { keyboard?.silence() }

  var modifiers: KeyModifiers { keyboard?.modifiers ?? [] }

  /// The window no longer exists.
  func forget(_ window: Window) {
    pointer?.forget(window)
    touch?.forget(window)
    keyboard?.forget(window)
  }

  func cursorChanged(in window: Window) { pointer?.cursorChanged(in: window) }

  private func update(_ capabilities: WlSeat.Capability) {
    if capabilities.contains(.pointer) {
      pointer = pointer ?? Pointer(object.getPointer(), on: self, in: system)
    } else {
      pointer?.close()
      pointer = nil
    }
    if capabilities.contains(.touch) {
      touch = touch ?? Touch(object.getTouch(), on: self, in: system)
    } else {
      touch?.close()
      touch = nil
    }
    if capabilities.contains(.keyboard) {
      keyboard = keyboard ?? Keyboard(object.getKeyboard(), in: system)
    } else {
      keyboard?.close()
      keyboard = nil
    }
  }
}
