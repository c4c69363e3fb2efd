import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Random stories about items that are moved by hand.
@MainActor
struct ReorderStoryTests {
  /// One action. An index is taken modulo the number of items.
  enum Action {
    case frames(Int)
    case press(x: Int, y: Int)
    case finger(x: Int, y: Int)
    case up, cancelContact
    case begin(Int)
    case update(x: Int, y: Int)
    case end, cancel
    case enabled(Bool)
    // These actions may move all items, so stories with them do not check for jumps.
    case insert(Int, animated: Bool)
    case remove(Int, animated: Bool)
    case moveItem(Int, Int, animated: Bool)
    case reloadItem(Int)
    case reload(Int)
    case batch(Int, Int)
    case type(CarouselType, animated: Bool)
    case vertical(Bool)
    case wrap(Bool)
    case rightToLeft(Bool)
    case individual(Bool)
    case bounds(width: Int, height: Int)
    case scroll(to: Int, animated: Bool)
    case touchpad(Int)
    case clock(seconds: Double)
    /// Makes the delegate perform an action in the next callback.
    indirect case inCallback(Action)

    static func hand(_ random: inout SplitMix) -> Action {
      let (x, y) = (random.whole(-50...850), random.whole(0...600))
      switch random.whole(0...15) {
      case 0...1: return .press(x: x, y: random.whole(250...350))
      case 2...5: return .finger(x: x, y: y)
      case 6: return .finger(x: random.choice([-20, 5, 30, 770, 795, 830]), y: y)
      case 7...8: return .up
      case 9: return random.once(in: 3) ? .cancelContact : .up
      case 10: return .begin(random.whole(0...20))
      case 11: return .update(x: x, y: y)
      case 12: return random.once(in: 2) ? .end : .cancel
      case 13: return random.once(in: 3) ? .enabled(false) : .enabled(true)
      default: return .frames(random.choice([1, 3, 10, 40]))
      }
    }

    static func any(_ random: inout SplitMix) -> Action {
      let (index, animated) = (random.whole(0...20), random.once(in: 2))
      switch random.whole(0...34) {
      case 0: return .insert(index, animated: animated)
      case 1: return .remove(index, animated: animated)
      case 2: return .moveItem(index, random.whole(0...20), animated: animated)
      case 3: return .reloadItem(index)
      case 4: return random.once(in: 3) ? .reload(random.whole(0...14)) : .enabled(true)
      case 5: return .batch(index, random.whole(0...20))
      case 6: return .type(random.choice(CarouselType.allCases), animated: animated)
      case 7: return .vertical(animated)
      case 8: return .wrap(animated)
      case 9: return .rightToLeft(animated)
      case 10: return .individual(animated)
      case 11: return .bounds(width: random.whole(1...10) * 100, height: random.whole(1...8) * 100)
      case 12: return .scroll(to: index, animated: animated)
      case 13: return .touchpad(random.whole(-300...300))
      case 14: return random.once(in: 3) ? .clock(seconds: random.number(-5000...5000)) : .up
      case 15: return .inCallback(any(&random))
      default: return hand(&random)
      }
    }

    var simpler: [Action] {
      switch self {
      case .frames(let count) where count > 1: [.frames(1), .frames(count / 2)]
      case .inCallback(let action): [action]
      case .type(let type, true): [.type(type, animated: false)]
      default: []
      }
    }
  }

  /// Plays a story.
  @MainActor
  private final class Player {
    let rig: ReorderRig
    /// The longest distance that a sibling near the middle may move in one frame; `nil` for no limit.
    private let longestStep: Double?
    private(set) var problem: String?
    /// The recording of every fourth story; its replay must make the same frames.
    private let lines: JournalTests.Lines
    private var isDown = false
    private var pending: Action?
    /// The position of the hand, and the distance from it to the middle of the lifted item.
    private var hand = Point.zero
    private var grip: Point?
    private var isInFinger = false
    private var knownLifts = 0
    private var lastMiddles: [Int: Point]?

    init(items: Int, longestStep: Double?, prepare: (ReorderRig) -> Void = { _ in }) {
      let lines = JournalTests.Lines()
      self.lines = lines
      rig = ReorderRig(items: items) {
        if items % 4 == 0 { lines.record($0.carousel) }
        prepare($0)
      }
      self.longestStep = longestStep
      rig.act = { [unowned self] _ in
        guard let action = pending else { return }
        pending = nil
        perform(action)
      }
    }

    func play(_ actions: [Action]) -> String? {
      for action in actions where problem == nil {
        if case .frames(let count) = action {
          for _ in 0..<count where problem == nil { frame() }
        } else {
          perform(action)
        }
        check()
      }
      pending = nil
      perform(.up)
      perform(.cancel)
      rig.settle()
      check()
      if rig.carousel.needsFrame { fail("never rests") }
      if let mismatch = rig.mismatch { fail(mismatch) }
      if let illegal = rig.carousel.core.scroller.illegalRest { fail(illegal) }
      if problem == nil, !lines.all.isEmpty, let difference = lines.problem() { fail(difference) }
      return problem
    }

    private func fail(_ text: String) { if problem == nil { problem = text } }

    private func frame() {
      rig.frame()
      if let mismatch = rig.mismatch { fail(mismatch) }
      checkFrame()
    }

