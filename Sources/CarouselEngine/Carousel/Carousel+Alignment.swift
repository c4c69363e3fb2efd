/// The alignment of items in the view.
extension Carousel {
  /// The position in the view where the current item rests: at the start, in the middle or at the end. By
  /// default `center`.
  ///
  /// All items are moved along the axis, so that the current item rests at this position. If items have no
  /// individual widths, each item counts as ``itemWidth`` wide. The property works with every type.
  ///
  /// Beyond iCarousel; SwipeView: `alignment`; Embla: `align`.
  public var snapAlignment: SnapAlignment {
    get { core.layout.settings.snapAlignment }
    set { change { $0.snapAlignment = newValue } }
  }

  /// Whether a strip stops scrolling when its first or last item reaches the edge of the view, so that no
  /// part of the view stays empty. By default `false`.
  ///
  /// The property applies to a `linear` carousel that does not wrap. The first and last rest positions of the
  /// strip may then lie between two items. The items beyond these rest positions are visible, but cannot
  /// become the current item. A strip shorter than the view does not scroll: it stays at the start, in the
  /// middle or at the end, according to ``snapAlignment``. Placeholders do not count as part of the strip.
  ///
  /// Beyond iCarousel; Embla: `containScroll`.
  public var containsEnds: Bool {
    get { core.layout.settings.containsEnds }
    set { change { $0.containsEnds = newValue } }
  }
}
