/// Animated changes of the layout.
extension Carousel {
  /// Animates the changes of the layout that a closure (an animation block) makes, as one change.
  ///
  /// The block can animate ``type``, ``isVertical``, ``perspective``, ``viewpointOffset``, ``contentOffset``,
  /// ``bounds``, ``options`` and all properties that turn the axis. A property has its new value immediately,
  /// and scrolling continues. Only the drawn frames change gradually from the old layout to the new layout,
  /// eased in and out. Until the animation ends, the views of both layouts count as visible, and a tap hits
  /// an item where it is drawn. A block that begins during another animation starts from the frame drawn at
  /// that time.
  ///
  /// - Parameters:
  ///   - duration: In seconds. If it is NaN, 0 or less, the next frame shows the new layout.
  ///   - animations: A closure that makes the changes. It is called once, before this method returns.
  ///   - completion: A block that is called exactly once: with the frame that shows the final layout, or
  ///     immediately if nothing changes or ``isOffscreen`` is `true`. Its argument is `false` if another block
  ///     replaced the animation, or the carousel was deallocated, before the end of the animation.
  ///
  /// iCarousel: `type`, `perspective` and others are animatable; UIView:
  /// `animate(withDuration:animations:completion:)`.
  public func animate(
    withDuration duration: Double, animations: () -> Void, completion: (@MainActor (Bool) -> Void)? = nil
  ) {
    apply(AnimationInput.begin(duration: duration, completion: completions.add(completion)))
    animations()
    apply(AnimationInput.end)
  }
}
