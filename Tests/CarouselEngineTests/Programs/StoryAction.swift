import CarouselEngine
import Geometry
import TestSupport

/// One action on a carousel. Only actions whose names or comments mention frames advance frames.
///
/// An index is taken modulo the number of items, so that an action stays valid if earlier actions are
/// removed.
indirect enum StoryAction {
  // Settings.
  case items(Int)
  case type(CarouselType)
  case layout(StoryLayout)
  case wrap(Bool)
  case vertical(Bool)
  case rightToLeft(Bool)
  case axisAngle(Double)
  case bounds(width: Int, height: Int)
  case paging(Bool)
  case itemsPerPage(Int)
  case truncatesFinalPage(Bool)
  case bounces(Bool)
  case bounceDistance(Double)
  case decelerationRate(Double)
  case scrollSpeed(Double)
  case stopAtItemBoundary(Bool)
  case scrollToItemBoundary(Bool)
  case containsEnds(Bool)
  case alignment(SnapAlignment)
  case motionStyle(MotionStyle)
  case individualSizes(Bool)
  /// The widths of the items by their labels: 40 and 220 points in turn, or similar. 0 means one width for all.
  case widths(Int)
  case option(CarouselOption, Double?)
  case placeholders(Int)
  /// Some items have a reuse identifier of their own.
  case kinds(Bool)
  /// The data source retains a view for each item, and ignores the views that are offered for reuse.
  case keepsViews(Bool)
  case effects(Int)
  case visibleItems(most: Int)
  case prefetch(Int)
  case reducesMotion(Bool)
  case scrollEnabled(Bool)
  case centersSelection(Bool)
  case ignoresPerpendicularSwipes(Bool)
  case reordering(Bool)
  case delegate(Bool)
  case dataSource(Bool)
  case needsLayout
  case purge

  // Time.
  case frames(Int)
  case wait(milliseconds: Int)
  /// The clock jumps forward, or back if `seconds` is negative.
  case clock(seconds: Double)

  // Gestures. Distances are in points along the axis. A positive distance moves the content to the right or
  // down.
  case down(at: Int)
  case move(by: Int)
  case moveAcross(by: Int)
  /// The finger moves in several steps between two frames.
  case path([Int], StoryTimes)
  case up
  case cancel
  /// A second finger comes down and is lifted.
  case secondFinger
  /// A finger comes down, moves in this number of frames, and is lifted.
  case drag(by: Int, frames: Int)
  case tap(at: Int)
  case wheel(notches: Double)
  case step(by: Int)
  case touchpad(by: Int)
  case touchpadEnds
  /// A gesture with a time that is NaN.
  case untimed(StoryAction)
  /// A gesture whose time is ahead of the frames, or behind them if `seconds` is negative.
  case timed(by: Double, StoryAction)

  // The program.
  case scrollToItem(Int, animated: Bool)
  case scrollToCurrentItem(animated: Bool)
  case scrollToItemToward(Int, ScrollDirection)
  case scrollByItems(Int, seconds: Double)
  case scrollByOffset(Double, seconds: Double)
  case scrollToOffset(Double, seconds: Double)
  case scrollToPage(Int, animated: Bool)
  case scrollOffset(Int)
  /// Sets `scrollOffset` to any number, also one beyond the ends.
  case anyOffset(Double)
  /// Sets `currentItemIndex` to any number, also one beyond the ends.
  case currentItem(Int)
  case autoscroll(Double)
  case autoscrollEnd(AutoscrollEnd)
  case autoplay(seconds: Double)
  case presence(AutoscrollPauses, Bool)
  case pauses(AutoscrollPauses)
  case paused(Bool)

  // Content.
  case insert(at: Int, animated: Bool)
  case remove(at: Int, animated: Bool)
  case moveItem(from: Int, to: Int, animated: Bool)
  case reloadItem(Int, animated: Bool)
  case reloadData
  case batch([StoryAction])
  /// Replaces the items by `setItems`: one is removed, one is inserted and one moves.
  case setItems(Int, animated: Bool)
  /// The view of an item gets another width, in points.
  case itemSize(Int, width: Int)

  // Moving items by hand, and stacks.
  case beginReordering(Int)
  case updateReordering(x: Int, y: Int)
  case endReordering
  case cancelReordering
  case dismiss(SwipeDirection)
  case undo

  // Several actions.
  case animate(seconds: Double, [StoryAction])
  /// The delegate or the data source performs the actions in the next call of this callback.
  case during(StoryCallback, [StoryAction])
  /// An action on another carousel of the program; they are numbered.
  case on(Int, StoryAction)
  case link(to: Int)
  case unlink
}

/// The times of the positions between two frames.
enum StoryTimes: CaseIterable, Sendable {
  case even, equal, decreasing
  /// Each second time is NaN.
  case invalid
  /// The times are ahead of the frames, so that a long press may become due.
  case slow

  /// Returns the time of a position, in seconds relative to the time of the event.
  func seconds(of number: Int, count: Int) -> Double {
    switch self {
    case .even: Double(number + 1 - count) / Double(60 * count)
    case .equal: 0
    case .decreasing: -0.002 * Double(number)
    case .invalid: number % 2 == 0 ? .nan : 0
    case .slow: 0.3 * Double(number)
    }
  }
}

