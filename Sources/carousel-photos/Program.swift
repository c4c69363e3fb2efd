import CarouselUI
import Glibc
import HeadlessCompositor
import Photos

/// Runs what the command line asks for, and ends the program.
final class Program {
  private let options: Options
  private let intake: PictureIntake
  /// Where the carousel's inputs are recorded.
  private let journal: JournalFile?
  private var browser: PhotoBrowser?
  private var application: Application?
  private var measurement: Bench?

  /// - Throws: `SamplePictures.Failure` when there are no pictures, and the samples cannot be written;
  ///   `JournalFile.Failure` when the journal cannot be.
  init(_ options: Options) throws {
    self.options = options
    journal = try options.journalPath.map { try JournalFile(creating: $0) }
    intake = PictureIntake(options.paths.isEmpty ? [try Self.folder(for: options)] : options.paths)
  }

  private static func folder(for options: Options) throws -> String {
    if case .bench = options.task { return try PicturesFolder.forBench(options.bench.workload) }
    return try PicturesFolder.choose()
  }

  /// Starts; Dispatch's main queue does the rest.
  func start() {
    Allocator.returnLargeBlocksWhenFreed()
    switch options.task {
    case .browse:
      intake.onFirst = { [self] pictures in
        do { try browse(pictures) } catch { Self.end(error) }
      }
      intake.onMore = { [self] in browser?.append($0) }
      intake.onFinish = { if let failure = $0 { quit(failure.code, failure.description) } }
    case .screenshot(let path): visit { try await Screenshot.take($0, to: path) }
    case .tour(let folder): visit { try await Tour($0, folder: folder).run() }
    case .bench: bench()
    }
    intake.start()
  }

  /// Opens the window in the user's session and shows it until it is closed.
  private func browse(_ pictures: [Photo]) throws {
    let application = try Application(options: Self.applicationOptions)
    for problem in application.system.unusableGlobals { complain("\(problem); going on without it") }
    let browser = try PhotoBrowser(options, in: application.system, journal: journal)
    browser.onQuit = { exit(ExitCode.success.rawValue) }
    browser.ui.onFailure = { Self.end($0) }
    browser.append(pictures)
    (self.browser, self.application) = (browser, application)
    application.start()
  }

  /// The window comes back when the compositor restarts, as KWin does after a crash. A session that ends takes the
  /// program with it: logging out must not wait long.
  private static var applicationOptions: Application.Options {
    var options = Application.Options()
    options.quitsAfterLastWindow = false  // `PhotoBrowser.onQuit` ends the program
    options.reconnection = .toDisplay(within: 5)
    return options
  }

  /// Measures with all pictures in the user's session; where there is none, in a compositor of its own.
  private func bench() {
    let system: WindowSystem
    do throws(ConnectionError) {
      system = try WindowSystem()
    } catch {
      guard case .noDisplay = error else { Self.end(error) }
      return visit { try await $0.run(self.options.bench) }
    }
    var pictures: [Photo] = []
    intake.onFirst = { pictures = $0 }
    intake.onMore = { pictures += $0 }
    intake.onFinish = { [self] failure in
      if let failure { quit(failure.code, failure.description) }
      do {
        let browser = try PhotoBrowser(options, in: system, journal: journal)
        browser.onQuit = { quit(.unavailable, "the window was closed before the measurement was done") }
        browser.ui.onFailure = { Self.end($0) }
        let bench = try Bench(options.bench, of: browser, place: "a window in the session", isPaced: true)
        bench.onStall = { Self.end($0) }
        bench.onFinish = { figures in
          do {
            try figures.tell()
            exit(ExitCode.success.rawValue)
          } catch {
            Self.end(error)
          }
        }
        browser.append(pictures)
        (self.browser, self.measurement) = (browser, bench)
        system.start()
      } catch {
        Self.end(error)
      }
    }
  }

  /// Lets `body` visit all pictures in the browser, in a compositor of its own, and ends the program.
  private func visit(_ body: @escaping (EmbeddedSession) async throws -> Void) {
    var pictures: [Photo] = []
    intake.onFirst = { pictures = $0 }
    intake.onMore = { pictures += $0 }
    intake.onFinish = { [self] failure in
      if let failure { quit(failure.code, failure.description) }
      Task { [pictures] in
        do {
          let session = try EmbeddedSession(options, journal: journal)
          session.browser.append(pictures)
          try await body(session)
          exit(ExitCode.success.rawValue)
        } catch {
          Self.end(error)
        }
      }
    }
  }

  private static func end(_ error: any Error) -> Never {
    let advice =
      switch error {
      case ConnectionError.noDisplay:
        "; start it in a Wayland session, or use --screenshot or --tour, which need none"
      case ConnectionError.missing, ConnectionError.versionTooOld:
        "; a window needs it: use a newer compositor"
      default: ""
      }
    quit(code(of: error), "\(error)\(advice)")
  }

  private static func code(of error: any Error) -> ExitCode {
    switch error {
    case let failure as VisitFailure: failure.code
    case is SamplePictures.Failure, is CaptureError: .cannotWrite
    case ConnectionError.hungUp, ConnectionError.protocolError, ConnectionError.system: .connectionLost
    default: .unavailable
    }
  }
}
