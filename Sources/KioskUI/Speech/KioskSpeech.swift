internal import CarouselUI
package import Kiosk
internal import PhotoLibrary
internal import Threads

/// The talking mode of the program: a program of the configuration speaks the texts of all kiosks. A new text ends the one before.
@MainActor
package final class KioskSpeech {
  /// Whether the kiosks talk. The service changes it, and the state folder keeps it.
  private(set) var isOn: Bool

  private let settings: SpeechSettings
  private let file: StateFile?
  private let worker = WorkerThreads(count: 1)
  private let run: ([String]) -> Void
  private let stopRunning: () -> Void
  private static let longestText = 1000  // characters
  private static let states = (on: Array("on".utf8), off: Array("off".utf8))

  /// - Parameters:
  ///   - folder: The state folder; `nil` for that of the user.
  ///   - run: Runs a command, and ends the one before.
  ///   - stop: Ends the command.
  package init(
    _ settings: SpeechSettings, stateFolder folder: String?, run: @escaping ([String]) -> Void,
    stop: @escaping () -> Void
  ) {
    (self.settings, self.run, stopRunning) = (settings, run, stop)
    file =
      folder.map { StateFile(path: Array("\($0)/speech".utf8)) }
      ?? StateFile.ofUser(program: "carousel-kiosk", name: "speech")
    let state = try? file?.read()
    isOn = state == Self.states.on || state != Self.states.off && settings.isOn
  }

  /// Creates the talking mode of a configuration; `nil` if it has none.
  ///
  /// - Parameter report: Reports a problem in a sentence, on any thread.
  package convenience init?(_ settings: KioskSettings, report: @escaping @Sendable (String) -> Void) {
    guard let speech = settings.speech else { return nil }
    let commands = CommandRunner(keepsNewestOnly: true, timeLimit: Self.longestSpeech, report: report)
    self.init(
      speech, stateFolder: settings.stateFolder, run: { commands.run($0) }, stop: { commands.stop() })
  }

  /// A program that speaks longer is killed, in seconds. The longest text takes half of it.
  private static let longestSpeech = 180.0

  /// Begins or ends the talking mode.
  func toggle(in language: KioskLanguage) {
    isOn.toggle()
    let (file, state) = (file, isOn ? Self.states.on : Self.states.off)
    // Without a state folder, the mode lasts until the next start.
    worker.run { try? file?.write(state) }
    if isOn { say(VisitorTexts(in: language).invitation) } else { stop() }
  }

  /// Speaks a text.
  func say(_ text: String) {
    guard isOn, !text.isEmpty else { return }
    // An argument that begins with “-” would be an option.
    let words = (text.hasPrefix("-") ? " " : "") + String(text.prefix(Self.longestText))
    run(settings.command + [words])
  }

  /// Ends the text that is spoken.
  func stop() { stopRunning() }
}

extension View {
  /// The names of the elements in the view, each once, also while the view is transparent.
  var spokenTexts: String {
    var texts: [String] = []
    func collect(_ view: View) {
      guard !view.isHidden, !view.accessibilityElementsHidden else { return }
      if view.accessibilityRole != nil, let name = view.accessibilityLabel, !name.isEmpty,
        !texts.contains(name)
      {
        texts.append(name)
      }
      for subview in view.subviews { collect(subview) }
    }
    collect(self)
    return texts.joined(separator: ". ")
  }
}