/// A layout without a type.
enum StoryLayout: Sendable {
  case staircase
  case stack(wraps: Bool)
}

/// The calls of a delegate and a data source in which a program can act.
enum StoryCallback: String, CaseIterable, Sendable {
  case willBeginScrolling, didEndScrolling, didScroll, indexDidChange, didSettle
  case willBeginDragging, didEndDragging, willBeginDecelerating, didEndDecelerating
  case shouldSelect, didSelect, didLongPress, didDoubleTap, didSwipe
  case canMove, moveTarget, willBeginReordering, didEndReordering, moveItem
  case shouldDismiss, didDismiss, didDrag, didUndo, didRunOut
  case itemWidth, widthForItem, transform, option
  case count, placeholderCount, view, placeholder, identifier, prefetch, cancelPrefetching
  case completion, needsFrame
}

extension StoryAction {
  /// The contact on the carousel.
  enum Contact {
    case none, finger, touchpad
  }

  /// The contact on the carousel after the action; `nil` if the action does not change it.
  var contact: Contact? {
    switch self {
    case .down: .finger
    case .touchpad: .touchpad
    case .up, .cancel, .drag, .tap, .wheel, .touchpadEnds: Contact.none
    default: nil
    }
  }

  static func hand(_ random: inout SplitMix, during contact: Contact) -> StoryAction {
    let points = random.whole(-20...20) * random.choice([1, 5, 20])
    switch (contact, random.whole(0...7)) {
    case (.finger, 0...3): return .move(by: points)
    case (.finger, 4...5): return .up
    case (.finger, 6): return .cancel
    case (.touchpad, 0...3): return .touchpad(by: points)
    case (.touchpad, 4...5): return .touchpadEnds
    case (_, 0): return .down(at: random.whole(-400...400))
    case (_, 1...2): return .drag(by: points * 2, frames: random.whole(1...10))
    case (_, 3): return .tap(at: random.whole(-400...400))
    case (_, 4): return .wheel(notches: Double(random.whole(-4...4)) / 2)
    case (_, 5): return .touchpad(by: points)
    default: return .step(by: random.whole(-3...3))
    }
  }

  static func content(_ random: inout SplitMix) -> StoryAction {
    let (index, animated) = (random.whole(0...20), random.once(in: 2))
    return switch random.whole(0...8) {
    case 0, 1, 2: .insert(at: index, animated: animated)
    case 3, 4, 5: .remove(at: index, animated: animated)
    case 6: .moveItem(from: index, to: random.whole(0...20), animated: animated)
    case 7: .reloadItem(index, animated: animated)
    default: .items(random.whole(0...14))
    }
  }

  /// The simpler actions that can replace this action when a failing story is simplified.
  var simpler: [StoryAction] {
    switch self {
    case .frames(let count) where count > 1: [.frames(1), .frames(count / 2), .frames(count - 1)]
    case .drag(let points, let frames) where frames > 1: [.drag(by: points, frames: 1)]
    case .step(let count) where abs(count) > 1: [.step(by: count.signum())]
    case .wheel(let notches) where abs(notches) != 1: [.wheel(notches: 1), .wheel(notches: -1)]
    case .insert(let index, true): [.insert(at: index, animated: false)]
    case .insert(let index, false) where index != 0: [.insert(at: 0, animated: false)]
    case .remove(let index, true): [.remove(at: index, animated: false)]
    case .remove(let index, false) where index != 0: [.remove(at: 0, animated: false)]
    case .tap(let place) where place != 0: [.tap(at: 0)]
    case .down(let place) where place != 0: [.down(at: 0)]
    case .items(let count) where count != 10 && count > 3: [.items(10), .items(count - 1)]
    case .clock(let seconds) where abs(seconds) > 3600: [.clock(seconds: seconds < 0 ? -3600 : 3600)]
    case .path(let steps, let times):
      [.move(by: steps.reduce(0, +))] + (steps.count > 1 ? [.path(Array(steps.dropLast()), times)] : [])
        + (times == .even ? [] : [.path(steps, .even)])
    case .on(let number, let action): [action] + action.simpler.map { .on(number, $0) }
    case .untimed(let action): [action]
    case .timed(_, let action): [action]
    case .during(let callback, let actions): Self.simpler(actions).map { .during(callback, $0) }
    case .batch(let actions): actions + Self.simpler(actions).map { .batch($0) }
    case .animate(let seconds, let actions):
      actions + Self.simpler(actions).map { .animate(seconds: seconds, $0) }
    default: []
    }
  }

  /// Returns the lists that are one action shorter, or that have one simpler action.
  private static func simpler(_ actions: [StoryAction]) -> [[StoryAction]] {
    var lists: [[StoryAction]] = []
    for place in actions.indices {
      var fewer = actions
      fewer.remove(at: place)
      lists.append(fewer)
      for simple in actions[place].simpler {
        var others = actions
        others[place] = simple
        lists.append(others)
      }
    }
    return lists
  }
}
