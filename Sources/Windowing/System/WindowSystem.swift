import Geometry
import Glibc
import MemoryPressure
public import Threads
public import Wayland

/// The connection to the user's desktop, on which windows are opened.
///
/// `start()` serves the connection on Dispatch's main queue. A program with its own event loop calls `prepare()`
/// before it waits, `dispatch()` when `descriptor` is readable, and `flush()` when `wantsToWrite` is true and
/// `descriptor` is writable.
///
/// Wayland: `wl_display`, `wl_registry`.
@MainActor
public final class WindowSystem {
  /// Runs the timers of the connection and, after `start()`, serves its descriptor.
  public package(set) var scheduler: any Scheduler
  /// Returns the current time in seconds. The times of events and frames are on this clock.
  public let clock: () -> Double
  /// Called once when the connection fails: the compositor hangs up, reports an error or lacks a required global. All
  /// windows are closed after that.
  ///
  /// Wayland: `wl_display.error`.
  public var onFailure: ((ConnectionError) -> Void)?
  /// One error for each seat or output that is ignored because the compositor offers it in too old a version.
  public private(set) var unusableGlobals: [ConnectionError] = []
  /// The current screens, in the order they were connected. A screen is listed when the compositor has sent all its
  /// values.
  ///
  /// Wayland: `wl_output`.
  public var outputs: [Output] { outputList.outputs }
  /// Called when a screen was connected, changed or disconnected, after the windows were notified.
  ///
  /// Wayland: `wl_registry.global`, `wl_output.done`, `wl_registry.global_remove`.
  public var onOutputChange: ((OutputChange) -> Void)?

  /// The current seats.
  ///
  /// Wayland: `wl_seat`.
  public var seats: [Seat] { seatList.seats }
  /// The style of cursors that the compositor does not draw.
  package var cursorStyle = CursorStyle { name in getenv(name).map { String(cString: $0) } } {
    didSet {
      guard cursorStyle != oldValue else { return }
      for window in liveWindows { for seat in seats { seat.cursorChanged(in: window) } }
    }
  }

  package private(set) var connection: Connection
  private(set) var globals: WindowGlobals?
  /// The compositor's presentation times; nil if it offers none.
  private(set) var presentation: Presentation?
  let seatList = SeatList()
  let outputList = OutputList()
  /// The globals of clipboard, drags and text input; nil while `globals` is nil.
  private(set) var transferGlobals: SeatTransfers.Globals?
  /// Watches the pipes of data transfers. Tests set it before the compositor's globals arrive.
  package lazy var transferScheduler: any Scheduler = scheduler
  private var wantsDrawing = false
  /// Watches the memory of the system after `start()` on the main queue, and notifies the windows.
  package let memoryWarnings = MemoryWarnings()
  private var registry: Registry
  private var windows: [WeakWindow] = []

  /// The endpoint of the first connection.
  let display: Display

  /// The endpoint of a connection to a compositor.
  package enum Display: Hashable {
    /// A socket that the program passed.
    case descriptor
    /// The socket of WAYLAND_SOCKET, which the parent process passed. It can be used once.
    case inheritedSocket
    /// A socket's name in XDG_RUNTIME_DIR, or its path.
    case named(String)

    /// Determines what `wl_display_connect` connects to. The call removes WAYLAND_SOCKET from the environment.
    ///
    /// - Parameters:
    ///   - name: The argument of the call. WAYLAND_SOCKET takes precedence over it.
    ///   - environment: Returns the value of an environment variable; nil if it is not set.
    package init(connectingTo name: String?, environment: (String) -> String?) {
      if environment("WAYLAND_SOCKET") != nil {
        self = .inheritedSocket
      } else {
        self = .named(name ?? environment("WAYLAND_DISPLAY") ?? "wayland-0")
      }
    }
  }

  /// Whether `start()` was called. If so, the connection after a reconnection is served, too.
  private var isStarted = false
  private var reconnection: Reconnection?
  /// Called when a window was added or closed, or has another delegate.
  var onWindowsChange: (() -> Void)?
  /// The application whose windows are opened on this connection.
  package internal(set) weak var application: Application?

  private struct WeakWindow { weak var window: Window? }

  // MARK: Opening

