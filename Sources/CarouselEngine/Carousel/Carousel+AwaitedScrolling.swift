/// Scrolling by the program, with a result to wait for.
///
/// The methods begin the scroll at once and return when it has ended. They read no clock: the scroll advances
/// only with the frames that the carousel's owner runs. A scroll of no distance or duration, or with
/// ``Carousel/reducesMotion``, ends without a frame. Canceling the task ends the wait, not the scroll. A
/// waiting task does not retain the carousel by itself.
///
/// In an asynchronous function Swift selects these methods instead of the ones of the same name without a result,
/// and requires `await`. In the top-level code of a program it selects the others, unless the type of the result
/// is stated.
extension Carousel {
  /// Scrolls to item `index` in `duration` seconds, on a ring by the shortest way, and waits for the end.
  ///
  ///     if await carousel.scrollToItem(at: 7, duration: 0.4) == .arrived { … }
  ///
  /// - Parameters:
  ///   - index: The item. An index beyond an end means the item at that end; on a ring it wraps.
  ///   - duration: In seconds; at 0 or less, or if it is NaN, the scroll ends at once.
  /// - Returns: Whether the scroll has arrived, or why not.
  ///
  /// Beyond iCarousel, whose `scrollToItemAtIndex:duration:` has no completion.
  @discardableResult
  public consuming func scrollToItem(at index: Int, duration: Double) async -> ScrollResult {
    let promise = beginScroll(.toItem(index, .shortest, duration: duration))
    _ = consume self
    return await promise.value()
  }

  /// Scrolls to the first item of page `index`, and waits for the end.
  ///
  /// - Parameters:
  ///   - index: The page. An index beyond an end means the page at that end; on a ring it wraps.
  ///   - animated: Whether the scroll takes 0.4 seconds instead of ending at once.
  /// - Returns: Whether the scroll has arrived, or why not.
  ///
  /// Beyond iCarousel; SwipeView: `scrollToPage:duration:`.
  @discardableResult
  public consuming func scrollToPage(at index: Int, animated: Bool) async -> ScrollResult {
    let promise = beginScroll(.toPage(index, duration: animated ? Scroller.scrollDuration : 0))
    _ = consume self
    return await promise.value()
  }

  /// Scrolls to an offset between items, on a ring by the shortest way, and waits for the end.
  ///
  /// With ``scrollToItemBoundary`` the carousel then snaps to an item; the result does not wait for that.
  ///
  /// - Parameters:
  ///   - offset: In items, like ``scrollOffset``.
  ///   - duration: In seconds; at 0 or less, or if it is NaN, the scroll ends at once.
  /// - Returns: Whether the scroll has arrived, or why not.
  ///
  /// Beyond iCarousel, whose `scrollToOffset:duration:` has no completion.
  @discardableResult
  public consuming func scroll(toOffset offset: Double, duration: Double) async -> ScrollResult {
    let promise = beginScroll(.toOffset(offset, duration: duration))
    _ = consume self
    return await promise.value()
  }

  private func beginScroll(_ command: ScrollCommand) -> Promise<ScrollResult> {
    let (id, promise) = scrollWaiters.add()
    apply(.awaitedScroll(command, id))
    return promise
  }
}
