import Dispatch
import PhotoBrowserUI
import PhotoBrowsing
import PhotoLibrary
import Threads

/// The choices of the user, in a file of the user's state folder. It is written in the background.
///
/// The file of another window is not overwritten: before each write, it is read again, and only the changes are applied.
final class ProgramMemory {
  private typealias Change = @Sendable (inout RememberedState) -> Void

  /// The present state.
  private(set) var state = RememberedState()
  private let file: StateFile?
  /// The changes that wait to be written.
  private var changes: [Change] = []
  private var isWriting = false
  private var hasFailed = false

  /// Reads the file. A file that cannot be read counts as empty.
  init(_ file: StateFile? = .ofUser(program: "carousel-photos", name: "state")) {
    self.file = file
    if let bytes = (try? file?.read()) ?? nil { state = RememberedState(text: bytes) }
  }

  /// Changes the state, and writes it.
  func update(_ change: @escaping @Sendable (inout RememberedState) -> Void) {
    let former = state
    change(&state)
    guard state != former else { return }
    changes.append(change)
    writeNext()
  }

  /// Sets the page and the parts of a window to those that were used last.
  func prepare(_ options: inout BrowserOptions) {
    if let page = state.page { options.folderPage = page }
    options.parts = state.parts
  }

  /// Follows what the user chooses in a window.
  func follow(_ browser: PhotoBrowser) {
    browser.recentFolders = state.folders
    browser.onChoice = { [weak self] choice in
      let (page, parts) = (choice.page, choice.parts)
      self?.update {
        if page != .slideshow { $0.page = page }
        $0.parts = parts
      }
    }
    browser.onClearRecent = { [weak self, weak browser] in
      self?.update { $0.removeFolders() }
      browser?.recentFolders = []
    }
  }

  /// Adds folders that were opened.
  func add(_ folders: [[UInt8]], for browser: PhotoBrowser?) {
    update { for folder in folders.reversed() { $0.add(folder: folder) } }
    browser?.recentFolders = state.folders
  }

  private func writeNext() {
    guard let file, !isWriting, !changes.isEmpty else { return }
    let pending = changes
    changes = []
    isWriting = true
    let isStarted = SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) {
      let problem = Self.apply(pending, to: file)
      DispatchQueue.main.async { [weak self] in self?.didWrite(problem) }
    }
    if !isStarted { didWrite(nil) }
  }

  private nonisolated static func apply(_ changes: [Change], to file: StateFile) -> String? {
    do {
      var state = RememberedState(text: try file.read() ?? [])
      for change in changes { change(&state) }
      try file.write(Array(state.text.utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func didWrite(_ problem: String?) {
    isWriting = false
    if let problem, !hasFailed {
      hasFailed = true
      printError("the recent folders cannot be stored: \(problem)")
    }
    writeNext()
  }
}
