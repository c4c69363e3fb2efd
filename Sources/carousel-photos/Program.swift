import CarouselUI
import Glibc
import HeadlessCompositor
import Photos

/// Runs what the command line asks for, and ends the program.
enum Program {
  static func run(_ options: Options) async {
    do {
      let paths = options.paths.isEmpty ? [try PicturesFolder.choose()] : options.paths
      var scan = FolderScan(of: paths).makeAsyncIterator()
      let first = try await firstPictures(&scan, paths: paths)
      switch options.task {
      case .browse: try await browse(options, first: first, then: &scan)
      case .screenshot(let path):
        let session = try await visit(options, first: first, then: &scan)
        try await Screenshot.take(session, to: path)
        exit(ExitCode.success.rawValue)
      case .tour(let folder):
        let session = try await visit(options, first: first, then: &scan)
        try await Tour(session, folder: folder).run()
        exit(ExitCode.success.rawValue)
      }
    } catch {
      quit(code(of: error), "\(error)")
    }
  }

  /// Opens the window in the user's session and shows it until it is closed.
  private static func browse(_ options: Options, first: [Photo], then scan: inout FolderScan.Iterator)
    async throws
  {
    let system = try WindowSystem()
    let browser = try PhotoBrowser(options, in: system)
    browser.onQuit = { exit(ExitCode.success.rawValue) }
    browser.ui.onFailure = { quit(code(of: $0), "\($0)") }
    browser.append(first)
    system.start()
    await appendRest(of: &scan, to: browser)
    // The window lives until the program ends.
    await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in withExtendedLifetime(browser) {}
    }
  }

  /// Opens the browser in a compositor of its own.
  private static func visit(
    _ options: Options, first: [Photo], then scan: inout FolderScan.Iterator
  ) async throws -> EmbeddedSession {
    let session = try EmbeddedSession(options)
    session.browser.append(first)
    await appendRest(of: &scan, to: session.browser)
    return session
  }

  /// Returns the first pictures; what cannot be scanned before them is told.
  ///
  /// - Throws: `VisitFailure` when there is none.
  private static func firstPictures(_ scan: inout FolderScan.Iterator, paths: [String]) async throws
    -> [Photo]
  {
    var problems: [PhotoError] = []
    while let batch = await scan.next(isolation: #isolation) {
      problems += batch.problems
      guard !batch.photos.isEmpty else { continue }
      for problem in problems { complain(problem.description) }
      return batch.photos
    }
    let last = problems.popLast()
    for problem in problems { complain(problem.description) }
    throw VisitFailure(
      code: .noInput,
      description: last?.description ?? "there is no picture in \(paths.joined(separator: ", "))")
  }

  /// Adds the other pictures as they are found; each time the number has doubled, so that a large folder does not reload the
  /// carousel hundreds of times.
  private static func appendRest(of scan: inout FolderScan.Iterator, to browser: PhotoBrowser) async {
    var found: [Photo] = []
    while let batch = await scan.next(isolation: #isolation) {
      for problem in batch.problems { complain(problem.description) }
      found += batch.photos
      if found.count >= browser.tiles.photos.count {
        browser.append(found)
        found = []
      }
    }
    if !found.isEmpty { browser.append(found) }
  }

  private static func code(of error: any Error) -> ExitCode {
    switch error {
    case let failure as VisitFailure: failure.code
    case is SamplePictures.Failure, is CaptureError: .cannotWrite
    case ConnectionError.hungUp, ConnectionError.protocolError, ConnectionError.system: .connectionLost
    case is ConnectionError, is CompositorError: .unavailable
    default: .unavailable
    }
  }
}
