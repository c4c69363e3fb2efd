/// An event, the end of a change, or an effect of a feature. Effects are delivered in the order in which
/// they were caused.
package enum CarouselEffect: Sendable {
  /// An event for the delegate and the event streams.
  case event(CarouselEvent)
  /// The current item has changed by `steps` items; the sign of `steps` is the direction. Each item that was
  /// passed is one ``CarouselEvent/currentItemDidChange(index:)``.
  case indexChange(from: Int, steps: Int)
  /// An effect of a feature that is no event: a call of the data source.
  case feature(OwnerCall<Void>)
  /// A change has ended, or another change has replaced it.
  case complete(CompletionID, isFinished: Bool)
}

/// The identifier of a completion closure that the owner stores.
package struct CompletionID: Hashable, Codable, Sendable {
  let number: Int
}
