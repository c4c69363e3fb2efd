/// The options, set without a delegate.
extension Carousel {
  /// The options of the layout; by default all `nil`, which means the defaults of the layout.
  ///
  ///     carousel.options.tilt = 0.9
  ///     carousel.options.wrap = true
  ///     carousel.options.radius = nil
  ///
  /// A delegate gets the value set here as the default of
  /// ``CarouselDelegate/carousel(_:valueFor:withDefault:)``, and the value that the delegate returns has
  /// precedence. Custom layouts read the result from ``LayoutResolver``. A change takes effect with the next
  /// frame, and can be animated with ``animate(withDuration:animations:completion:)``. Setting an option to
  /// NaN keeps its former value.
  ///
  /// Beyond iCarousel, which has only the delegate's `carousel:valueForOption:withDefault:`.
  public var options: CarouselOptions {
    get { core.layout.settings.options }
    set { change { $0.options = newValue.known(or: $0.options) } }
  }
}
