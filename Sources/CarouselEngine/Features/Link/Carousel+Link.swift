internal import Geometry

/// Carousels that scroll together.
extension Carousel {
  /// Moves this carousel to the position of `other`, and links both carousels. When one carousel moves by a
  /// drag, by the program or by itself, the other carousel moves with it in the same frame.
  ///
  /// The delegates of both carousels are notified of scrolling and of the current item. Only the delegate of
  /// the leader, which is the carousel whose motion the others follow, is notified of drags, decelerations
  /// and animations. A touch on one carousel also stops the other carousel. Each ring wraps at its own number
  /// of items. A strip with fewer items than the leader stays at its end while the leader scrolls on. More
  /// than two carousels can be linked: if either carousel is already linked to further carousels, all of them
  /// are linked. The link retains neither carousel.
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
    // Without other items, there is no position at which the newcomers join.
    let endsMotion = link.carousels.contains { !$0.core.scroller.ring.isEmpty }
    for newcomer in scrollLink?.carousels ?? [self] {
      newcomer.scrollLink = link
      link.add(newcomer)
      if endsMotion, newcomer.core.scroller.isLeading {
        // A newcomer that another member moves settles together with that member.
        newcomer.applyLink(link.leads(newcomer) ? .yield : .endMotion)
      }
      newcomer.refreshLink()
    }
  }

  /// Removes this carousel from its link. The other carousels stay linked to each other.
  ///
  /// If another carousel is moving this carousel, this carousel stops at its current offset, or snaps to an
  /// item if ``scrollToItemBoundary`` is `true`.
  public func unbind() {
    guard let link = scrollLink else { return }
    let wasLeading = core.scroller.isLeading
    link.remove(self)
    scrollLink = nil
    applyLink(.setLed(false))
    apply(LinkInput.unlink)
    // A callback may have linked one of the remaining carousels to another carousel.
    let others = link.carousels.filter { $0.scrollLink === link }
    if others.count == 1 {
      others[0].scrollLink = nil
      others[0].applyLink(.setLed(false))
    }
    // The first of the remaining carousels that snaps moves the others with it.
    for other in others where (wasLeading || link.hasStopped(other)) && !link.leads(other) {
      other.apply(LinkInput.unlink)
    }
  }

  /// The link to the carousels that scroll together with this carousel; `nil` if no carousel does.
  private var scrollLink: ScrollLink? {
    get { partner as? ScrollLink }
    set { partner = newValue }
  }

  /// Passes an input of the link to the core. Its effects are delivered after those of the leader.
  func applyLink(_ input: LinkInput) { applyLink(input, at: clock) }

  func applyLink(_ input: LinkInput, at time: Timestamp?) {
    handle(.feature(NamedInput(input: input)), at: time)
  }

  /// Updates the link with this carousel's position.
  private func refreshLink() { apply(.layoutIfNeeded) }
}
