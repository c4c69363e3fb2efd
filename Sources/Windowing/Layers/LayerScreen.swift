/// The screen of a layer surface, and whether the surface waits for a screen.
@MainActor
struct LayerScreen {
  /// The screen that the program requested; nil for the compositor's choice.
  private(set) var requested: OutputTarget?
  /// Whether the window stays open without a surface while its screen is missing.
  var waitsForReturn: Bool
  /// Whether the surface opens on no other screen than the requested one.
  var isFixed = false
  /// Whether the window has no surface because its screen is missing.
  private(set) var isMissing = false
  /// The last screen that the surface was on since it opened; nil if it was on no screen.
  private var last: Output?

  init(requesting output: Output? = nil) {
    requested = output.map { OutputTarget($0) }
    waitsForReturn = output == nil
  }

  /// Requests another screen for the next surface.
  mutating func request(_ output: Output) { requested = OutputTarget(output) }

  mutating func entered(_ outputs: [Output]) {
    if let output = outputs.first { last = output }
  }

  /// Whether the screen of the surface is connected. If the surface was on no screen: whether any screen is connected.
  func isConnected(in outputs: [Output]) -> Bool {
    guard let last else { return !outputs.isEmpty }
    return outputs.contains { $0 === last }
  }

  /// Whether the requested screen is connected, or the program requested none.
  func isRequestMet(in outputs: [Output]) -> Bool {
    guard let requested else { return true }
    return requested.output(in: outputs) != nil
  }

  mutating func becameMissing() { isMissing = true }

  mutating func opened() {
    isMissing = false
    last = nil
  }
}
