internal import Geometry

/// The state of moving an item by hand.
///
/// Only inputs and time change the state. A new position of the hand has its effect immediately. Near an edge
/// of the bounds the scroll velocity is constant between two inputs, so that the result does not depend on
/// the number of frames between them.
struct Reordering: Sendable {
  private enum Phase: Sendable {
    case idle
    /// An item is lifted. The case is indirect, because the state is copied in every frame.
    indirect case lifted(Lift)
    /// The item has been dropped, and the edit that moves it is being made.
    case dropping(ItemArrangement)
  }

  /// An item that is lifted.
  struct Lift: Sendable {
    /// The number of the lift, counted from 1.
    let number: Int
    /// The contact that holds the item; `nil` if the program holds it.
    let contact: Int?
    let pose: LiftedPose
    /// The position of the hand, in the carousel's points.
    fileprivate(set) var point: Point
    /// The position of the hand when the item was lifted.
    fileprivate let start: Point
    /// The vector from the hand to the middle of the item, in points.
    fileprivate let grip: Point
    /// Whether the hand has moved far enough since the lift that the item can scroll the carousel at an edge.
    fileprivate(set) var canScroll = false
    /// The progress of the item's growth.
    fileprivate(set) var growth: TimedProgress
    /// The time up to which scrolling at an edge has been applied.
    fileprivate(set) var scrolledUntil: Timestamp
    /// The order in which the items are drawn.
    fileprivate(set) var arrangement: ItemArrangement
    /// The number of the slot under the item. The delegate may have chosen another slot for the drop. On a
    /// ring the numbers continue beyond the last item.
    fileprivate(set) var slot: Int

    /// The current index of the item.
    var index: Int { arrangement.from }

    /// The middle of the item, in the carousel's points.
    var middle: Point { point + grip }

    /// Returns the pose of the item at `now`, relative to `center`.
    func pose(at now: Timestamp, about center: Point) -> Pose {
      pose.pose(at: growth.value(at: now), middle: middle, about: center)
    }
  }

  /// Whether items can be lifted.
  var isEnabled = false
  private var phase = Phase.idle
  /// The number of lifts so far.
  private(set) var liftCount = 0

  /// The item in the hand; `nil` if no item is lifted.
  private(set) var lift: Lift? {
    get { if case .lifted(let lift) = phase { lift } else { nil } }
    set { if let newValue { phase = .lifted(newValue) } }
  }

  /// Whether an item is in the hand.
  var isLifted: Bool { if case .lifted = phase { true } else { false } }

  /// Returns whether contact `id` holds an item.
  func isLifted(by id: Int) -> Bool { lift?.contact == id }

  /// The order in which the items are drawn; `nil` if it is the order of their indexes.
  var arrangement: ItemArrangement? {
    switch phase {
    case .idle: nil
    case .lifted(let lift): lift.arrangement
    case .dropping(let arrangement): arrangement
    }
  }

  // MARK: Changes

  /// Lifts item `index`.
  ///
  /// - Parameters:
  ///   - contact: The contact that holds the item; `nil` if the program holds it.
  ///   - point: The position of the hand; `nil` means the middle of the item.
  ///   - time: The start of the item's growth.
  mutating func begin(_ index: Int, pose: LiftedPose, contact: Int?, at point: Point?, time: Timestamp) {
    liftCount += 1
    let point = point ?? pose.middle
    phase = .lifted(
      Lift(
        number: liftCount, contact: contact, pose: pose, point: point, start: point,
        grip: pose.middle - point,
        growth: TimedProgress(since: .at(time), duration: LiftedPose.duration), scrolledUntil: time,
        arrangement: ItemArrangement(from: index, to: index, turns: 0), slot: index))
  }

  /// Moves the hand.
  mutating func move(to point: Point) {
    lift?.point = point
    if let lift, point.distance(to: lift.start) >= DragThreshold.distance { self.lift?.canScroll = true }
  }

  /// Returns the seconds up to `now` for which the carousel must scroll because the hand is near an edge, and
  /// records them as used. At most 0.1 seconds of a pause without frames count.
  mutating func takeScrollTime(until now: Timestamp) -> Double {
    guard let lift else { return 0 }
    self.lift?.scrolledUntil = max(lift.scrolledUntil, now)
    return min(max(now - lift.scrolledUntil, 0), Scroller.longestFrame)
  }

  /// Sets the slot under the item.
  mutating func setSlot(_ slot: Int) { lift?.slot = slot }

  /// Sets the order in which the items are drawn.
  mutating func setArrangement(_ arrangement: ItemArrangement) { lift?.arrangement = arrangement }

  /// Takes the item out of the hand. Items are drawn in the order of the drop until the edit is made.
  mutating func beginDrop() { if case .lifted(let lift) = phase { phase = .dropping(lift.arrangement) } }

  /// Ends the lift. Items are drawn in the order of their indexes again.
  mutating func end() { phase = .idle }

  // MARK: Content

  /// Applies edits of content. The lifted item and its slot get their new indexes. The edit that moves a
  /// dropped item ends the drop.
  mutating func follow(_ edits: ContentEdits, on row: ItemRow) {
    guard let arrangement = lift?.arrangement.following(edits) else { return end() }
    lift?.arrangement = arrangement
    lift?.slot = arrangement.slot(on: row)
  }

  /// Returns whether the lifted item is still growing at `now`.
  func isGrowing(at now: Timestamp) -> Bool { lift.map { !$0.growth.isOver(at: now) } ?? false }
}
