extension CoreTask {
  /// The progress of lifting an item.
  struct LiftTask: Sendable {
    enum Phase: Sendable {
      case start
      /// The delegate has been asked whether the item can be moved.
      case permission
      /// The drawn items have been requested.
      case picture
      /// The item cannot be moved; the delegate is notified of a long press instead.
      case longPress
    }
    var phase = Phase.start
    let index: Int
    /// The contact that holds the item; `nil` if the program does.
    let contact: Int?
    let time: Timestamp
    /// The revision of the loader; a different one means that the index is out of date.
    let revision: Int

    init(_ index: Int, contact: Int?, at time: Timestamp, revision: Int) {
      (self.index, self.contact, self.time, self.revision) = (index, contact, time, revision)
    }
  }

  /// The progress of finding the slot of the lifted item, and of dropping it there.
  struct ReorderTask: Sendable {
    enum Phase: Sendable {
      case start
      /// The drawn middles of these slots have been requested.
      case placing([ReorderSlot], revision: Int)
      /// The delegate has been asked whether the target of this arrangement is to be replaced.
      case proposing(ItemArrangement, revision: Int)
      /// The item has been moved, and the data source has been notified.
      case moving(ItemArrangement, revision: Int)
    }
    var phase = Phase.start
    /// The number of the lift.
    let lift: Int
    /// Whether the item is dropped.
    let ends: Bool
    let time: Timestamp
    /// The number of times that a drop has started again because the content has changed.
    var rounds = 0

    /// The maximum number of rounds; after it the item is dropped into the last slot known.
    static let mostRounds = 4
  }

  /// A slot whose middle is requested.
  struct ReorderSlot: Sendable {
    /// The index; on a ring it continues beyond the seam.
    var index: Int
    var position: ItemPosition
  }
}
