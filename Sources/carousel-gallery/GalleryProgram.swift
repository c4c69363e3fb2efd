import CarouselUI
import GalleryPages
import Glibc
import HeadlessCompositor
import HeadlessSession

/// Performs the task of the command line, and ends the program.
final class GalleryProgram {
  private let options: GalleryOptions
  private var window: GalleryWindow?

  init(_ options: GalleryOptions) { self.options = options }

  /// Starts the task. It continues on Dispatch's main queue.
  func start() throws {
    switch options.task {
    case .browse:
      let window = try GalleryWindow(options)
      self.window = window
      window.ui.run()
    case .screenshot(let path):
      runEmbedded { session in
        try await session.settle(session.content.ui, frameLimit: Self.frameLimit)
        try session.capture().writePNG(to: path)
      }
    case .tour(let folder): runEmbedded { try await Self.tour($0, folder: folder) }
    }
  }

  /// Some pages never settle. Their pictures are captured after this number of frames, two seconds.
  private static let frameLimit = 120

  private static func tour(_ session: EmbeddedSession<GalleryWindow>, folder: String) async throws {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      quit(.cannotWrite, "cannot create the folder \(folder): \(String(cString: strerror(errno)))")
    }
    for (index, page) in GalleryPage.all.enumerated() {
      session.content.gallery.show(page)
      try await session.settle(session.content.ui, frameLimit: frameLimit)
      let path = "\(folder)/\(index < 9 ? "0" : "")\(index + 1)-\(page.id).png"
      try session.capture().writePNG(to: path)
      print("\(page.id): \(path)")
    }
  }

  private func runEmbedded(_ body: @escaping (EmbeddedSession<GalleryWindow>) async throws -> Void) {
    Task { [options] in
      do {
        let session = try EmbeddedSession(size: options.size, scale: options.scale) {
          try GalleryWindow(options, in: $0)
        }
        try await body(session)
        exit(ExitCode.success.rawValue)
      } catch {
        Self.end(error)
      }
    }
  }

  /// The exit codes of the program, which follow sysexits(3).
  enum ExitCode: Int32 {
    case success = 0
    case usage = 64
    case unavailable = 69
    case cannotWrite = 74
  }

  /// Prints an error and ends the program.
  static func end(_ error: any Error) -> Never {
    switch error {
    case is CaptureError: quit(.cannotWrite, "\(error)")
    case ConnectionError.noDisplay:
      quit(
        .unavailable, "\(error); run it in a Wayland session, or use --screenshot or --tour, which need none")
    default: quit(.unavailable, "\(error)")
    }
  }

  /// Prints `message` as one line on standard error and ends the program.
  static func quit(_ code: ExitCode, _ message: String) -> Never {
    let line = Array("carousel-gallery: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(code.rawValue)
  }
}

/// The window of the gallery.
final class GalleryWindow {
  let ui: CarouselWindow
  let gallery: GalleryView

  /// Opens the window, by default with a connection to the user's session.
  init(_ options: GalleryOptions, in system: WindowSystem? = nil) throws(ConnectionError) {
    ui = try CarouselWindow(
      title: "Carousel Gallery", appID: "carousel-gallery", size: options.size, in: system)
    gallery = GalleryView(showing: options.page)
    gallery.onThemeChange = { [weak ui] in
      ui?.theme = $0
      ui?.backgroundColor = $0.colors.window
    }
    gallery.choose(
      dark: options.theme == .dark, highContrast: options.theme == .contrast,
      rightToLeft: options.isRightToLeft)
    ui.contentView = gallery
  }
}
