import CWaylandServer
import Glibc

extension Compositor {
  /// Answers what clients have sent, without waiting, and sends what is due.
  public func step() {
    wait(milliseconds: 0)
  }

  /// Answers clients, waiting for the first request if there is none yet.
  ///
  /// - Parameter milliseconds: How long to wait at most.
  public func wait(milliseconds: Int32) {
    wait(milliseconds: milliseconds, passes: 1000)
  }

  /// - Parameter passes: How often to read at most. A pass reads at most a buffer of 4 KiB from each client.
  func wait(milliseconds: Int32, passes: Int) {
    guard !isClosed, !isBusy else { return }
    var timeout = milliseconds
    for _ in 0..<passes {
      let before = traffic
      whileBusy { _ = wl_event_loop_dispatch(eventLoop, timeout) }
      disconnectDoomedClients()
      timeout = 0
      if traffic == before { break }
    }
    flush()
  }

  /// Lets compositor and client take turns until neither has anything to say.
  ///
  /// - Parameter client: The client's turn; by default `clientTurn`.
  /// - Returns: False when they were still talking after 10,000 turns.
  @discardableResult
  public func settle(_ client: (() -> Void)? = nil) -> Bool {
    for _ in 0..<10_000 {
      let before = traffic
      (client ?? clientTurn)?()
      step()
      if traffic == before { return true }
    }
    return false
  }

  /// The time between two frames, in nanoseconds.
  public var refreshInterval: UInt64 { UInt64((1_000_000_000 / output.refreshRate).rounded()) }

  /// Whether a shown surface waits for a frame callback or for presentation feedback.
  public var isFrameWanted: Bool { waitingSurfaces.contains { $0.isShown && $0.isFrameWanted } }

  /// Shows a frame: fires the frame callbacks of all shown surfaces and tells when their content became visible.
  ///
  /// - Parameter time: The time of the frame, in nanoseconds; by default now. A virtual clock is set to it.
  /// - Precondition: A virtual clock does not go back.
  ///
  /// Wayland: `wl_surface.frame`, `wp_presentation_feedback.presented`.
  public func presentFrame(at time: UInt64? = nil) {
    if let time, configuration.clock != .monotonic {
      precondition(time >= virtualTime, "Time cannot go back from \(virtualTime) to \(time).")
      virtualTime = time
    }
    let moment = time ?? now
    frameNumber += 1
    for surface in surfaceList where surface.isShown { surface.presented(at: moment, frame: frameNumber) }
    flush()
  }

  /// Runs frames one refresh interval apart; the client has its turn before the first and after each.
  ///
  /// - Parameter frames: How many.
  /// - Precondition: The clock is virtual.
  public func run(frames: Int) {
    settle()
    for _ in 0..<frames {
      presentFrame(at: virtualTime + refreshInterval)
      settle()
    }
  }

  /// Runs frames until `condition` holds.
  ///
  /// - Parameters:
  ///   - limit: How many frames at most.
  ///   - condition: Asked before the first and after each frame.
  /// - Returns: Whether it holds at last.
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

  /// Answers clients of other processes, in real time, until `condition` holds; shows a frame when one is wanted.
  ///
  /// - Parameters:
  ///   - seconds: How long at most.
  ///   - condition: Asked after each batch of requests.
  /// - Returns: Whether it holds at last.
  @discardableResult
  public func serve(seconds: Double, until condition: () -> Bool) -> Bool {
    let end = Self.monotonicTime() + UInt64(seconds * 1e9)
    var nextFrame = Self.monotonicTime()
    while !condition() {
      let real = Self.monotonicTime()
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

  /// Sends what is due; from within a request it is sent when the step ends.
  func flush() {
    guard !isBusy, !isClosed else { return }
    whileBusy { wl_display_flush_clients(display) }
  }

  func whileBusy(_ work: () -> Void) {
    isBusy = true
    work()
    isBusy = false
    updateFocus()
  }

  static func monotonicTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private func disconnectDoomedClients() {
    let doomed = doomedClients
    doomedClients = []
    for client in doomed { client.disconnect() }
  }
}
