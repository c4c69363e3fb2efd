import CommandLineText
import DecoderClient
import Dispatch
import Glibc
import PhotoBrowsing
import Photos
import Threads

/// Lists the given paths in the background, and delivers the states of the library's list on the main actor.
///
/// It uses callbacks instead of tasks, because a waiting task starts Dispatch's thread pool, which wakes the
/// process every second even when the program is idle.
final class LibraryCoordinator {
  /// Called with the file that was given alone, before the first state.
  var onOpenedFile: ((Photo) -> Void)?
  /// Called with each state, starting with the first one that has photos.
  var onUpdate: ((PhotoLibrary.Update) -> Void)?
  /// Called once when all paths are listed, with an error if no photo was found.
  var onFinish: ((ProgramError?) -> Void)?
  /// The photo to show first if the command line has only one file; otherwise `nil`. It is set before the
  /// first state is delivered.
  private(set) var openedFile: Photo?
  /// Called with the absolute paths of the given folders, and of the folder of a file that was given alone.
  var onFolders: (([[UInt8]]) -> Void)?

  private let sources: [PhotoSource]
  private let settings: PhotoLibrary.Options
  /// Returns the decoder that reads the metadata of photos.
  private let decoder: () -> PhotoDecoder
  private var library: PhotoLibrary?
  /// Reads the metadata of the photos of each state, on the thread of the library; `nil` while no order or search needs them.
  private let reader = Monitor<MetadataReader?>(nil)
  /// The photos of the last state.
  private var photos: [LibraryPhoto] = []
  /// The order that the user has chosen; `nil` for that of the settings.
  private var chosenOrder: PhotoOrder?
  /// Whether the user has searched for a date among these photos.
  private var isSearchedByDate = false
  private var hasPhotos = false
  private var isFinished = false
  private var isStopped = false
  /// Whether no path was given on the command line or on standard input.
  private var isListEmpty = false
  private var problems: [PhotoError] = []
  /// The links that were not followed and are not reported yet.
  private var skippedLinks: [String] = []

  /// Creates a coordinator.
  ///
  /// - Parameters:
  ///   - sources: The files, folders and lists of the command line.
  ///   - settings: The settings of the library, without its paths.
  ///   - decoder: Returns the decoder of the program. It is called when metadata are needed.
  init(
    _ sources: [PhotoSource], _ settings: PhotoLibrary.Options, decoder: @escaping () -> PhotoDecoder
  ) {
    (self.sources, self.settings, self.decoder) = (sources, settings, decoder)
  }

  /// Starts listing. The paths before a list on standard input are listed at once. The paths of the list are
  /// listed as they arrive, which may take any time, and then the paths after it.
  func start() {
    let (sources, settings, reader) = (sources, settings, reader)
    let decoder = settings.order.needsMetadata ? self.decoder() : nil
    let isStarted = SystemThread.startDetached {
      let (options, rest) = PhotoSource.resolve(sources, settings)
      let library = PhotoLibrary(options)
      if let decoder { reader.withLock { $0 = MetadataReader(library, decoder) } }
      DispatchQueue.main.async { self.begin(library, options, rest) }
      // The main thread may be busy connecting to the compositor.
      library.start { update in
        reader.withLock { $0 }?.read(update.photos)
        DispatchQueue.main.async { self.receive(update) }
      }
      // A mount that does not answer delays only this.
      let folders = PhotoSource.folders(of: options)
      DispatchQueue.main.async { self.onFolders?(folders) }
    }
    if !isStarted { quitWithoutThread() }
  }

  /// Ends listing and watching, and delivers nothing more.
  func stop() {
    isStopped = true
    (onOpenedFile, onUpdate, onFinish, onFolders, onFound) = (nil, nil, nil, nil, nil)
    library?.stop()
    library = nil
    reader.withLock { $0 = nil }
  }

  /// Sorts the photos. The metadata on which the order depends are read in the background.
  func sort(by order: PhotoOrder) {
    chosenOrder = order
    guard let library else { return }
    if order.needsMetadata || isSearchedByDate {
      readMetadata(for: library)
    } else {
      reader.withLock { $0 = nil }
    }
    library.sort(by: order)
  }

  /// Reads the dates of the photos in the background, from now on also those of photos that are found later.
  func readDates() {
    guard let library, !isSearchedByDate else { return }
    isSearchedByDate = true
    readMetadata(for: library)
  }

  private func readMetadata(for library: PhotoLibrary) {
    let needed = reader.withLock { $0 } ?? MetadataReader(library, decoder())
    reader.withLock { $0 = needed }
    let photos = photos
    if !SystemThread.startDetached({ needed.read(photos) }) { quitWithoutThread() }
  }

  private func quitWithoutThread() -> Never {
    quit(.unavailable, "the system refuses a thread; raise the limit of processes (ulimit -u)")
  }

  /// Takes over the library before it delivers its first state, and reads the rest of the sources.
  private func begin(
    _ library: PhotoLibrary, _ options: PhotoLibrary.Options, _ rest: [PhotoSource]
  ) {
    guard !isStopped else { return library.stop() }
    self.library = library
    if let chosenOrder { sort(by: chosenOrder) }
    openedFile = options.openedFile.map { Photo(pathBytes: $0) }
    if let openedFile { onOpenedFile?(openedFile) }
    guard options.expectsMorePaths else { return }
    let hasPaths = !options.paths.isEmpty
    let isStarted = SystemThread.startDetached {
      var isEmpty = !hasPaths
      for source in rest {
        source.read { paths in
          isEmpty = false
          library.add(paths)
        }
      }
      let wasEmpty = isEmpty
      DispatchQueue.main.async { self.isListEmpty = wasEmpty }
      library.endPaths()
    }
    if !isStarted { quitWithoutThread() }
  }

