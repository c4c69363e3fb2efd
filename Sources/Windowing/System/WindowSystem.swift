import Geometry
public import Wayland

/// The connection to the user's desktop, through which windows are opened.
///
/// Either `start()` lets Dispatch's main queue serve it, or a foreign loop does: before it waits it calls
/// `prepare()`, when `descriptor` is readable `dispatch()`, and when `wantsToWrite` and it is writable `flush()`.
@MainActor
public final class WindowSystem {
  /// What is bound; there once the compositor has listed what it offers.
  struct Globals {
    let compositor: WlCompositor
    let shm: WlShm
    let windows: XdgWmBase
    let viewporter: WpViewporter?
    let fractionalScale: WpFractionalScaleManagerV1?
    let decoration: ZxdgDecorationManagerV1?
    let idleInhibit: ZwpIdleInhibitManagerV1?
    let activation: XdgActivationV1?
    let cursorShape: WpCursorShapeManagerV1?
  }

  /// Returns the time now, in seconds; events and frames are stamped with it.
  public let clock: () -> Double
  /// Called once when the compositor hangs up, reports an error, or lacks what is needed. Every window is lost then.
  ///
  /// Wayland: `wl_display.error`.
  public var onFailure: ((ConnectionError) -> Void)?
  /// Seats and screens that are done without because the compositor offers them in too old a version.
  public private(set) var unusableGlobals: [ConnectionError] = []
  /// The screens there are.
  ///
  /// Wayland: `wl_output`.
  public private(set) var outputs: [Output] = []

  let connection: Connection
  private(set) var globals: Globals?
  /// Where presentation times are offered, on a clock we know.
  private(set) var presentation: Presentation?
  private(set) var seats: [Seat] = []
  private var eventClock = EventClock()
  private var wantsDrawing = false
  private let registry: Registry
  private var windows: [WeakWindow] = []

  private struct WeakWindow { weak var window: Window? }

  // MARK: Opening

  /// Connects to the compositor called `name`, or to the one the environment names, and waits for what it offers.
  ///
  /// - Parameters:
  ///   - name: The socket's name in XDG_RUNTIME_DIR or its path; nil for what the environment names.
  ///   - clock: The time in seconds, on the clock that the compositor stamps frames with.
  /// - Throws: `.noDisplay` when there is none, `.missing` or `.versionTooOld` when it lacks what a window needs,
  ///   `.unresponsive` when it says nothing.
  ///
  /// Wayland: `wl_display_connect`.
  public convenience init(
    to name: String? = nil, clock: @escaping () -> Double = MonotonicClock.now
  ) throws(ConnectionError) {
    try self.init(on: Connection(to: name), clock: clock)
    try connection.roundTrip()
    if globals == nil { try open() }
  }

  /// Takes over a connected socket; what the compositor offers arrives with the first events.
  ///
  /// - Parameters:
  ///   - descriptor: The socket; closed with the connection.
  ///   - clock: The time in seconds, on the clock that the compositor stamps frames with.
  /// - Throws: `.system` when the descriptor cannot be used; it is closed then, too.
  ///
  /// Wayland: `wl_display_connect_to_fd`.
  public convenience init(
    descriptor: Int32, clock: @escaping () -> Double = MonotonicClock.now
  ) throws(ConnectionError) {
    try self.init(on: Connection(descriptor: descriptor), clock: clock)
  }

  private init(on connection: Connection, clock: @escaping () -> Double) {
    self.connection = connection
    self.clock = clock
    registry = Registry(of: connection)
    connection.onFailure = { [weak self] error in self?.report(error) }
    connection.onPrepare = { [weak self] in self?.drawWindows() }
    registry.onAppear = { [weak self] global in self?.appear(global) }
    registry.onDisappear = { [weak self] global in self?.disappear(global) }
    let listed = connection.display.sync()
    listed.onEvent = { [weak self, weak listed] _ in
      listed?.forget()
      guard let self, globals == nil else { return }
      do throws(ConnectionError) {
        try open()
      } catch {
        fail(error)
      }
    }
  }

  // Before the connection goes: themes and objects of libwayland's end through it.
  isolated deinit { close() }

  /// Closes every window and disconnects.
  ///
  /// Wayland: `wl_display_disconnect`.
  public func close() {
    for window in liveWindows { window.close() }
    for seat in seats { seat.close() }
    seats = []
    for output in outputs { output.close() }
    outputs = []
    presentation = nil
    globals = nil
    connection.close()
  }

  /// Why the connection is of no use any more, or nil while it works.
  public private(set) var failure: ConnectionError?

