package import CarouselUI
package import HeadlessCompositor

/// A connection to an embedded headless compositor, on virtual time and with a simulated user.
///
/// Programs use it to create pictures of their windows without a Wayland session.
@MainActor
package final class EmbeddedSession<Content> {
  package let compositor: Compositor
  /// The connection to the compositor.
  package let system: WindowSystem
  /// The object that owns the window.
  package let content: Content
  /// The longest time that ``settle(_:frameLimit:isMoving:isLoading:)`` waits, in seconds of real time, because pictures are decoded
  /// and painted in real time.
  package var timeLimit = 60.0
  /// Called after each frame.
  package var onFrame: (() throws -> Void)?

  /// Creates a compositor with one output, on which a window of `size` fills the screen.
  ///
  /// - Parameters:
  ///   - size: The size of the window, in points.
  ///   - scale: The number of pixels per point.
  ///   - open: Opens the window with the given connection and returns the object that owns it.
  package init(size: Size, scale: Double, open: (WindowSystem) throws -> Content) throws {
    // The output has exactly the pixels of the window's buffer.
    var surfaceScale = SurfaceScale()
    surfaceScale.preferred = UInt32((scale * 120).rounded())
    let pixels = surfaceScale.bufferSize(for: size)
    var configuration = Compositor.Configuration(width: pixels.width, height: pixels.height, scale: scale)
    configuration.windowSize = .output
    let compositor = try Compositor(configuration)
    self.compositor = compositor
    system = try WindowSystem(descriptor: compositor.connect()) { Double(compositor.now) / 1e9 }
    content = try open(system)
    compositor.dispatchClients = { [system] in system.dispatch() }
  }

  /// Runs one frame.
  package func frame() throws {
    compositor.run(frames: 1)
    if let failure = system.failure { throw failure }
    try onFrame?()
  }

  /// Runs `count` frames.
  package func frames(_ count: Int) async throws {
    for _ in 0..<count {
      try frame()
      await Task.yield()
    }
  }

  /// Runs frames until the window has settled.
  ///
  /// - Parameters:
  ///   - window: A window of this session.
  ///   - frameLimit: The largest number of frames, for windows that never settle.
  ///   - isMoving: Whether the content moves. While content is only being loaded, virtual time does not
  ///     advance.
  ///   - isLoading: Whether content is being loaded.
  /// - Throws: `SessionTimeout` after ``timeLimit``, or the error of the connection.
  package func settle(
    _ window: CarouselWindow, frameLimit: Int = .max, isMoving: () -> Bool = { false },
    isLoading: () -> Bool = { false }
  ) async throws {
    let start = MonotonicClock.now()
    try frame()
    var count = 1
    while count < frameLimit {
      let isAtRest = window.window.isAtRest && !isMoving()
      if isAtRest, window.isSettled, !isLoading() { return }
      if !isAtRest {
        try frame()
        count += 1
      }
      // The main queue delivers content. It runs during the sleep.
      try await Task.sleep(for: .milliseconds(isMoving() ? 0 : 2))
      if MonotonicClock.now() - start > timeLimit { throw SessionTimeout(seconds: timeLimit) }
    }
  }

  /// Returns a picture of the output.
  package func capture() -> Capture { compositor.capture() }
}

/// The error of a window that did not settle in time.
package struct SessionTimeout: Error, CustomStringConvertible {
  let seconds: Double

  package var description: String { "the window did not come to rest within \(seconds) s" }
}
