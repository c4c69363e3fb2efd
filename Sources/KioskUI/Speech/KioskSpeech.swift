internal import CarouselUI
internal import Kiosk
internal import PhotoLibrary
internal import Threads

/// The talking mode: a program of the configuration speaks the texts of the kiosk. A new text ends the one before.
@MainActor
final class KioskSpeech {
  /// Whether the kiosk talks. The service changes it, and the state folder keeps it.
  private(set) var isOn: Bool

  private let settings: SpeechSettings
  private let file: StateFile?
  private let worker = WorkerThreads(count: 1)
  private let run: ([String]) -> Void
  private let language: () -> KioskLanguage
  private static let longestText = 1000  // characters
  private static let states = (on: Array("on".utf8), off: Array("off".utf8))

  /// - Parameters:
  ///   - folder: The state folder; `nil` for that of the user.
  ///   - language: Returns the language of the visitor.
  ///   - run: Runs a command.
  init(
    _ settings: SpeechSettings, stateFolder folder: String?, language: @escaping () -> KioskLanguage,
    run: @escaping ([String]) -> Void
  ) {
    (self.settings, self.language, self.run) = (settings, language, run)
    file =
      folder.map { StateFile(path: Array("\($0)/speech".utf8)) }
      ?? StateFile.ofUser(program: "carousel-kiosk", name: "speech")
    let state = try? file?.read()
    isOn = state == Self.states.on || state != Self.states.off && settings.isOn
  }

  /// Begins or ends the talking mode.
  func toggle() {
    isOn.toggle()
    let (file, state) = (file, isOn ? Self.states.on : Self.states.off)
    // Without a state folder, the mode lasts until the next start.
    worker.run { try? file?.write(state) }
    say(invitation)
  }

  /// Speaks a text.
  func say(_ text: String) {
    guard isOn, !text.isEmpty else { return }
    // An argument that begins with “-” would be an option.
    let words = String(text.prefix(Self.longestText)).drop { $0 == "-" || $0.isWhitespace }
    if !words.isEmpty { run(settings.command + [String(words)]) }
  }

  /// The sentence that says how a visit begins.
  var invitation: String { VisitorTexts(in: language()).invitation }
}

extension View {
  /// The names of the elements in the view, each once, also while it is transparent.
  var spokenTexts: String {
    var texts: [String] = []
    forEachInSubtree { view in
      guard view.accessibilityRole != nil, let name = view.accessibilityLabel, !name.isEmpty,
        !texts.contains(name)
      else { return }
      texts.append(name)
    }
    return texts.joined(separator: ". ")
  }
}
