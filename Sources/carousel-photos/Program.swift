import CarouselUI
import CommandLineText
import ControlChannel
import Dispatch
import Glibc
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserTools
import PhotoBrowserUI
import PhotoBrowsing
import Photos

/// Performs the task that the command line states, and ends the program.
final class Program {
  private let options: Options
  private lazy var library = makeCoordinator(lastSources, options.browser.order)
  /// The file that records the carousel's inputs; `nil` records none.
  private let journal: JournalFile?
  private var record: ((String) -> Void)? { journal.map { journal in { journal.write($0) } } }
  private var browser: PhotoBrowser?
  private var application: Application?
  private var bench: Bench?
  private var thumbnailRun: ThumbnailRun?
  private var control: BrowserControl?
  private var server: ControlServer?
  private let folderDialog = FolderDialog()
  /// The choices of the user in earlier windows. Only a window of the user's session reads them.
  private lazy var memory = ProgramMemory()
  /// The options of a window of the user's session, with what the user has chosen in earlier ones.
  private lazy var windowOptions = {
    var settings = options.browser
    memory.prepare(&settings, given: options.names)
    settings.layoutDirection = LayoutDirection(ofSession: { getenv($0).map { String(cString: $0) } })
    return settings
  }()
  /// The files and folders that were given last.
  private var lastSources: [PhotoSource] = []
  private var termination: (any DispatchSourceSignal)?
  /// Loads the photos of the browser. It starts its helper process while folders are read and the compositor is
  /// connected.
  private lazy var pipeline = PhotoPipeline(
    memory: options.memory, thumbnails: options.thumbnails, program: Usage.programAndVersion,
    print: { printError($0) })

  /// Creates the journal, and paints the sample photos if they are needed.
  ///
  /// - Throws: `OutputError` or `JournalFile.Failure` if a file cannot be written.
  init(_ options: Options) throws {
    self.options = options
    journal = try options.journalPath.map { try JournalFile(creating: $0) }
    lastSources = try Self.sources(for: options)
  }

  private func makeCoordinator(_ sources: [PhotoSource], _ order: PhotoOrder) -> LibraryCoordinator {
    var settings = Self.librarySettings(options, order)
    if case .picturesFolder? = sources.first { settings.isRecursive = true }
    return LibraryCoordinator(sources, settings) { [self] in pipeline.decoder }
  }

  private static func librarySettings(_ options: Options, _ order: PhotoOrder) -> PhotoLibrary.Options {
    var settings = PhotoLibrary.Options(paths: [])
    settings.order = order
    settings.isRecursive = options.isRecursive
    settings.followsLinks = options.followsLinks
    settings.showsHidden = options.showsHidden
    if case .browse = options.task { settings.isWatching = true } else { settings.isWatching = false }
    return settings
  }

  private static func sources(for options: Options) throws -> [PhotoSource] {
    guard options.sources.isEmpty else { return options.sources }
    if case .bench = options.task {
      return [.path(Array(try DefaultFolder.forBench(options.bench.workload).utf8))]
    }
    return options.showsSamples
      ? [.path(Array(try DefaultFolder.forSamples().utf8))] : [.picturesFolder]
  }

  /// Whether the command line names a list of paths on standard input.
  private var readsList: Bool {
    options.sources.contains { if case .standardInput = $0 { true } else { false } }
  }

  /// Whether the command line names nothing to show, so that the user's Pictures folder is shown.
  private var showsPicturesFolder: Bool { options.sources.isEmpty && !options.showsSamples }

  /// Starts the task. The task continues on Dispatch's main queue.
  func start() {
    Allocator.returnLargeBlocksWhenFreed()
    switch options.task {
    case .browse:
      browse()
      return
    case .screenshot(let path): runEmbedded { try await Screenshot.take($0, to: path) }
    case .tour(let folder): runEmbedded { try await Tour($0, folder: folder).run() }
    case .thumbnail: makeThumbnails()
    case .bench: runBench()
    }
    library.start()
  }

