import CarouselUI
import CommandLineText
package import ControlChannel
import Glibc
import JSON
import PhotoBrowsing
import PhotoLibrary

/// The methods with which other programs control the photo browser: each command of the browser by its identifier, and requests
/// with parameters.
@MainActor
package final class BrowserControl {
  /// Opens a file or a folder by its absolute path in place of the present photos, and returns as soon as its first photos are
  /// shown. Throws the reason if it has none.
  package typealias Opener = @MainActor ([UInt8]) async throws(ControlError) -> Void

  private weak var browser: PhotoBrowser?
  private let signal = ControlSignal()
  private let open: Opener
  /// The state that was last seen, as it is shown to clients.
  private var lastState = ""
  /// Increases each time the state is seen to have changed.
  private var revision = 0
  /// The number of files and folders that are being opened.
  private var openingCount = 0

  /// - Parameters:
  ///   - browser: The browser; `nil` to list the methods only.
  ///   - open: Opens a file or a folder.
  package init(of browser: PhotoBrowser?, open: @escaping Opener = { _ throws(ControlError) in }) {
    (self.browser, self.open) = (browser, open)
  }

  package var methods: ControlMethods {
    ControlMethods(of: "carousel-photos", commandMethods + stateMethods + photoMethods)
  }

  private func shownBrowser() throws(ControlError) -> PhotoBrowser {
    guard let browser else { throw ControlError(.failed, "There is no window.") }
    return browser
  }

  // MARK: Commands

  /// Each command of the browser is a method. Like a key, it is performed where the focus is.
  private var commandMethods: [ControlMethod] {
    var known: Set<Command.ID> = []
    return PhotoCommands.sections.flatMap(\.commands).filter { known.insert($0.id).inserted }.map { command in
      ControlMethod(command.id, command.title + ".") { [self] _ throws(ControlError) in
        let browser = try shownBrowser()
        let view = browser.commandTarget
        let isEnabled = view.state(of: command)?.isEnabled == true
        if isEnabled, command.id == PhotoCommands.saveRotation.id {
          let failure = await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
            browser.saveRotation { continuation.resume(returning: $0) }
          }
          if let failure { throw ControlError(.failed, failure) }
          return [:]
        }
        guard isEnabled, view.perform(command) else {
          throw ControlError(
            .failed,
            "“\(command.id)” is not available on the page that is shown. “commands” lists those that are.")
        }
        return [:]
      }
    }
  }

  // MARK: State

  private var stateMethods: [ControlMethod] {
    [
      ControlMethod(
        "state", "Returns what is shown.",
        [
          .optional(
            "after", .integer(0...Int(Int32.max)), "waits until the revision of the state is larger"),
          Self.limit,
        ]
      ) { [self] arguments throws(ControlError) in
        if let after = arguments.integer("after") {
          try await wait(arguments, for: "The state has not changed") {
            _ = browser.map(state)
            return revision > after
          }
        }
        return state(of: try shownBrowser())
      },
      ControlMethod(
        "settle",
        "Waits until nothing moves and the photos of the page are loaded and shown. Returns the state.",
        [Self.limit]
      ) { [self] arguments throws(ControlError) in
        try await wait(arguments, for: "The browser still moves or loads photos") {
          isSettled
        }
        return state(of: try shownBrowser())
      },
      ControlMethod("commands", "Returns the commands that can be performed now, with their keys.") {
        [self] _ throws(ControlError) in
        let view = try shownBrowser().commandTarget
        let commands = view.availableCommands.filter { view.state(of: $0)?.isEnabled == true }
        return JSONNode(
          commands.map { command in
            var members: [(String, JSONNode)] = [
              ("name", JSONNode(command.id)), ("title", JSONNode(command.title)),
              ("keys", JSONNode(command.shortcuts.map { JSONNode($0.description) })),
            ]
            if let isChecked = view.state(of: command)?.isChecked {
              members.append(("checked", JSONNode(isChecked)))
            }
            return JSONNode(members)
          })
      },
    ]
  }

  private static let limit = ControlParameter.optional(
    "within", .number(0...7200), "the longest wait in seconds; 5 by default")

  private func wait(
    _ arguments: ControlArguments, for expectation: String, until condition: () -> Bool
  ) async throws(ControlError) {
    try await signal.wait(within: arguments.number("within", or: 5), expectation) { condition() }
  }

  private var isSettled: Bool { (browser?.isSettled ?? true) && openingCount == 0 }
  /// The revision that was settled last; `nil` for none.
  private var settledRevision: Int?

  /// Whether the present revision is, or was, settled. A frame that only replaces equal pixels, such as those of a hidden neighbor,
  /// does not change this.
  private func isOrWasSettled() -> Bool {
    if isSettled { settledRevision = revision }
    guard let browser else { return true }
    return settledRevision == revision && openingCount == 0 && !browser.isMoving && browser.loadCount == 0
      && !browser.isReadingDates
  }

  /// The state for a client. Its revision counts the changes of all members that stand before `settled`.
  private func state(of browser: PhotoBrowser) -> JSONNode {
    let members = content(of: browser)
    let text = JSONNode(members).line
    if text != lastState { (lastState, revision) = (text, revision + 1) }
    return JSONNode(
      members + [
        ("settled", JSONNode(isOrWasSettled())), ("revision", JSONNode(revision)),
        ("process", JSONNode(Int(getpid()))),
      ])
  }

  private func content(of browser: PhotoBrowser) -> [(String, JSONNode)] {
    let (state, size) = (browser.state, browser.ui.contentView.size)
    var members: [(String, JSONNode)] = [
      ("page", JSONNode(browser.emptyPage?.name ?? state.page.rawValue)),
      ("count", JSONNode(state.photos.count)),
    ]
    if let photo = state.currentPhoto?.photo, let index = state.currentIndex {
      let path = photo.absolutePath
      members += [
        ("index", JSONNode(index)), ("name", JSONNode(DisplayText.printable(photo.name))),
        // `show` and `open` accept this path, also if it is no UTF-8.
        ("path", JSONNode(ArgumentText.text(path))),
        ("uri", JSONNode(URIList.Entry.file(path: path).description)),
      ]
    }
    members += [
      ("title", JSONNode(browser.ui.window.title)), ("type", JSONNode(browser.carousel.type.rawValue)),
      ("vertical", JSONNode(browser.carousel.isVertical)),
      ("fullscreen", JSONNode(browser.ui.window.state.contains(.fullscreen))),
      ("zoom", JSONNode(browser.zoom)),
      ("width", JSONNode(size.width)), ("height", JSONNode(size.height)),
      ("scale", JSONNode(browser.ui.window.scale)),
    ]
    return members
  }

  /// The bytes of the parameter `path` or `uri`; `nil` if both are missing.
  ///
  /// - Throws: If both are given, if the path is not absolute, or if the URI names no file of this machine.
  private static func path(_ arguments: ControlArguments) throws(ControlError) -> [UInt8]? {
    switch (arguments.text("path"), arguments.text("uri")) {
    case (nil, nil): return nil
    case (let path?, nil):
      let bytes = ArgumentText.bytes(path)
      guard path.hasPrefix("/"), !bytes.contains(0) else {
        throw ControlError(.invalidParameters, "“path” must be an absolute path.")
      }
      return bytes
    case (nil, let uri?):
      guard case .file(let path)? = URIList(parsing: uri.utf8, limit: 1).entries.first else {
        throw ControlError(.invalidParameters, "“uri” must be the URI of a file, such as file:///a.jpg.")
      }
      return path
    default: throw ControlError(.invalidParameters, "“path” and “uri” cannot be combined.")
    }
  }

  private static let pathParameter = ControlParameter.optional("path", .text, "the absolute path")
  private static let uriParameter = ControlParameter.optional(
    "uri", .text, "the URI, for names that are no UTF-8")

  // MARK: Photos

  private var photoMethods: [ControlMethod] {
    [
      ControlMethod(
        "open", "Opens a file or a folder in place of the present photos, and waits for its first photos.",
        [Self.pathParameter, Self.uriParameter]
      ) { [self] arguments throws(ControlError) in
        guard let path = try Self.path(arguments) else {
          throw ControlError(.invalidParameters, "open needs “path” or “uri”.")
        }
        openingCount += 1
        defer { openingCount -= 1 }
        try await open(path)
        return [:]
      },
      ControlMethod(
        "show", "Shows a photo of the list.",
        [
          .optional("index", .integer(0...Int(Int32.max)), "the index of the photo, from 0"),
          Self.pathParameter, Self.uriParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        let browser = try shownBrowser()
        browser.apply(.goTo(try Self.photo(arguments, in: browser.state)))
        return [:]
      },
      ControlMethod(
        "page", "Shows a page with the current photo.",
        [.required("name", .choice(BrowserState.Page.allCases.map(\.rawValue)), "the page")]
      ) { [self] arguments throws(ControlError) in
        let page = arguments.text("name").flatMap { BrowserState.Page(rawValue: $0) }
        if let page { try shownBrowser().apply(.show(page)) }
        return [:]
      },
      ControlMethod(
        "zoom", "Shows the photo of the single page at a scale.",
        [.required("scale", .number(0.001...1000), "pixels of the screen for a pixel of the photo")]
      ) { [self] arguments throws(ControlError) in
        let browser = try shownBrowser()
        guard browser.state.page == .single else {
          throw ControlError(.failed, "The single page is not shown; use page name=single.")
        }
        browser.apply(.zoom(.scale(arguments.number("scale", or: 1))))
        return [:]
      },
    ]
  }

  private static func photo(
    _ arguments: ControlArguments, in state: BrowserState
  ) throws(ControlError) -> PhotoID {
    switch (arguments.integer("index"), try path(arguments)) {
    case (let index?, nil):
      guard state.photos.indices.contains(index) else {
        throw ControlError(.failed, "There is no photo \(index); the list has \(state.photos.count).")
      }
      return state.photos[index].id
    case (nil, let path?):
      guard let photo = state.photos.first(where: { $0.photo.absolutePath == path }) else {
        throw ControlError(.failed, "The list has no photo \(String(decoding: path, as: UTF8.self)).")
      }
      return photo.id
    default: throw ControlError(.invalidParameters, "show needs one of “index”, “path” and “uri”.")
    }
  }
}