  private func open() throws(ConnectionError) {
    let globals = Globals(
      compositor: try registry.bind(WlCompositor.self, versions: 4...5),
      shm: try registry.bind(WlShm.self, versions: 1...1),
      windows: try registry.bind(XdgWmBase.self, versions: 1...5),
      viewporter: registry.bindIfOffered(WpViewporter.self, versions: 1...1),
      fractionalScale: registry.bindIfOffered(WpFractionalScaleManagerV1.self, versions: 1...1),
      decoration: registry.bindIfOffered(ZxdgDecorationManagerV1.self, versions: 1...1),
      idleInhibit: registry.bindIfOffered(ZwpIdleInhibitManagerV1.self, versions: 1...1),
      activation: registry.bindIfOffered(XdgActivationV1.self, versions: 1...1),
      cursorShape: registry.bindIfOffered(WpCursorShapeManagerV1.self, versions: 1...1))
    globals.windows.onEvent = { [weak windows = globals.windows] event in
      if case .ping(let serial) = event { windows?.pong(serial: serial) }
    }
    self.globals = globals
    bindPresentation()
    for window in liveWindows { window.open(globals) }
  }

  private func bindPresentation() {
    guard let offered = registry.bindIfOffered(WpPresentation.self, versions: 1...1) else { return }
    offered.onEvent = { [weak self, weak offered] event in
      guard let self, let offered, case .clockId(let clock) = event else { return }
      presentation = Presentation(object: offered, clock: clock)
    }
  }

  // MARK: Serving

  /// Lets Dispatch's main queue serve the connection; `dispatchMain()` then runs the program.
  public func start() { connection.start() }

  /// The socket a foreign loop waits on, or -1 when closed.
  ///
  /// Wayland: `wl_display_get_fd`.
  public var descriptor: Int32 { connection.descriptor }

  /// Whether requests wait for the socket to become writable.
  public var wantsToWrite: Bool { connection.wantsToWrite }

  /// Delivers events that were read, draws what is due and sends requests: to be called before waiting.
  ///
  /// Wayland: `wl_display_prepare_read`.
  public func prepare() { connection.prepare() }

  /// Reads what the socket holds, without waiting, and does what `prepare()` does.
  ///
  /// Wayland: `wl_display_read_events`, `wl_display_dispatch_pending`.
  public func dispatch() { connection.dispatch() }

  /// Sends requests.
  ///
  /// Wayland: `wl_display_flush`.
  public func flush() { connection.flush() }

  func scheduleDrawing() {
    wantsDrawing = true
    connection.noteRequest()
  }

  private func drawWindows() {
    // Drawing one window may invalidate another.
    while wantsDrawing {
      wantsDrawing = false
      for window in liveWindows { window.drawIfDue() }
    }
  }

  // MARK: Failing

  /// Ends the connection for a reason of ours.
  func fail(_ error: ConnectionError) {
    connection.stop()
    report(error)
  }

  private func report(_ error: ConnectionError) {
    guard failure == nil else { return }
    failure = error
    for seat in seats { seat.silence() }
    let windows = liveWindows
    onFailure?(error)
    for window in windows { window.lost(error) }
  }

  // MARK: Windows

  func add(_ window: Window) {
    windows.removeAll { $0.window == nil }
    windows.append(WeakWindow(window: window))
    if let globals { window.open(globals) }
  }

  func remove(_ window: Window) { windows.removeAll { $0.window == nil || $0.window === window } }

  private var liveWindows: [Window] { windows.compactMap(\.window) }

  /// Returns the window that `surface` belongs to.
  func window(for surface: WlSurface?) -> Window? {
    guard let surface else { return nil }
    return liveWindows.first { $0.owns(surface) }
  }

  func makeRegion() -> WlRegion? { globals?.compositor.createRegion() }

  // MARK: Time

  /// Returns the time of an input event, in seconds.
  func time(at milliseconds: UInt32) -> Double { eventClock.seconds(at: milliseconds, now: clock()) }

  // MARK: Outputs and seats

  /// The scale of all outputs, if they agree.
  var agreedOutputScale: Int? {
    guard let first = outputs.first?.scale, outputs.allSatisfy({ $0.scale == first }) else { return nil }
    return first
  }

  func output(for object: WlOutput?) -> Output? { outputs.first { $0.object === object } }

  private func appear(_ global: Registry.Global) {
    do throws(ConnectionError) {
      try bind(global)
    } catch {
      unusableGlobals.append(error)
    }
  }

  private func bind(_ global: Registry.Global) throws(ConnectionError) {
    switch global.interface {
    case WlOutput.interfaceName:
      let object = try registry.bind(global, as: WlOutput.self, versions: 2...4)
      outputs.append(
        Output(object, global: global.name) { [weak self] in
          for window in self?.liveWindows ?? [] { window.outputScalesChanged() }
        })
    case WlSeat.interfaceName:
      let object = try registry.bind(global, as: WlSeat.self, versions: 5...8)
      seats.append(Seat(object, global: global.name, in: self))
    default: break
    }
  }

  private func disappear(_ global: Registry.Global) {
    if let place = outputs.firstIndex(where: { $0.global == global.name }) {
      let output = outputs.remove(at: place)
      for window in liveWindows { window.outputRemoved(output) }
      output.close()
    }
    if let place = seats.firstIndex(where: { $0.global == global.name }) {
      seats.remove(at: place).close()
    }
  }
}
