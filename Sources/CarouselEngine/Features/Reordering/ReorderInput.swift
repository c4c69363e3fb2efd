internal import Geometry

/// A call of the program that lifts, moves, drops or returns an item.
enum ReorderInput: FeatureInput {
  /// Sets whether items can be lifted.
  case setEnabled(Bool)
  /// Lifts an item.
  case begin(Int)
  /// Moves the lifted item, so that its middle is at this point, in the carousel's points.
  case update(to: Point)
  case end
  case cancel

  func apply(to core: inout CarouselCore, at moment: Moment) {
    switch self {
    case .setEnabled(let isEnabled):
      core.features.reordering.isEnabled = isEnabled
      if !isEnabled { core.cancelReordering(at: moment) }
    case .begin(let index):
      guard core.canReorder, !core.content.isPlaceholder(index) else { return }
      core.agenda.append(LiftTask(index: index, contact: nil, moment: moment, revision: core.loader.revision))
    case .update(let point):
      guard let x = point.x.known, let y = point.y.known else { return }
      core.moveLift(to: Point(x: x, y: y), at: moment)
    case .end: core.placeLift(ends: true, at: moment)
    case .cancel: core.cancelReordering(at: moment)
    }
  }
}
