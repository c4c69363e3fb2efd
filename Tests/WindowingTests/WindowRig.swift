import Geometry
import HeadlessCompositor
import Testing
import Wayland
import Windowing

/// A window and a compositor on one thread, both on the compositor's virtual time.
@MainActor final class WindowRig {
  let server: Compositor
  let system: WindowSystem
  let window: Window
  let painter = Painter()
  /// Serves the pipes of data transfers and their time limits.
  let transfers = ManualScheduler()

  /// - Parameter interfaces: The globals that do not exist when the client connects.
  init(
    _ configuration: Compositor.Configuration = .init(width: 400, height: 300),
    size: Size = Size(width: 200, height: 100), scheduler: any Scheduler = MainQueueScheduler.shared,
    removing interfaces: [String] = []
  )
    throws
  {
    let server = try Compositor(configuration)
    for interface in interfaces { server.removeGlobal(interface) }
    let system = try WindowSystem(
      descriptor: server.connect(), clock: { Double(server.now) / 1e9 },
      scheduler: scheduler)
    self.server = server
    self.system = system
    system.transferScheduler = transfers
    window = Window(in: system, size: size, title: "Stage", appID: "org.example.stage")
    window.delegate = painter
    system.onFailure = { [painter] in painter.failures.append($0) }
    server.dispatchClients = { [weak system] in system?.dispatch() }
    system.prepare()
    server.settle()
  }

  var toplevel: Toplevel { get throws { try #require(server.toplevels.first) } }

  /// Dispatches both sides until all messages are processed. No frame is presented.
  func settle() {
    system.prepare()
    server.settle()
  }

  /// Calls `settle()` until the client has read all events. The client reads at most 4 KiB or one descriptor at a
  /// time.
  func drain() { for _ in 0..<100 { settle() } }

  /// Whether no data transfer is watched or timed.
  var hasNoTransfer: Bool { transfers.descriptors.isEmpty && transfers.nextDeadline == nil }

  /// Dispatches both sides until all messages are processed and all data that the pipes accept is transferred.
  func transfer() {
    for _ in 0..<10_000 {
      settle()
      if !transfers.poll(), server.pendingTransferCount == 0 { return }
    }
  }
}

/// A delegate that fills the window with one color and records all calls.
@MainActor final class Painter: WindowDelegate {
  struct Drawing: Equatable {
    var width, height, age: Int
  }

  var color: UInt32 = 0xff33_6699
  /// Whether `draw` writes to the buffer.
  var paints = true
  var damage = Damage.everything
  var drawings: [Drawing] = []
  var reshaped: [Bool] = []
  var frameTimes: [Double] = []
  /// The number of frames that `draw` still requests.
  var framesToGo = 0
  var sizes: [Size] = []
  var states: [WindowState] = []
  var closeRequests = 0
  var dismissals = 0
  var onDismiss: (() -> Void)?
  var failures: [ConnectionError] = []
  /// For each window that was closed, the number of dismissals and failures before.
  var closes: [Int] = []
  var onClose: (() -> Void)?
  var pointerEvents: [PointerEvent] = []
  var touchEvents: [TouchEvent] = []
  var keyEvents: [KeyEvent] = []
  var gestureEvents: [GestureEvent] = []
  var tabletEvents: [TabletEvent] = []
  var keyboard: [Bool] = []
  var whileDrawing: ((Window) -> Void)?
  var onKey: (() -> Void)?
  var onTouch: ((TouchEvent) -> Void)?

  func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage {
    drawings.append(Drawing(width: buffer.width, height: buffer.height, age: buffer.age))
    frameTimes.append(frame.time)
    reshaped.append(frame.isReshaped)
    whileDrawing?(window)
    let color = color
    if paints { buffer.withPixels { $0.bindMemory(to: UInt32.self).update(repeating: color) } }
    if framesToGo > 0 {
      framesToGo -= 1
      window.invalidate()
    }
    return damage
  }

  func windowDidResize(_ window: Window) { sizes.append(window.size) }
  func windowStateDidChange(_ window: Window) { states.append(window.state) }
  func windowDidDismiss(_ window: Window) {
    dismissals += 1
    onDismiss?()
  }
  func windowShouldClose(_ window: Window) { closeRequests += 1 }
  func window(_ window: Window, didFail error: ConnectionError) { failures.append(error) }
  func windowDidClose(_ window: Window) {
    if window.isClosed { closes.append(dismissals + failures.count) }
    onClose?()
  }
  func window(_ window: Window, pointer event: PointerEvent) { pointerEvents.append(event) }
  func window(_ window: Window, touch event: TouchEvent) {
    touchEvents.append(event)
    onTouch?(event)
  }
  func window(_ window: Window, gesture event: GestureEvent) { gestureEvents.append(event) }
  func window(_ window: Window, tablet event: TabletEvent) { tabletEvents.append(event) }
  func window(_ window: Window, key event: KeyEvent) {
    keyEvents.append(event)
    onKey?()
  }
  func window(_ window: Window, hasKeyboard: Bool) { keyboard.append(hasKeyboard) }
}
