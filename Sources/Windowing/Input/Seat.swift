import Wayland

/// The serial of a press. The compositor requires it for an interactive move or resize.
struct Press {
  let seat: WlSeat
  let serial: UInt32
}

/// A user's pointer, touchscreen and keyboard. Each can be added and removed at any time.
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
  /// Clipboard, drags and drops; available when the capabilities are known.
  private(set) var transfers: SeatTransfers?

  /// The serial of the last press on this seat.
  var lastPress: UInt32? { didSet { if let lastPress { inputArrived(lastPress, isPress: true) } } }

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
    transfers?.close()
    transfers = nil
    object.release()
  }

  /// Stores the serial of a press, a key press or keyboard focus, which later requests refer to.
  func inputArrived(_ serial: UInt32, isPress: Bool) {
    transfers?.inputArrived(serial, isPress: isPress)
    system.latestTransfers = transfers
  }

  /// Cancels the keyboard's repeat timer, because the connection failed.
  func stopKeyRepeat() { keyboard?.stopKeyRepeat() }

  var modifiers: KeyModifiers { keyboard?.modifiers ?? [] }

  /// Stops sending events to `window`.
  func windowDidClose(_ window: Window) {
    pointer?.windowDidClose(window)
    touch?.windowDidClose(window)
    keyboard?.windowDidClose(window)
  }

  func cursorChanged(in window: Window) { pointer?.cursorChanged(in: window) }

  private func update(_ capabilities: WlSeat.Capability) {
    // `close()` passes no capabilities while the window system may be released already.
    if transfers == nil, !capabilities.isEmpty {
      transfers = SeatTransfers(of: object, in: system) { [weak self] in self?.touch?.dragBegan() }
    }
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
      keyboard =
        keyboard
        ?? Keyboard(object.getKeyboard(), in: system) { [weak self] in self?.inputArrived($0, isPress: false)
        }
    } else {
      keyboard?.close()
      keyboard = nil
    }
  }
}
