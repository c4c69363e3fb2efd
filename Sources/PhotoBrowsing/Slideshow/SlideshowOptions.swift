/// The settings of the slideshow of a photo browser.
package struct SlideshowOptions: Hashable, Sendable {
  package var order = SlideshowOrder.list
  /// The time for each photo, in seconds.
  package var interval = 5.0
  package var transition = SlideshowTransition.fade
  /// Determines the movements of the photos, and the order if it is random.
  package var seed: UInt64 = 1

  /// Creates the default settings.
  package init() {}

  /// The intervals that the user may choose, in seconds.
  package static let intervals = 0.5...86_400.0

  /// The intervals that two keys choose, in seconds.
  private static let steps: [Double] = [
    0.5, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1800, 3600,
  ]

  /// Returns the next longer interval, or the next shorter one.
  package func interval(longer isLonger: Bool) -> Double {
    let next =
      isLonger
      ? Self.steps.first { $0 > interval } : Self.steps.last { $0 < interval }
    return next ?? interval
  }

  /// Whether the photos are shown in random order.
  package var isRandom: Bool {
    get { if case .random = order { true } else { false } }
    set { if newValue != isRandom { order = newValue ? .random(seed: seed) : .list } }
  }
}
