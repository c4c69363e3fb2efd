/// The alignment of items in the view.
extension Carousel {
  /// The position in the view where the current item rests; by default `center`.
  ///
  /// The whole content moves along the axis to put the current item there. Without
  /// individual widths, each item counts as ``itemWidth`` wide. The property works with every type.
  ///
  /// Beyond iCarousel; SwipeView: `alignment`; Embla: `align`.
  public var snapAlignment: SnapAlignment {
    get { core.layout.settings.snapAlignment }
    set { change { $0.snapAlignment = newValue } }
  }

  /// Whether a strip stops scrolling where its first or last item reaches the edge of the view, so that no
  /// part of the view stays empty. By default `false`.
  ///
  /// It applies to a `linear` carousel that does not wrap. The first and last rest position may then lie
  /// between two items. An item beyond them is visible but cannot become the current one. A strip shorter
  /// than the view does not scroll: it stays at the start, in the middle or at the end, according to
  /// ``snapAlignment``. Placeholders do not count.
  ///
  /// Beyond iCarousel; Embla: `containScroll`.
  public var containsEnds: Bool {
    get { core.layout.settings.containsEnds }
    set { change { $0.containsEnds = newValue } }
  }
}
