package import Geometry

/// Something that happens to a carousel: a call of the program, a gesture, a frame.
package enum CarouselInput: Sendable {
  // Settings.
  indirect case setLook(LookSettings)
  /// Another arrangement of the application's own.
  case setLayout(any CarouselLayout)
  case setEffects([ItemEffect])
  indirect case setScrolling(ScrollSettings)
  case setGestures(GestureSettings)
  indirect case setAutoplay(AutoplaySettings)
  case setReducesMotion(Bool)
  case setPrefetchDistance(PrefetchDistance)

  // Content.
  /// There is another delegate, or none.
  case setDelegate(isPresent: Bool)
  /// There is another data source, or none.
  case setDataSource(ObjectIdentifier?)
  case reloadData
  /// One change of content; an index out of range means the nearest that exists.
  case edit(ContentEdit, completion: CompletionID?)
  case beginUpdates(completion: CompletionID?)
  case endUpdates
  /// The view of an item has another size now, in points; `nil` if only its width has to be asked for anew.
  case itemSizeDidChange(index: Int, size: Size?)
  case purgeReusableViews

  // Layout and frames.
  case setNeedsLayout
  /// Catches up with what waits for the next frame.
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

/// A scroll that the program asks for; offsets are in items, durations in seconds.
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

/// What a linked carousel does to this one.
package enum LinkInput: Sendable {
  /// Whether another carousel moves this one.
  case setLed(Bool)
  /// Another carousel takes over.
  case yield
  /// A touch on this carousel has stopped another one's motion.
  case takeOverStop
  /// Goes where the leader is.
  case follow(Double)
  case shareRest(of: Scroller)
  case shareCoverTurn(of: Scroller)
  case resumeAutoscroll
  /// Ends a motion before joining a link.
  case endMotion
  /// Goes its own way again.
  case unlink
}
