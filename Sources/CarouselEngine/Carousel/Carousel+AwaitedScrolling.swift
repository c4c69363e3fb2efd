/// Scrolls by the program whose result the caller can wait for.
///
/// The methods begin the scroll immediately and return when it has ended. They read no clock: the scroll
/// advances only with the frames that the carousel's owner runs. A scroll ends without a frame if its
/// distance or its duration is 0, or if ``Carousel/reducesMotion`` is `true`. If the waiting task is
/// canceled, the wait ends, but the scroll continues. The wait does not retain the carousel.
///
/// Each method has an overload of the same name that returns no result. In an asynchronous function Swift
/// selects the methods below, and requires `await`. In the top-level code of a program Swift selects the
/// overloads without a result, unless the type of the result is stated.
extension Carousel {
  /// Scrolls to item `index` in `duration` seconds, on a ring by the shortest way, and waits for the end of
  /// the scroll.
  ///
  ///     if await carousel.scrollToItem(at: 7, duration: 0.4) == .arrived { … }
  ///
  /// - Parameters:
  ///   - index: The index of the item. An index out of range is clamped to the first or last index on a
  ///     strip, and wraps on a ring.
  ///   - duration: In seconds. If it is NaN, 0 or less, the scroll ends immediately.
  /// - Returns: Whether the scroll has arrived, or the reason why it has not.
  ///
  /// Beyond iCarousel, whose `scrollToItemAtIndex:duration:` has no completion.
  @discardableResult
  public consuming func scrollToItem(at index: Int, duration: Double) async -> ScrollResult {
    let promise = beginScroll(.toItem(index, .shortest, duration: duration))
    _ = consume self
    return await promise.value()
  }

  /// Scrolls to the first item of page `index`, and waits for the end of the scroll.
  ///
  /// - Parameters:
  ///   - index: The index of the page. An index out of range is clamped to the first or last page on a strip,
  ///     and wraps on a ring.
  ///   - animated: Whether the scroll takes 0.4 seconds. If `false`, it ends immediately.
  /// - Returns: Whether the scroll has arrived, or the reason why it has not.
  ///
  /// Beyond iCarousel; SwipeView: `scrollToPage:duration:`.
  @discardableResult
  public consuming func scrollToPage(at index: Int, animated: Bool) async -> ScrollResult {
    let promise = beginScroll(.toPage(index, duration: animated ? Scroller.scrollDuration : 0))
    _ = consume self
    return await promise.value()
  }

  /// Scrolls to an offset, which may be between items, on a ring by the shortest way, and waits for the end
  /// of the scroll.
  ///
  /// If ``scrollToItemBoundary`` is `true`, the carousel then snaps to an item. The method does not wait for
  /// this snap.
  ///
  /// - Parameters:
  ///   - offset: In items, like ``scrollOffset``.
  ///   - duration: In seconds. If it is NaN, 0 or less, the scroll ends immediately.
  /// - Returns: Whether the scroll has arrived, or the reason why it has not.
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
