/// Where in the view items rest.
extension Carousel {
  /// Where in the view the current item stands: the whole picture is moved along the axis until it is there. By default
  /// `center`.
  ///
  /// An item is as wide as ``itemWidth``. It works with every type.
  ///
  /// Beyond iCarousel; SwipeView: `alignment`; Embla: `align`.
  public var snapAlignment: SnapAlignment {
    get { core.layout.settings.snapAlignment }
    set { change { $0.snapAlignment = newValue } }
  }

  /// Whether a row ends where its last item reaches the edge of the view instead of going on to where it is aligned, so
  /// that no strip is empty; by default not.
  ///
  /// It is for a `linear` carousel that does not wrap. Its first and last place may lie between two items; an item
  /// beyond them is seen but cannot become the current one. A row shorter than the view does not scroll: it stands at
  /// the start, in the middle or at the end, as ``snapAlignment`` says. Placeholders do not count.
  ///
  /// Beyond iCarousel; Embla: `containScroll`.
  public var containsEnds: Bool {
    get { core.layout.settings.containsEnds }
    set { change { $0.containsEnds = newValue } }
  }
}
