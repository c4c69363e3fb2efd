/// Animated changes of the layout.
extension Carousel {
  /// Animates the layout changes that a block makes, as one change.
  ///
  /// The block can animate ``type``, ``isVertical``, ``perspective``, ``viewpointOffset``, ``contentOffset``,
  /// ``bounds``, ``options`` and all properties that turn the axis. A property has its new value at once, and motion
  /// continues. Only the frames change over time, eased in and out, from the old layout to the new one. Until the
  /// end the views of both layouts count as visible, and a tap hits the item where it is drawn. A block that begins
  /// during another animation continues from what is drawn at that moment.
  ///
  /// - Parameters:
  ///   - duration: In seconds. At 0 or less, or if it is NaN, the changes are visible at once.
  ///   - animations: A block that makes the changes. It is called once, before this method returns.
  ///   - completion: A block that is called exactly once: with the frame that shows the final layout, or at
  ///     once if nothing changes. Its argument is `false` if another block replaced the animation before its
  ///     end.
  ///
  /// iCarousel: `type`, `perspective` and others are animatable; UIView:
  /// `animate(withDuration:animations:completion:)`.
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