  /// Lists the photos and connects to the compositor of the user's session at the same time.
  private func browse() {
    let pipeline = pipeline
    if windowOptions.order != options.browser.order {
      library = makeCoordinator(lastSources, windowOptions.order)
    }
    library.start()
    let connection = Result { () throws(ConnectionError) in
      try Application.connect(options: Self.applicationOptions)
    }
    // Until here the signal ends the program at once: the compositor may not answer, and there is no window to close.
    closeWindowAtTermination()
    let expected = (try? connection.get()).flatMap { ExpectedWindow(options.browser, on: $0.system.outputs) }
    // A given file fills the window.
    func loadEarly(_ file: Photo) { if let expected { pipeline.loadEarly(file, in: expected.wholeBox) } }
    library.onOpenedFile = { loadEarly($0) }
    remember(foldersOf: library)
    func openWindow(_ update: PhotoLibrary.Update) {
      do { try browse(update, in: connection.get()) } catch { Self.end(error) }
    }
    library.onUpdate = { [self] update in
      if let browser {
        if browser.emptyPage != nil { browser.open(library.openedFile) }
        browser.show(update)
      } else {
        if let file = library.openedFile {
          loadEarly(file)
        } else if let photo = update.photos.first?.photo, let expected {
          pipeline.loadEarly(photo, in: options.browser.page == .single ? expected.wholeBox : expected.box)
        }
        openWindow(update)
      }
    }
    library.onFinish = { [self] failure in
      guard let failure else { return }
      if showsPicturesFolder, case .failure(let error) = connection { Self.end(error) }
      // In a session, the window shows the reason: a user of a file manager does not see the standard error.
      // A list on standard input comes from a shell, which reads the exit code.
      guard (try? connection.get()) != nil, !readsList || failure.isStall else {
        quit(failure.code, failure.description)
      }
      printError(failure.description)
      if browser == nil { openWindow(PhotoLibrary.Update()) }
      browser?.emptyPage =
        showsPicturesFolder && !failure.isStall ? .welcome : .problem(failure.description)
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.longestWait) { [self] in
      guard browser == nil else { return }
      openWindow(PhotoLibrary.Update())
      browser?.emptyPage = .looking
    }
  }

  /// Closes the window when the signal SIGTERM ends the program. A thread that waits for a mount that does not answer may keep the
  /// files of the ended process open, and with its connection the window.
  private func closeWindowAtTermination() {
    signal(SIGTERM, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    source.setEventHandler { @Sendable [self] in
      let (isClosed, isSaved) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      DispatchQueue.main.async { [self] in
        browser?.onQuit = nil  // the program ends by the signal
        server?.close()
        memory.finish(within: Self.longestClose / 2)
        application?.system.close()
        isClosed.signal()
        browser?.finishSaving(within: Self.longestSave)
        isSaved.signal()
      }
      // The main thread may wait for a compositor that does not answer.
      if isClosed.wait(timeout: .now() + Self.longestClose) == .success {
        _ = isSaved.wait(timeout: .now() + Self.longestSave)
      }
      signal(SIGTERM, SIG_DFL)
      // Dispatch has blocked the signal.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGTERM)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(SIGTERM)
    }
    source.resume()
    termination = source
  }

  /// The longest wait for the file of a photo that is being changed, in seconds. A memory stick needs seconds for a file of 100 megabytes.
  private nonisolated static let longestSave = 10.0
  /// The longest wait for the window to close, in seconds.
  private nonisolated static let longestClose = 0.5

  /// The time after which the window opens without photos, in seconds. Listing a local folder takes a few milliseconds; a network
  /// folder may not answer at all.
  private static let longestWait = 0.3

  /// Opens the window and shows it until it is closed.
  private func browse(
    _ update: PhotoLibrary.Update, in application: Application
  ) throws {
    for problem in application.system.unusableGlobals { printError("\(problem); continuing without it") }
    let browser = try PhotoBrowser(windowOptions, pipeline, in: application.system, record: record)
    memory.follow(browser)
    browser.onQuit = { [weak self] in
      // A request to quit is answered before.
      DispatchQueue.main.async {
        self?.server?.close()
        self?.memory.finish()
        // The window closes before the wait for a file.
        self?.application?.system.close()
        self?.browser?.finishSaving(within: Self.longestSave)
        endProgram(.success)
      }
    }
    browser.ui.onFailure = { [weak browser] in
      browser?.finishSaving(within: Self.longestSave)
      Self.end($0)
    }
    browser.open(library.openedFile)
    browser.show(update)
    browser.exchange.onOpen = { [self] in open($0) }
    browser.onOpenFolder = { [self, weak browser] in
      folderDialog.show {
        self.open([$0])
      } onFailure: {
        printError("\($0) Drop a folder on the window, or give its path on the command line.")
        browser?.showFolderHelp()
      }
    }
    browser.onSort = { [self] in library.sort(by: $0) }
    browser.onReadDates = { [self] in library.readDates() }
    setTryAgain(of: browser)
    (self.browser, self.application) = (browser, application)
    application.start()
    listen(to: browser)
  }

  /// Lets other programs of the user control the browser.
  private func listen(to browser: PhotoBrowser) {
    let control = BrowserControl(of: browser) { [weak self] path throws(ControlError) in
      let failure = await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
        guard let self else { return continuation.resume(returning: "The program ends.") }
        self.open([.path(path)]) { continuation.resume(returning: $0) }
      }
      if let failure { throw ControlError(.failed, failure) }
    }
    self.control = control
    do { server = try options.control.open(control.methods, of: "carousel-photos") } catch {
      printError("\(error)")
    }
  }

