import CarouselDescription
import CarouselUI
import GalleryPages
import Glibc
import HeadlessCompositor
import HeadlessSession

/// Performs the task of the command line, and ends the program.
final class GalleryProgram {
  private let options: GalleryOptions
  private var window: (any ProgramWindow)?

  init(_ options: GalleryOptions) { self.options = options }

  /// Starts the task. It continues on Dispatch's main queue.
  func start() throws {
    switch options.task {
    case .browse:
      let window = try makeWindow()
      self.window = window
      window.ui.run()
    case .screenshot(let path): runSettled { try $0.capture().writePNG(to: path) }
    case .describe: runSettled { print($0.content.ui.accessibilityTree()) }
    case .tour(let folder):
      runEmbedded(size: size(of: nil)) { [options] in
        try GalleryWindow(options, in: $0)
      } body: {
        try await Self.tour($0, folder: folder)
      }
    }
  }

  /// Shows the page or the file without a Wayland session, and calls `body` when the window has settled.
  private func runSettled(_ body: @escaping (EmbeddedSession<any ProgramWindow>) throws -> Void) {
    let file = options.file.map(Self.read)
    if file?.problem != nil {
      exit((file?.isReadable == true ? ExitCode.wrongData : .noInput).rawValue)
    }
    runEmbedded(size: size(of: file)) { [options] in
      try Self.makeWindow(options, file, in: $0)
    } body: { session in
      let content = session.content
      try await session.settle(
        content.ui, frameLimit: Self.frameLimit, isLoading: { content.ui.contentView.isLoading })
      try body(session)
    }
  }

  private func size(of file: DescribedFile?) -> Size {
    options.size ?? file?.description?.size ?? GalleryOptions.usualSize
  }

  private func makeWindow() throws -> any ProgramWindow {
    let file = options.file.map(Self.read)
    if file?.isReadable == false { exit(ExitCode.noInput.rawValue) }
    return try Self.makeWindow(options, file, in: nil)
  }

  private static func makeWindow(
    _ options: GalleryOptions, _ file: DescribedFile?, in system: WindowSystem?
  ) throws(ConnectionError) -> any ProgramWindow {
    guard let file else { return try GalleryWindow(options, in: system) }
    return try DescribedWindow(file, options, in: system)
  }

  /// Reads a file, and prints its problem.
  private static func read(_ path: String) -> DescribedFile {
    let file = DescribedFile(path)
    file.onLine = { line in
      switch line {
      case .problem(let text): printLine(text, to: STDERR_FILENO)
      case .action(let name): printLine(name, to: STDOUT_FILENO)
      }
    }
    file.read()
    return file
  }

  /// Some pages never settle. Their pictures are captured after this number of frames, two seconds.
  private static let frameLimit = 120

  private static func settle(_ session: EmbeddedSession<GalleryWindow>) async throws {
    let content = session.content
    try await session.settle(content.ui, frameLimit: frameLimit, isLoading: { content.gallery.isLoading })
  }

  private static func tour(_ session: EmbeddedSession<GalleryWindow>, folder: String) async throws {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      quit(.cannotWrite, "cannot create the folder \(folder): \(String(cString: strerror(errno)))")
    }
    for (index, page) in GalleryPage.all.enumerated() {
      session.content.gallery.show(page)
      try await settle(session)
      let path = "\(folder)/\(index < 9 ? "0" : "")\(index + 1)-\(page.id).png"
      try session.capture().writePNG(to: path)
      print("\(page.id): \(path)")
    }
  }

  private func runEmbedded<Window>(
    size: Size, open: @escaping (WindowSystem) throws -> Window,
    body: @escaping (EmbeddedSession<Window>) async throws -> Void
  ) {
    Task { [options] in
      do {
        let session = try EmbeddedSession(size: size, scale: options.scale, open: open)
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
    case wrongData = 65
    case noInput = 66
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
    printLine("carousel-gallery: \(message)", to: STDERR_FILENO)
    exit(code.rawValue)
  }

  private static func printLine(_ text: String, to descriptor: Int32) {
    let line = Array((text + "\n").utf8)
    _ = write(descriptor, line, line.count)
  }
}
