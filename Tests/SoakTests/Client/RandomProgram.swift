import Geometry
import TestSupport
import Wayland
import Windowing

/// A program that calls all of Windowing's API in random order.
@MainActor final class RandomProgram {
  let system: WindowSystem
  let transfers = ManualScheduler()
  let scheduler = ManualScheduler()
  private(set) var failure: ConnectionError?
  /// The number of times that the connection was restored.
  private(set) var reconnections = 0
  private var application: Application?
  private var windows: [Window] = []
  private var outputWindows: OutputWindows?
  private var sessions: [TextInputSession] = []
  private var drops: [Drop] = []
  private var random: SplitMix
  private let content = RandomContent()

  /// - Parameters:
  ///   - descriptor: The socket. It is closed when the program ends.
  ///   - clock: Returns the time in seconds.
  ///   - path: The socket to which the program connects again when the compositor exits; nil if the program does not
  ///     connect again.
  init(
    _ descriptor: Int32, seed: UInt64, clock: @escaping () -> Double, reconnectingTo path: String? = nil
  ) throws {
    random = SplitMix(seed: seed)
    system = try WindowSystem(descriptor: descriptor, clock: clock, scheduler: scheduler)
    system.transferScheduler = transfers
    // Allocations above 1 MiB fail, because large buffers would slow down the test. This also tests failed
    // allocations.
    system.allocateMemory = { _, _, length in length > 1 << 20 ? 28 : 0 }
    system.onFailure = { [weak self] in self?.failure = $0 }
    if let path {
      var options = Application.Options()
      options.reconnection = .toDisplay(name: path, within: 100)
      let application = Application(on: system, options: options)
      application.onReconnect = { [weak self] in self?.reconnections += 1 }
      self.application = application
    }
    content.program = self
    makeWindow()
  }

  /// The windows that neither the program nor the compositor has closed.
  var openWindows: [Window] { windows.filter { !$0.isClosed } }

  /// Dispatches events, draws, and runs the timers and transfers that are due.
  func turn(seconds: Double) {
    system.prepare()
    system.dispatch()
    scheduler.advance(by: seconds)
    scheduler.poll()
    transfers.advance(by: seconds)
    transfers.poll()
    system.flush()
  }

  /// Closes the program.
  ///
  /// - Parameter isOrderly: Whether the windows are closed one by one before the connection is closed.
  func end(isOrderly: Bool) {
    if isOrderly {
      for session in sessions { session.end() }
      outputWindows?.close()
      for window in windows { window.close() }
    }
    application = nil
    system.close()
    // A read that has begun continues after the connection was closed, until its time limit.
    transfers.advance(by: 100)
    sessions = []
    drops = []
    outputWindows = nil
    windows = []
  }

  /// Returns the names of objects that still exist but must not exist after the program has ended.
  var survivors: () -> [String] {
    let windows = windows.map { Weak(object: $0) }
    let seats = system.seats.map { Weak(object: $0) }
    let ownSystem = Weak(object: system)
    let connection = Weak(object: system.connection)
    let transfers = transfers
    return {
      var names: [String] = []
      if ownSystem.object != nil { names.append("WindowSystem") }
      if connection.object != nil { names.append("Connection") }
      if windows.contains(where: { $0.object != nil }) { names.append("Window") }
      if seats.contains(where: { $0.object != nil }) { names.append("Seat") }
      if !transfers.descriptors.isEmpty || transfers.nextDeadline != nil { names.append("a transfer") }
      return names
    }
  }

  private struct Weak<Object: AnyObject> { weak var object: Object? }

  // MARK: Actions

  /// Performs one random action.
  func act() {
    if windows.count > 8 { windows.removeAll { $0.isClosed } }
    switch random.whole(0...27) {
    case 0: if openWindows.count < 5 { makeWindow() }
    case 1: if openWindows.count < 5 { makeLayer() }
    case 2...3: makePopup()
    case 4: if random.once(in: 3) { pick()?.close() }
    case 5...9: for window in openWindows { window.invalidate() }
    case 10: pick()?.resize(to: size())
    case 11: pick()?.wantsFullscreen.toggle()
    case 12: pick()?.wantsMaximized.toggle()
    case 13: changeAppearance()
    case 14: requestFromShell()
    case 15: changeCursor()
    case 16...17: useClipboard()
    case 18: beginDrag()
    case 19: useTextInput()
    case 20: useActivation()
    case 21: answerDrops()
    case 22: changeOutputWindows()
    case 23: changeLayer()
    case 24: pick()?.minimumSize = size()
    case 25: if random.once(in: 60) { system.close() } else { pick()?.isOpaque.toggle() }
    default: pick()?.invalidate()
    }
  }

