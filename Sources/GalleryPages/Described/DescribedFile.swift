package import CarouselDescription
internal import CarouselUI
internal import Glibc
internal import PhotoLibrary
internal import PhotoViews

/// Shows the description in a file, and follows changes of the file.
///
/// An editor may write into the file or rename a new file over it.
package final class DescribedFile {
  /// The path of the file.
  package let path: String
  /// The view of the last correct content of the file, and of the problem of the current content.
  package let view = ProblemView()
  /// Called after each reading of the file.
  package var onUpdate: (() -> Void)?
  /// Called with a line for the user: a problem, or the “action” of a control that the user has operated.
  package var onLine: ((Line) -> Void)?

  /// A line of text for the user.
  package enum Line: Sendable, Hashable {
    /// A problem of the file. It begins with the path, the line and the column, as compilers write it.
    case problem(String)
    /// The name of an action.
    case action(String)
  }

  private lazy var content = DescriptionView(handlers: handlers)
  private var lastReading: Reading?
  private var library: PhotoLibrary?

  /// Creates the view of a file. The file is not opened yet.
  package init(_ path: String) { self.path = path }

  /// The problem of the file; `nil` if it was shown.
  package var problem: String? { view.problem }
  /// Whether the file could be read.
  package var isReadable: Bool {
    if case .content = lastReading { true } else { false }
  }
  /// The description that is shown; `nil` before the first correct content.
  package var description: LoadedDescription? { content.description }

  private var handlers: DescriptionHandlers {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return DescriptionHandlers(
      onAction: { [weak self] in self?.onLine?(.action($0)) },
      imageSource: { FileImageSource($0.hasPrefix("/") ? $0 : folder + $0) })
  }

  /// Reads the file and shows its content. If the file has an error, the view keeps the content from before.
  ///
  /// The views stay as they are if the file has the same content as before.
  package func read() {
    let reading = Self.reading(of: path)
    guard reading != lastReading else { return }
    lastReading = reading
    view.content = content
    switch reading {
    case .content(let bytes):
      content.update(bytes)
      report(content.error.map { "\(path):\($0.line):\($0.column): error: \($0.message)" })
    case .failure(let code):
      report("\(path): error: The file cannot be read: \(String(cString: strerror(code))).")
    }
    onUpdate?()
  }

  private func report(_ problem: String?) {
    view.problem = problem
    if let problem { onLine?(.problem(problem)) }
  }

  // MARK: Changes of the file

  /// Reads the file again after each change, until this object is released.
  package func follow() {
    let library = PhotoLibrary(PhotoLibrary.Options(paths: [Array(path.utf8)]))
    self.library = library
    let file = Weak(self)
    library.start { update in
      // The file was removed before the library found it.
      let isLost = update.photos.isEmpty && !update.problems.isEmpty
      Task { @MainActor in
        file.value?.read()
        guard isLost else { return }
        try? await Task.sleep(for: retryInterval)
        file.value?.follow()
      }
    }
  }

  private nonisolated final class Weak: Sendable {
    @MainActor weak var value: DescribedFile?
    @MainActor init(_ value: DescribedFile) { self.value = value }
  }

  // MARK: Reading

  private nonisolated enum Reading: Equatable {
    case content([UInt8])
    /// An error number of the system.
    case failure(Int32)
  }

  /// Returns the content of a regular file. If the file is larger than a description may be, the end of the
  /// content is missing.
  private nonisolated static func reading(of path: String) -> Reading {
    // Opening a pipe does not wait for a program that writes.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return .failure(status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= 1 << 20 {
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return .failure(errno) }
      if count == 0 { break }
      bytes += part[..<count]
    }
    return .content(bytes)
  }
}

/// The time between two searches for a file that was missing when they began.
private nonisolated let retryInterval = Duration.seconds(1)
