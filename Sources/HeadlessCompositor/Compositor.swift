import CWaylandServer
import Glibc
import Threads

/// A headless Wayland compositor that runs in the calling process, by default with a virtual clock.
///
/// It has no display and no input devices. The test or program that owns it presents frames, sends input and advances
/// the clock. Clients in this process connect with `connect()`, clients in other processes through a socket that
/// `listen(on:)` opens. `step()` dispatches their requests. After `attach(presentingAt:)` the main queue dispatches
/// them.
///
///     let compositor = try Compositor(.init(width: 1280, height: 720, scale: 1.5))
///     let app = try App(descriptor: compositor.connect())
///     compositor.dispatchClients = { app.dispatch() }
///     compositor.run(until: { compositor.topmost != nil })
///     compositor.seat.touch.down(at: (640, 360))
///     compositor.run(frames: 3)
///     compositor.seat.touch.up()
///     try compositor.capture().writePNG(to: "touched.png")
///     #expect(compositor.protocolErrors == [])
@MainActor public final class Compositor {
  /// The configuration the compositor was created with.
  public let configuration: Configuration
  /// The first output. It exists even after `removeOutput(_:)`, but then changes of its properties have no effect.
  public let output: Output
  /// The outputs that clients see, in the order they were added.
  public internal(set) var outputs: [Output] = []
  /// The first seat. It exists even after `removeSeat(_:)`, but then its input has no effect.
  public let seat: Seat
  /// The seats that clients see, in the order they were added.
  public internal(set) var seats: [Seat] = []

  /// When buffers are released to clients. A change takes effect with the next commit.
  public var bufferRelease: BufferRelease

  /// The connected clients, in the order in which they connected.
  public var clients: [Client] { Array(clientList) }
  /// All surfaces, in the order they were created.
  public var surfaces: [Surface] { Array(surfaceList) }
  /// All toplevels, mapped or not, from bottom to top.
  public var toplevels: [Toplevel] { Array(toplevelList) }
  /// All popups, from bottom to top.
  public var popups: [Popup] { Array(popupList) }
  /// All protocol errors sent to clients, in order, including those that libwayland raised.
  ///
  /// Wayland: `wl_display.error`.
  public internal(set) var protocolErrors: [ProtocolError] = []

  /// The process IDs of clients that libwayland has disconnected because their sockets were full of events that they did not
  /// read.
  public internal(set) var unresponsiveClients: [Int32] = []

  /// Sentences about clients that have disconnected and could not work with this compositor.
  public internal(set) var clientNotes: [String] = []

  /// The number of times a client changed a buffer between its commit and its release.
  ///
  /// On a real compositor, such a client shows torn frames. Buffers are compared when they are released and
  /// when they are committed again, but only if `Configuration.detectsOverwrittenBuffers` is set.
  public internal(set) var overwrittenBufferCount = 0

  /// Called with each request before it is performed, and with each event after it was queued. While it is `nil`, messages are not
  /// converted to text.
  public var onMessage: ((WireMessage) -> Void)?
  /// Decides about each request of a client before it is performed; `nil` performs all. Requests of `wl_display`, `wl_registry`,
  /// `wl_shm` and its pools and buffers are always performed, because libwayland performs them.
  public var onRequest: ((WireMessage) -> RequestDecision)?
  /// Called after the state of each commit was applied or, for a synchronized subsurface, cached.
  public var onCommit: ((Surface) -> Void)?
  /// Called when a toplevel is mapped, that is, when it commits its first content.
  public var onMap: ((Toplevel) -> Void)?
  /// Called after requests of clients were dispatched, or clients have left, by `step()`, `wait(milliseconds:)` or the main queue.
  public var onDispatch: (() -> Void)?
  /// Dispatches the clients on this thread: reads their events and flushes their requests. `settle(_:)` calls this
  /// closure.
  public var dispatchClients: (() -> Void)?

