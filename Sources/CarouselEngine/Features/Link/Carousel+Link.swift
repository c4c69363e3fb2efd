internal import Geometry

/// Carousels that scroll together.
extension Carousel {
  /// Moves this carousel to the position of `other`, and links both carousels. When one carousel moves by a
  /// drag, by the program or by itself, the other carousel moves with it in the same frame.
  ///
  /// - The carousel that begins a motion last is the leader. The motions of the others end, and they follow its
  ///   offset: a ring wraps at its own number of items, and a strip stays between its own ends.
  /// - A touch on one carousel stops the motion of all. A finger that already rests on a carousel does not stop a motion
  ///   that begins later.
  /// - Autoplay and autoscroll of a follower wait until the motion of the leader has ended. If the leader autoscrolls,
  ///   autoscroll of a follower does not wait: the carousel whose autoscroll starts last leads.
  /// - All settle when the motion ends. If the leader rests at an end that is between two items of another carousel,
  ///   that carousel snaps to an item first.
  /// - Changes of content, layout and settings are no motions: they move only the carousel that is changed. It
  ///   agrees with the others again when one of them moves.
  /// - Only the delegate of the leader is notified of drags, decelerations and scrolling animations; all
  ///   delegates are notified of scrolling, of the current item and of settling.
  ///
  /// More than two carousels can be linked: if either carousel is already linked to further carousels, all of
  /// them are linked. The link retains no carousel.
  ///
  /// Beyond iCarousel; its delegate sets `scrollOffset` of another carousel in `carouselDidScroll:`.
  public func bind(to other: Carousel) {
    guard other !== self, link == nil || other.link !== link else { return }
    layOutIfNeeded()
    other.layOutIfNeeded()
    let joined = other.link ?? ScrollLink()
    let newcomers = (other.link == nil ? [other] : []) + (link?.carousels ?? [self])
    for newcomer in newcomers {
      newcomer.link = joined
      joined.add(newcomer)
    }
    for carousel in joined.carousels { carousel.showAndDeliver() }
  }

  /// Removes this carousel from its link. The other carousels stay linked to each other.
  ///
  /// A carousel that another carousel was moving stops at its current offset, or snaps to an item if
  /// ``scrollToItemBoundary`` is `true`.
  public func unbind() {
    guard let link else { return }
    let wasLed = core.isLed
    self.link = nil
    link.remove(self)
    if wasLed {
      if core.scroller.isBetweenItems { apply(LinkInput.snap) }
      apply(LinkInput.resumeAutoscroll)
    }
    for other in link.carousels { other.showAndDeliver() }
  }

  /// Whether a linked carousel moves this carousel.
  package var isFollowing: Bool { core.isLed }

  /// Passes an input of the link to the core. Its effects are delivered after those of the leader.
  func applyLink(_ input: LinkInput, at time: Timestamp?) {
    handle(.feature(NamedInput(input: input)), at: time)
  }
}