  /// Connects to the compositor called `name`, or to the compositor that the environment names, and waits for its
  /// globals. Programs call ``Application/connect(to:options:scheduler:)``, so that a process has one connection.
  ///
  /// - Parameters:
  ///   - name: The socket's name in XDG_RUNTIME_DIR or its path; nil for WAYLAND_SOCKET, WAYLAND_DISPLAY or `wayland-0`.
  ///   - clock: Returns the time in seconds, on the clock of the compositor's timestamps.
  ///   - scheduler: Runs timers.
  /// - Throws: As ``Application/connect(to:options:scheduler:)``, except `.alreadyConnected`.
  ///
  /// Wayland: `wl_display_connect`.
  package convenience init(
    to name: String? = nil, clock: @escaping () -> Double = MonotonicClock.now,
    scheduler: any Scheduler = MainQueueScheduler.shared
  ) throws(ConnectionError) {
    let display = Display(connectingTo: name) { name in getenv(name).map { String(cString: $0) } }
    try self.init(on: Connection(to: name), display: display, clock: clock, scheduler: scheduler)
    startupToken = ActivationToken.takeStartupToken()
    try connection.roundtrip()
    if globals == nil { try open() }
    // The compositor sends the values of the outputs after the globals.
    try connection.roundtrip()
  }

  /// Takes ownership of a connected socket. The compositor's globals arrive with the first events.
  ///
  /// - Parameters:
  ///   - descriptor: The socket; closed with the connection.
  ///   - clock: Returns the time in seconds, on the clock of the compositor's timestamps.
  ///   - scheduler: Runs timers; a test or an event loop of the program's own replaces the main queue.
  /// - Throws: `.system` when the descriptor cannot be used. The descriptor is closed in this case, too.
  ///
  /// Wayland: `wl_display_connect_to_fd`.
  public convenience init(
    descriptor: Int32, clock: @escaping () -> Double = MonotonicClock.now,
    scheduler: any Scheduler = MainQueueScheduler.shared
  ) throws(ConnectionError) {
    try self.init(
      on: Connection(descriptor: descriptor), display: .descriptor, clock: clock, scheduler: scheduler)
  }

  private init(
    on connection: Connection, display: Display, clock: @escaping () -> Double, scheduler: any Scheduler
  ) {
    self.connection = connection
    self.display = display
    self.clock = clock
    self.scheduler = scheduler
    registry = Registry(of: connection)
    memoryWarnings.system = self
    observeConnection()
  }

  private func observeConnection() {
    connection.owner = self
    connection.onFailure = { [weak self] error in self?.report(error) }
    connection.onPrepare = { [weak self] in self?.drawWindows() }
    outputList.onChange = { [weak self] in self?.outputsChanged($0) }
    registry.onGlobal = { [weak self] global in self?.globalAppeared(global) }
    registry.onGlobalRemove = { [weak self] global in self?.globalRemoved(global) }
    afterRoundtrip { [weak self] in
      guard let self, globals == nil else { return }
      do throws(ConnectionError) {
        try open()
      } catch {
        fail(error)
      }
    }
  }

  /// Calls `action` when the compositor has processed all requests sent so far; never if the connection is lost
  /// before.
  ///
  /// Wayland: `wl_display.sync`.
  func afterRoundtrip(_ action: @escaping () -> Void) {
    let callback = connection.display.sync()
    callback.onEvent = { [weak callback] _ in
      callback?.destroyProxy()
      action()
    }
  }

  // Close before the connection is released: cursor themes and proxies are destroyed through the connection.
  isolated deinit { close() }

  /// Closes every window and disconnects.
  ///
  /// Wayland: `wl_display_disconnect`.
  public func close() {
    memoryWarnings.stop()
    reconnection?.stop()
    reconnection = nil
    for window in liveWindows { window.close() }
    seatList.close()
    outputList.close()
    presentation = nil
    globals = nil
    transferGlobals = nil
    connection.close()
  }

  /// The error that ended the connection; nil while the connection is open.
  public private(set) var failure: ConnectionError?

  private func open() throws(ConnectionError) {
    globals = try WindowGlobals(in: registry)
    transferGlobals = SeatTransfers.Globals(registry)
    bindPresentation()
    bindDesktopOutputs()
    for seat in seats { seat.globalsChanged() }
    if let globals { for window in liveWindows { window.open(globals) } }
    reconnection?.connected()
  }

  private func bindDesktopOutputs() {
    guard !outputList.hasManager else { return }
    outputList.useDesktopObjects(of: registry.bindIfOffered(ZxdgOutputManagerV1.self, versions: 1...3))
  }