  /// Adds the folders of a library to the recent ones as soon as photos are found in them.
  private func remember(foldersOf library: LibraryCoordinator) {
    library.onFolders = { [weak self, unowned library] folders in
      library.whenFound { self.map { $0.memory.add(folders, for: $0.browser) } }
    }
  }

  /// Replaces the present photos by other files and folders, as soon as a photo is found in them.
  private func open(_ paths: [[UInt8]]) { open(paths.map { .path($0) }) }

  /// Lets the user look for photos again, unless they were given on standard input, which has ended.
  private func setTryAgain(of browser: PhotoBrowser) {
    let canRead = lastSources.allSatisfy { if case .standardInput = $0 { false } else { true } }
    browser.onTryAgain =
      !canRead
      ? nil
      : { [weak self, weak browser] in
        browser?.emptyPage = .looking
        self.map { $0.open($0.lastSources) }
      }
  }

  /// Replaces the present photos by other files and folders, as soon as a photo is found in them. What was opened before, and is not
  /// shown yet, is forgotten.
  ///
  /// - Parameters:
  ///   - sources: The files and folders.
  ///   - completion: Called once, with `nil` as soon as the first photos are shown, or with the reason if there are none.
  private func open(_ sources: [PhotoSource], completion: @escaping (String?) -> Void = { _ in }) {
    lastSources = sources
    if let browser { setTryAgain(of: browser) }
    opening?.end("Another folder was opened.")
    let opened = makeCoordinator(sources, browser?.state.order ?? windowOptions.order)
    let opening = Opening(opened, completion)
    self.opening = opening
    opened.onUpdate = { [self, unowned opened] update in
      if library !== opened {
        library.stop()
        library = opened
        browser?.open(opened.openedFile)
        // The user may have chosen another order meanwhile.
        if let order = browser?.state.order { opened.sort(by: order) }
      }
      browser?.show(update)
      if !update.photos.isEmpty { opening.succeed() }
    }
    remember(foldersOf: opened)
    opened.onFinish = { [self] failure in
      guard let failure else { return opening.succeed() }
      opening.fail(failure.description)
      printError(failure.description)
      guard let browser else { return }
      if browser.emptyPage != nil {
        let isPictures = if case .picturesFolder? = lastSources.first { !failure.isStall } else { false }
        browser.emptyPage = isPictures ? .welcome : .problem(failure.description)
      } else {
        browser.report(failure.description)
      }
    }
    opened.start()
  }

  /// Files and folders whose first photos are awaited.
  private final class Opening {
    private let coordinator: LibraryCoordinator
    private var completion: ((String?) -> Void)?

    init(_ coordinator: LibraryCoordinator, _ completion: @escaping (String?) -> Void) {
      (self.coordinator, self.completion) = (coordinator, completion)
    }

