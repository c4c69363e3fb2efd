import CarouselUI

/// What the command line asks for.
nonisolated struct Options {
  /// What to do with the pictures.
  enum Task {
    /// Open a window in the user's session.
    case browse
    /// Write the first settled frame to this path, without a session.
    case screenshot(path: String)
    /// Make a scripted visit and leave its pictures in this folder, without a session.
    case tour(folder: String)
    /// Move the pictures and tell what a frame costs, in the user's session if there is one.
    case bench
  }

  var task = Task.browse
  /// Files and folders, as given; empty means "the user's pictures".
  var paths: [String] = []
  var type = CarouselType.coverFlow2
  var isVertical = false
  /// Whether the last picture leads to the first; `nil` leaves it to the type.
  var wraps: Bool?
  var isFullscreen = false
  /// The size of the window, in points.
  var size = Size(width: 1280, height: 720)
  /// Buffer pixels per point, where the program runs without a session; in a session the compositor decides.
  var scale = 1.0
  /// Where the carousel's inputs are recorded; `nil` records nothing.
  var journalPath: String?
  /// What `--bench` does.
  var bench = BenchPlan()

  /// The option `tilt` of cover flows; `nil` leaves it to them.
  var tilt: Double? {
    if case .bench = task, bench.workload == .autoscroll { BenchPlan.autoscrollTilt } else { nil }
  }
}
