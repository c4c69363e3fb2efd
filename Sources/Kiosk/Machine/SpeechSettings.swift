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
