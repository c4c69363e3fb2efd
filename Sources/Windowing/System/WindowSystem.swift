import Geometry
public import Wayland

/// The connection to the user's desktop, on which windows are opened.
///
/// `start()` serves it on Dispatch's main queue. A program with an event loop of its own calls `prepare()` before it
/// waits, `dispatch()` when `descriptor` is readable, and `flush()` when `wantsToWrite` is set and `descriptor` is
/// writable.
///
/// Wayland: `wl_display`, `wl_registry`.
@MainActor
public final class WindowSystem {
  /// The bound globals. They are available after the compositor has announced its globals.
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

  /// Returns the current time in seconds. The times of events and frames are on this clock.
  public let clock: () -> Double
  /// Called once when the connection fails: the compositor hangs up, reports an error or lacks a required global. Then
  /// all windows are closed.
  ///
  /// Wayland: `wl_display.error`.
  public var onFailure: ((ConnectionError) -> Void)?
  /// The reasons why globals are ignored: each is a seat or an output of a version that is too old.
  public private(set) var unusableGlobals: [ConnectionError] = []
  /// The current screens.
  ///
  /// Wayland: `wl_output`.
  public private(set) var outputs: [Output] = []

  let connection: Connection
  private(set) var globals: Globals?
  /// Available if the compositor offers presentation times.
  private(set) var presentation: Presentation?
  private(set) var seats: [Seat] = []
  /// Available when `globals` is.
  private(set) var transferGlobals: SeatTransfers.Globals?
  /// The transfers of the seat with the latest input.
  weak var latestTransfers: SeatTransfers?
  /// Waits for the pipes of data transfers. Tests set it before the compositor's globals arrive.
  package var transferLoop: any TransferLoop = MainQueueTransferLoop()
  private var eventClock = EventClock()
  private var wantsDrawing = false
  private let registry: Registry
  private var windows: [WeakWindow] = []

  private struct WeakWindow { weak var window: Window? }

  // MARK: Opening

  /// Connects to the compositor called `name`, or to the one that the environment names, and waits for its globals.
  ///
  /// - Parameters:
  ///   - name: The socket's name in XDG_RUNTIME_DIR or its path; nil for WAYLAND_SOCKET, WAYLAND_DISPLAY or `wayland-0`.
  ///   - clock: Returns the time in seconds, on the clock of the compositor's timestamps.
  /// - Throws: `.noDisplay` when no compositor listens there, `.missing` or `.versionTooOld` when it lacks a global that
  ///   windows require, `.unresponsive` when it does not answer within 10 s, `.hungUp` or `.protocolError` when the
  ///   connection breaks.
  ///
  /// Wayland: `wl_display_connect`.
  public convenience init(
    to name: String? = nil, clock: @escaping () -> Double = MonotonicClock.now
  ) throws(ConnectionError) {
    try self.init(on: Connection(to: name), clock: clock)
    startupToken = ActivationToken.takeStartupToken()
    try connection.roundtrip()
    if globals == nil { try open() }
  }

