internal import Geometry

extension CardStack: Feature {
  static let inputs: [any FeatureInput.Type] = [StackInput.self]

  static func handle(_ step: CoreStep, in core: inout CarouselCore) -> Bool {
    if case .layoutChanged(let time) = step { core.followLayoutKind(at: time) }
    guard core.stack.isActive else { return false }
    switch step {
    case .contactCanceled(_, let time): core.cancelCardDrag(at: time)
    case .programScroll(let time): core.cancelCardDrag(at: time)
    // A card that is leaving receives no taps.
    case .tap(let index): return core.stack.isLeaving(index)
    case .dragBegan(let translation, let time):
      core.beginCardDrag(translation: translation, at: time)
      return true
    case .dragChanged(let translation, let velocity, let time):
      core.dragCard(translation: translation, velocity: velocity, at: time)
      return true
    case .dragEnded(let time):
      core.endCardDrag(at: time)
      return true
    case .motionPreferenceChanged: if core.presentation.reducesMotion { core.endStackMotions() }
    case .reload: core.keepCardFlights()
    case .reloaded: core.followReload()
    case .ringChanged(let edits, let ring, let before, let time):
      core.scroller.setRing(ring)
      core.followStack(edits, before: before, at: time)
      return true
    case .frame(let now):
      if core.stack.isMoving { core.advanceStack(to: now) }
      core.compareWithEnd()
    case .clockShifted(let seconds): core.stack.shiftTime(by: seconds)
    default: break
    }
    return false
  }

  static func needsFrame(_ core: borrowing CarouselCore) -> Bool { core.stack.isMoving }

  static func delaysSettling(_ core: borrowing CarouselCore) -> Bool { core.stack.isBusy }

  static func keptItems(_ core: borrowing CarouselCore) -> [Int] { core.itemsOfMovingStack }

  static func movedItems(_ core: borrowing CarouselCore) -> [Int] {
    core.stack.isActive ? core.stack.indexes : []
  }

  static func departure(
    ofItem index: Int, fades: Bool, _ core: borrowing CarouselCore, at time: Timestamp?
  ) -> Departure? {
    core.stack.isBusy ? core.stack.departure(ofItem: index, fades: fades, at: time) : nil
  }

  static func hidesCurrentItem(_ core: borrowing CarouselCore) -> Bool { core.stack.isOut }

  static func takesDrags(_ core: borrowing CarouselCore) -> Bool { core.stack.isActive }

  static func hold(_ core: borrowing CarouselCore) -> ItemHold? { core.stack.isHeld ? .dragged : nil }
}

/// A call of the program that dismisses a card or brings one back.
enum StackInput: FeatureInput {
  case dismiss(SwipeDirection)
  case undoDismissal

  package func apply(to core: inout CarouselCore, at time: Timestamp?) {
    switch self {
    case .dismiss(let direction): core.dismissItem(toward: direction, at: time)
    case .undoDismissal: core.undoDismissal(at: time)
    }
  }
}