  private var onFound: (() -> Void)?

  /// Calls a closure once when photos are found, or at once if some were found.
  func whenFound(_ action: @escaping () -> Void) { if hasPhotos { action() } else { onFound = action } }

  private func receive(_ update: PhotoLibrary.Update) {
    photos = update.photos
    for folder in update.searchedFolders {
      printError(
        "the folder “\(folder)” holds only folders; showing the photos in them (--recursive shows all)")
    }
    skippedLinks += update.skippedLinks
    if update.isComplete { printSkippedLinks() }
    problems += update.problems.map { PhotoError($0) }
    hasPhotos = hasPhotos || !update.photos.isEmpty
    if hasPhotos {
      printProblems()
      onUpdate?(update)
      onFound?()
      onFound = nil
    }
    guard update.isComplete, !isFinished else { return }
    isFinished = true
    guard !hasPhotos else {
      onFinish?(nil)
      return
    }
    let last = problems.popLast()
    printProblems()
    onFinish?(
      ProgramError(
        code: .noInput,
        description: last?.description
          ?? (isListEmpty
            ? "the list of photos on standard input is empty"
            : "no photo was found; give the path of a photo or folder"),
        isStall: last?.isStall ?? false))
  }

  private func printSkippedLinks() {
    guard let link = skippedLinks.first else { return }
    printError(
      skippedLinks.count == 1
        ? "the link “\(link)” leads to a folder outside and is not followed (--follow follows it)"
        : "\(skippedLinks.count) links lead to folders outside and are not followed, such as “\(link)” "
          + "(--follow follows them)")
    skippedLinks = []
  }

  private func printProblems() {
    for problem in problems { printError(problem.description) }
    problems = []
  }
}

/// A source of paths of photos.
nonisolated enum PhotoSource: Sendable {
  /// The path of a file or folder.
  case path([UInt8])
  /// The user's Pictures folder.
  case picturesFolder
  /// The paths on standard input, each ended by the byte `separator`.
  case standardInput(separator: UInt8)

  /// Returns the settings of the library for the sources before a list on standard input, and the other sources.
  static func resolve(
    _ sources: [PhotoSource], _ settings: PhotoLibrary.Options
  ) -> (options: PhotoLibrary.Options, rest: [PhotoSource]) {
    var options = settings
    options.paths = []
    let sources = sources.map { source -> PhotoSource in
      if case .picturesFolder = source { return .path(UserFolder.pictures) }
      return source
    }
    for source in sources {
      guard case .path(let path) = source else { break }
      options.paths.append(path)
    }
    let rest = Array(sources.dropFirst(options.paths.count))
    options.expectsMorePaths = !rest.isEmpty
    guard sources.count == 1, case .path(let path) = sources[0], isFile(path) else { return (options, rest) }
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[...$0]) }
    options.openedFile = folder == nil ? Array("./".utf8) + path : path
    options.paths = [folder ?? Array("./".utf8)]
    return (options, rest)
  }

  /// Whether there is a regular file at a path. A path that does not answer counts as a folder.
  private static func isFile(_ path: [UInt8]) -> Bool { hasKind(S_IFREG, path) }

  private static func hasKind(_ kind: mode_t, _ path: [UInt8]) -> Bool {
    FileCalls.shared.perform(on: path) {
      var status = stat()
      let found = (path + [0]).withUnsafeBytes { bytes in
        bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) } ?? -1
      }
      return found == 0 && status.st_mode & S_IFMT == kind
    } ?? false
  }

  /// Returns the absolute paths of the folders among the given paths.
  static func folders(of options: PhotoLibrary.Options) -> [[UInt8]] {
    options.paths.prefix(RememberedState.folderLimit).compactMap { path in
      guard hasKind(S_IFDIR, path) else { return nil }
      return FileCalls.shared.perform(on: path) { () -> [UInt8]? in
        let real = (path + [0]).withUnsafeBytes { bytes in
          bytes.baseAddress.flatMap { realpath($0.assumingMemoryBound(to: CChar.self), nil) }
        }
        guard let real else { return nil }
        defer { free(real) }
        return UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) }
      } ?? nil
    }
  }

  /// Passes the paths of the source to `deliver`, those on standard input as they arrive. It blocks until the
  /// end of the source.
  func read(_ deliver: ([[UInt8]]) -> Void) {
    switch self {
    case .path(let path): deliver([path])
    case .picturesFolder: deliver([UserFolder.pictures])
    case .standardInput(let separator):
      var list = PathList(separator: separator)
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
        if count < 0, errno == EINTR { continue }
        let paths = count > 0 ? list.add(piece[..<count]) : list.finish()
        if !paths.isEmpty { deliver(paths) }
        if count <= 0 { return }
      }
    }
  }
}

/// A list of paths that arrives in pieces.
nonisolated struct PathList {
  private let separator: UInt8
  /// The start of a path whose end has not arrived.
  private var rest: [UInt8] = []

  init(separator: UInt8) { self.separator = separator }

  /// Returns the paths that are complete with the next piece.
  mutating func add(_ piece: some Collection<UInt8>) -> [[UInt8]] {
    rest += piece
    guard let end = rest.lastIndex(of: separator) else { return [] }
    defer { rest = Array(rest[(end + 1)...]) }
    return rest[..<end].split(separator: separator).map { Array($0) }
  }

  /// Returns the last path, which may lack its separator.
  mutating func finish() -> [[UInt8]] {
    defer { rest = [] }
    return rest.isEmpty ? [] : [rest]
  }
}
