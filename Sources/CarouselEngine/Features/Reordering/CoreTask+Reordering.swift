extension CoreTask {
  /// The progress of lifting an item.
  struct LiftTask: Sendable {
    enum Phase: Sendable {
      case start
      /// The delegate has been asked whether the item can be moved.
      case permission
      /// The items drawn now have been requested.
      case picture
      /// The item cannot be moved, so the delegate is notified of a long press instead.
      case longPress
    }
    var phase = Phase.start
    let index: Int
    /// The contact that holds the item; `nil` if the program holds it.
    let contact: Int?
    /// The known time of the lift, or the last frame.
    let moment: Moment
    /// The revision of the loader when the task began. If it has changed, the index is out of date.
    let revision: Int

    init(_ index: Int, contact: Int?, at moment: Moment, revision: Int) {
      (self.index, self.contact, self.moment, self.revision) = (index, contact, .at(moment.time), revision)
    }
  }

  /// The progress of finding the slot under the lifted item, and of dropping the item there.
  struct ReorderTask: Sendable {
    enum Phase: Sendable {
      case start
      /// The drawn middles of these slots have been requested.
      case placing([ReorderSlot], revision: Int)
      /// The delegate has been asked for the index to which the item moves. The proposed index is that of
      /// this arrangement.
      case proposing(ItemArrangement, revision: Int)
      /// The carousel has moved the item, and the data source has been asked to move it.
      case moving(ItemArrangement, revision: Int)
    }
    var phase = Phase.start
    /// The number of the lift that the task belongs to.
    let lift: Int
    /// Whether the item is dropped into the slot.
    let ends: Bool
    /// The known time of the change, or the last frame.
    let moment: Moment
    /// The number of times that a drop has started again because the content has changed.
    var rounds = 0

    /// The maximum value of ``rounds``. After so many rounds the item is dropped into the last known slot.
    static let mostRounds = 4
  }

  /// A slot whose middle is requested.
  struct ReorderSlot: Sendable {
    /// The index of the slot. On a ring it may be beyond the seam between the last item and the first.
    var index: Int
    var position: ItemPosition
  }
}
