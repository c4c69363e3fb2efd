/// A change of looks that takes a while: each item goes from how it would look before to how it looks now.
///
/// What goes on meanwhile, goes on: both looks follow the scroll offset.
struct Transition: Sendable {
  /// The looks it comes from, and how much of each: several, if it began while another change was under way. The shares
  /// add up to 1; of crowds only the largest are kept.
  private(set) var origins: [(look: LayoutSnapshot, share: Double)]
  var progress: TimedProgress
  /// What is called at the end.
  var completions: [CompletionID] = []
  /// Which block it belongs to, counted from 1.
  var block = 0

  /// How many looks a picture is mixed from at most, beside the present one.
  static let mostOrigins = 16

  init(from origins: [(look: LayoutSnapshot, share: Double)], since now: Timestamp?, duration: Double) {
    self.origins = origins.count <= Self.mostOrigins ? origins : Self.largest(origins)
    progress = TimedProgress(since: now, duration: duration)
  }

  private static func largest(_ origins: [(look: LayoutSnapshot, share: Double)]) -> [(
    look: LayoutSnapshot, share: Double
  )] {
    let kept = origins.sorted { $0.share > $1.share }.prefix(mostOrigins)
    let sum = kept.reduce(0) { $0 + $1.share }
    return kept.map { ($0.look, $0.share / sum) }
  }

  /// Returns what is seen at `now`, when `present` is where it leads.
  func looks(at now: Timestamp?, present: LayoutSnapshot) -> [(look: LayoutSnapshot, share: Double)] {
    let share = progress.value(at: now)
    return origins.map { ($0.look, $0.share * (1 - share)) } + [(present, share)]
  }
}
