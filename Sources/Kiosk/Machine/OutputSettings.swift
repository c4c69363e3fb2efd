internal import Configuration

/// The screens of a kiosk.
package struct OutputSettings: Equatable, Sendable {
  /// What the screens show.
  package enum Arrangement: String, CaseIterable, Sendable {
    /// One screen has the window: the one that the compositor chooses.
    case one
    /// All screens show the same.
    case mirror
    /// One picture across all screens.
    case span
  }

  /// The content of one screen.
  package struct Assignment: Equatable, Sendable {
    /// The name of its connector, such as “HDMI-A-1”.
    package let output: String
    /// The path of a playlist or of a folder of pictures.
    package var content: String

    package init(output: String, content: String) { (self.output, self.content) = (output, content) }
  }

  package var arrangement = Arrangement.one
  /// The screens with a content of their own; none if all show the content of the configuration.
  package var assignments: [Assignment] = []
  /// Whether the windows are on the topmost layer of the desktop, where the compositor offers it.
  package var usesLayer = false

  package init() {}

  /// Reads the members of the configuration.
  init(_ object: inout ConfigurationObject) {
    if let arrangement = object.optional("outputs")?.choice(
      Arrangement.allCases.map { (name: $0.rawValue, value: $0) })
    {
      self.arrangement = arrangement
    }
    assignments = object.optional("playlists")?.list(1...16)?.compactMap(Self.assignment) ?? []
    if object.has("outputs"), object.has("playlists") {
      object.report("“outputs” has no effect with “playlists”. Leave one of them out.")
    }
    if Set(assignments.map(\.output)).count < assignments.count {
      object.report("“playlists” names an output twice.")
    }
    usesLayer = object.optional("layer")?.flag() ?? true
  }

  private static func assignment(_ value: ConfigurationValue) -> Assignment? {
    value.object("a playlist of an output") { object -> Assignment? in
      // The name is a part of the names of files.
      let output = object.required("output")?.parsed(as: "the name of an output such as \"HDMI-A-1\"") {
        name in
        let isName = name.utf8.allSatisfy {
          (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
        }
        return isName && (1...64).contains(name.utf8.count) ? name : nil
      }
      let content = object.required("content")?.text()
      guard let output, let content else { return nil }
      return Assignment(output: output, content: content)
    } ?? nil
  }
}
