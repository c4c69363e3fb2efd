internal import Geometry

/// A question whose answer the core needs to continue.
///
/// The owner asks the data source or the delegate, and passes the answer to the core.
package enum CarouselRequest: Sendable {
  /// Asks the data source for the number of items; answer: ``Answer/count(_:)``.
  case numberOfItems
  /// Asks the data source for the number of placeholders; answer: ``Answer/count(_:)``.
  case numberOfPlaceholders
  /// Asks the delegate for the item width; answer: ``Answer/number(_:)``, 0 if the delegate returns
  /// no width.
  case itemWidth
  /// Asks the delegate for the widths of these items; answer: ``Answer/numbers(_:)``, one number for
  /// each item.
  case itemWidths([Range<Int>])
  /// Asks the delegate for an option; answer: ``Answer/number(_:)``.
  case option(CarouselOption, defaultValue: Double)
  /// Asks the data source for the reuse identifier of an item; answer: ``Answer/identifier(_:)``.
  case reuseIdentifier(index: Int)
  /// Asks the data source for the view of an item; answer: ``Answer/view(_:_:)``.
  case itemView(index: Int, reusing: (any ItemView)?)
  /// Asks the data source for the view of a placeholder; answer: ``Answer/view(_:_:)``.
  case placeholderView(number: Int, reusing: (any ItemView)?)
  /// Asks the delegate whether an item may be selected; answer: ``Answer/decision(_:)``.
  case shouldSelect(index: Int)
  /// Notifies of a long press or a double tap; answer: ``Answer/decision(_:)``, whether the delegate
  /// handles the gesture.
  case handle(CarouselEvent)
  /// Asks a question about the items drawn now, whose poses depend on code of the application; answer:
  /// ``Answer/drawing(_:)``.
  case drawing(DrawingQuestion)
  /// Asks a question of a feature. The closure asks the delegate or the data source.
  case feature(OwnerCall<CarouselAnswer>)
  /// Makes the owner deliver the pending effects; answer: ``Answer/delivered``.
  case deliverEffects
}

/// The answer to a ``CarouselRequest``, or its recording: a recording contains numbers instead of views, and transforms
/// instead of the drawn items.
package enum Answer<View: Sendable, Drawing: Sendable>: Sendable {
  case count(Int)
  case number(Double)
  case numbers([Double])
  case identifier(String?)
  case view(View, ViewProperties)
  case decision(Bool)
  case drawing(Drawing)
  case index(Int)
  case delivered
  /// The data source was deallocated, so it gives no answer.
  case gone

  /// Returns the answer with another representation of views and of drawings.
  func map<NewView, NewDrawing>(
    view newView: (View) -> NewView, drawing newDrawing: (Drawing) -> NewDrawing
  ) -> Answer<NewView, NewDrawing> {
    switch self {
    case .count(let count): .count(count)
    case .number(let number): .number(number)
    case .numbers(let numbers): .numbers(numbers)
    case .identifier(let identifier): .identifier(identifier)
    case .view(let view, let properties): .view(newView(view), properties)
    case .decision(let decision): .decision(decision)
    case .drawing(let drawing): .drawing(newDrawing(drawing))
    case .index(let index): .index(index)
    case .delivered: .delivered
    case .gone: .gone
    }
  }
}

package typealias CarouselAnswer = Answer<any ItemView, DrawingAnswer>

extension Answer: Codable where View: Codable, Drawing: Codable {
  private enum DrawingCodingKeys: String, CodingKey { case _0 = "transforms" }
}

/// A question about the items that are drawn now.
package enum DrawingQuestion: Sendable {
  /// Asks for all items.
  case items
  /// Asks for the drawn center of an item at each of these positions.
  case centers(ofItem: Int, [ItemPosition])

  /// Returns the answer in a scene; `scene` is `nil` if items have no position.
  func answer(in scene: borrowing FrameScene?) -> DrawingAnswer {
    switch self {
    case .items: .items(scene?.items() ?? [])
    case .centers(let index, let positions): .centers(scene?.centers(ofItem: index, at: positions) ?? [])
    }
  }
}

/// The answer to a ``DrawingQuestion``.
package enum DrawingAnswer: Sendable {
  /// The items, back to front.
  case items([CarouselFrame.Item])
  /// One center for each position; `nil` where the item would not be visible.
  case centers([DrawnCenter?])
}
