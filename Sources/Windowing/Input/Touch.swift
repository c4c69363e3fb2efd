import Geometry
import Wayland

/// Sends touch events to windows.
///
/// It does not wait for `wl_touch.frame`: some compositors never send it, others omit it after the last finger.
///
/// Wayland: `wl_touch`.
@MainActor
final class Touch {
  private struct Contact {
    weak var window: Window?
    var position: Point
  }

  private let object: WlTouch
  private unowned let seat: Seat
  private unowned let system: WindowSystem
  private var contacts: [Int32: Contact] = [:]
  private var timestamp: UInt32 = 0

  init(_ object: WlTouch, on seat: Seat, in system: WindowSystem) {
    self.object = object
    self.seat = seat
    self.system = system
    object.onEvent = { [weak self] event in self?.receive(event) }
  }

  func close() {
    cancelAll()
    object.release()
  }

  func windowDidClose(_ window: Window) { contacts = contacts.filter { $0.value.window !== window } }

  private func receive(_ event: WlTouch.Event) {
    switch event {
    case .down(let serial, let time, let surface, let id, let x, let y):
      // The compositor lost the up event of the former touch with this id.
      if contacts[id] != nil { end(id, .cancelled) }
      guard let window = system.window(for: surface) else { return }
      timestamp = time
      seat.lastPress = serial
      contacts[id] = Contact(window: window, position: Point(x: x, y: y))
      send(.began, id)
    case .motion(let time, let id, let x, let y):
      timestamp = time
      contacts[id]?.position = Point(x: x, y: y)
      send(.moved, id)
    case .up(_, let time, let id):
      timestamp = time
      end(id, .ended)
    case .cancel: cancelAll()
    case .frame, .shape, .orientation: break
    }
  }

  /// Cancels all touches: the compositor sends no more events of a touch that drags data.
  func dragBegan() { cancelAll() }

  private func cancelAll() { for id in contacts.keys.sorted() { end(id, .cancelled) } }

  private func end(_ id: Int32, _ kind: TouchEvent.Kind) {
    send(kind, id)
    contacts[id] = nil
  }

  private func send(_ kind: TouchEvent.Kind, _ id: Int32) {
    guard let contact = contacts[id], let window = contact.window else { return }
    window.delegate?.window(
      window,
      touch: TouchEvent(
        kind: kind, id: Int(id), position: contact.position, milliseconds: timestamp,
        time: kind == .cancelled ? system.clock() : system.time(at: timestamp)))
  }
}
