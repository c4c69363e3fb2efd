import CarouselUI
import HeadlessCompositor
import Photos

/// A visit that cannot go on, with a sentence for the user.
struct VisitFailure: Error, CustomStringConvertible {
  var code: ExitCode
  var description: String
}

/// The browser inside a headless compositor of its own, on virtual time, with a user made of code.
final class EmbeddedSession {
  let compositor: Compositor
  let browser: PhotoBrowser
  /// Called after each frame of the visit.
  var onFrame: (() throws -> Void)?

  private let system: WindowSystem

  // Decoding happens in real time; a picture that takes longer than this is not coming.
  private static let patience = 60.0  // s

  /// Opens the browser in a screen just as large as its window.
  ///
  /// - Parameter journal: Where the carousel's inputs are recorded.
  init(_ options: Options, journal: JournalFile?) throws {
    let (width, height) = (options.size.width * options.scale, options.size.height * options.scale)
    var configuration = Compositor.Configuration(
      width: Int(width.rounded()), height: Int(height.rounded()), scale: options.scale)
    configuration.windowSize = .output
    let compositor = try Compositor(configuration)
    self.compositor = compositor
    system = try WindowSystem(descriptor: compositor.connect()) { Double(compositor.now) / 1e9 }
    browser = try PhotoBrowser(options, in: system, journal: journal)
    compositor.dispatchClients = { [system] in system.dispatch() }
  }

  /// Shows one more frame.
  func frame() throws {
    compositor.run(frames: 1)
    if let failure = system.failure { throw failure }
    try onFrame?()
  }

  /// Shows `count` frames.
  func frames(_ count: Int) async throws {
    for _ in 0..<count {
      try frame()
      await Task.yield()
    }
  }

  /// Shows frames until nothing moves, every picture in sight is there and all of it was painted.
  func rest() async throws {
    let start = MonotonicClock.now()
    try frame()
    while !isAtRest {
      // Waiting for pictures takes no time of the visit's.
      if isMoving || !browser.ui.window.isAtRest { try frame() }
      // Pictures arrive on the main queue, which runs meanwhile.
      try await Task.sleep(for: .milliseconds(isMoving ? 0 : 2))
      if MonotonicClock.now() - start > Self.patience {
        throw VisitFailure(code: .noInput, description: "the pictures did not load within a minute")
      }
    }
  }

  /// The picture on the screen.
  func capture() -> Capture { compositor.capture() }

  private var isMoving: Bool { browser.carousel.needsFrame }

  private var isAtRest: Bool {
    browser.ui.isSettled && browser.tiles.loadCount == 0 && !isMoving && browser.ui.window.isAtRest
  }
}
