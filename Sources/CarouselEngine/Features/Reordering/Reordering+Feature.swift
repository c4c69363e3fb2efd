internal import Geometry

extension Reordering: Feature {
  static let inputs: [any FeatureInput.Type] = [ReorderInput.self]

  static func settings(_ core: borrowing CarouselCore) -> (any FeatureInput)? {
    ReorderInput.setEnabled(core.reordering.isEnabled)
  }

  static func handle(_ step: CoreStep, in core: inout CarouselCore) -> Bool {
    switch step {
    case .contactMoved(let id, let point, let moment):
      if core.reordering.isLifted(by: id) { core.moveLift(to: point, at: moment) }
    case .contactEnded(let id, let point, let moment):
      guard core.reordering.isLifted(by: id) else { return false }
      if point.isFinite { core.moveLift(to: point, at: moment) }
      core.endReordering(at: moment)
      return true
    case .contactCanceled(let id, let moment):
      if core.reordering.isLifted(by: id) { core.cancelReordering(at: moment) }
    case .longPress(let index, let contact, let moment):
      guard core.canReorder else { return false }
      core.agenda.insertNext(LiftTask(index, contact: contact, at: moment, revision: core.loader.revision))
      return true
    case .reload: core.cancelReordering(at: core.timeline.nextFrame)
    case .edit(let edits, let moment):
      if let lift = core.reordering.lift, case .removed = edits.fate(ofItem: lift.index) {
        core.cancelReordering(at: moment)
      }
    case .edited(let edits, let moment):
      if !edits.onlyReloads { core.reordering.follow(edits, on: core.scroller.ring) }
      core.placeLift(at: moment)
    case .frame(let now): if core.reordering.isLifted { core.advanceReordering(to: now) }
    case .frameEnd(let now, _): core.placeLift(at: .at(now))
    default: break
    }
    return false
  }

  static func isMoving(_ core: borrowing CarouselCore) -> Bool {
    core.reordering.isLifted && core.movesWithLift
  }

  static func keptItems(_ core: borrowing CarouselCore) -> [Int] { core.displacedItems }

  static func arrangement(_ core: borrowing CarouselCore) -> ItemArrangement? { core.reordering.arrangement }

  static func takesLongPresses(_ core: borrowing CarouselCore) -> Bool { core.canReorder }

  static func hold(_ core: borrowing CarouselCore) -> ItemHold? {
    core.reordering.lift.map { $0.contact == nil ? .lifted : .liftedByContact }
  }
}

/// Asks the delegate whether an item can be moved; answer: ``CarouselAnswer/decision(_:)``.
struct CanMoveQuestion: FeatureQuestion {
  let index: Int

  package func answer(from carousel: Carousel) -> CarouselAnswer {
    .decision(carousel.delegate?.carousel(carousel, canMoveItemAt: index) ?? true)
  }
}

/// Asks the delegate for the index to which an item moves, which may differ from the proposed index; answer:
/// ``CarouselAnswer/index(_:)``.
struct MoveTargetQuestion: FeatureQuestion {
  let index: Int
  let proposed: Int

  package func answer(from carousel: Carousel) -> CarouselAnswer {
    .index(
      carousel.delegate?.carousel(carousel, targetIndexForMoveFromItemAt: index, toProposedIndex: proposed)
        ?? proposed)
  }
}

/// Makes the data source move an item; answer: ``CarouselAnswer/decision(_:)``, whether the data source has moved
/// the item.
struct MoveQuestion: FeatureQuestion {
  let index: Int
  let newIndex: Int

  package func answer(from carousel: Carousel) -> CarouselAnswer {
    carousel.askDataSource { .decision($0.carousel(carousel, moveItemAt: index, to: newIndex)) }
  }
}

/// Asks for the drawn middle of item `index` at each position; answer: ``CarouselAnswer/centers(_:)``.
struct SlotQuestion: FeatureQuestion {
  let index: Int
  let positions: [ItemPosition]

  package func answer(from carousel: Carousel) -> CarouselAnswer {
    let isDoubleSided = carousel.core.loader.view(at: index)?.isDoubleSided ?? true
    let custom = carousel.delegate.map { CustomTransforms.delegate($0, of: carousel) }
    guard let scene = FrameScene(carousel.core, custom: custom) else { return .centers([]) }
    var centers: [SlotPath.Center?] = []
    centers.reserveCapacity(positions.count)
    for position in positions {
      let pose = scene.pose(of: index, at: position, isDoubleSided: isDoubleSided)
      let (transform, divisor) = (pose.transform, pose.transform.m44)
      guard !pose.isHidden, pose.alpha > 0, divisor > 0 else {
        centers.append(nil)
        continue
      }
      centers.append(
        SlotPath.Center(
          point: scene.center + Point(x: transform.m41 / divisor, y: transform.m42 / divisor),
          depth: transform.m43 / divisor))
    }
    return .centers(centers)
  }
}
