/// Changes of looks that take a while.
extension Carousel {
  /// Shows the changes of looks that a block makes as one change that takes a while.
  ///
  /// That goes for ``type``, ``isVertical``, ``perspective``, ``viewpointOffset``, ``contentOffset``, ``bounds`` and all that
  /// turns the axis. A property has its new value at once, and motion goes on. Only the frames change over time, from the old look to the
  /// new one, eased in and out. Until the end the views of both count as visible, and a tap meets what
  /// is seen. A block that begins while another change is under way goes on from what is seen.
  ///
  /// - Parameters:
  ///   - duration: In seconds; at 0 or less, or if it is no number, the changes are seen at once.
  ///   - animations: Makes the changes; called once, at once.
  ///   - completion: Called exactly once, with the frame that shows the end, or at once if nothing changes. Its argument says
  ///     whether it came that far: `false` if another block has taken over.
  ///
  /// iCarousel: that `type`, `perspective` and others are animatable; UIView: `animate(withDuration:animations:completion:)`.
  public func animate(
    withDuration duration: Double, animations: () -> Void, completion: (@MainActor (Bool) -> Void)? = nil
  ) {
    apply(
      .beginAnimations(
        duration: duration, completion: keep(completion.map { completion in { completion($0) } })))
    animations()
    apply(.endAnimations)
  }
}
