/// The limits that end work which callbacks could make endless.
///
/// A callback can make a call that causes the same callback again. Each limit is far above the needs of a
/// correct program. Work beyond a limit is not lost: it waits for the next frame, unless the limit states
/// another result.
enum WorkLimits {
  /// The maximum number of invalid answers in one call. An answer is invalid if a callback has changed the
  /// content before it returned, so a data source that changes the content in every answer would be asked
  /// again without end.
  static let maximumInvalidAnswers = 24

  /// The maximum number of tasks that the answers in one call may add. A callback may make calls that leave
  /// its answer valid, but add a task each.
  static let maximumAddedTasks = 1000

  /// The maximum number of rounds of effects in one call. The effects that the callbacks of one round cause
  /// are the next round, so a delegate that scrolls in each callback would cause a round without end.
  static let maximumDeliveryRounds = 16

  /// The maximum number of effects delivered in one call. If each callback causes two effects, their number
  /// doubles with each round.
  static let maximumDeliveredEffects = 10_000

  /// The maximum number of items passed in one frame for which the delegate is notified of each item. A jump
  /// over a million items would take longer than a frame. If more items are passed, the delegate is notified
  /// only of the last item.
  static let maximumReportedSteps = 1000

  /// The maximum number of times that the data source is asked again for the numbers of items and
  /// placeholders, because it has changed its content or was replaced while it was asked. Afterwards the last
  /// answers count; if the data source was replaced each time, there are no items.
  static let maximumCountRounds = 4

  /// The maximum number of times that a drop searches its slot again, because the content has changed
  /// meanwhile. Afterwards the item is dropped into its last known slot.
  static let maximumDropRounds = 4
}