  let display: OpaquePointer
  let eventLoop: OpaquePointer
  var clientList = ObjectList<Client>()
  var clientsByHandle: [OpaquePointer: Client] = [:]
  var surfaceList = ObjectList<Surface>()
  /// The surfaces that wait for a frame callback or for presentation feedback. The list may also contain surfaces that
  /// no longer wait.
  var waitingSurfaces = ObjectList<Surface>()
  var toplevelList = ObjectList<Toplevel>()
  var popupList = ObjectList<Popup>()
  /// The popups with a grab that are not dismissed, from bottom to top.
  var grabbingPopups = ObjectList<Popup>()
  var layerList = ObjectList<LayerSurface>()
  /// The lock of the session; nil while it is not locked.
  var sessionLock: SessionLock?
  /// The clients' lists of windows.
  var toplevelLists = ObjectList<ForeignToplevelList>()
  /// The clients' lists of outputs.
  var outputManagers = ObjectList<OutputManager>()
  /// The clients' copies of outputs that wait for a change.
  var waitingCopies = ObjectList<ScreenCopy>()
  /// The number of changes of the content of surfaces.
  var contentChanges = 0
  /// The layer surface that was pressed last; nil if another surface was pressed after it.
  weak var pressedLayer: LayerSurface?
  /// The serials of recent presses, oldest first.
  var pressSerials: [UInt32] = []
  /// The toplevel that has the activated state.
  weak var activeToplevel: Toplevel?
  /// The focus updates to perform when the dispatch ends.
  var pendingFocus = FocusUpdate()
  /// The number of times that the positions of all surfaces were computed. Tests read it.
  package internal(set) var placementCount = 0
  var virtualTime: UInt64 = 0
  /// The number of requests and events so far.
  package internal(set) var messageCount = 0
  var requestCounts: [String: Int] = [:]
  /// The number of requests that clients have sent.
  public internal(set) var requestTotal = 0
  var globals: [Global] = []
  /// The interface that `advertiseGlobals()` advertises; nil for all interfaces.
  var globalToRestore: String?
  /// The version of this interface; nil for the one in the configuration.
  var restoredVersion: Int32?
  /// The socket files of `listen(atPath:)`. libwayland does not remove them, so `close()` does.
  var socketPaths: [String] = []
  var buffers: [OpaquePointer: Buffer] = [:]
  var activationTokens: Set<String> = []
  /// The requests of clients for activation tokens, in order.
  public internal(set) var activationRequests: [ActivationRequest] = []
  /// The transfers whose descriptors the event loop watches.
  var transfers = ObjectList<ContentTransfer>()
  var frameNumber: UInt64 = 0
  /// The output that was removed last; the first output if none was removed.
  var lastOutput: Output
  /// The number of outputs that were created so far. It is used in their names.
  var addedOutputCount = 1
  /// Whether libwayland is dispatching, flushing or destroying clients. While this is true, libwayland must
  /// not be called again for any of the three.
  var isDispatching = false
  /// The number of calls of `sendingTogether` that run.
  var flushHolds = 0
  /// The serial of the last ping. Pings do not use the serials of the display, so that the number of pings, which depends on the speed
  /// of clients, does not change the serials of other events.
  var lastPingSerial: UInt32 = 0
  /// The clients to disconnect when the dispatch ends.
  var pendingDisconnects: [Client] = []
  var clientListener: Listener?
  var protocolLogger: OpaquePointer?
  /// The Dispatch sources of the main queue; nil while detached.
  var mainQueueSources: MainQueueSources?
  var isClosed = false
  /// Collects the mistakes of clients; nil unless `Configuration.lints` is set.
  private(set) var lint: Lint?
  private var isDestroyed = false

  /// Creates a compositor without clients.
  ///
  /// - Throws: `CompositorError.noDisplay` if libwayland cannot create a display because too many files are open or
  ///   memory is missing.
  public init(_ configuration: Configuration = Configuration()) throws(CompositorError) {
    // Ignore libwayland's messages: it would print protocol errors to standard error, but they are in
    // `protocolErrors`.
    wl_log_set_handler_server { _, _ in }
    guard let display = wl_display_create() else { throw .noDisplay }
    guard let loop = wl_display_get_event_loop(display) else { throw .noDisplay }
    self.display = display
    eventLoop = loop
    self.configuration = configuration
    bufferRelease = configuration.bufferRelease
    output = Output(configuration, name: "HEADLESS-1", position: (0, 0))
    lastOutput = output
    seat = Seat(name: "seat0", devices: configuration.inputDevices)
    if case .virtual(let start) = configuration.clock { virtualTime = start }
    if configuration.lints { lint = Lint(self) }
    seat.compositor = self
    seat.touch.framePolicy = configuration.touchFramePolicy
    register()
    observeClients()
    observeMessages()
    advertiseGlobals()
  }

  isolated deinit { close() }

  /// Disconnects all clients and removes the sockets.
  ///
  /// If this method is called from `onCommit` or `onMap`, the clients are disconnected when the current dispatch ends.
  ///
  /// After `close()`, no call sends events, and `connect()` and `listen(on:)` throw `CompositorError.noDisplay`.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    mainQueueSources?.cancel()
    mainQueueSources = nil
    if !isDispatching { destroyDisplay() }
  }

  /// Destroys the display after `close()`, unless libwayland is using the display.
  func destroyDisplay() {
    guard isClosed, !isDestroyed else { return }
    isDestroyed = true
    if let protocolLogger { wl_protocol_logger_destroy(protocolLogger) }
    whileDispatching { wl_display_destroy_clients(display) }
    clientListener?.cancel()
    for transfer in transfers { transfer.cancel() }
    unregister()
    wl_display_destroy(display)
    for path in socketPaths { unlink(path) }
  }

  /// The current time of the configured clock, in nanoseconds.
  public var now: UInt64 {
    switch configuration.clock {
    case .virtual: virtualTime
    case .monotonic: MonotonicClock.nanoseconds()
    }
  }

  /// Advances the virtual clock without presenting a frame.
  ///
  /// - Parameter nanoseconds: The time by which to advance.
  /// - Precondition: The compositor has a virtual clock.
  public func advance(by nanoseconds: UInt64) {
    precondition(
      configuration.clock != .monotonic,
      "advance(by:) needs a virtual clock; this compositor uses CLOCK_MONOTONIC.")
    virtualTime += nanoseconds
  }

  /// Returns how many times clients have sent the named request, such as `wl_surface.commit`.
  public func requestCount(of name: String) -> Int { requestCounts[name] ?? 0 }

  /// The time of input events, in milliseconds; wraps after 49.7 days.
  var milliseconds: UInt32 { UInt32(truncatingIfNeeded: now / 1_000_000) }

  /// Returns a new serial; 0 after `close()`.
  func nextSerial() -> UInt32 { isClosed ? 0 : wl_display_next_serial(display) }
}

/// A compositor, a connection or a socket could not be created.
public enum CompositorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// libwayland cannot create a display, or the compositor is closed.
  case noDisplay
  /// The socket pair cannot be created; the associated value is the reason.
  case noConnection(String)
  /// The socket cannot be opened; `reason` states why.
  case noSocket(name: String, reason: String)

  public var description: String {
    switch self {
    case .noDisplay: "cannot create a Wayland display (too many open files?)"
    case .noConnection(let reason): "cannot connect a client: \(reason)"
    case .noSocket(let name, let reason): "cannot open the Wayland socket \(name): \(reason)"
    }
  }
}