  private func bindPresentation() {
    guard let object = registry.bindIfOffered(WpPresentation.self, versions: 1...1) else { return }
    object.onEvent = { [weak self, weak object] event in
      guard let self, let object, case .clockId(let clock) = event else { return }
      presentation = Presentation(object: object, clock: clock)
    }
  }

  // MARK: Serving

  /// Serves the connection on ``scheduler``; by default Dispatch's main queue, which the program runs with
  /// `dispatchMain()`. On the main queue, the windows are also notified when the system is low on memory.
  public func start() {
    if scheduler.isMainQueue { memoryWarnings.start(PressureTriggers()) }
    isStarted = true
    connection.start(on: scheduler)
  }

  /// The socket to poll in an event loop; -1 when closed.
  ///
  /// Wayland: `wl_display_get_fd`.
  public var descriptor: Int32 { connection.descriptor }

  /// Whether requests are queued because the socket was full. The event loop then polls for writing, too.
  public var wantsToWrite: Bool { connection.wantsToWrite }

  /// Dispatches queued events, draws windows whose frames are due and flushes requests. An event loop calls this
  /// method before it waits.
  ///
  /// Wayland: `wl_display_dispatch_pending`, `wl_display_flush`.
  public func prepare() { connection.prepare() }

  /// Reads from the socket without waiting, then does the same as `prepare()`.
  ///
  /// Wayland: `wl_display_prepare_read`, `wl_display_read_events`.
  public func dispatch() { connection.dispatch() }

  /// Sends queued requests. If the socket is full, the rest stays queued and `wantsToWrite` becomes true.
  ///
  /// Wayland: `wl_display_flush`.
  public func flush() { connection.flush() }

  /// Requests that windows whose frames are due are drawn, at the end of the current dispatch or soon afterwards.
  func scheduleDrawing() {
    wantsDrawing = true
    connection.schedulePrepare()
  }

  private func drawWindows() {
    // While the socket is full, a frame would only add requests that the compositor does not read.
    guard wantsDrawing, !connection.wantsToWrite else { return }
    memoryWarnings.postpone(while: drawDueWindows)
  }

  private func drawDueWindows() {
    // Drawing one window may invalidate another one. In a chain of n windows, the last one may invalidate the first
    // one.
    for _ in liveWindows {
      wantsDrawing = false
      let windows = liveWindows
      for window in windows where !window.hadFocus { window.drawIfDue() }
      // After a reconnection, draw the formerly focused window last: most compositors focus the newest window.
      for window in windows where window.hadFocus { window.drawIfDue() }
      guard wantsDrawing else { return }
    }
    // If windows invalidate each other and commit nothing, they continue when the compositor asks for the next frame.
    wantsDrawing = false
    for window in liveWindows { window.waitForFrame() }
  }

  // MARK: Failing

  /// Ends the connection because of an error in this program.
  func fail(_ error: ConnectionError) {
    connection.stop()
    report(error)
  }

  private func report(_ error: ConnectionError) {
    guard failure == nil else { return }
    if let reconnection, error.isLoss {
      disconnect()
      reconnection.lost(error)
      return
    }
    reconnection?.stop()
    reconnection = nil
    failure = error
    for seat in seats { seat.stopKeyRepeat() }
    let windows = liveWindows
    onFailure?(error)
    for window in windows { window.fail(error) }
    if windows.isEmpty { application?.unhandled(error) }
  }

  // MARK: Reconnecting

  /// Enables reconnecting: when the compositor exits, the system connects again and restores the windows.
  ///
  /// - Parameters:
  ///   - name: The socket's name in XDG_RUNTIME_DIR or its path; nil for WAYLAND_DISPLAY or `wayland-0`.
  ///   - seconds: The time after which reconnecting fails if no compositor accepts the connection.
  ///   - onChange: Called with the error when the connection is lost, and with nil when the windows are restored.
  func reconnect(to name: String?, within seconds: Double, onChange: @escaping (ConnectionError?) -> Void) {
    reconnection = Reconnection(
      within: seconds, on: scheduler,
      callbacks: .init(
        connect: { [weak self] () throws(ConnectionError) -> Void in
          guard let self else { return }
          try connect(to: name)
        },
        changed: onChange,
        failed: { [weak self] error in
          self?.reconnection = nil
          self?.fail(error)
        }))
  }

  private func connect(to name: String?) throws(ConnectionError) {
    // The compositor may have accepted the last attempt and may still announce its globals.
    guard !connection.isOpen else { return }
    connection = try Connection(to: name)
    registry = Registry(of: connection)
    observeConnection()
    if isStarted { connection.start(on: scheduler) } else { connection.prepare() }
  }

