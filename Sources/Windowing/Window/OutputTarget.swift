/// A screen that the program requested for a window. After a reconnection, the screen with the same name is used.
@MainActor
struct OutputTarget {
  private weak var output: Output?
  /// The name of the connector; empty if the compositor does not send it.
  let name: String

  init(_ output: Output) {
    self.output = output
    name = output.name
  }

  init(named name: String) { self.name = name }

  /// Returns the requested screen among the connected ones; nil while it is not connected.
  func output(in outputs: [Output]) -> Output? { outputs.first { matches($0) } }

  /// Whether `other` is the requested screen or has the same name.
  func matches(_ other: Output) -> Bool { output === other || !name.isEmpty && name == other.name }
}
