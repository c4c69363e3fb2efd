/// The workload of `--bench` and its duration.
package nonisolated struct BenchPlan {
  /// How the carousel is scrolled.
  package enum Workload: String, CaseIterable {
    /// A finger flicks through the photos, back and forth. The next flick follows when the carousel has
    /// settled.
    case flick
    /// The carousel scrolls steadily by two photos per second; covers are turned by 75°.
    case autoscroll
    /// The thumbnails scroll by 160 points in each frame, down and up.
    case grid
    /// On the single page with the strip, the next photo is shown in every sixth frame.
    case strip
    /// A slideshow mixes one photo with the next one, once a second.
    case fade
    /// The photos of a slideshow move, and are mixed once a second.
    case kenBurns = "ken-burns"
  }

  package var workload = Workload.flick
  /// The duration, in seconds. The run ends after the flick during which it expires.
  package var seconds = 10.0
  /// The number of threads that compose a frame.
  package var threads = 1
  /// The folder in which frames are saved as scene files; `nil` saves none.
  package var scenesFolder: String?

  package init() {}

  /// The option `tilt` of cover flow types for this workload, in quarter turns: 75°.
  package static let autoscrollTilt = 75.0 / 90
  /// The scroll speed, in items per second.
  static let autoscrollSpeed = 2.0
}