  private func pick() -> Window? {
    let open = openWindows
    return open.isEmpty ? nil : random.choice(open)
  }

  private func add(_ window: Window) {
    window.delegate = content
    window.dropTarget = content
    windows.append(window)
  }

  private func makeWindow() {
    let title = random.once(in: 10) ? String(repeating: "ü", count: 5000) : "Random"
    add(Window(in: system, size: size(), title: title, appID: "org.example.random"))
  }

  private func makePopup() {
    guard let parent = pick(), openWindows.count < 7 else { return }
    let placement = PopupPlacement(
      size: size(), anchorRect: rect(), anchor: random.choice(PopupDirection.allCases),
      gravity: random.choice(PopupDirection.allCases),
      adjustment: PopupAdjustment(rawValue: UInt32(random.whole(0...63))),
      offset: Point(x: length(), y: length()),
      isReactive: random.once(in: 2))
    add(Window(popupOf: parent, at: placement, grabs: random.once(in: 2)))
  }

  private func makeLayer() {
    let output = system.outputs.isEmpty || random.once(in: 2) ? nil : random.choice(system.outputs)
    add(Window(in: system, layer: placement(), on: output, namespace: "random"))
  }

  private func placement() -> LayerPlacement {
    LayerPlacement(
      layer: random.choice(LayerPlacement.Layer.allCases),
      edges: LayerPlacement.Edges(rawValue: UInt32(random.whole(0...15))), size: size(),
      margins: EdgeInsets(top: length(), left: length()),
      zone: random.choice([.avoidsOthers, .ignoresOthers, .reserves(length())]))
  }

  private func changeLayer() {
    for window in openWindows {
      if case .layer = window.role { window.updateLayer(placement()) }
    }
  }

  private func changeAppearance() {
    guard let window = pick() else { return }
    switch random.whole(0...5) {
    case 0:
      window.borders = WindowBorders(
        shadow: EdgeInsets(top: 8, left: 8, bottom: 8, right: 8), resizeMargin: 4)
    case 1: window.borders = .none
    case 2: window.inputRegion = random.once(in: 2) ? nil : [rect(), rect()]
    case 3: window.title = String(repeating: "t", count: random.choice([0, 5, 4090, 9000]))
    case 4: window.inhibitsIdle.toggle()
    default: window.acceptsTransformedBuffers.toggle()
    }
  }

  private func requestFromShell() {
    guard let window = pick() else { return }
    switch random.whole(0...5) {
    case 0: window.minimize()
    case 1: window.showWindowMenu(at: Point(x: length(), y: length()))
    case 2: window.beginMove()
    case 3: window.beginResize(random.choice(ResizeEdge.allCases))
    case 4: window.fullscreenOutputName = random.choice([nil, "HEADLESS-1", "HEADLESS-2"])
    default: window.setFullscreen(false)
    }
  }

  private func changeCursor() {
    guard let window = pick() else { return }
    switch random.whole(0...3) {
    case 0: window.cursor = random.choice(CursorShape.allCases)
    case 1:
      window.setCursor(
        random.once(in: 2) ? nil : random.choice(CursorShape.allCases), ofPointer: random.whole(0...3))
    case 2: window.cursorHidingDelay = random.choice([nil, 0, 0.01, 1e9])
    default: window.hidesCursorWhileTouching.toggle()
    }
  }

