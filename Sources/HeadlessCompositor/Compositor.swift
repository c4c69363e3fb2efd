import CWaylandServer

/// A headless Wayland compositor inside the process, on its own time.
///
/// It shows nothing and presents nothing until told: frame callbacks, buffer releases, input and the clock are in the
/// hands of whoever owns it. Clients connect through `connect()` (a descriptor for this process) or `listen(on:)` (a
/// socket for others); `step()` answers them, or `attach()` lets the main queue do so.
///
///     let compositor = try Compositor(.init(width: 1280, height: 720, scale: 1.5))
///     let app = try App(descriptor: compositor.connect())
///     compositor.clientTurn = { app.dispatch() }
///     compositor.run(until: { compositor.topmost != nil })
///     compositor.seat.touch.down(at: (640, 360))
///     compositor.run(frames: 3)
///     compositor.seat.touch.up()
///     try compositor.capture().writePNG(to: "touched.png")
///     #expect(compositor.protocolErrors == [])
@MainActor public final class Compositor {
  /// How it was set up.
  public let configuration: Configuration
  /// The screen.
  public let output: Output
  /// The input devices.
  public let seat: Seat

  /// When buffers go back to clients; counts from the next commit on.
  public var bufferRelease: BufferRelease

  /// The connected clients, oldest first.
  public var clients: [Client] { Array(clientList) }
  /// Every surface there is, oldest first.
  public var surfaces: [Surface] { Array(surfaceList) }
  /// The windows, mapped or not, the topmost last.
  public var toplevels: [Toplevel] { Array(toplevelList) }
  /// The popups, the topmost last.
  public var popups: [Popup] { Array(popupList) }
  /// Every rule that clients broke, in order; also those that libwayland itself noticed.
  ///
  /// Wayland: `wl_display.error`.
  public internal(set) var protocolErrors: [ProtocolError] = []

  /// How many buffers came back changed by the client while they were held; counted on release, and only with
  /// `Configuration.watchesHeldBuffers`. On a real compositor such a client shows torn pictures.
  public internal(set) var overwrittenBufferCount = 0

  /// Called after a commit has taken effect.
  public var onCommit: ((Surface) -> Void)?
  /// Called when a window shows its first content.
  public var onMap: ((Toplevel) -> Void)?
  /// The turn of a client that lives on this thread: dispatches what it received and sends its answers.
  public var clientTurn: (() -> Void)?

  let display: OpaquePointer
  let eventLoop: OpaquePointer
  var clientList = ObjectList<Client>()
  var clientsByHandle: [OpaquePointer: Client] = [:]
  var surfaceList = ObjectList<Surface>()
  /// All surfaces that wait for a frame callback or for presentation feedback, and perhaps some that no longer do.
  var waitingSurfaces = ObjectList<Surface>()
  var toplevelList = ObjectList<Toplevel>()
  var popupList = ObjectList<Popup>()
  /// The window that is drawn as the focused one.
  weak var activeToplevel: Toplevel?
  /// The focus to be found anew when libwayland is done.
  var pendingFocus = FocusUpdate()
  /// How often the places of all surfaces were computed. Tests read it.
  package internal(set) var placementCount = 0
  var virtualTime: UInt64 = 0
  /// Requests and events so far; stands still when all is quiet.
  var traffic = 0
  var requestCounts: [String: Int] = [:]
  var globals: [Global] = []
  var buffers: [OpaquePointer: Buffer] = [:]
  var activationTokens: Set<String> = []
  var frameNumber: UInt64 = 0
  /// Whether libwayland is at work: it may be destroying a client, and must not be entered again.
  var isBusy = false
  /// Clients to be disconnected once libwayland is done with them.
  var doomedClients: [Client] = []
  var clientListener: Listener?
  var protocolLogger: OpaquePointer?
  var attachment: Attachment?
  var isClosed = false

  /// Creates a compositor without clients.
  ///
  /// - Throws: `CompositorError.noDisplay` when libwayland cannot create one: too many open files, or no memory.
  public init(_ configuration: Configuration = Configuration()) throws(CompositorError) {
    // What it would print about a broken rule is in `protocolErrors`.
    wl_log_set_handler_server { _, _ in }
    guard let display = wl_display_create() else { throw .noDisplay }
    guard let loop = wl_display_get_event_loop(display) else { throw .noDisplay }
    self.display = display
    eventLoop = loop
    self.configuration = configuration
    bufferRelease = configuration.bufferRelease
    output = Output(configuration)
    seat = Seat(devices: configuration.inputDevices)
    if case .virtual(let start) = configuration.clock { virtualTime = start }
    output.compositor = self
    seat.compositor = self
    watchClients()
    watchMessages()
    offerGlobals()
  }

  isolated deinit { close() }

  /// Disconnects all clients and removes the sockets. What is called afterwards has no effect.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    attachment?.cancel()
    attachment = nil
    if let protocolLogger { wl_protocol_logger_destroy(protocolLogger) }
    whileBusy { wl_display_destroy_clients(display) }
    clientListener?.cancel()
    wl_display_destroy(display)
  }

  /// The time, in nanoseconds.
  public var now: UInt64 {
    switch configuration.clock {
    case .virtual: virtualTime
    case .monotonic: Compositor.monotonicTime()
    }
  }

  /// Lets virtual time pass without presenting anything.
  ///
  /// - Parameter nanoseconds: How long.
  /// - Precondition: The clock is virtual.
  public func advance(by nanoseconds: UInt64) {
    precondition(configuration.clock != .monotonic, "A monotonic clock cannot be set.")
    virtualTime += nanoseconds
  }

  /// Returns how often clients sent a request, such as `wl_surface.commit`, since the start.
  public func requestCount(of name: String) -> Int { requestCounts[name] ?? 0 }

  /// The time as input events carry it: it wraps after 49.7 days.
  var milliseconds: UInt32 { UInt32(truncatingIfNeeded: now / 1_000_000) }

  func nextSerial() -> UInt32 { isClosed ? 0 : wl_display_next_serial(display) }
}

/// Why a compositor, or a connection to it, could not be made.
public enum CompositorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// libwayland gave no display.
  case noDisplay
  /// No socket pair; carries the reason.
  case noConnection(String)
  /// The socket of this name cannot be opened; carries the reason.
  case noSocket(name: String, reason: String)

  public var description: String {
    switch self {
    case .noDisplay: "cannot create a Wayland display (too many open files?)"
    case .noConnection(let reason): "cannot connect a client: \(reason)"
    case .noSocket(let name, let reason): "cannot open the Wayland socket \(name): \(reason)"
    }
  }
}
