internal import Geometry

/// Layouts that are drawn together, each with its weight in the blend.
typealias WeightedLayouts = [(layout: LayoutSnapshot, share: Double)]

/// A layout transition: each item is drawn between its pose in the old layout and its pose in the new layout.
///
/// Scrolling continues during a transition: both layouts follow the scroll offset.
struct Transition: Sendable {
  /// The old layouts, each with its weight (`share`) in the blend. There are several old layouts if the
  /// transition began during another transition. The shares add up to 1. Above the maximum number, only the
  /// layouts with the largest shares are kept.
  private(set) var origins: WeightedLayouts
  var progress: TimedProgress
  /// The completions to call at the end.
  var completions: [CompletionID] = []
  /// The number of the transition's block, counted from 1.
  var block = 0

  /// The maximum number of old layouts that one frame can contain.
  static let maximumOrigins = 16

  init(from origins: WeightedLayouts, since start: Moment, duration: Double) {
    self.origins = origins.count <= Self.maximumOrigins ? origins : Self.largest(origins)
    progress = TimedProgress(since: start, duration: duration)
  }

  private static func largest(_ origins: WeightedLayouts) -> WeightedLayouts {
    let kept = origins.sorted { $0.share > $1.share }.prefix(maximumOrigins)
    let sum = kept.reduce(0) { $0 + $1.share }
    return kept.map { ($0.layout, $0.share / sum) }
  }

  /// Returns the layouts drawn at `now` during the transition to `present`, each with its share.
  func layouts(at now: Timestamp, present: LayoutSnapshot) -> WeightedLayouts {
    let share = progress.value(at: now)
    return origins.map { ($0.layout, $0.share * (1 - share)) } + [(present, share)]
  }
}
