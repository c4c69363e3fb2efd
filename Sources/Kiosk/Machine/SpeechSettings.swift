internal import Configuration

/// How a kiosk speaks to visitors who do not see the screen.
package struct SpeechSettings: Equatable, Sendable {
  /// The program that speaks and its arguments. The text follows as the last argument.
  package var command: [String]
  /// Whether the kiosk talks until a person of the service changes that.
  package var isOn = false

  package init(command: [String]) { self.command = command }

  init?(_ object: inout ConfigurationObject) {
    let command = object.required("command")?.command()
    let isOn = object.optional("on")?.flag()
    guard let command else { return nil }
    self.command = command
    if let isOn { self.isOn = isOn }
  }
}

extension ConfigurationValue {
  /// Reads a program and its arguments, and reports a program without an absolute path.
  func command() -> [String]? {
    guard let words = list(1...32)?.map({ $0.text() }) else { return nil }
    guard words.allSatisfy({ $0?.utf8.contains(0) == false }), words.first??.hasPrefix("/") == true else {
      report("The first text must be the absolute path of a program.")
      return nil
    }
    return words.compactMap { $0 }
  }
}
