import CommandLineText
import Dispatch
import PhotoBrowserUI
import PhotoBrowsing
import PhotoLibrary
import Threads

/// The choices of the user, in a file of the user's state folder. It is written in the background.
///
/// The changes of another window are not lost: before each write, the file is locked and read again, and only the changes are applied.
final class ProgramMemory {
  private typealias Change = @Sendable (inout RememberedState) -> Void

  /// The present state.
  private(set) var state = RememberedState()
  private let file: StateFile?
  /// The changes that wait to be written.
  private var changes: [Change] = []
  private var isWriting = false
  /// The writes that run on a thread.
  private let writes = DispatchGroup()
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

  /// Sets the page, the order, the parts of a window, and the settings of the slideshow to those that were used last.
  ///
  /// - Parameter given: The options of the command line, which come first.
  func prepare(_ options: inout BrowserOptions, given: Set<String>) {
    if let page = state.page { options.folderPage = page }
    options.parts = state.parts
    if !given.contains("--sort"), !given.contains("--reverse"), let order = state.order {
      options.order = order
    }
    let slideshow = state.slideshow
    if !given.contains("--interval"), let interval = slideshow.interval {
      options.slideshow.interval = interval
    }
    if !given.contains("--random"), slideshow.isRandom == true { options.slideshow.isRandom = true }
    if !given.contains("--transition"), let transition = slideshow.transition {
      options.slideshow.transition = transition
    }
  }

  /// Follows what the user chooses in a window.
  func follow(_ browser: PhotoBrowser) {
    browser.recentFolders = state.folders
    browser.onChoice = { [weak self] page, parts in
      self?.update { ($0.page, $0.parts) = (page, parts) }
    }
    browser.onOrderChoice = { [weak self] order in self?.update { $0.order = order } }
    browser.onSlideshowChoice = { [weak self] former, chosen in
      let (interval, isRandom, transition) = (chosen.interval, chosen.isRandom, chosen.transition)
      let isOther = (
        interval: interval != former.interval, order: isRandom != former.isRandom,
        transition: transition != former.transition
      )
      // Options of the command line are no choice.
      self?.update { state in
        if isOther.interval { state.slideshow.interval = interval }
        if isOther.order { state.slideshow.isRandom = isRandom }
        if isOther.transition { state.slideshow.transition = transition }
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
    writes.enter()
    let isStarted = SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) {
      [writes] in
      defer { writes.leave() }
      let problem = Self.apply(pending, to: file)
      DispatchQueue.main.async { [weak self] in self?.didWrite(problem) }
    }
    if !isStarted {
      writes.leave()
      didWrite(nil)
    }
  }

  /// Writes the last changes before the program ends, but waits at most this time, in seconds: the disk may not answer.
  func finish(within seconds: Double = 0.5) {
    let end = DispatchTime.now() + seconds
    guard writes.wait(timeout: end) == .success else { return }
    isWriting = false
    writeNext()
    _ = writes.wait(timeout: end)
  }

  private nonisolated static func apply(_ changes: [Change], to file: StateFile) -> String? {
    do {
      try file.update { bytes in
        var state = RememberedState(text: bytes ?? [])
        for change in changes { change(&state) }
        return Array(state.text.utf8)
      }
      return nil
    } catch {
      return
        "“\(DisplayText.printable(String(decoding: file.path, as: UTF8.self)))” must be a file in a folder that you can write; "
        + "XDG_STATE_HOME names another folder"
    }
  }

  private func didWrite(_ problem: String?) {
    isWriting = false
    if let problem, !hasFailed {
      hasFailed = true
      printError("the choices and the recent folders cannot be stored: \(problem)")
    }
    writeNext()
  }
}