    /// Whether the photos of the coordinator are shown.
    private var isShown = false

    /// The photos are shown.
    func succeed() {
      isShown = true
      complete(nil)
    }

    /// No photo was found. One that is added later is shown.
    func fail(_ reason: String) { complete(reason) }

    /// Forgets the files, if none is shown yet.
    func end(_ reason: String) {
      guard !isShown else { return }
      coordinator.stop()
      complete(reason)
    }

    private func complete(_ reason: String?) {
      completion?(reason)
      completion = nil
    }
  }
  private var opening: Opening?

  /// If the compositor restarts, as KWin does after a crash, the program reconnects and restores its window.
  /// The wait is short, because the end of a session also ends the connection.
  private static var applicationOptions: Application.Options {
    var options = Application.Options()
    options.quitsAfterLastWindow = false  // `PhotoBrowser.onQuit` ends the program
    options.reconnection = .toDisplay(within: 5)
    return options
  }

  /// Writes the missing thumbnails of all photos, and ends the program.
  private func makeThumbnails() {
    var last = PhotoLibrary.Update()
    library.onUpdate = { last = $0 }
    library.onFinish = { [self] failure in
      if let failure { quit(failure.code, failure.description) }
      let run = ThumbnailRun(last.photos.map(\.photo), memory: options.memory)
      thumbnailRun = run
      run.start()
    }
  }

  /// Runs the benchmark with all photos in the user's session, or on an embedded compositor without a
  /// session.
  private func runBench() {
    let pipeline = pipeline
    let system: WindowSystem
    do throws(ConnectionError) {
      system = try WindowSystem()
    } catch {
      guard case .noDisplay = error else { Self.end(error) }
      return runEmbedded { try await $0.run(self.options.bench) }
    }
    var last = PhotoLibrary.Update()
    library.onUpdate = { last = $0 }
    library.onFinish = { [self] failure in
      if let failure { quit(failure.code, failure.description) }
      do {
        let browser = try PhotoBrowser(options.browser, pipeline, in: system, record: record)
        browser.onQuit = {
          quit(.unavailable, "the window was closed before the benchmark ended; leave it open and try again")
        }
        browser.ui.onFailure = { Self.end($0) }
        let bench = try Bench(options.bench, of: browser.ui, place: "a window in the session", isPaced: true)
        PageWorkload.follow(bench, options.bench.workload, on: browser)
        browser.onSettle = { [weak bench] in bench?.contentSettled() }
        bench.onStall = { quit(.unavailable, $0) }
        bench.onFinish = { figures in
          do {
            try figures.report()
            endProgram(.success)
          } catch {
            Self.end(error)
          }
        }
        browser.show(last)
        (self.browser, self.bench) = (browser, bench)
        system.start()
      } catch {
        Self.end(error)
      }
    }
  }

  /// Shows all photos in a browser on an embedded compositor, runs `body` with the session, and ends the
  /// program.
  private func runEmbedded(_ body: @escaping (BrowserSession) async throws -> Void) {
    let pipeline = pipeline
    var last = PhotoLibrary.Update()
    library.onUpdate = { last = $0 }
    library.onFinish = { [self] failure in
      if let failure { quit(failure.code, failure.description) }
      Task { [last] in
        do {
          let session = try BrowserSession(options, pipeline, record: record)
          if case .bench = options.task {} else { session.browser.open(library.openedFile) }
          session.browser.show(last)
          try await body(session)
          endProgram(.success)
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
        "; run it in a Wayland session, or use --screenshot or --tour, which need none"
      case ConnectionError.missing, ConnectionError.versionTooOld:
        "; use a compositor that supports it"
      default: ""
      }
    quit(code(of: error), "\(error)\(advice)")
  }

  private static func code(of error: any Error) -> ExitCode {
    switch error {
    case let failure as ProgramError: failure.code
    case is OutputError, is CaptureError: .cannotWrite
    case ConnectionError.hungUp, ConnectionError.protocolError, ConnectionError.system: .connectionLost
    default: .unavailable
    }
  }
}
