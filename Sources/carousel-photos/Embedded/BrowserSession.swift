import CarouselUI
import CommandLineText
import HeadlessSession
import PhotoBrowserUI
import Photos

/// The browser on an embedded headless compositor, in virtual time and with a simulated user.
typealias BrowserSession = EmbeddedSession<PhotoBrowser>

extension BrowserSession {
  var browser: PhotoBrowser { content }

  /// Opens the browser on an output with the size of the browser's window.
  ///
  /// - Parameters:
  ///   - options: The options of the command line.
  ///   - pipeline: Loads the photos.
  ///   - record: Records a line of the journal of the carousel's inputs; `nil` records none.
  convenience init(_ options: Options, _ pipeline: PhotoPipeline, record: ((String) -> Void)?) throws {
    try self.init(size: options.browser.size, scale: options.scale) {
      try PhotoBrowser(options.browser, pipeline, in: $0, record: record)
    }
  }

  /// Runs frames until the carousel has settled, all visible photos are loaded, and the window shows them.
  ///
  /// - Throws: `ProgramError` if this takes longer than a minute.
  func settle() async throws {
    do {
      try await settle(
        browser.ui, isMoving: { browser.isMoving },
        isLoading: { browser.loadCount != 0 || browser.isPanelLoading })
    } catch is SessionTimeout {
      throw ProgramError(
        code: .noInput,
        description: "the photos did not load within a minute; check that they are on a fast disk")
    }
  }
}
