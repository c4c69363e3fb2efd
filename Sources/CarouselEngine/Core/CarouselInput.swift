package import Geometry

/// An event for a carousel: a call of the program, a gesture or a frame.
package enum CarouselInput: Codable, Sendable {
  // Settings.
  indirect case setLook(LookSettings)
  case setLayout(NamedLayout)
  case setEffects([ItemEffect])
  indirect case setScrolling(ScrollSettings)
  case setGestures(GestureSettings)
  indirect case setAutoplay(AutoplaySettings)
  case setReducesMotion(Bool)
  case setPrefetchDistance(PrefetchDistance)

  // Content.
  /// The delegate was set or removed.
  case setDelegate(isPresent: Bool)
  /// The data source was set or removed.
  case setDataSource(DataSourceID?)
  case reloadData
  /// One change of content. An index out of range is replaced by the nearest valid index. As an exception,
  /// the removal of an item that does not exist reloads all content.
  case edit(ContentEdit, completion: CompletionID?)
  case beginUpdates(completion: CompletionID?)
  case endUpdates
  /// Several changes of content that apply in order. The indexes of each change refer to the content after
  /// the preceding changes.
  indirect case editBatch(ContentBatch)
  /// The size of an item's view has changed to `size`, in points. `nil` if only the item's width must be
  /// requested again.
  case itemSizeDidChange(index: Int, size: Size?)
  case purgeReusableViews

  // Layout and frames.
  case setNeedsLayout
  /// Performs the work that otherwise waits for the next frame.
  case layoutIfNeeded
  case advance
  case beginAnimations(duration: Double, completion: CompletionID?)
  case endAnimations

  // Scrolling.
  case scroll(ScrollCommand)

  // Gestures. Points and translations are in the carousel's points.
  case contactBegan(id: Int, at: Point)
  case contactMoved(id: Int, to: Point)
  case contactEnded(id: Int, at: Point)
  case contactCanceled(id: Int)
  case measuredDrag(MeasuredDrag)
  case wheel(notches: Double)
  case touchpadScroll(by: Double)
  case touchpadScrollEnded
  case reorder(ReorderInput)

  // Stacks.
  case dismissItem(SwipeDirection)
  case undoDismissal

  // Linked carousels.
  indirect case link(LinkInput)
}

/// A custom layout. A journal contains only the name of its type, except for a stack of cards.
package struct NamedLayout: Sendable {
  package let layout: any CarouselLayout

  /// The name of the layout's type.
  package var name: String { String(describing: type(of: layout)) }
}

/// The identity of a data source.
package struct DataSourceID: Hashable, Codable, Sendable {
  private let number: UInt

  @MainActor
  init(_ dataSource: any CarouselDataSource) { number = UInt(bitPattern: ObjectIdentifier(dataSource)) }
}

/// A scroll by the program; offsets are in items, durations in seconds.
package enum ScrollCommand: Codable, Sendable {
  case jumpToOffset(Double)
  case jumpToItem(Int)
  case toItem(Int, ScrollDirection, duration: Double)
  case byItems(Int, duration: Double)
  case toOffset(Double, duration: Double)
  case byOffset(Double, duration: Double)
  case toPage(Int, duration: Double)
  case step(Int)
}

/// A call of the program that lifts, moves, drops or returns an item.
package enum ReorderInput: Codable, Sendable {
  /// Lifts an item.
  case begin(Int)
  /// Moves the lifted item, so that its middle is at this point, in the carousel's points.
  case update(to: Point)
  case end
  case cancel
}

/// An input that the link between carousels makes.
package enum LinkInput: Codable, Sendable {
  /// Sets whether another carousel moves this carousel.
  case setLed(Bool)
  /// Ends the motion because another carousel now moves this carousel.
  case yield
  /// Handles a touch that has stopped a linked carousel as if it had stopped a motion of this carousel.
  case takeOverStop
  /// Moves to this offset, which corresponds to that of the leader.
  case follow(Double)
  /// Copies the reason with which the leader settles; `nil` while the leader moves.
  case shareRest(SettleReason?)
  /// Copies the leader's cover turn, in `-1...1`.
  case shareCoverTurn(Double)
  case resumeAutoscroll
  /// Ends a motion before joining a link.
  case endMotion
  /// Leaves the link.
  case unlink
}
