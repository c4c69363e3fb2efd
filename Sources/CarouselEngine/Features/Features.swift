/// The features of a carousel, with the state of each. This is the only list of features.
struct Features: Sendable {
  var stack = CardStack()
  var reordering = Reordering()
  var presentation = Presentation()
  var autoplay = Autoplay()
  var link = LinkState()
  var prefetch = PrefetchPlanner()

  /// All features, in the order in which the core notifies them.
  static let all: [any Feature.Type] = [
    CardStack.self, Reordering.self, Presentation.self, Autoplay.self, LinkState.self, PrefetchPlanner.self,
  ]
}
