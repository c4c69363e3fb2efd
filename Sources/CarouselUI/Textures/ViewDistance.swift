/// How far a view is from being seen: what is farthest makes room first.
///
/// In this order, the nearest first; within one case by its number.
enum ViewDistance: Comparable {
  /// In the window, in this frame.
  case shown
  /// A carousel has it ready, but not in the window. Its neighbours come in first, so what counts is how many items it
  /// stands from the centre, or will stand when it has come a little farther; on a ring the shorter way round.
  case ready(items: Double)
  /// No carousel has it ready: it waits to be reused, or its item scrolled far away. What was left behind last comes back
  /// first, so what counts is for how many frames it has not been ready.
  case gone(frames: Int)

  /// Whether a carousel has it ready, in the window or not.
  var isReady: Bool {
    if case .gone = self { false } else { true }
  }
}
