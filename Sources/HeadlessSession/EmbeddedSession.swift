package import CarouselUI
package import HeadlessCompositor

/// A connection to an embedded headless compositor, in virtual time and with a simulated user.
///
/// Programs use it to take pictures of their windows without a Wayland session.
@MainActor
package final class EmbeddedSession<Content> {
  package let compositor: Compositor
  /// The connection of the window.
  package let system: WindowSystem
  /// The object that owns the window.
  package let content: Content
  /// Called after each frame.
  package var onFrame: (() throws -> Void)?

  /// Creates a compositor with one output, on which a window of `size` fills the screen.
  ///
  /// - Parameters:
  ///   - size: In points.
  ///   - scale: The number of pixels per point.
  ///   - open: Opens the window on the given connection.
  package init(size: Size, scale: Double, open: (WindowSystem) throws -> Content) throws {
    // Rounded down, because the output rounds its logical size up: 683 points at scale 1.5 are 1024 pixels.
    let (width, height) = (size.width * scale, size.height * scale)
    var configuration = Compositor.Configuration(
      width: Int(width.rounded(.down)), height: Int(height.rounded(.down)), scale: scale)
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

  /// Runs frames until the window shows its final state.
  ///
  /// - Parameters:
  ///   - window: A window of this session.
  ///   - frameLimit: The number of frames after which the wait ends, for windows that never come to rest.
  ///   - isMoving: Whether the content moves; virtual time stands still while it is only loaded.
  ///   - isLoading: Whether content is awaited.
  /// - Throws: `SessionTimeout` after a minute, or the failure of the connection.
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
      // Content is delivered on the main queue, which runs during the sleep.
      try await Task.sleep(for: .milliseconds(isMoving() ? 0 : 2))
      if MonotonicClock.now() - start > sessionTimeout { throw SessionTimeout() }
    }
  }

  /// Returns the content of the output.
  package func capture() -> Capture { compositor.capture() }
}

/// A wait for a window that did not end.
package struct SessionTimeout: Error, CustomStringConvertible {
  package var description: String { "the window did not come to rest within a minute" }
}

// Pictures are decoded and painted in real time.
private let sessionTimeout = 60.0  // s
