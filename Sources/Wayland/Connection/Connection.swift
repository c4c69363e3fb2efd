import CWayland
import Glibc
import WaylandProtocol

/// A connection to a compositor. Its events are handled on the main actor.
///
/// `start()` serves the connection on Dispatch's main queue. A program with its own event loop calls `prepare()`
/// before it waits, `dispatch()` when `descriptor` is readable, and `flush()` when `wantsToWrite` is true and
/// `descriptor` is writable.
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
  private var loop: (any DescriptorWatch)?
  private var scheduler: any Scheduler = MainQueueScheduler.shared
  private var isPrepareScheduled = false
  private var isPreparing = false
  private var isDispatching = false
  /// A display that an event handler closed. libwayland still uses it, so it is disconnected after the handlers have
  /// run.
  private var displayToDisconnect: OpaquePointer?
  private let requests = RequestQueue()
  private var requestLog = RequestLog()
  private var isOwned = false

  /// The object that represents the compositor.
  ///
  /// Wayland: `wl_display`.
  package private(set) var display = WlDisplay(nil, on: nil)

  /// Called once when the compositor hangs up or reports an error. After that, the connection cannot be used.
  package var onFailure: ((ConnectionError) -> Void)?

  /// Called after the queued events were dispatched and before requests are flushed, so that the program can draw.
  package var onPrepare: (() -> Void)?

  /// Called when the socket accepts data again after it was full.
  package var onDrain: (() -> Void)?

  /// The object to which the event handlers refer; nil if there is none.
  ///
  /// The connection retains the owner while handlers run. If another thread releases the last reference to the owner,
  /// its `deinit` runs later, on the main actor. Until then no event is dispatched, because the handlers refer to the
  /// owner.
  package weak var owner: AnyObject? { didSet { isOwned = owner != nil } }

  /// Whether requests are queued because the socket was full. Nothing should be drawn while it is true.
  package private(set) var wantsToWrite = false

  // MARK: Opening and closing

  /// Connects to the compositor called `name`, or to the compositor that the environment names.
  ///
  /// - Parameter name: The socket's name in XDG_RUNTIME_DIR or its path; nil for WAYLAND_SOCKET, WAYLAND_DISPLAY or
  ///   `wayland-0`.
  /// - Throws: `.noDisplay` when no compositor listens there.
  ///
  /// Wayland: `wl_display_connect`.
  package convenience init(to name: String? = nil) throws(ConnectionError) {
    LibraryLog.capture()
    let socket = getenv("WAYLAND_SOCKET").map { String(cString: $0) }
    guard let display = wl_display_connect(name) else {
      throw .noDisplay(named: name, socket: socket, errno: errno)
    }
    self.init(adopting: display)
  }

  /// Takes ownership of a connected socket.
  ///
  /// - Throws: `.system` when `descriptor` cannot be used. The descriptor is closed in this case, too.
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

  /// Destroys all objects and disconnects. No handler is called after that. A handler may call this method.
  ///
  /// Wayland: `wl_display_disconnect`.
  package func close() {
    guard let libraryDisplay else { return }
    stop()
    wantsToWrite = false
    onFailure = nil
    onPrepare = nil
    onDrain = nil
    state = .closed
    requests.discard()
    let objects = self.objects
    self.objects = [:]
    // Dispatch queued events, because they may have created objects. No object has a handler anymore, so the
    // dispatcher destroys the new objects.
    _ = runHandlers(libraryDisplay)
    for object in objects.values { object.invalidate() }
    display.invalidate(isRoot: true)
    self.libraryDisplay = nil
    wl_display_flush(libraryDisplay)
    // Dispatch may keep a duplicate of the socket for a while. shutdown() notifies the compositor immediately.
    shutdown(wl_display_get_fd(libraryDisplay), Int32(SHUT_RDWR))
    if isDispatching {
      displayToDisconnect = libraryDisplay
    } else {
      wl_display_disconnect(libraryDisplay)
    }
  }

  /// The error that ended the connection; nil while the connection is open and after `close()`.
  package var failure: ConnectionError? {
    if case .failed(let error) = state { return error }
    return nil
  }

  /// Whether the connection can send requests: it is neither closed nor failed.
  package var isOpen: Bool {
    if case .open = state { return true }
    return false
  }

  // MARK: Serving

  /// Serves the connection on a scheduler, by default Dispatch's main queue.
  package func start(on scheduler: any Scheduler = MainQueueScheduler.shared) {
    guard isOpen, loop == nil else { return }
    self.scheduler = scheduler
    loop = scheduler.watch(
      descriptor,
      onReadable: { [weak self] in self?.dispatch() },
      onWritable: { [weak self] in self?.flush() })
    guard loop != nil else { return fail(after: "fcntl") }
    loop?.watchesForWriting = wantsToWrite
    prepare()
  }

  /// Stops serving the connection on the scheduler.
  package func stop() {
    loop?.cancel()
    loop = nil
  }

  /// The socket to wait on, or -1 when closed.
  ///
  /// Wayland: `wl_display_get_fd`.
  package var descriptor: Int32 { libraryDisplay.map(wl_display_get_fd) ?? -1 }

  /// Dispatches queued events, calls `onPrepare` and flushes requests. An event loop calls this method before it
  /// waits.
  ///
  /// Wayland: `wl_display_dispatch_pending`, `wl_display_flush`.
  package func prepare() {
    let owner = owner
    guard owner != nil || !isOwned else { return }
    isPreparing = true
    dispatchPending()
    onPrepare?()
    isPreparing = false
    flush()
    withExtendedLifetime(owner) {}
  }

  /// Reads from the socket without waiting, then does the same as `prepare()`.
  ///
  /// Wayland: `wl_display_read_events`.
  package func dispatch() {
    let owner = owner
    guard owner != nil || !isOwned else { return }
    // Dispatch reports a hang-up only once, together with the last events, so read to the end of the stream now.
    while readOnce(), hasHungUp {
      if isAtEndOfStream { return fail(after: "wl_display_read_events", errno: EPIPE) }
    }
    withExtendedLifetime(owner) {}
  }

  /// Reads and dispatches once. Returns false if the caller must not continue: the connection has failed or is closed,
  /// or events are being dispatched.
  private func readOnce() -> Bool {
    guard let libraryDisplay, isOpen, !isDispatching else { return false }
    while wl_display_prepare_read(libraryDisplay) != 0 {
      dispatchPending()
      guard isOpen, self.libraryDisplay != nil else { return false }
    }
    if wl_display_read_events(libraryDisplay) < 0 {
      // A wl_display.error may have arrived with the hang-up. fail(after:) dispatches it and uses its message.
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

  /// Whether all data that the compositor sent before it closed its end was read.
  ///
  /// libwayland does not report this if the stream ends in the middle of an event, because it waits for the rest of
  /// the event.
  private var isAtEndOfStream: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  /// Sends requests and waits until the compositor has processed all of them.
  ///
  /// - Parameter seconds: The time limit.
  /// - Throws: The failure if the connection breaks; `.unresponsive` if the compositor does not respond within
  ///   `seconds`.
  /// - Precondition: No event handler is running.
  ///
  /// Wayland: `wl_display_roundtrip`, which has no time limit.
  package func roundtrip(seconds: Int = 10) throws(ConnectionError) {
    precondition(!isDispatching, "roundtrip() must not be called by an event handler.")
    let marker = display.sync()
    var isAnswered = false
    marker.onEvent = { _ in isAnswered = true }
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(seconds)
    prepare()
    while isOpen, !isAnswered {
      let left = (deadline - clock.now) / .milliseconds(1)
      guard left > 0 else {
        marker.destroyProxy()
        throw .unresponsive(seconds: seconds)
      }
      let interest = Int16(wantsToWrite ? POLLIN | POLLOUT : POLLIN)
      var waiting = pollfd(fd: descriptor, events: interest, revents: 0)
      poll(&waiting, 1, Int32(left.rounded(.up)))
      dispatch()
    }
    marker.destroyProxy()
    if !isAnswered { throw failure ?? .hungUp }
  }

  /// Sends queued requests. If the socket is full, the rest stays queued and `wantsToWrite` becomes true.
  ///
  /// When the socket accepts data again, `onDrain` and `onPrepare` are called.
  ///
  /// Wayland: `wl_display_flush`.
  package func flush() {
    guard let libraryDisplay, isOpen else { return }
    if requests.hasOverflowed {
      if !isDispatching { end(with: .congested(bytes: RequestQueue.limit)) }
      return
    }
    repeat {
      guard wl_display_flush(libraryDisplay) >= 0 else {
        let reason = errno
        // EAGAIN means that the socket is full, unless the connection has failed: then libwayland stores EAGAIN as its
        // error.
        if reason == EAGAIN, wl_display_get_error(libraryDisplay) == 0 {
          setWantsToWrite(true)
        } else if !isDispatching {  // while dispatching, prepare() flushes again after the handlers
          if reason == EPIPE { readRemainingEvents(libraryDisplay) }
          fail(after: "wl_display_flush", errno: reason)
        }
        return
      }
    } while requests.didFlush()
    guard wantsToWrite else { return }
    setWantsToWrite(false)
    onDrain?()
    if !isPreparing && !isDispatching { prepare() } else { schedulePrepare() }
  }

  private func setWantsToWrite(_ wanted: Bool) {
    guard wanted != wantsToWrite else { return }
    wantsToWrite = wanted
    loop?.watchesForWriting = wanted
  }

  private func dispatchPending() {
    guard let libraryDisplay, isOpen, !isDispatching else { return }
    if runHandlers(libraryDisplay) < 0 { fail(after: "wl_display_dispatch_pending") }
  }

  /// Calls the handlers of queued events. If a handler closes the connection, the display is disconnected after the
  /// last handler.
  ///
  /// Wayland: `wl_display_dispatch_pending`.
  private func runHandlers(_ display: OpaquePointer) -> Int32 {
    let isNested = isDispatching
    isDispatching = true
    let result = wl_display_dispatch_pending(display)
    isDispatching = isNested
    if isNested { return result }
    if let displayToDisconnect { wl_display_disconnect(displayToDisconnect) }
    displayToDisconnect = nil
    return result
  }

  // MARK: Requests

  /// Sends a request. While the socket is full, the request is kept and sent later.
  func send(_ request: OutgoingRequest, from sender: OpaquePointer) {
    requestLog.add(request, to: wl_proxy_get_id(sender))
    let size = request.size
    if hasRoom(for: size) {
      requests.willPass(size)
      request.pass(from: sender)
    } else {
      requests.keep(request.kept(), from: sender, size: size)
    }
  }

  /// Sends a request that creates an object. While the socket is full, the request is kept and sent later.
  ///
  /// - Parameter hasOwnVersion: Whether the new object's version differs from the sender's. Such a request cannot be kept.
  /// - Returns: The new object; nil if too many requests are kept already.
  func create(
    _ interface: UnsafePointer<wl_interface>, by request: OutgoingRequest, from sender: OpaquePointer,
    hasOwnVersion: Bool
  ) -> OpaquePointer? {
    requestLog.add(request, to: wl_proxy_get_id(sender))
    let size = request.size
    if hasRoom(for: size) || hasOwnVersion {
      requests.willPass(size)
      return request.pass(from: sender, creating: interface)
    }
    guard !requests.hasOverflowed, let created = wl_proxy_create(sender, interface) else { return nil }
    requests.keep(request.kept(creating: created), from: sender, size: size)
    return created
  }

  /// Destroys a proxy. If requests are kept, the proxy is destroyed after they were sent, because they may refer to it.
  func destroy(_ handle: OpaquePointer) {
    if requests.isKeeping {
      requests.keep(nil, from: handle, size: RequestSize())
    } else {
      wl_proxy_destroy(handle)
    }
  }

  /// Returns whether a request can be passed to libwayland now. If libwayland's buffer is full, it is flushed first.
  private func hasRoom(for size: RequestSize) -> Bool {
    if requests.accepts(size) { return true }
    guard let libraryDisplay, isOpen, !requests.isKeeping, !requests.hasOverflowed else { return false }
    if wl_display_flush(libraryDisplay) >= 0 {
      _ = requests.didFlush()
      return true
    }
    // Any other error is reported by flush(). Until then, requests have no effect.
    guard errno == EAGAIN, wl_display_get_error(libraryDisplay) == 0 else { return true }
    setWantsToWrite(true)
    return false
  }

  // MARK: Failing

  /// Reads and dispatches all events that the compositor sent before it hung up. The last one can be
  /// `wl_display.error`.
  private func readRemainingEvents(_ display: OpaquePointer) {
    repeat {
      guard wl_display_prepare_read(display) == 0, wl_display_read_events(display) >= 0 else { return }
      _ = runHandlers(display)
    } while libraryDisplay != nil && hasHungUp && !isAtEndOfStream
  }

  private func fail(after call: String, errno callError: Int32 = Glibc.errno) {
    guard let libraryDisplay, isOpen else { return }
    // Dispatch a queued wl_display.error, because that sets the display's error state.
    _ = runHandlers(libraryDisplay)
    guard self.libraryDisplay != nil else { return }
    end(with: ConnectionError(of: libraryDisplay, after: call, errno: callError, log: requestLog))
  }

  private func end(with error: ConnectionError) {
    stop()
    wantsToWrite = false
    state = .failed(error)
    onFailure?(error)
  }

  // MARK: Objects

  /// Passes the events of `handle` to `proxy`, and retains `proxy` until `unregister(_:)`.
  func register(_ proxy: Proxy, _ handle: OpaquePointer) {
    // libwayland handles the events of wl_display itself.
    guard handle != libraryDisplay else { return }
    objects[handle] = proxy
    wl_proxy_add_dispatcher(handle, eventDispatcher, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  func unregister(_ handle: OpaquePointer) { objects[handle] = nil }

  func proxy(for handle: OpaquePointer) -> Proxy? { objects[handle] }

  /// Schedules `prepare()`, so that a request is sent even if no event arrives.
  ///
  /// It has no effect without `start()`, or if `prepare()` will run anyway.
  package func schedulePrepare() {
    guard loop != nil, !isDispatching, !isPreparing, !isPrepareScheduled else { return }
    isPrepareScheduled = true
    scheduler.soon { [weak self] in
      self?.isPrepareScheduled = false
      self?.prepare()
    }
  }
}
