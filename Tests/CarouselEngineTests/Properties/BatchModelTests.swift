import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of single edits and batches in every phase of motion. The carousel is compared with a model of the
/// content.
@MainActor
struct BatchModelTests {
  private indirect enum Edit {
    case insert(at: Int, animated: Bool)
    case remove(at: Int, animated: Bool)
    case move(from: Int, to: Int, animated: Bool)
    case reload(at: Int, animated: Bool)
    case reloadData
    case batch([Edit])
  }

  private enum Action {
    case edit(Edit)
    case frames(Int)
    case flick(velocity: Int)
    case down(at: Int)
    case slide(to: Int)
    case lift
    case scroll(to: Int)
    case step(by: Int)
    case autoscroll(Double)
    case type(CarouselType)
    case wrap(Bool)
  }

  @Test(
    "If the content changes during a motion, the views show the items of the model, and each completion is called once",
    arguments: 1...4)
  func content(variant: Int) {
    let first = UInt64(variant) * 10_000
    SeededRuns.check(first..<first + 700, story: Self.story, simpler: Self.simpler) { Self.play($0, variant) }
  }

  private static func story(_ random: inout SplitMix) -> [Action] {
    (0..<random.whole(3...24)).map { _ in
      switch random.whole(0...15) {
      case 0...3: .edit(.batch((0..<random.whole(0...6)).map { _ in edit(&random, depth: 1) }))
      case 4...6: .edit(edit(&random, depth: 0))
      case 7...9: .frames(random.choice([1, 1, 2, 5, 12, 30]))
      case 10: .flick(velocity: random.whole(-3000...3000))
      case 11: .down(at: random.whole(0...800))
      case 12: random.once(in: 3) ? .lift : .slide(to: random.whole(0...800))
      case 13: random.once(in: 2) ? .scroll(to: random.whole(0...30)) : .step(by: random.whole(-3...3))
      case 14: .autoscroll(random.choice([-3, 0, 0.5, 6]))
      default: random.once(in: 2) ? .type(random.choice(CarouselType.builtIn)) : .wrap(random.once(in: 2))
      }
    }
  }

  private static func edit(_ random: inout SplitMix, depth: Int) -> Edit {
    let (index, animated) = (random.whole(0...30), random.once(in: 2))
    switch random.whole(0...(depth < 3 ? 13 : 12)) {
    case 0...3: return .insert(at: index, animated: animated)
    case 4...7: return .remove(at: index, animated: animated)
    case 8, 9: return .move(from: index, to: random.whole(0...30), animated: animated)
    case 10, 11: return .reload(at: index, animated: animated)
    case 12: return random.once(in: 3) ? .reloadData : .remove(at: index, animated: animated)
    default: return .batch((0..<random.whole(0...3)).map { _ in edit(&random, depth: depth + 1) })
    }
  }

  private static func simpler(_ action: Action) -> [Action] {
    switch action {
    case .frames(let count) where count > 1: [.frames(1), .frames(count - 1)]
    case .edit(.batch(let edits)):
      edits.map { .edit($0) }
        + edits.indices.map { index in
          var fewer = edits
          fewer.remove(at: index)
          return .edit(.batch(fewer))
        }
        + edits.indices.compactMap { index in
          guard case .batch(let inner) = edits[index] else { return nil }
          var flat = edits
          flat.replaceSubrange(index...index, with: inner)
          return .edit(.batch(flat))
        }
    default: []
    }
  }

  private static func play(_ actions: [Action], _ variant: Int) -> String? {
    let rig = ModelRig(items: 8) {
      $0.pitch = 200
      $0.keepsViews = variant % 2 == 0
      $0.placeholderCount = variant - 1
      if variant > 2 { $0.kind = { label in label % 2 == 0 ? "even" : nil } }
    }
    rig.check()
    var finger: Point?
    for action in actions {
      perform(action, on: rig, &finger)
      if case .frames = action { continue }
      // An inserted item is requested immediately. If it is far away, the next frame may request it again.
      _ = rig.takeRequests()
      rig.frame()
      rig.check()
      if let problem = rig.problems.first { return problem }
    }
    rig.carousel.contactCanceled(id: 3, time: rig.now)
    // When autoscroll is switched off, the carousel stays between items; a scroll brings it to an item.
    rig.carousel.autoscroll = 0
    rig.carousel.scrollToItem(at: rig.carousel.currentItemIndex, animated: true)
    rig.settle()
    rig.checkAtRest()
    let offset = rig.carousel.scrollOffset
    if rig.model.isEmpty ? offset != -1 : Double(rig.carousel.currentItemIndex) != offset {
      rig.note("rests at \(offset) of \(rig.model.count) items, current is \(rig.carousel.currentItemIndex)")
    }
    return rig.problems.first
  }

  private static func perform(_ action: Action, on rig: ModelRig, _ finger: inout Point?) {
    let carousel = rig.carousel
    switch action {
    case .edit(let edit): perform(edit, on: rig)
    case .frames(let count):
      for _ in 0..<count {
        rig.frame()
        rig.check()
      }
    case .flick(let velocity):
      let point = Point(x: Double(velocity), y: 0)
      carousel.beginDrag(at: rig.now)
      carousel.moveDrag(translation: .zero, velocity: point, at: rig.now)
      carousel.endDrag(at: rig.now)
    case .down(let place) where finger == nil:
      finger = Point(x: Double(place), y: 300)
      carousel.contactBegan(id: 3, at: Point(x: Double(place), y: 300), time: rig.now)
    case .slide(let place) where finger != nil:
      finger = Point(x: Double(place), y: 300)
      carousel.contactMoved(id: 3, to: Point(x: Double(place), y: 300), time: rig.now)
    case .lift:
      if let point = finger { carousel.contactEnded(id: 3, at: point, time: rig.now) }
      finger = nil
    case .down, .slide: break
    case .scroll(let index): carousel.scrollToItem(at: index % max(1, rig.model.count), animated: true)
    case .step(let count): carousel.step(by: count)
    case .autoscroll(let speed): carousel.autoscroll = speed
    case .type(let type): carousel.type = type
    case .wrap(let isOn):
      rig.options[.wrap] = isOn ? 1 : 0
      carousel.setNeedsLayout()
    }
  }

  /// Edits the model and the carousel. An index is taken modulo the number of items.
  private static func perform(_ edit: Edit, on rig: ModelRig) {
    let count = rig.model.count
    switch edit {
    case .insert(let index, let animated):
      guard count < 40 else { return }
      rig.insert(at: index % (count + 1), animated: animated, completion: rig.completion())
    case .batch(let edits):
      rig.carousel.performBatchUpdates(
        { for edit in edits { perform(edit, on: rig) } }, completion: rig.completion())
    case .reloadData: rig.carousel.reloadData()
    case .remove, .move, .reload:
      guard count > 0 else { return }
      change(edit, on: rig, count)
    }
  }

  private static func change(_ edit: Edit, on rig: ModelRig, _ count: Int) {
    switch edit {
    case .remove(let index, let animated):
      rig.remove(at: index % count, animated: animated, completion: rig.completion())
    case .move(let index, let newIndex, let animated):
      rig.move(from: index % count, to: newIndex % count, animated: animated, completion: rig.completion())
    case .reload(let index, let animated):
      rig.reloadItem(at: index % count, animated: animated, completion: rig.completion())
    case .insert, .reloadData, .batch: break
    }
  }
}