  /// Releases all objects of a lost connection. The windows stay open, without content.
  private func disconnect() {
    // Close the seats first, so that delegates are notified of the end of touches and of the keyboard focus.
    seatList.close()
    for window in liveWindows { window.disconnect() }
    transferGlobals = nil
    outputList.close()
    unusableGlobals = []
    presentation = nil
    globals = nil
    connection.close()
  }

  // MARK: Windows

  func add(_ window: Window) {
    windows.removeAll { $0.window == nil }
    windows.append(WeakWindow(window: window))
    if let globals { window.open(globals) }
    onWindowsChange?()
  }

  func remove(_ window: Window) {
    windows.removeAll { $0.window == nil || $0.window === window }
    onWindowsChange?()
  }

  var liveWindows: [Window] { windows.compactMap(\.window) }

  /// An object that can keep the application running without windows.
  private struct Keeper {
    weak var owner: AnyObject?
    let keepsRunning: () -> Bool
  }

  private var keepers: [Keeper] = []

  /// Keeps the application running without windows while `condition` is true and `owner` exists, for example while the
  /// owner waits for a screen. The owner calls ``onWindowsChange`` when the condition has become false.
  ///
  /// GTK: `g_application_hold`.
  func keepApplicationRunning(for owner: AnyObject, while condition: @escaping () -> Bool) {
    keepers.removeAll { $0.owner == nil }
    keepers.append(Keeper(owner: owner, keepsRunning: condition))
  }

  /// Whether the application keeps running without windows.
  var keepsApplicationRunning: Bool { keepers.contains { $0.owner != nil && $0.keepsRunning() } }

  /// Returns the window whose surface is `surface`; nil if it is not the surface of a window.
  func window(for surface: WlSurface?) -> Window? {
    guard let surface else { return nil }
    return liveWindows.first { $0.owns(surface) }
  }

  /// Reserves memory for buffers. The arguments are the descriptor, the offset and the length; the result is an error
  /// number, 0 for success. Tests replace it to simulate a failure.
  ///
  /// Linux: `posix_fallocate`.
  package var allocateMemory: (Int32, Int, Int) -> Int32 = { posix_fallocate($0, $1, $2) }

  /// Whether the compositor offers layer surfaces; false before it has announced its globals.
  ///
  /// Wayland: `zwlr_layer_shell_v1`.
  public var hasLayers: Bool { globals?.layers != nil }

  func makeRegion() -> WlRegion? { globals?.compositor.createRegion() }

  /// The activation token that the parent process passed to this program. Nil after the first window has used it.
  package var startupToken: ActivationToken?

  // MARK: Outputs and seats

  /// The latest press on any seat.
  var lastPress: Press? { seatList.latest(.press) }

  /// The latest press or pressed key on any seat.
  var lastAction: Press? { seatList.latest([.press, .key]) }

  private func outputsChanged(_ change: OutputChange) {
    for window in liveWindows { window.outputsChanged(change) }
    onOutputChange?(change)
  }

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
      let object = try registry.bind(global, as: WlOutput.self, versions: 1...4)
      outputList.add(object, global: global.name)
    case WlSeat.interfaceName:
      let object = try registry.bind(global, as: WlSeat.self, versions: 1...10)
      seatList.add(object, global: global.name, in: self)
    case WpPresentation.interfaceName: if globals != nil, presentation == nil { bindPresentation() }
    case ZxdgOutputManagerV1.interfaceName: if globals != nil { bindDesktopOutputs() }
    default:
      globals?.added(global, in: registry)
      globals?.rebind(global, in: registry)
      transferGlobals?.added(global, in: registry)
      guard globals != nil else { return }
      for seat in seats { seat.globalsChanged() }
      for window in liveWindows { window.updateIdleInhibition() }
    }
  }

  private func globalRemoved(_ global: Registry.Global) {
    if outputList.remove(global: global.name) { return }
    _ = seatList.remove(global: global.name)
    if global.interface == WpPresentation.interfaceName {
      presentation?.object.destroy()
      presentation = nil
      bindPresentation()
    }
    if global.interface == ZxdgOutputManagerV1.interfaceName {
      outputList.removeManager()
      bindDesktopOutputs()
    }
    globals?.removed(global, in: registry)
    transferGlobals?.removed(global, in: registry)
  }
}
