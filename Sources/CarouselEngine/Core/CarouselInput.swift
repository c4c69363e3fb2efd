package import Geometry

/// An event for a carousel: a call of the program, a gesture or a frame.
package enum CarouselInput: Sendable {
  // Settings.
  indirect case setLook(LookSettings)
  /// A custom layout.
  case setLayout(any CarouselLayout)
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
  case setDataSource(ObjectIdentifier?)
  case reloadData
  /// One change of content; an index out of range means the nearest valid one, except that the removal of an
  /// item that does not exist reloads all content.
  case edit(ContentEdit, completion: CompletionID?)
  case beginUpdates(completion: CompletionID?)
  case endUpdates
  /// Several changes of content that have indexes one after the other.
  indirect case editBatch(ContentBatch)
  /// The size of an item's view has changed, in points; `nil` if only its width must be requested again.
  case itemSizeDidChange(index: Int, size: Size?)
  case purgeReusableViews

  // Layout and frames.
  case setNeedsLayout
  /// Performs the work that waits for the next frame.
  case layoutIfNeeded
  case advance
  case beginAnimations(duration: Double, completion: CompletionID?)
  case endAnimations

  // Scrolling.
  case scroll(ScrollCommand)
  /// A scroll whose end is notified as an effect.
  case awaitedScroll(ScrollCommand, ScrollID)

  // Gestures. Points and translations are in the carousel's points.
  case contactBegan(id: Int, at: Point)
  case contactMoved(id: Int, to: Point)
  case contactEnded(id: Int, at: Point)
  case contactCancelled(id: Int)
  case touchDown
  case release
  case panBegan(translation: Point)
  case panChanged(translation: Point, velocity: Point)
  case panEnded
  case tap(at: Point)
  case wheel(notches: Double)
  case touchpadScroll(by: Double)
  case touchpadScrollEnded

  // Linked carousels.
  indirect case link(LinkInput)
}

/// A scroll of the program; offsets are in items, durations in seconds.
package enum ScrollCommand: Sendable {
  case jumpToOffset(Double)
  case jumpToItem(Int)
  case toItem(Int, ScrollDirection, duration: Double)
  case byItems(Int, duration: Double)
  case toOffset(Double, duration: Double)
  case byOffset(Double, duration: Double)
  case toPage(Int, duration: Double)
  case step(Int)
}

/// An input from the link to other carousels.
package enum LinkInput: Sendable {
  /// Sets whether another carousel moves this one.
  case setLed(Bool)
  /// Another carousel takes over.
  case yield
  /// A touch on this carousel has stopped another one's motion.
  case takeOverStop
  /// Moves to the leader's offset.
  case follow(Double)
  case shareRest(of: Scroller)
  case shareCoverTurn(of: Scroller)
  case resumeAutoscroll
  /// Ends a motion before joining a link.
  case endMotion
  /// Leaves the link.
  case unlink
}
