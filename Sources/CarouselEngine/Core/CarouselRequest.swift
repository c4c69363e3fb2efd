internal import Geometry

/// A question whose answer the core needs to continue.
///
/// The owner asks the data source or the delegate, and passes the answer to the core.
package enum CarouselRequest: Sendable {
  /// Asks the data source for the number of items; answer: ``CarouselAnswer/count(_:)``.
  case numberOfItems
  /// Asks the data source for the number of placeholders; answer: ``CarouselAnswer/count(_:)``.
  case numberOfPlaceholders
  /// Asks the delegate for the item width; answer: ``CarouselAnswer/number(_:)``, 0 if the delegate returns
  /// no width.
  case itemWidth
  /// Asks the delegate for the widths of these items; answer: ``CarouselAnswer/numbers(_:)``, one number for
  /// each item.
  case itemWidths([Range<Int>])
  /// Asks the delegate for an option; answer: ``CarouselAnswer/number(_:)``.
  case option(CarouselOption, defaultValue: Double)
  /// Asks the data source for the reuse identifier of an item; answer: ``CarouselAnswer/identifier(_:)``.
  case reuseIdentifier(index: Int)
  /// Asks the data source for the view of an item; answer: ``CarouselAnswer/view(_:)``.
  case itemView(index: Int, reusing: (any ItemView)?)
  /// Asks the data source for the view of a placeholder; answer: ``CarouselAnswer/view(_:)``.
  case placeholderView(number: Int, reusing: (any ItemView)?)
  /// Asks the delegate whether an item may be selected; answer: ``CarouselAnswer/decision(_:)``.
  case shouldSelect(index: Int)
  /// Notifies of a long press or a double tap; answer: ``CarouselAnswer/decision(_:)``, whether the delegate
  /// handles the gesture.
  case handle(CarouselEvent)
  /// Asks a question about the items drawn now, whose poses depend on code of the application; answer:
  /// ``CarouselAnswer/drawing(_:)``.
  case drawing(DrawingQuestion)
  /// Asks a question of a feature.
  case feature(any OwnerCall)
  /// Makes the owner deliver the pending effects; answer: ``CarouselAnswer/delivered``.
  case deliverEffects
}

/// The answer to a ``CarouselRequest``.
package enum CarouselAnswer: Sendable {
  case count(Int)
  case number(Double)
  case numbers([Double])
  case identifier(String?)
  case view(LoadedView)
  case decision(Bool)
  case drawing(DrawingAnswer)
  case index(Int)
  case delivered
  /// The data source was deallocated, so it gives no answer.
  case gone
}
