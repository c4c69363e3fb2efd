/// What `--bench` does, and for how long.
nonisolated struct BenchPlan {
  /// How the carousel is moved.
  enum Workload: String, CaseIterable {
    /// A finger flicks through the pictures, forth and back, and lets them come to rest each time.
    case flick
    /// Two pictures a second go by, steadily; covers stand at 75°.
    case autoscroll
  }

  var workload = Workload.flick
  /// How long, in seconds; a flick under way is finished.
  var seconds = 10.0
  /// How many threads compose a frame.
  var threads = 1
  /// Where the frames are left as scene files; `nil` for nowhere.
  var scenesFolder: String?

  /// The option `tilt` of cover flows: 75 of 90 degrees.
  static let autoscrollTilt = 75.0 / 90
  /// In items a second.
  static let autoscrollSpeed = 2.0
}
