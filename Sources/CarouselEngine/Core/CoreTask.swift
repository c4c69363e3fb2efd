internal import Geometry

/// A unit of work of the core.
///
/// Tasks run one after the other, and may wait for answers. Cases with large payloads are indirect, because
/// tasks are copied in every frame.
enum CoreTask: Sendable {
  /// Asks the data source for the numbers of items and placeholders.
  case count(CountTask)
  /// Asks whether the carousel wraps, resolves the layout, and makes a carousel at rest snap to an item.
  case layOut(LayoutTask)
  /// Resolves the layout again and loads the visible items.
  case update(UpdateTask)
  /// Loads the view of an item, whether or not it is visible.
  case load(Int, revision: Int, isAsked: Bool)
  /// Reloads the view of a loaded item.
  indirect case reload(Int, revision: Int, isAnimated: Bool, Moment, replaced: (any ItemView)?)
  /// Runs a scroll by the program that needs an up-to-date layout.
  case scroll(ScrollCommand, Moment)
  /// Compares the data source's number of items with the open batch, and closes the batch.
  case closeBatch(isAsked: Bool, Moment)
  /// Applies changes of content.
  indirect case edit(EditTask)
  /// Runs a scroll that a task of the program waits for, once the layout is up to date.
  indirect case awaitedScroll(ScrollCommand, ScrollID, Moment)
  /// Notifies the delegate of a long press if a finger has lain still for long enough.
  case longPress(LongPressTask)
  /// Lifts an item.
  indirect case lift(LiftTask)
  /// Finds the slot under the lifted item, and drops the item there if the hand has released it.
  indirect case reorder(ReorderTask)
  /// Continues the handling of a contact that has moved.
  case moveContact(id: Int, Point, Moment)
  /// Finds the item on which a swipe across the axis has begun.
  case beginSwipe(start: Point, velocity: Point, isAsked: Bool)
  /// Continues the handling of a contact that was lifted.
  case endContact(id: Int, Point, Moment)
  /// Dismisses the top card of a stack if the delegate permits it.
  indirect case dismiss(DismissTask)
  /// Handles a tap.
  indirect case tap(TapTask)
  /// Advances the carousel to a frame's time.
  case advance(Timestamp)
  /// Scrolls to the next item if the interval of autoplay is over. `arrival` is the time at which a motion
  /// has ended since the last frame; ``Timestamp/never`` if no motion has ended.
  case autoplay(Timestamp, arrival: Timestamp)
  /// Calls the completions of changes that have ended.
  case complete(Timestamp)
  /// Moves to the destination of the current motion without animation.
  case arriveAtOnce(Moment)
  /// Begins an animation block.
  indirect case beginAnimations(AnimationTask)
  /// Ends an animation block.
  case endAnimations

  /// The progress of asking for the numbers of items and placeholders.
  struct CountTask: Sendable {
    enum Phase: Sendable {
      case items, placeholders
      /// The last round. Changes that the data source makes during this round are ignored.
      case lastPlaceholders, lastItems
    }
    var phase = Phase.items
    var rounds = 0
    var sources = 0
    /// The data source that was asked last.
    var source: DataSourceID?

    /// The maximum number of rounds. A round starts again if the data source changes its content while it is
    /// asked.
    static let mostRounds = 4
  }

  struct LayoutTask: Sendable {
    enum Phase: Sendable { case wrap, resolve, align, commit }
    var phase = Phase.wrap
    let moment: Moment
  }

  enum UpdateTask: Sendable { case resolve, load }

  /// The progress of an edit, and the data for its animation.
  struct EditTask: Sendable {
    enum Phase: Sendable { case wrap, load, resolve, update, reload }
    var phase = Phase.wrap
    let edits: ContentEdits
    let style: EditStyle
    let moment: Moment
    /// The scroller before the edit.
    let before: Scroller
    /// The positions where the remaining items were drawn before the edit, by their new indexes.
    let seen: [Int: ItemPosition]
    /// Whether any item was loaded before the edit.
    let hadPicture: Bool
    /// The revision of the loader after the edit. If it has changed, the content has changed again.
    let revision: Int
    /// The loaded items to reload.
    var reloads: [Int] = []
  }

  struct LongPressTask: Sendable {
    let moment: Moment
    var contact: Int?
  }

  /// The progress of a tap.
  struct TapTask: Sendable {
    enum Phase: Sendable {
      /// The tapped item is being found by a hit test.
      case hit
      /// The delegate has been notified of a double tap on an item. The associated value is the item's index
      /// at that time.
      case doubleTap(Int)
      /// The delegate has been asked whether the item may be selected.
      case select(Int, count: Int, generation: Int)
    }
    var phase = Phase.hit
    let point: Point
    let moment: Moment
    /// The position and time at which the finger came down; `nil` for a tap from another recognizer.
    var start: (point: Point, time: Timestamp)?
    /// Whether this tap may still be a double tap.
    var mayRepeat = true
  }

  struct DismissTask: Sendable {
    let direction: SwipeDirection
    let moment: Moment
    let reason: SettleReason
    /// The identifier of the card; `nil` for the card that is on top when the task begins.
    var card: Int?
    var isAsked = false
  }

  struct AnimationTask: Sendable {
    let duration: Double
    let moment: Moment
    let block: AnimationBlock
    /// The layouts drawn when the block begins, each with its weight in the blend; `nil` if they are not
    /// known yet.
    let looks: [(look: LayoutSnapshot, share: Double)]?
  }
}

extension CoreTask {
  /// Whether a reload of all content makes the task unnecessary.
  var dependsOnContent: Bool {
    switch self {
    case .count, .layOut, .update, .load, .reload, .edit, .lift: true
    default: false
    }
  }
}
