/// The features of a carousel, with the state of each. This is the only list of features.
struct Features: Sendable {
  var stack = CardStack()
  var reordering = Reordering()
  var presentation = Presentation()
  var autoplay = Autoplay()
  var prefetch = PrefetchPlanner()

  /// Asks the features, in the order in which the core notifies them, until one returns an answer that is not
  /// `nil`.
  ///
  /// The calls are written out instead of a loop over types, so that the compiler omits those of features that
  /// have no answer.
  @inline(__always)
  static func first<Answer>(_ answer: (any Feature.Type) -> Answer?) -> Answer? {
    answer(CardStack.self) ?? answer(Reordering.self) ?? answer(Presentation.self) ?? answer(Autoplay.self)
      ?? answer(LinkFeature.self) ?? answer(PrefetchPlanner.self)
  }

  /// Returns whether a feature answers `true`. The features after it are not asked.
  @inline(__always)
  static func contains(where answer: (any Feature.Type) -> Bool) -> Bool {
    first { answer($0) ? true : nil } ?? false
  }

  /// Calls `body` with each feature.
  @inline(__always)
  static func visitAll(_ body: (any Feature.Type) -> Void) {
    _ = contains {
      body($0)
      return false
    }
  }
}
