import Geometry
import Wayland

/// Sends touch events to windows.
///
/// Each event is sent without waiting for `wl_touch.frame`: some compositors never send a frame event, others omit it
/// after the last finger.
///
/// Wayland: `wl_touch`.
@MainActor
final class Touch {
  private struct Contact {
    /// Unique over all seats and devices, unlike the id of `wl_touch.down`.
    let id: Int
    /// The serial of the begin.
    let serial: UInt32
    weak var window: Window?
    var position: Point
  }

  private let object: WlTouch
  private weak var seat: Seat?
  private weak var system: WindowSystem?
  private var contacts: [Int32: Contact] = [:]
  private var timestamp: UInt32 = 0
  private var clock = EventClock()

  init(_ object: WlTouch, on seat: Seat, in system: WindowSystem) {
    self.object = object
    self.seat = seat
    self.system = system
    object.onEvent = { [weak self] event in self?.receive(event) }
  }

  func close() {
    cancelAll()
    object.releaseOrDestroy()
  }

  func windowDidClose(_ window: Window) { contacts = contacts.filter { $0.value.window !== window } }

  func surfaceWillClose(of window: Window) { cancelAll { $0.window === window } }

  private func receive(_ event: WlTouch.Event) {
    switch event {
    case .down(let serial, let time, let surface, let id, let x, let y):
      // The compositor did not send the up event of the previous touch with this id, so cancel that touch.
      end(id, .canceled)
      guard let system, let window = system.window(for: surface) else { return }
      timestamp = time
      seat?.record(serial, .press)
      seat?.touchBegan(in: window)
      contacts[id] = Contact(
        id: system.seatList.makeContactID(), serial: serial, window: window, position: Point(x: x, y: y))
      if let contact = contacts[id] { send(.began, contact) }
    case .motion(let time, let id, let x, let y):
      guard contacts[id] != nil else { return }
      timestamp = time
      contacts[id]?.position = Point(x: x, y: y)
      if let contact = contacts[id] { send(.moved, contact) }
    case .up(_, let time, let id):
      timestamp = time
      end(id, .ended)
    case .cancel: cancelAll()
    case .frame, .shape, .orientation: break
    }
  }

  /// Returns the serial with which a touch began; nil for another number.
  func press(ofContact id: Int) -> UInt32? { contacts.values.first { $0.id == id }?.serial }

  /// Cancels all touches if a drag began with one of them: the compositor sends no more events of the touch that drags.
  func dragBegan(press serial: UInt32) {
    if contacts.values.contains(where: { $0.serial == serial }) { cancelAll() }
  }

  private func cancelAll(where isAffected: (Contact) -> Bool = { _ in true }) {
    let affected = contacts.filter { isAffected($0.value) }
    for (id, _) in affected.sorted(by: { $0.value.id < $1.value.id }) { end(id, .canceled) }
  }

  /// Removes a touch, then sends its last event. The order matters because the event's handler may close the window or
  /// the window system.
  private func end(_ id: Int32, _ kind: TouchEvent.Kind) {
    if let contact = contacts.removeValue(forKey: id) { send(kind, contact) }
  }

  private func send(_ kind: TouchEvent.Kind, _ contact: Contact) {
    guard let window = contact.window, let system else { return }
    let now = system.clock()
    window.delegate?.window(
      window,
      touch: TouchEvent(
        kind: kind, id: contact.id, position: contact.position, milliseconds: timestamp,
        time: kind == .canceled ? now : clock.seconds(at: timestamp, now: now), seat: seat?.id))
  }
}
