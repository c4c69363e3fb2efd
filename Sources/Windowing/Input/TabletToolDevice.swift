import Geometry
import Wayland

/// Sends the events of one tablet tool to the window that the tool is over.
///
/// The events of a frame are collected first. A press is then delivered with the position and the pressure of the same
/// frame.
///
/// Wayland: `zwp_tablet_tool_v2`.
@MainActor
final class TabletToolDevice {
  /// Called when the tool was removed.
  var onRemoved: (() -> Void)?

  private let object: ZwpTabletToolV2
  private weak var seat: Seat?
  private weak var system: WindowSystem?
  private let contactID: Int
  private let cursor: Cursor
  private var tool = TabletTool(kind: .pen)
  private weak var window: Window?
  private var position = Point.zero
  private var measures = TabletMeasures()
  private var timestamp: UInt32 = 0
  private var clock = EventClock()
  /// The events of the current frame.
  private var frame = Frame()

  private struct Frame {
    var isEntering = false
    var hasMoved = false
    var tipAndButtons: [TabletEvent.Kind] = []
    var isLeaving = false
  }

  init(_ object: ZwpTabletToolV2, on seat: Seat, in system: WindowSystem) {
    self.object = object
    self.seat = seat
    self.system = system
    contactID = system.seatList.makeContactID()
    cursor = Cursor(of: object, in: system)
    object.onEvent = { [weak self] event in self?.receive(event) }
  }

  func close() {
    if window != nil { leave() }
    cursor.close()
    object.destroy()
  }

  func windowDidClose(_ window: Window) { if self.window === window { self.window = nil } }

  func surfaceWillClose(of window: Window) { if self.window === window { leave() } }

  func cursorChanged(in window: Window) { if self.window === window { showCursor() } }

  private func receive(_ event: ZwpTabletToolV2.Event) {
    switch event {
    case .type(let kind): tool.kind = TabletTool.Kind(kind)
    case .hardwareSerial(let high, let low): tool.hardwareSerial = UInt64(high) << 32 | UInt64(low)
    case .hardwareIdWacom, .capability, .done: break
    case .removed:
      onRemoved?()
      close()
    case .proximityIn(let serial, _, let surface): enter(system?.window(for: surface), serial)
    case .proximityOut: frame.isLeaving = true
    case .down(let serial):
      seat?.record(serial, .press)
      frame.tipAndButtons.append(.began)
    case .up: frame.tipAndButtons.append(.ended)
    case .button(let serial, let button, let state):
      let button = PointerButton(rawValue: button)
      if state == .pressed { seat?.record(serial, .press) }
      frame.tipAndButtons.append(state == .pressed ? .pressed(button) : .released(button))
    case .motion(let x, let y):
      position = Point(x: x, y: y)
      frame.hasMoved = true
    case .pressure(let value): measure { $0.pressure = Double(value) / 65_535 }
    case .distance(let value): measure { $0.distance = Double(value) / 65_535 }
    case .tilt(let x, let y): measure { $0.tilt = Point(x: x, y: y) }
    case .rotation(let degrees): measure { $0.rotation = degrees }
    case .slider(let value): measure { $0.slider = Double(value) / 65_535 }
    case .wheel: break
    case .frame(let time): endFrame(time)
    }
  }

  private func measure(_ change: (inout TabletMeasures) -> Void) {
    change(&measures)
    frame.hasMoved = true
  }

  private func enter(_ window: Window?, _ serial: UInt32) {
    // The compositor sent no frame event after the last proximity_out, so leave the old window now.
    if self.window != nil { leave() }
    seat?.record(serial, .enter)
    cursor.pointerEntered(serial)
    self.window = window
    measures = TabletMeasures()
    frame = Frame(isEntering: true)
    showCursor()
  }

  private func endFrame(_ time: UInt32) {
    let frame = frame
    self.frame = Frame()
    timestamp = time
    guard let system else { return }
    let seconds = clock.seconds(at: time, now: system.clock())
    if frame.isEntering {
      send(.entered, seconds)
    } else if frame.hasMoved && frame.tipAndButtons.isEmpty {
      send(.moved, seconds)
    }
    for kind in frame.tipAndButtons { send(kind, seconds) }
    guard frame.isLeaving else { return }
    send(.left, seconds)
    window = nil
  }

  /// Leaves the window without a frame event, because the tool or its seat was removed.
  private func leave() {
    frame = Frame()
    guard let system else { return }
    send(.left, system.clock())
    window = nil
  }

  private func showCursor() {
    guard let window else { return }
    cursor.show(window.cursorSettings.effectiveShape(of: contactID), scale: window.scale)
  }

  private func send(_ kind: TabletEvent.Kind, _ time: Double) {
    guard let window else { return }
    window.delegate?.window(
      window,
      tablet: TabletEvent(
        kind: kind, tool: tool, position: position, measures: measures, milliseconds: timestamp, time: time,
        modifiers: seat?.modifiers ?? [], contactID: contactID, seat: seat?.id))
  }
}

extension TabletTool.Kind {
  fileprivate init(_ wire: ZwpTabletToolV2.TypeValue) {
    switch wire {
    case .eraser: self = .eraser
    case .brush: self = .brush
    case .pencil: self = .pencil
    case .airbrush: self = .airbrush
    case .finger: self = .finger
    case .mouse: self = .mouse
    case .lens: self = .lens
    default: self = .pen
    }
  }
}
