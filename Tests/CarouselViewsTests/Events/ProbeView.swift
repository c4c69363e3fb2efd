import CarouselEngine
import CarouselViews
import Drawing
import Geometry

/// A view that records its events and returns the results of closures.
@MainActor
final class ProbeView: View {
  let name: String
  var log: EventLog?
  var onBegan: (Contact) -> ContactResponse = { _ in .ignored }
  var onMoved: (Contact) -> ContactResponse = { _ in .tracking }
  var onEnded: (Contact) -> ContactResponse = { _ in .ignored }
  var onScroll: (ScrollGesture) -> Bool = { _ in false }
  var onPinch: (PinchGesture) -> Bool = { _ in false }
  var hoverPlaces: [Point] = []
  var onKey: (KeyPress) -> Bool = { _ in false }
  var isFocusable = false
  var shape: CursorShape?
  var isLiveScope = false

  init(_ name: String, _ frame: Rect, log: EventLog? = nil) {
    self.name = name
    self.log = log
    super.init(size: frame.size)
    self.frame = frame
  }

  override func makePainter() -> Painter? { { _ in } }
  override var isFocusScope: Bool { isLiveScope }

  override func contactBegan(_ contact: Contact) -> ContactResponse {
    log?.add("\(name) began")
    return onBegan(contact)
  }
  override func contactMoved(_ contact: Contact) -> ContactResponse {
    log?.add("\(name) moved")
    return onMoved(contact)
  }
  override func contactEnded(_ contact: Contact) -> ContactResponse {
    log?.add("\(name) ended")
    return onEnded(contact)
  }
  override func contactCanceled(_ contact: Contact) { log?.add("\(name) canceled") }
  override func contactBecameExclusive(_ contact: Contact) { log?.add("\(name) alone") }
  override func hoverEntered(at point: Point) { log?.add("\(name) entered") }
  override func hoverMoved(to point: Point) { hoverPlaces.append(point) }
  override func pinched(_ gesture: PinchGesture) -> Bool { onPinch(gesture) }
  override func hoverLeft() { log?.add("\(name) left") }
  override var cursor: CursorShape? { shape }
  override func scrolled(_ gesture: ScrollGesture) -> Bool {
    log?.add("\(name) scrolled")
    return onScroll(gesture)
  }
  override func keyPressed(_ key: KeyPress) -> Bool {
    log?.add("\(name) key")
    return onKey(key)
  }
  override func keyReleased(_ key: KeyPress) -> Bool {
    log?.add("\(name) key released")
    return onKey(key)
  }
  override var canBecomeFocused: Bool { isFocusable }
  override func focusChanged() { log?.add("\(name) \(isFocused ? "focused" : "unfocused")") }
}

@MainActor
final class EventLog {
  private(set) var lines: [String] = []
  /// Called with each line.
  var onAdd: ((String) -> Void)?
  func add(_ line: String) {
    lines.append(line)
    onAdd?(line)
  }
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

extension Timestamp {
  static func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }
}
