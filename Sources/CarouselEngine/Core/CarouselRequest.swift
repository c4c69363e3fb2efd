package import Geometry

/// A question that the core cannot go on without: the shell asks the data source or the delegate, and the answer is the
/// next input.
package enum CarouselRequest: Sendable {
  /// Asks the data source for the number of items; answer: ``CarouselAnswer/count(_:)``.
  case numberOfItems
  /// Asks the data source for the number of placeholders; answer: ``CarouselAnswer/count(_:)``.
  case numberOfPlaceholders
  /// Asks the delegate for the item width; answer: ``CarouselAnswer/number(_:)``, 0 for none.
  case itemWidth
  /// Asks the delegate for the widths of these items; answer: ``CarouselAnswer/numbers(_:)``, one for each.
  case itemWidths([Range<Int>])
  /// Asks the delegate for an option; answer: ``CarouselAnswer/number(_:)``.
  case option(CarouselOption, defaultValue: Double)
  /// Asks the data source for the reuse identifier of an item; answer: ``CarouselAnswer/identifier(_:)``.
  case reuseIdentifier(index: Int)
  /// Asks the data source for the view of an item; answer: ``CarouselAnswer/view(_:size:)``.
  case itemView(index: Int, reusing: (any ItemView)?)
  /// Asks the data source for the view of a placeholder; answer: ``CarouselAnswer/view(_:size:)``.
  case placeholderView(number: Int, reusing: (any ItemView)?)
  /// Asks the delegate whether an item may be selected; answer: ``CarouselAnswer/decision(_:)``.
  case shouldSelect(index: Int)
  /// Tells the delegate of a long press; answer: ``CarouselAnswer/decision(_:)``, whether it takes the finger over.
  case longPress(index: Int)
  /// Tells the delegate of a double tap; answer: ``CarouselAnswer/decision(_:)``, whether it has handled it.
  case doubleTap(index: Int)
  /// Asks which item is seen at a point, in the carousel's points; answer: ``CarouselAnswer/hit(_:)``.
  case hitTest(Point)
  /// Asks for what is seen now, back to front; answer: ``CarouselAnswer/frame(_:)``.
  case presentedFrame
  /// Asks to deliver the effects so far; answer: ``CarouselAnswer/delivered``.
  case deliverEffects
}

/// The answer to a ``CarouselRequest``.
package enum CarouselAnswer: Sendable {
  case count(Int)
  case number(Double)
  case numbers([Double])
  case identifier(String?)
  case view(any ItemView, size: Size)
  case decision(Bool)
  /// The index of the item or placeholder that is hit; `nil` if none is.
  case hit(Int?)
  case frame([CarouselFrame.Item])
  case delivered
  /// The data source that was to be asked is gone.
  case gone
}
