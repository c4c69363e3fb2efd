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
    guard other !== self, scrollLink == nil || other.scrollLink !== scrollLink else { return }
    layOutIfNeeded()
    other.layOutIfNeeded()
    let link = other.scrollLink ?? ScrollLink()
    if other.scrollLink == nil {
      other.scrollLink = link
      link.add(other)
      other.refreshLink()
    }
    for newcomer in scrollLink?.carousels ?? [self] {
      newcomer.scrollLink = link
      link.add(newcomer)
      newcomer.applyLink(.endMotion, at: newcomer.clock)
      newcomer.refreshLink()
    }
  }

  /// Lets this carousel go its own way again; those it was bound to stay in step with each other.
  ///
  /// Whichever of them does not move by itself rests where it is, on an item if ``scrollToItemBoundary`` says so.
  public func unbind() {
    guard let link = scrollLink else { return }
    let wasLeading = core.scroller.isLeading
    link.remove(self)
    scrollLink = nil
    applyLink(.setLed(false), at: clock)
    apply(.link(.unlink))
    let others = link.carousels
    if others.count == 1 { others[0].scrollLink = nil }
    // The first one that aligns takes the others along.
    for other in others where wasLeading && !link.leads(other) { other.apply(.link(.unlink)) }
  }

  /// Lets the link look where this carousel is.
  private func refreshLink() { apply(.layoutIfNeeded) }
}
