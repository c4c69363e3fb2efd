/// An effect of a feature that is no event: the closure notifies the delegate or the data source of the carousel.
final class FeatureEffect: OwnerCall {
  let notify: @MainActor @Sendable (Carousel) -> Void

  init(_ notify: @escaping @MainActor @Sendable (Carousel) -> Void) { self.notify = notify }
}

/// A question of a feature: the closure asks the delegate or the data source of the carousel.
final class FeatureQuestion: OwnerCall {
  let ask: @MainActor @Sendable (Carousel) -> CarouselAnswer

  init(_ ask: @escaping @MainActor @Sendable (Carousel) -> CarouselAnswer) { self.ask = ask }
}

extension CarouselCore {
  /// Returns a request whose answer goes to the current task.
  mutating func ask(_ question: @escaping @MainActor @Sendable (Carousel) -> CarouselAnswer)
    -> CarouselRequest
  {
    ask(.feature(FeatureQuestion(question)))
  }
}
