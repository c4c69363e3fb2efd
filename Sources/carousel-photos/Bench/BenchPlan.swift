/// The workload of `--bench` and its duration.
nonisolated struct BenchPlan {
  /// How the carousel is scrolled.
  enum Workload: String, CaseIterable {
    /// A finger flicks through the photos, back and forth, and waits each time until the carousel settles.
    case flick
    /// The carousel scrolls steadily by two photos per second; covers are turned by 75°.
    case autoscroll
  }

  var workload = Workload.flick
  /// The duration, in seconds. A flick in progress is completed.
  var seconds = 10.0
  /// The number of threads that compose a frame.
  var threads = 1
  /// The folder to write frames to as scene files; `nil` writes none.
  var scenesFolder: String?

  /// The option `tilt` of cover flow types, in quarter turns: 75°.
  static let autoscrollTilt = 75.0 / 90
  /// The scroll speed, in items per second.
  static let autoscrollSpeed = 2.0
}
