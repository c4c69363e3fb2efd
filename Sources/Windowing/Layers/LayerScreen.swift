/// The screen of a layer surface, and whether the surface waits for one.
@MainActor
struct LayerScreen {
  /// The screen that the program requested; nil for the compositor's choice.
  let requested: OutputTarget?
  /// Whether the window stays open without a surface while its screen is missing.
  var waitsForReturn: Bool
  /// Whether the compositor took the surface down because its screen is missing.
  private(set) var isMissing = false
  /// The last screen that the surface was on since it was opened.
  private var last: Output?

  init(requesting output: Output? = nil) {
    requested = output.map { OutputTarget($0) }
    waitsForReturn = output == nil
  }

  mutating func entered(_ outputs: [Output]) {
    if let output = outputs.first { last = output }
  }

  /// Whether the screen of the surface is connected; for a surface that was on none, whether any screen is.
  func isConnected(in system: WindowSystem) -> Bool {
    guard let last else { return !system.outputs.isEmpty }
    return system.outputs.contains { $0 === last }
  }

  mutating func takenDown() { isMissing = true }

  mutating func opened() {
    isMissing = false
    last = nil
  }
}
