import CWayland
import Dispatch
import Glibc
import WaylandProtocol

/// A connection to a compositor, served on the main actor.
///
/// Either `start()` lets Dispatch's main queue serve it, or a foreign loop does: before it waits it calls
/// `prepare()`, when `descriptor` is readable `dispatch()`, and when `wantsToWrite` and it is writable `flush()`.
///
/// Wayland: `wl_display`.
@MainActor
package final class Connection {
  private enum State {
    case open
    case failed(ConnectionError)
    case closed
  }

  private var state = State.open
  private var libraryDisplay: OpaquePointer?
  private var objects: [OpaquePointer: Proxy] = [:]
  private var loop: DispatchLoop?
  private var isPrepareScheduled = false
  private var isPreparing = false
  private var isDispatching = false
  /// A display that a handler closed: libwayland is still at work in it.
  private var leavingDisplay: OpaquePointer?

  /// The root object.
  package private(set) var display = WlDisplay(nil, on: nil)

  /// Called once when the compositor hangs up or reports an error. The connection is of no use afterwards.
  package var onFailure: ((ConnectionError) -> Void)?

  /// Called before requests are sent, after all events that were read: the place to draw.
  package var onPrepare: (() -> Void)?

  /// Whether data waits for the socket to become writable again.
  package private(set) var wantsToWrite = false

  // MARK: Opening and closing

  /// Connects to the compositor called `name`, or to the one the environment names.
  ///
  /// - Throws: `.noDisplay` when none listens there.
  ///
  /// Wayland: `wl_display_connect`.
  package convenience init(to name: String? = nil) throws(ConnectionError) {
    LibraryLog.capture()
    guard let display = wl_display_connect(name) else { throw .noDisplay(named: name, errno: errno) }
    self.init(adopting: display)
  }

  /// Takes over a connected socket.
  ///
  /// - Throws: `.system` when `descriptor` cannot be used; it is closed then, too.
  ///
  /// Wayland: `wl_display_connect_to_fd`.
  package convenience init(descriptor: Int32) throws(ConnectionError) {
    LibraryLog.capture()
    guard let display = wl_display_connect_to_fd(descriptor) else {
      throw .system(call: "wl_display_connect_to_fd", errno: errno)
    }
    self.init(adopting: display)
  }

  private init(adopting display: OpaquePointer) {
    libraryDisplay = display
    self.display = WlDisplay(display, on: self)
  }

  isolated deinit { close() }

  /// Destroys every object and disconnects. Nothing is called back any more. Handlers may call it, too.
  ///
  /// Wayland: `wl_display_disconnect`.
  package func close() {
    guard let libraryDisplay else { return }
    stop()
    wantsToWrite = false
    onFailure = nil
    onPrepare = nil
    state = .closed
    let objects = self.objects
    self.objects = [:]
    for object in objects.values { object.connectionCloses() }
    display.connectionCloses(isRoot: true)
    self.libraryDisplay = nil
    wl_display_flush(libraryDisplay)
    // Dispatch may hold a duplicate of the socket a little longer; the compositor is to know at once.
    shutdown(wl_display_get_fd(libraryDisplay), Int32(SHUT_RDWR))
    if isDispatching {
      leavingDisplay = libraryDisplay
    } else {
      wl_display_disconnect(libraryDisplay)
    }
  }

  /// Why the connection ended, or nil while it works.
  package var failure: ConnectionError? {
    if case .failed(let error) = state { return error }
    return nil
  }

  /// Whether requests can reach the compositor.
  package var isOpen: Bool {
    if case .open = state { return true }
    return false
  }

  // MARK: Serving

  /// Lets Dispatch's main queue serve the connection.
  package func start() {
    guard isOpen, loop == nil else { return }
    loop = DispatchLoop(
      descriptor: descriptor,
      onReadable: { [weak self] in self?.dispatch() },
      onWritable: { [weak self] in self?.flush() })
    guard loop != nil else { return fail(after: "fcntl") }
    loop?.watchesForWriting = wantsToWrite
    prepare()
  }

  /// Ends what `start()` began.
  package func stop() {
    loop?.cancel()
    loop = nil
  }

  /// The socket to wait on, or -1 when closed.
  ///
  /// Wayland: `wl_display_get_fd`.
  package var descriptor: Int32 { libraryDisplay.map(wl_display_get_fd) ?? -1 }

  /// Delivers events that were read already and sends requests: to be called before waiting.
  package func prepare() {
    isPreparing = true
    deliver()
    onPrepare?()
    isPreparing = false
    flush()
  }

  /// Reads what the socket holds, without waiting, delivers it, and sends requests.
  ///
  /// Wayland: `wl_display_read_events`.
  package func dispatch() {
    // Dispatch tells of a hang-up once, and with the compositor's last events: all are read until the end shows.
    while readOnce(), hasHungUp {
      if isAtEnd { return fail(after: "wl_display_read_events", errno: EPIPE) }
    }
  }

  /// Returns whether there may be more to read.
  private func readOnce() -> Bool {
    guard let libraryDisplay, isOpen, !isDispatching else { return false }
    while wl_display_prepare_read(libraryDisplay) != 0 {
      deliver()
      guard isOpen, self.libraryDisplay != nil else { return false }
    }
    if wl_display_read_events(libraryDisplay) < 0 {
      // An error event may have come with the hang-up: deliver it for its words.
      fail(after: "wl_display_read_events")
      return false
    }
    prepare()
    return isOpen
  }

  /// Whether the compositor has closed its end.
  private var hasHungUp: Bool {
    var socket = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&socket, 1, 0) == 1 && socket.revents & Int16(POLLHUP) != 0
  }

  /// Whether nothing is left to read of what the compositor sent before it closed its end. libwayland does not always
  /// tell: with part of an event left over it waits for the rest.
  private var isAtEnd: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  /// Sends requests and waits until the compositor has handled them all.
  ///
  /// - Throws: The failure when the connection breaks; `.unresponsive` when no answer comes within `seconds`.
  /// - Precondition: It is not called by the handler of an event, which would have to end first.
  ///
  /// Wayland: `wl_display_roundtrip`, which would wait for ever.
  package func roundTrip(seconds: Int = 10) throws(ConnectionError) {
    precondition(!isDispatching, "A handler cannot wait for other events.")
    let marker = display.sync()
    var isAnswered = false
    marker.onEvent = { _ in isAnswered = true }
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(seconds)
    prepare()
    while isOpen, !isAnswered {
      let left = (deadline - clock.now) / .milliseconds(1)
      guard left > 0 else {
        marker.forget()
        throw .unresponsive(seconds: seconds)
      }
      let interest = Int16(wantsToWrite ? POLLIN | POLLOUT : POLLIN)
      var waiting = pollfd(fd: descriptor, events: interest, revents: 0)
      poll(&waiting, 1, Int32(left.rounded(.up)))
      dispatch()
    }
    marker.forget()
    if !isAnswered { throw failure ?? .hungUp }
  }

  /// Sends queued requests; what does not fit now is sent when the socket is writable again.
  ///
  /// Wayland: `wl_display_flush`.
  package func flush() {
    guard let libraryDisplay, isOpen else { return }
    if wl_display_flush(libraryDisplay) >= 0 {
      setWantsToWrite(false)
    } else if errno == EAGAIN {
      setWantsToWrite(true)
    } else if !isDispatching {  // else it comes here again when all events that were read are delivered
      let reason = errno
      if reason == EPIPE { readLastWords(libraryDisplay) }
      fail(after: "wl_display_flush", errno: reason)
    }
  }

  private func setWantsToWrite(_ wanted: Bool) {
    guard wanted != wantsToWrite else { return }
    wantsToWrite = wanted
    loop?.watchesForWriting = wanted
  }

  private func deliver() {
    guard let libraryDisplay, isOpen, !isDispatching else { return }
    if dispatchPending(libraryDisplay) < 0 { fail(after: "wl_display_dispatch_pending") }
  }

  /// Calls the handlers of what was read; if one of them closes the connection, disconnects afterwards.
  private func dispatchPending(_ display: OpaquePointer) -> Int32 {
    let isNested = isDispatching
    isDispatching = true
    let result = wl_display_dispatch_pending(display)
    isDispatching = isNested
    if isNested { return result }
    if let leavingDisplay { wl_display_disconnect(leavingDisplay) }
    leavingDisplay = nil
    return result
  }

  // MARK: Failing

  /// Reads and delivers all that the compositor said before it hung up: the reason comes last.
  private func readLastWords(_ display: OpaquePointer) {
    repeat {
      guard wl_display_prepare_read(display) == 0, wl_display_read_events(display) >= 0 else { return }
      _ = dispatchPending(display)
    } while libraryDisplay != nil && hasHungUp && !isAtEnd
  }

  private func fail(after call: String, errno callError: Int32 = Glibc.errno) {
    guard let libraryDisplay, isOpen else { return }
    // Puts a pending wl_display.error into the display's error state.
    _ = dispatchPending(libraryDisplay)
    guard self.libraryDisplay != nil else { return }
    let error = ConnectionError(of: libraryDisplay, after: call, errno: callError)
    stop()
    wantsToWrite = false
    state = .failed(error)
    onFailure?(error)
  }

  // MARK: Objects

  /// Starts to listen to `proxy` and keeps it alive.
  func adopt(_ proxy: Proxy, _ handle: OpaquePointer) {
    // The display's own events are libwayland's.
    guard handle != libraryDisplay else { return }
    objects[handle] = proxy
    wl_proxy_add_dispatcher(handle, eventDispatcher, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  func release(_ handle: OpaquePointer) { objects[handle] = nil }

  func proxy(for handle: OpaquePointer) -> Proxy? { objects[handle] }

  /// Sees to it that `prepare()` is called soon, also when no event arrives.
  package func noteRequest() {
    guard loop != nil, !isDispatching, !isPreparing, !isPrepareScheduled else { return }
    isPrepareScheduled = true
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        self?.isPrepareScheduled = false
        self?.prepare()
      }
    }
  }
}
