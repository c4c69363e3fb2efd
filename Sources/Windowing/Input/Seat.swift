import Input
import Wayland

/// A seat: the pointer, touchscreen and keyboard of one user. A system can have several.
///
/// Seats and their devices can be added and removed at any time. When a device is removed, its contacts are canceled.
///
/// Wayland: `wl_seat`.
@MainActor
public final class Seat: Identifiable {
  /// The kinds of devices that a seat has.
  ///
  /// Wayland: `wl_seat.capability`.
  public struct Devices: OptionSet, Hashable, Sendable {
    /// One bit for each kind.
    public let rawValue: UInt32
    /// Creates a set from the bits of `wl_seat.capability`.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A mouse, touchpad or the like.
    public static let pointer = Devices(rawValue: 1)
    /// A keyboard.
    public static let keyboard = Devices(rawValue: 2)
    /// A touchscreen.
    public static let touch = Devices(rawValue: 4)
  }

  /// Identifies the seat in events.
  public nonisolated let id: SeatID
  /// The compositor's name for the seat, such as `seat0`; empty if it sends none.
  ///
  /// Wayland: `wl_seat.name`.
  public private(set) var name = ""
  /// The current devices.
  ///
  /// Wayland: `wl_seat.capabilities`.
  public private(set) var devices: Devices = []

  let object: WlSeat
  /// The latest serial of each kind of event.
  private(set) var serials = SeatSerials()
  private weak var system: WindowSystem?
  private var pointer: Pointer?
  private var touch: Touch?
  private var keyboard: Keyboard?
  private var tablets: TabletSeat?
  /// The seat's clipboard, drags, drops and text input; nil until the compositor has sent the seat's devices.
  private(set) var transfers: SeatTransfers?

  init(_ object: WlSeat, global: UInt32, in system: WindowSystem) {
    self.object = object
    id = SeatID(global: global)
    self.system = system
    object.onEvent = { [weak self] event in
      switch event {
      case .capabilities(let capabilities): self?.update(Devices(rawValue: capabilities.rawValue))
      case .name(let name): self?.name = name
      }
    }
  }

  /// Cancels all contacts and destroys the protocol objects.
  func close() {
    update([])
    tablets.take()?.close()
    transfers.take()?.close()
    object.releaseOrDestroy()
  }

  /// Cancels the keyboard's repeat timer, because the connection failed.
  func stopKeyRepeat() { keyboard?.stopKeyRepeat() }

  /// The modifiers in effect on this seat's keyboard.
  var modifiers: KeyModifiers { keyboard?.modifiers ?? [] }

  /// Stores the serial of an event of this seat.
  func record(_ serial: UInt32, _ kind: SerialKind) {
    guard let system else { return }
    serials.record(serial, kind, order: system.seatList.nextOrder())
  }

  /// Creates objects of the managers that the compositor announced after the seat.
  func globalsChanged() {
    if !devices.isEmpty { update(devices) }
    pointer?.bindGestures()
  }

  /// Stops sending events to `window`.
  func windowDidClose(_ window: Window) {
    pointer?.windowDidClose(window)
    touch?.windowDidClose(window)
    keyboard?.windowDidClose(window)
    tablets?.windowDidClose(window)
  }

  /// Cancels the contacts and gestures in `window`, whose surface is destroyed although the window stays open.
  func surfaceWillClose(of window: Window) {
    pointer?.surfaceWillClose(of: window)
    touch?.surfaceWillClose(of: window)
    keyboard?.surfaceWillClose(of: window)
    tablets?.surfaceWillClose(of: window)
  }

  /// Updates the cursor if the pointer or a tablet tool is in `window`.
  func cursorChanged(in window: Window) {
    pointer?.cursorChanged(in: window)
    tablets?.cursorChanged(in: window)
  }

  /// Hides the cursor if the rules of `window` request it.
  func touchBegan(in window: Window) { pointer?.touchBegan(in: window) }

  /// Returns the serial of the press with which a pointer or a touch began; nil if it is not pressed.
  func press(ofContact id: Int) -> UInt32? { pointer?.press(ofContact: id) ?? touch?.press(ofContact: id) }

  /// Cancels the touches if a drag began with one of them, because the compositor sends no more events of it.
  func dragBegan(press serial: UInt32) { touch?.dragBegan(press: serial) }

  private func makeTransfers(in system: WindowSystem) -> SeatTransfers {
    SeatTransfers(
      of: object, in: system, serial: { [weak self] in self?.serials.latest(of: .input)?.serial })
  }

  private func update(_ devices: Devices) {
    self.devices = devices
    if !devices.contains(.pointer) { pointer.take()?.close() }
    if !devices.contains(.touch) { touch.take()?.close() }
    if !devices.contains(.keyboard) { keyboard.take()?.close() }
    // An event handler that the calls above ran may have closed the window system.
    guard let system, object.isAlive else { return }
    if !devices.isEmpty {
      transfers = transfers ?? makeTransfers(in: system)
      transfers?.bind()
    }
    if tablets == nil, let manager = system.globals?.tablets {
      tablets = TabletSeat(manager.getTabletSeat(seat: object), on: self, in: system)
    }
    if devices.contains(.pointer), pointer == nil {
      pointer = Pointer(object.getPointer(), on: self, in: system)
    }
    if devices.contains(.touch), touch == nil { touch = Touch(object.getTouch(), on: self, in: system) }
    if devices.contains(.keyboard), keyboard == nil {
      keyboard = Keyboard(object.getKeyboard(), on: self, in: system)
    }
  }
}

// Versions below 5 have no request that releases the object. Its proxy is destroyed instead, and libwayland ignores
// later events.
extension WlSeat {
  fileprivate func releaseOrDestroy() { if version >= 5 { release() } else { destroyProxy() } }
}

extension WlPointer {
  func releaseOrDestroy() { if version >= 3 { release() } else { destroyProxy() } }
}

extension WlTouch {
  func releaseOrDestroy() { if version >= 3 { release() } else { destroyProxy() } }
}

extension WlKeyboard {
  func releaseOrDestroy() { if version >= 3 { release() } else { destroyProxy() } }
}
