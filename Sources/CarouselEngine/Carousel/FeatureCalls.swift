/// An effect of a feature that is no event: the closure notifies the delegate or the data source of the carousel.
struct FeatureEffect: OwnerCall {
  let notify: @MainActor @Sendable (Carousel) -> Void
}

/// A question of a feature: the closure asks the delegate or the data source of the carousel.
struct FeatureQuestion: OwnerCall {
  let ask: @MainActor @Sendable (Carousel) -> CarouselAnswer
}

extension CarouselCore {
  /// Returns a request whose answer goes to the current task.
  mutating func ask(_ question: @escaping @MainActor @Sendable (Carousel) -> CarouselAnswer)
    -> CarouselRequest
  {
    ask(.feature(FeatureQuestion(ask: question)))
  }
}
