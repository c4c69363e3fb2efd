/// Lifts an item.
struct LiftTask: CoreTask {
  enum Phase: Sendable {
    case start
    /// The delegate, if there is one, has been asked whether the item can be moved. Then the items drawn now are
    /// determined.
    case permission
    /// The item cannot be moved, so the delegate is notified of a long press instead.
    case longPress
  }
  var phase = Phase.start
  let index: Int
  /// The contact that holds the item; `nil` if the program holds it.
  let contact: Int?
  let moment: Moment
  /// The revision of the loader when the task began. If it has changed, the index is out of date.
  let revision: Int

  var dependsOnContent: Bool { true }

  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? { core.proceed(with: &self) }
}

/// Finds the slot under the lifted item, and drops the item there if the hand has released it.
struct ReorderTask: CoreTask {
  enum Phase: Sendable {
    case start
    /// The drawn middles of these slots are being determined.
    case placing([Slot], revision: Int)
    /// The delegate has been asked for the index to which the item moves. The proposed index is that of this
    /// arrangement.
    case proposing(ItemArrangement, revision: Int)
    /// The carousel has moved the item, and the data source has been asked to move it.
    case moving(ItemArrangement, revision: Int)
  }
  var phase = Phase.start
  /// The number of the lift that the task belongs to.
  let lift: Int
  /// Whether the item is dropped into the slot.
  let ends: Bool
  let moment: Moment
  /// The number of times that a drop has started again because the content has changed.
  var rounds = 0

  /// A slot whose middle is requested. On a ring, its index may be beyond the seam between the last item and the first.
  typealias Slot = (index: Int, position: ItemPosition)

  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? { core.proceed(with: &self) }
}
