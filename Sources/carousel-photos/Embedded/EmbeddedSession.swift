import CarouselUI
import HeadlessCompositor
import Photos

/// The browser on an embedded headless compositor, in virtual time and with a simulated user.
final class EmbeddedSession {
  let compositor: Compositor
  let browser: PhotoBrowser
  /// Called after each frame.
  var onFrame: (() throws -> Void)?

  private let system: WindowSystem

  // Photos are decoded in real time.
  private static let loadTimeout = 60.0  // s

  /// Opens the browser on an output of the size of its window.
  ///
  /// - Parameters:
  ///   - options: The options of the command line.
  ///   - journal: The file to record the carousel's inputs in; `nil` records none.
  init(_ options: Options, journal: JournalFile?) throws {
    // Rounded down, because the output rounds its logical size up: 683 points at scale 1.5 are 1024 pixels.
    let (width, height) = (options.size.width * options.scale, options.size.height * options.scale)
    var configuration = Compositor.Configuration(
      width: Int(width.rounded(.down)), height: Int(height.rounded(.down)), scale: options.scale)
    configuration.windowSize = .output
    let compositor = try Compositor(configuration)
    self.compositor = compositor
    system = try WindowSystem(descriptor: compositor.connect()) { Double(compositor.now) / 1e9 }
    browser = try PhotoBrowser(options, in: system, journal: journal)
    compositor.dispatchClients = { [system] in system.dispatch() }
  }

  /// Runs one frame.
  func frame() throws {
    compositor.run(frames: 1)
    if let failure = system.failure { throw failure }
    try onFrame?()
  }

  /// Runs `count` frames.
  func frames(_ count: Int) async throws {
    for _ in 0..<count {
      try frame()
      await Task.yield()
    }
  }

  /// Runs frames until the carousel has settled, all visible photos are loaded, and the window shows them.
  ///
  /// - Throws: `ProgramError` if that takes longer than a minute.
  func settle() async throws {
    let start = MonotonicClock.now()
    try frame()
    while !isSettled {
      // Virtual time stands still while photos are loaded.
      if isMoving || !browser.ui.window.isAtRest { try frame() }
      // Photos are delivered on the main queue, which runs during the sleep.
      try await Task.sleep(for: .milliseconds(isMoving ? 0 : 2))
      if MonotonicClock.now() - start > Self.loadTimeout {
        throw ProgramError(
          code: .noInput,
          description: "the photos did not load within a minute; check that they are on a fast disk")
      }
    }
  }

  /// Returns the content of the output.
  func capture() -> Capture { compositor.capture() }

  private var isMoving: Bool { browser.carousel.needsFrame }

  private var isSettled: Bool {
    browser.ui.isSettled && browser.dataSource.loadCount == 0 && !isMoving && browser.ui.window.isAtRest
  }
}
