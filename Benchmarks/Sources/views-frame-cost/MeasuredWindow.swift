/// A window whose frames are measured.
@MainActor
protocol MeasuredWindow {
  /// Performs the action once and runs one frame.
  func perform()
  /// The state that the action changes. If it does not change, the benchmark measures nothing.
  var proof: Double { get }
}
