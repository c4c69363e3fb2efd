/// Who is told what, and when.
extension Carousel {
  /// The most items that are reported one by one when they pass in one frame; of more only the last is.
  static let mostReportedSteps = 1000
  /// The most events that are told at once; a delegate that causes more hears of them with the next frame.
  static let mostEvents = 1000

  /// Tells the delegate what happened, oldest first; what it causes comes last.
  func deliver() {
    guard !scroller.isTelling else { return }
    scroller.isTelling = true
    defer { scroller.isTelling = false }
    tellEvents()
    // Whether it rests is known when the motion has told its own; what that causes may be another motion.
    guard scroller.events.isEmpty, !(needsLayout && dataSource != nil), let reason = scroller.takeRest()
    else { return }
    delegate?.carousel(self, didSettleAt: currentItemIndex, reason: reason)
    // A rest that this causes is told with the next frame, so that one cannot cause the other for ever.
    tellEvents()
  }

  private func tellEvents() {
    for _ in 1...Self.mostEvents {
      guard let event = scroller.takeEvent() else { return }
      tell(event)
    }
  }

  private func tell(_ event: ScrollEvent) {
    guard let delegate else { return }
    switch event {
    case .willBeginScrollingAnimation: delegate.carouselWillBeginScrollingAnimation(self)
    case .didEndScrollingAnimation: delegate.carouselDidEndScrollingAnimation(self)
    case .didScroll: delegate.carouselDidScroll(self)
    case .currentItemIndexDidChange(let from, let steps):
      // All items on the way but the last report themselves, so that none is missed in a fast scroll.
      let passed = abs(steps) <= Self.mostReportedSteps ? abs(steps) : 1
      for step in 1..<max(1, passed) {
        reportedIndex = scroller.ring.index(from + step * steps.signum())
        delegate.carouselCurrentItemIndexDidChange(self)
      }
      reportedIndex = nil
      delegate.carouselCurrentItemIndexDidChange(self)
    case .willBeginDragging: delegate.carouselWillBeginDragging(self)
    case .didEndDragging(let willDecelerate):
      delegate.carouselDidEndDragging(self, willDecelerate: willDecelerate)
    case .willBeginDecelerating: delegate.carouselWillBeginDecelerating(self)
    case .didEndDecelerating: delegate.carouselDidEndDecelerating(self)
    }
  }
}
