internal import Geometry

extension CardStack: Feature {
  static let inputs: [any FeatureInput.Type] = [StackInput.self]

  static func handle(_ step: CoreStep, in core: inout CarouselCore) -> Bool {
    if case .layoutChanged(let moment) = step { core.followLayoutKind(at: moment) }
    guard core.features.stack.isActive else { return false }
    switch step {
    case .contactCanceled(_, let moment), .programScroll(let moment): core.cancelCardDrag(at: moment)
    case .motionChanged: core.compareWithEnd()
    // A card that is leaving receives no taps.
    case .tap(let index): return core.features.stack.isLeaving(index)
    case .dragBegan(let translation, let moment):
      core.beginCardDrag(translation: translation, at: moment)
      return true
    case .dragChanged(let translation, let velocity, let moment):
      core.dragCard(translation: translation, velocity: velocity, at: moment)
      return true
    case .dragEnded(let moment):
      core.endCardDrag(at: moment)
      return true
    case .motionPreferenceChanged: if core.reducesMotion { core.endStackMotions() }
    case .reload: core.keepCardFlights()
    case .reloaded: core.followReload()
    case .rowChanged(let edits, let row, let before, let moment):
      core.scroller.setRow(row)
      core.followStack(edits, before: before, at: moment)
      return true
    case .frame(let now):
      if core.features.stack.isMoving { core.advanceStack(to: now) }
      core.compareWithEnd()
    default: break
    }
    return false
  }

  static func isMoving(_ core: borrowing CarouselCore) -> Bool { core.features.stack.isMoving }

  static func delaysSettling(_ core: borrowing CarouselCore) -> Bool { core.features.stack.isBusy }

  static func keptItems(_ core: borrowing CarouselCore) -> [Int] { core.itemsOfMovingStack }

  static func movedItems(_ core: borrowing CarouselCore) -> [Int] {
    core.features.stack.isActive ? core.features.stack.indexes : []
  }

  static func departure(
    ofItem index: Int, fades: Bool, _ core: borrowing CarouselCore, at moment: Moment
  ) -> Departure? {
    core.features.stack.isBusy ? core.features.stack.departure(ofItem: index, fades: fades, at: moment) : nil
  }

  static func hidesCurrentItem(_ core: borrowing CarouselCore) -> Bool { core.features.stack.isOut }

  static func takesDrags(_ core: borrowing CarouselCore) -> Bool { core.features.stack.isActive }

  static func hold(_ core: borrowing CarouselCore) -> ItemHold? {
    core.features.stack.isHeld ? .dragged : nil
  }
}

/// A call of the program that dismisses a card or brings one back.
enum StackInput: FeatureInput {
  case dismiss(SwipeDirection)
  case undoDismissal

  func apply(to core: inout CarouselCore, at moment: Moment) {
    switch self {
    case .dismiss(let direction): core.dismissItem(toward: direction, at: moment)
    case .undoDismissal: core.undoDismissal(at: moment)
    }
  }
}
