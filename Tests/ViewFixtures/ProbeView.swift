package import Geometry
package import Views

/// A view that records its events and returns the results of closures.
@MainActor
package final class ProbeView: View {
  package let name: String
  package var log: EventLog?
  package var onBegan: (Contact) -> ContactResponse = { _ in .ignored }
  package var onMoved: (Contact) -> ContactResponse = { _ in .tracking }
  package var onEnded: (Contact) -> ContactResponse = { _ in .ignored }
  package var onScroll: (ScrollGesture) -> Bool = { _ in false }
  package var onPinch: (PinchGesture) -> Bool = { _ in false }
  package var hoverPlaces: [Point] = []
  package var onKey: (KeyPress) -> Bool = { _ in false }
  package var isFocusable = false
  package var shape: CursorShape?
  package var isLiveScope = false

  package init(_ name: String, _ frame: Rect, log: EventLog? = nil) {
    self.name = name
    self.log = log
    super.init(size: frame.size)
    self.frame = frame
  }

  package override func makePainter() -> Painter? { { _ in } }
  package override var isFocusScope: Bool { isLiveScope }

  package override func contactBegan(_ contact: Contact) -> ContactResponse {
    log?.add("\(name) began")
    return onBegan(contact)
  }
  package override func contactMoved(_ contact: Contact) -> ContactResponse {
    log?.add("\(name) moved")
    return onMoved(contact)
  }
  package override func contactEnded(_ contact: Contact) -> ContactResponse {
    log?.add("\(name) ended")
    return onEnded(contact)
  }
  package override func contactCanceled(_ contact: Contact) { log?.add("\(name) canceled") }
  package override func contactBecameExclusive(_ contact: Contact) { log?.add("\(name) alone") }
  package override func hoverEntered(at point: Point) { log?.add("\(name) entered") }
  package override func hoverMoved(to point: Point) { hoverPlaces.append(point) }
  package override func pinched(_ gesture: PinchGesture) -> Bool { onPinch(gesture) }
  package override func hoverLeft() { log?.add("\(name) left") }
  package override var cursor: CursorShape? { shape }
  package override func scrolled(_ gesture: ScrollGesture) -> Bool {
    log?.add("\(name) scrolled")
    return onScroll(gesture)
  }
  package override func keyPressed(_ key: KeyPress) -> Bool {
    log?.add("\(name) key")
    return onKey(key)
  }
  package override func keyReleased(_ key: KeyPress) -> Bool {
    log?.add("\(name) key released")
    return onKey(key)
  }
  package override var canBecomeFocused: Bool { isFocusable }
  package override func focusChanged() { log?.add("\(name) \(isFocused ? "focused" : "unfocused")") }
}

@MainActor
package final class EventLog {
  package private(set) var lines: [String] = []
  /// Called with each line.
  package var onAdd: ((String) -> Void)?

  package init() {}

  package func add(_ line: String) {
    lines.append(line)
    onAdd?(line)
  }
  package func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

extension Timestamp {
  package static func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }
}
