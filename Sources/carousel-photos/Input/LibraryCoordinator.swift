import Dispatch
import Glibc
import Photos
import Threads

/// Lists the given paths in the background, and delivers the states of the library on the main actor.
///
/// It uses callbacks, because a waiting task would start Dispatch's thread pool, which wakes the process every second
/// even at rest.
final class LibraryCoordinator {
  /// Called with the file that was given alone, before the first state.
  var onOpenedFile: ((Photo) -> Void)?
  /// Called with each state that has photos, or that follows one which had.
  var onUpdate: ((PhotoLibrary.Update) -> Void)?
  /// Called once when all paths were listed, with an error if no photo was found.
  var onFinish: ((ProgramError?) -> Void)?
  /// The file that was given alone, and that is shown first; `nil` without one. It is set before the first state.
  private(set) var openedFile: Photo?

  private let sources: [PhotoSource]
  private let settings: PhotoLibrary.Options
  private var library: PhotoLibrary?
  private var reader: MetadataReader?
  private var hasPhotos = false
  private var isFinished = false
  private var problems: [PhotoError] = []

  /// Creates a coordinator.
  ///
  /// - Parameters:
  ///   - sources: The files, folders and lists of the command line.
  ///   - settings: The settings of the library, without its paths.
  init(_ sources: [PhotoSource], _ settings: PhotoLibrary.Options) {
    self.sources = sources
    self.settings = settings
  }

  /// Starts listing. It reads lists from standard input first, which may take any time.
  func start() {
    let (sources, settings) = (sources, settings)
    let isStarted = SystemThread.startDetached {
      let options = PhotoSource.resolve(sources, settings)
      let library = options.paths.isEmpty ? nil : PhotoLibrary(options)
      let reader = options.order.needsMetadata ? library.map { MetadataReader($0) } : nil
      DispatchQueue.main.async { self.begin(library, reader, openedFile: options.openedFile) }
      // The main thread may be busy connecting to the compositor.
      library?.start { update in
        reader?.read(update.photos)
        DispatchQueue.main.async { self.receive(update) }
      }
    }
    if !isStarted {
      quit(.unavailable, "the system refuses a thread; raise the limit of processes (ulimit -u)")
    }
  }

  /// Takes over the library before it delivers its first state; `nil` if there are no paths.
  private func begin(_ library: PhotoLibrary?, _ reader: MetadataReader?, openedFile: [UInt8]?) {
    guard let library else {
      onFinish?(ProgramError(code: .noInput, description: "the list of photos on standard input is empty"))
      return
    }
    (self.library, self.reader) = (library, reader)
    self.openedFile = openedFile.map { Photo(pathBytes: $0) }
    if let openedFile = self.openedFile { onOpenedFile?(openedFile) }
  }

  private func receive(_ update: PhotoLibrary.Update) {
    for folder in update.searchedFolders {
      printError(
        "the folder “\(folder)” holds only folders; showing the photos in them (--recursive shows all)")
    }
    problems += update.problems.map { PhotoError($0) }
    hasPhotos = hasPhotos || !update.photos.isEmpty
    if hasPhotos {
      printProblems()
      onUpdate?(update)
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
        description: last?.description ?? "no photo was found; give the path of a photo or folder"))
  }

  private func printProblems() {
    for problem in problems { printError(problem.description) }
    problems = []
  }
}

/// Where the paths of photos come from.
nonisolated enum PhotoSource: Sendable {
  /// The path of a file or folder.
  case path([UInt8])
  /// The paths on standard input, each of which ends with this byte.
  case standardInput(separator: UInt8)

  /// Returns the settings of the library for the sources. It blocks until a list on standard input ends.
  static func resolve(_ sources: [PhotoSource], _ settings: PhotoLibrary.Options) -> PhotoLibrary.Options {
    var options = settings
    options.paths = sources.flatMap { source in
      switch source {
      case .path(let path): [path]
      case .standardInput(let separator):
        standardInput().split(separator: separator).map { Array($0) }
      }
    }
    guard sources.count == 1, case .path(let path) = sources[0], isFile(path) else { return options }
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[...$0]) }
    options.openedFile = folder == nil ? Array("./".utf8) + path : path
    options.paths = [folder ?? Array("./".utf8)]
    return options
  }

  private static func isFile(_ path: [UInt8]) -> Bool {
    var status = stat()
    let found = (path + [0]).withUnsafeBytes { bytes in
      bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) } ?? -1
    }
    return found == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func standardInput() -> [UInt8] {
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = read(STDIN_FILENO, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return bytes }
      bytes += piece[..<count]
    }
  }
}