    private func checkFrame() {
      let items = rig.carousel.frame().items
      if let index = rig.carousel.reorderingIndex {
        guard let item = items.last, item.index == index else { return fail("item \(index) is not in front") }
        let middle = item.seenMiddle
        let lifts = rig.entries("begin").count
        if knownLifts != lifts {
          knownLifts = lifts
          isInFinger = rig.carousel.isContactDragging && !rig.carousel.isDragging
          hand = isInFinger ? rig.finger : middle
          grip = middle - hand
        }
        if let grip, middle.distance(to: hand + grip) > 1e-6 {
          fail("the item is at \(middle), the hand at \(hand + grip)")
        }
      } else {
        isInFinger = false
      }
      guard let longestStep else { return }
      let middles = rig.middles
      let lifted = rig.carousel.reorderingIndex.map { rig.model[$0] }
      for (label, middle) in middles where label != lifted && abs(middle.x - 400) < 400 {
        guard let before = lastMiddles?[label], abs(before.x - 400) < 400 else { continue }
        // An item that was dropped may come from another height; it is not checked.
        if before.y == middle.y, before.distance(to: middle) > longestStep {
          fail("\(label) jumps from \(before) to \(middle)")
        }
      }
      lastMiddles = middles
    }

    private func check() {
      let (begun, ended) = (rig.entries("begin").count, rig.entries("end").count)
      // The end of a move is reported before the call that ends the move returns.
      if begun - ended != (rig.carousel.reorderingIndex == nil ? 0 : 1) {
        fail("\(begun) lifts, \(ended) ends")
      }
      let moves = rig.entries("end").filter { entry in
        let words = entry.split(separator: " ")
        return words[2] != "nil" && words[1] != words[2]
      }
      if moves.count != rig.entries("move").count { fail("\(rig.log)") }
      if knownLifts != begun { checkFrame() }
    }

    private func index(_ index: Int) -> Int { rig.model.isEmpty ? 0 : index % rig.model.count }

    private func perform(_ action: Action) {
      let carousel = rig.carousel
      switch action {
      case .frames: break
      case .press(let x, let y):
        guard !isDown else { return }
        isDown = true
        rig.down(at: Point(x: Double(x), y: Double(y)))
        for _ in 0..<31 where problem == nil { frame() }
      case .finger(let x, let y):
        guard isDown else { return }
        rig.move(to: Point(x: Double(x), y: Double(y)))
        // A finger that holds no item drags the carousel.
        if isInFinger { hand = rig.finger } else { lastMiddles = nil }
      case .up:
        guard isDown else { return }
        isDown = false
        rig.up()
      case .cancelContact:
        isDown = false
        carousel.contactCanceled(id: 7, time: rig.now)
      case .begin(let index): carousel.beginReorderingItem(at: self.index(index))
      case .update(let x, let y):
        let point = Point(x: Double(x), y: Double(y))
        // A call moves the lifted item to its point, even if a finger holds the item.
        hand = point
        carousel.updateReordering(to: point)
      case .end: carousel.endReordering()
      case .cancel: carousel.cancelReordering()
      case .enabled(let isOn): carousel.isReorderingEnabled = isOn
      default: change(action)
      }
    }

    private func change(_ action: Action) {
      let (carousel, count) = (rig.carousel, rig.model.count)
      switch action {
      case .insert(let index, let animated): rig.insert(at: index % (count + 1), animated: animated)
      case .remove(let index, let animated):
        if count > 0 { rig.remove(at: self.index(index), animated: animated) }
      case .moveItem(let index, let newIndex, let animated):
        if count > 0 { rig.moveItem(from: self.index(index), to: self.index(newIndex), animated: animated) }
      case .reloadItem(let index): if count > 0 { rig.reloadItem(at: self.index(index), animated: true) }
      case .reload(let count): rig.reload(count)
      case .batch(let first, let second):
        carousel.performBatchUpdates {
          rig.insert(at: first % (count + 1), animated: true)
          rig.remove(at: second % (count + 1), animated: true)
        }
      case .type(let type, let animated):
        carousel.animate(withDuration: animated ? 0.3 : 0) { carousel.type = type }
      case .vertical(let isOn): carousel.isVertical = isOn
      case .wrap(let isOn):
        rig.options[.wrap] = isOn ? 1 : 0
        carousel.setNeedsLayout()
      case .rightToLeft(let isOn): carousel.layoutDirection = isOn ? .rightToLeft : .leftToRight
      case .individual(let isOn):
        rig.width = { 100 + Double($0 * 41 % 200) }
        carousel.itemSizing = isOn ? .individual : .uniform
      case .bounds(let width, let height):
        carousel.bounds = Size(width: Double(width), height: Double(height))
      case .scroll(let index, let animated): carousel.scrollToItem(at: self.index(index), animated: animated)
      case .touchpad(let points):
        carousel.touchpadScroll(by: Double(points), time: rig.now)
        carousel.touchpadScrollEnded(time: rig.now)
      case .clock(let seconds): rig.now = rig.now + seconds
      case .inCallback(let action): pending = action
      default: break
      }
    }
  }

  @Test(
    "During random moves, the lifted item stays under the finger, no sibling jumps, and each lift has one end event",
    .proves("D025"),
    arguments: [false, true])
  func hands(wraps: Bool) {
    SeededRuns.check(
      0..<60,
      story: { random in (0..<60).map { _ in Action.hand(&random) } }, simpler: \.simpler,
      play: { Player(items: 13, longestStep: 110) { $0.options[.wrap] = wraps ? 1 : 0 }.play($0) })
  }

  @Test(
    "After random moves, changes of content and calls inside callbacks, the items have the order of the model",
    .proves("D025"))
  func everything() {
    SeededRuns.check(
      1000..<1120,
      story: { random in (0..<80).map { _ in Action.any(&random) } }, simpler: \.simpler,
      play: { Player(items: 9, longestStep: nil).play($0) })
  }
}
