internal import Geometry

extension Reordering: Feature {
  static let inputs: [any FeatureInput.Type] = [ReorderInput.self]

  static func settings(_ core: borrowing CarouselCore) -> (any FeatureInput)? {
    ReorderInput.setEnabled(core.features.reordering.isEnabled)
  }

  static func handle(_ step: CoreStep, in core: inout CarouselCore) -> Bool {
    switch step {
    case .contactMoved(let id, let point, let moment):
      if core.features.reordering.isLifted(by: id) { core.moveLift(to: point, at: moment) }
    case .contactEnded(let id, let point, let moment):
      guard core.features.reordering.isLifted(by: id) else { return false }
      if point.isFinite { core.moveLift(to: point, at: moment) }
      core.placeLift(ends: true, at: moment)
      return true
    case .contactCanceled(let id, let moment):
      if core.features.reordering.isLifted(by: id) { core.cancelReordering(at: moment) }
    case .longPress(let index, let contact, let moment):
      guard core.canReorder else { return false }
      core.agenda.insertNext(
        LiftTask(index: index, contact: contact, moment: moment, revision: core.loader.revision))
      return true
    case .reload: core.cancelReordering(at: core.timeline.nextFrame)
    case .edit(let edits, let moment):
      if let lift = core.features.reordering.lift, case .removed = edits.fate(ofItem: lift.index) {
        core.cancelReordering(at: moment)
      }
    case .edited(let edits, let moment):
      if !edits.onlyReloads { core.features.reordering.follow(edits, on: core.scroller.row) }
      core.placeLift(at: moment)
    case .frame(let now): if core.features.reordering.isLifted { core.advanceReordering(to: now) }
    case .frameEnd(let now, _): core.placeLift(at: .at(now))
    default: break
    }
    return false
  }

  static func isMoving(_ core: borrowing CarouselCore) -> Bool {
    core.features.reordering.isLifted && core.movesWithLift
  }

  static func keptItems(_ core: borrowing CarouselCore) -> [Int] { core.displacedItems }

  static func arrangement(_ core: borrowing CarouselCore) -> ItemArrangement? {
    core.features.reordering.arrangement
  }

  static func takesLongPresses(_ core: borrowing CarouselCore) -> Bool { core.canReorder }

  static func hold(_ core: borrowing CarouselCore) -> ItemHold? {
    core.features.reordering.lift.map { $0.contact == nil ? .lifted : .liftedByContact }
  }
}
