import CWaylandServer
import Glibc
import Threads

extension Compositor {
  /// Dispatches the requests that have arrived and flushes events. It does not block.
  public func step() {
    wait(milliseconds: 0)
  }

  /// Dispatches requests and flushes events. If no request has arrived, it blocks until the first one.
  ///
  /// - Parameter milliseconds: The longest time to block.
  public func wait(milliseconds: Int32) {
    wait(milliseconds: milliseconds, passes: 1000)
  }

  /// - Parameters:
  ///   - milliseconds: The longest time to block.
  ///   - passes: The largest number of reads. In each pass, libwayland reads at most 4 KiB from each client, the size
  ///     of its buffer.
  package func wait(milliseconds: Int32, passes: Int) {
    guard !isClosed, !isDispatching else { return }
    var timeout = milliseconds
    let (first, firstClients, firstTransfers) = (messageCount, clients.count, pendingTransferCount)
    for _ in 0..<passes {
      let before = messageCount
      whileDispatching { _ = wl_event_loop_dispatch(eventLoop, timeout) }
      guard !isClosed else { return }
      performPendingDisconnects()
      timeout = 0
      if messageCount == before { break }
    }
    sendLateSelections()
    flush()
    if messageCount != first || clients.count != firstClients || pendingTransferCount != firstTransfers {
      onDispatch?()
    }
  }

  /// Dispatches the clients and the compositor alternately until neither of them sends a message.
  ///
  /// - Parameter client: A closure that dispatches the clients; nil uses `dispatchClients`.
  /// - Returns: False if messages were still sent after 10,000 rounds.
  @discardableResult
  public func settle(_ client: (() -> Void)? = nil) -> Bool {
    for _ in 0..<10_000 {
      let before = messageCount
      (client ?? dispatchClients)?()
      step()
      if messageCount == before { return true }
    }
    return false
  }

  /// The time between two frames of the first output, in nanoseconds.
  public var refreshInterval: UInt64 { mainOutput.refreshInterval }

  /// Whether a visible surface waits for a frame callback or for presentation feedback, or a client for a copy of an output
  /// that has changed.
  public var isFrameWanted: Bool {
    waitingSurfaces.contains { $0.getsFrames && $0.isFrameWanted } || waitingCopies.contains { $0.isDue }
  }

  /// Presents a frame. It fires the frame callbacks and sends the presentation feedback of all visible surfaces.
  ///
  /// - Parameters:
  ///   - time: The time of the frame, in nanoseconds; nil uses `now`. A virtual clock is set to this time.
  ///   - output: The output on which the frame is presented; nil for all outputs. A surface on several outputs gets
  ///     the frames of the output with its largest part.
  /// - Precondition: With a virtual clock, `time` is not earlier than `now`.
  ///
  /// Wayland: `wl_surface.frame`, `wp_presentation_feedback.presented`.
  public func presentFrame(at time: UInt64? = nil, on output: Output? = nil) {
    if let time, configuration.clock != .monotonic {
      precondition(
        time >= virtualTime, "The frame time \(time) is before the current virtual time \(virtualTime).")
      virtualTime = time
    }
    let moment = time ?? now
    frameNumber += 1
    for surface in surfaceList where surface.getsFrames {
      if let output, surface.outputs.first !== output { continue }
      surface.presented(at: moment, frame: frameNumber)
    }
    finishCopies()
    lint?.framePresented()
    sendLateSelections()
    flush()
  }

  /// Presents frames one refresh interval apart. It calls `settle(_:)` before the first frame and after each frame.
  ///
  /// The clock must be virtual.
  ///
  /// - Parameter frames: The number of frames.
  public func run(frames: Int) {
    settle()
    for _ in 0..<frames {
      presentFrame(at: virtualTime + refreshInterval)
      settle()
    }
  }

  /// Presents frames one refresh interval apart until `condition` is true. It calls `settle(_:)` before the first
  /// frame and after each frame.
  ///
  /// The clock must be virtual.
  ///
  /// - Parameters:
  ///   - limit: The largest number of frames.
  ///   - condition: Evaluated before the first and after each frame.
  /// - Returns: Whether `condition` is true at the end.
  @discardableResult
  public func run(limit: Int = 600, until condition: () -> Bool) -> Bool {
    settle()
    for _ in 0..<limit {
      if condition() { return true }
      presentFrame(at: virtualTime + refreshInterval)
      settle()
    }
    return condition()
  }

  /// Serves clients of other processes in real time until `condition` is true. It presents frames while
  /// `isFrameWanted` is true.
  ///
  /// - Parameters:
  ///   - seconds: The time limit.
  ///   - condition: Evaluated before the first and after each batch of requests.
  /// - Returns: Whether `condition` became true within the time limit.
  @discardableResult
  public func serve(seconds: Double, until condition: () -> Bool) -> Bool {
    let end = MonotonicClock.nanoseconds() + UInt64(seconds * 1e9)
    var nextFrame = MonotonicClock.nanoseconds()
    while !condition() {
      let real = MonotonicClock.nanoseconds()
      if real >= end { return false }
      if isFrameWanted, real >= nextFrame {
        nextFrame = real + refreshInterval
        presentFrame(at: configuration.clock == .monotonic ? nil : virtualTime + refreshInterval)
      }
      let deadline = isFrameWanted ? min(end, nextFrame) : end
      wait(milliseconds: Int32(min(100, (max(deadline, real) - real) / 1_000_000 + 1)))
    }
    return true
  }

  private func sendLateSelections() {
    for seat in seats {
      seat.clipboard.sendLateSelections()
      seat.primarySelection.sendLateSelections()
    }
  }

  /// Performs work, and then sends the events of all of it, so that a client reads them at once and answers them together.
  package func sendingTogether<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    flushHolds += 1
    defer {
      flushHolds -= 1
      flush()
    }
    return try work()
  }

  /// Flushes events to all clients. No effect during a dispatch, because `wait` flushes at its end, and in `sendingTogether`.
  func flush() {
    guard !isDispatching, !isClosed, flushHolds == 0 else { return }
    whileDispatching { wl_display_flush_clients(display) }
  }

  /// Runs `work`, which calls libwayland, and then performs the pending focus updates.
  func whileDispatching(_ work: () -> Void) {
    isDispatching = true
    work()
    isDispatching = false
    performFocusUpdates()
    destroyDisplay()
  }

  private func performPendingDisconnects() {
    let clients = pendingDisconnects
    pendingDisconnects = []
    for client in clients { client.disconnect() }
  }
}