  private func useClipboard() {
    guard let clipboard = random.once(in: 2) ? system.clipboard : system.primarySelection else { return }
    switch random.whole(0...3) {
    case 0: clipboard.set(.text("random"))
    case 1: clipboard.clear()
    default:
      guard let content = clipboard.content else { return }
      let type = content.types.first ?? "text/plain"
      let read = content.read(
        type, limit: random.choice([0, 100, 1 << 20]), seconds: random.choice([0, 1, 30])
      ) { _ in }
      if random.once(in: 3) { read?.cancel() }
    }
  }

  private func beginDrag() {
    guard let window = pick(),
      let drag = window.beginDrag(.text("drag"), actions: DragActions(rawValue: UInt32(random.whole(0...7))))
    else { return }
    if random.once(in: 4) { drag.cancel() }
  }

  private func useTextInput() {
    if let session = sessions.last, random.once(in: 2) {
      switch random.whole(0...2) {
      case 0:
        session.update(TextInputContext(text: String(repeating: "é", count: random.choice([0, 10, 4000]))))
      case 1: session.end()
      default: sessions.removeLast()
      }
    } else if let window = pick() {
      sessions =
        sessions.suffix(2) + [window.beginTextInput(TextInputContext(text: "abc"), delegate: content)]
    }
  }

  private func useActivation() {
    guard let window = pick() else { return }
    window.requestActivationToken(for: "org.example.other") { [weak window] token in
      if let token { window?.activate(with: token) }
    }
  }

  private func changeOutputWindows() {
    guard random.once(in: 3) else { return }
    if let windows = outputWindows {
      windows.close()
      outputWindows = nil
    } else {
      outputWindows = OutputWindows(in: system, title: "All", appID: "org.example.random") {
        [content] window, _ in
        window.delegate = content
      }
    }
  }

  // MARK: Drops

  func entered(_ drop: Drop) {
    drops = drops.suffix(2) + [drop]
    answerDrops()
  }

  func answerDrops() {
    guard let drop = drops.last else { return }
    switch random.whole(0...3) {
    case 0: drop.accept(drop.content.types.first ?? "text/plain", actions: [.copy, .move])
    case 1: drop.reject()
    case 2: drop.content.readText { _ in }
    default: drop.finish()
    }
  }

  // MARK: Numbers

  private func length() -> Double {
    random.once(in: 15)
      ? random.choice([-1e12, 1e12, .infinity, .nan, -0.0, 1e-300]) : random.number(-20...150)
  }

  private func size() -> Size {
    Size(width: abs(length()), height: abs(length()))
  }

  private func rect() -> Rect { Rect(x: length(), y: length(), width: abs(length()), height: abs(length())) }
}

/// Draws the windows of a `RandomProgram` and reacts to their events.
@MainActor private final class RandomContent: WindowDelegate, WindowDropTarget, TextInputDelegate {
  weak var program: RandomProgram?
  private var eventCount = 0

  func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage {
    buffer.withPixels { bytes in
      if let first = bytes.indices.first, let last = bytes.indices.last {
        bytes[first] = 1
        bytes[last] = 2
      }
    }
    eventCount += 1
    return eventCount % 3 == 0 ? .everything : .rects([Rect(x: -1, y: 0, width: 3, height: 1e9)])
  }

  func windowShouldClose(_ window: Window) { if next(3) { window.close() } }
  func windowDidDismiss(_ window: Window) {}
  func windowOutputsDidChange(_ window: Window) { window.invalidate() }
  func window(_ window: Window, pointer event: PointerEvent) { if next(11) { program?.act() } }
  func window(_ window: Window, touch event: TouchEvent) { if next(7) { program?.act() } }
  func window(_ window: Window, key event: KeyEvent) { if next(7) { program?.act() } }
  func window(_ window: Window, hasKeyboard: Bool) { if next(5) { window.invalidate() } }
  func window(_ window: Window, dropEntered drop: Drop) { program?.entered(drop) }
  func window(_ window: Window, dropMoved drop: Drop) { program?.answerDrops() }
  func window(_ window: Window, dropPerformed drop: Drop) { program?.answerDrops() }
  func textInput(_ session: TextInputSession, didReceive change: TextInputChange) {}

  /// Counts an event. Returns true for one of every `interval` events.
  private func next(_ interval: Int) -> Bool {
    eventCount += 1
    return eventCount % interval == 0
  }
}
