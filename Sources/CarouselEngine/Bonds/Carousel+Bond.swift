/// Several carousels in step.
extension Carousel {
  /// Puts this carousel where `other` is, and keeps both in step: whichever moves, by hand, by the program or by itself,
  /// takes the other along in the same frame.
  ///
  /// Both tell their delegates that they scroll and which item is current; drags, glides and animations only whoever leads.
  /// A touch on one stops the other. Rings with different numbers of items go round each for itself; a row with fewer
  /// items waits at its end. More than two can be bound, and what either was bound to already comes along. Neither keeps
  /// the other alive.
  ///
  /// Beyond iCarousel; its delegate sets `scrollOffset` of another carousel in `carouselDidScroll:`.
  public func bind(to other: Carousel) {
    guard other !== self, bond == nil || other.bond !== bond else { return }
    layOutIfNeeded()
    other.layOutIfNeeded()
    let bond = other.bond ?? Bond()
    if other.bond == nil {
      other.bond = bond
      bond.add(other)
      other.perform { _ in }
    }
    for newcomer in self.bond?.carousels ?? [self] {
      newcomer.bond = bond
      bond.add(newcomer)
      if newcomer.scroller.isLeading { newcomer.scroller.endActivity() }
      newcomer.perform { _ in }
    }
  }

  /// Lets this carousel go its own way again; those it was bound to stay in step with each other.
  ///
  /// It rests where it is, on an item if ``scrollToItemBoundary`` says so.
  public func unbind() {
    guard let bond else { return }
    bond.remove(self)
    self.bond = nil
    perform {
      if $0.isIdle, $0.settings.autoscroll == 0, $0.settings.scrollToItemBoundary { $0.align(at: clock) }
      $0.resumeAutoscroll(at: clock)
    }
    if bond.carousels.count == 1 { bond.carousels[0].bond = nil }
  }
}