  /// Takes ownership of a connected socket. The compositor's globals arrive with the first events.
  ///
  /// - Parameters:
  ///   - descriptor: The socket; closed with the connection.
  ///   - clock: Returns the time in seconds, on the clock of the compositor's timestamps.
  /// - Throws: `.system` when the descriptor cannot be used; it is closed in this case, too.
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
    registry.onGlobal = { [weak self] global in self?.globalAppeared(global) }
    registry.onGlobalRemove = { [weak self] global in self?.globalRemoved(global) }
    let synced = connection.display.sync()
    synced.onEvent = { [weak self, weak synced] _ in
      synced?.destroyProxy()
      guard let self, globals == nil else { return }
      do throws(ConnectionError) {
        try open()
      } catch {
        fail(error)
      }
    }
  }

  // Before the connection is released: cursor themes and proxies are destroyed through it.
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
    transferGlobals = nil
    connection.close()
  }

  /// The error that ended the connection; nil while it works.
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
    transferGlobals = SeatTransfers.Globals(registry)
    bindPresentation()
    for window in liveWindows { window.open(globals) }
  }

  private func bindPresentation() {
    guard let object = registry.bindIfOffered(WpPresentation.self, versions: 1...1) else { return }
    object.onEvent = { [weak self, weak object] event in
      guard let self, let object, case .clockId(let clock) = event else { return }
      presentation = Presentation(object: object, clock: clock)
    }
  }

  // MARK: Serving

  /// Serves the connection on Dispatch's main queue, which the program runs with `dispatchMain()`.
  public func start() { connection.start() }

  /// The socket to poll in an event loop; -1 when closed.
  ///
  /// Wayland: `wl_display_get_fd`.
  public var descriptor: Int32 { connection.descriptor }

  /// Whether requests are queued because the socket was full. The event loop then polls for writing, too.
  public var wantsToWrite: Bool { connection.wantsToWrite }

  /// Dispatches queued events, draws windows that are due and flushes requests. An event loop calls it before it waits.
  ///
  /// Wayland: `wl_display_dispatch_pending`, `wl_display_flush`.
  public func prepare() { connection.prepare() }

  /// Reads from the socket without waiting, then does what `prepare()` does.
  ///
  /// Wayland: `wl_display_prepare_read`, `wl_display_read_events`.
  public func dispatch() { connection.dispatch() }

  /// Sends queued requests. If the socket is full, the rest stays queued and `wantsToWrite` is set.
  ///
  /// Wayland: `wl_display_flush`.
  public func flush() { connection.flush() }

  /// Draws all windows that are due, at the end of the current dispatch or soon afterwards.
  func scheduleDrawing() {
    wantsDrawing = true
    connection.schedulePrepare()
  }

  private func drawWindows() {
    // Drawing one window may invalidate another.
    while wantsDrawing {
      wantsDrawing = false
      for window in liveWindows { window.drawIfDue() }
    }
  }

  // MARK: Failing

  /// Ends the connection because of an error on this side.
  func fail(_ error: ConnectionError) {
    connection.stop()
    report(error)
  }

  private func report(_ error: ConnectionError) {
    guard failure == nil else { return }
    failure = error
    for seat in seats { seat.stopKeyRepeat() }
    let windows = liveWindows
    onFailure?(error)
    for window in windows { window.connectionDidFail(error) }
  }

  // MARK: Windows

  func add(_ window: Window) {
    windows.removeAll { $0.window == nil }
    windows.append(WeakWindow(window: window))
    if let globals { window.open(globals) }
  }

  func remove(_ window: Window) { windows.removeAll { $0.window == nil || $0.window === window } }

  private var liveWindows: [Window] { windows.compactMap(\.window) }

  /// Returns the window with `surface`; nil for another surface.
  func window(for surface: WlSurface?) -> Window? {
    guard let surface else { return nil }
    return liveWindows.first { $0.owns(surface) }
  }

  func makeRegion() -> WlRegion? { globals?.compositor.createRegion() }

  // MARK: Time

  /// Returns the time of an input event with the timestamp `milliseconds`, in seconds.
  func time(at milliseconds: UInt32) -> Double { eventClock.seconds(at: milliseconds, now: clock()) }

  // MARK: Activation

  /// The token of the program that started this one, until the first window uses it.
  package var startupToken: ActivationToken?

  /// Activates the first window that opens, so that it gets focus.
  func activateAtStart(_ window: Window) {
    guard let token = startupToken else { return }
    // The token is valid for one window.
    startupToken = nil
    window.activate(with: token)
  }

  // MARK: Outputs and seats

  /// The last press on any seat.
  var lastPress: Press? {
    seats.lazy.compactMap { seat in seat.lastPress.map { Press(seat: seat.object, serial: $0) } }.last
  }

  /// The scale of all outputs; nil if they differ or no output is known.
  var agreedOutputScale: Int? {
    guard let first = outputs.first?.scale, outputs.allSatisfy({ $0.scale == first }) else { return nil }
    return first
  }

  func output(for object: WlOutput?) -> Output? { outputs.first { $0.object === object } }

  private func globalAppeared(_ global: Registry.Global) {
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

  private func globalRemoved(_ global: Registry.Global) {
    if let index = outputs.firstIndex(where: { $0.global == global.name }) {
      let output = outputs.remove(at: index)
      for window in liveWindows { window.outputRemoved(output) }
      output.close()
    }
    if let index = seats.firstIndex(where: { $0.global == global.name }) {
      seats.remove(at: index).close()
    }
  }
}
