import CarouselEngine
import Geometry
import TestSupport
import Testing

/// A random sequence of gestures, frames, and changes of content and layout.
@MainActor
struct RandomWalkTests {
  @Test(
    "After each of ten thousand random steps the drawn items match the model",
    .proves("D003", "D014", "D016", "D039", "M06", "M12", "M13", "M14"),
    arguments: [1, 2, 3, 4] as [UInt64])
  func walk(seed: UInt64) {
    var walk = Walk(seed: seed)
    for step in 1...2500 {
      walk.step()
      if step % 100 == 0 { walk.rest() }
      guard let problem = walk.rig.problems.first else { continue }
      Issue.record("seed \(seed), step \(step), after \(walk.last): \(problem)")
      return
    }
  }

  @MainActor
  private struct Walk {
    let rig: ModelRig
    var random: SplitMix
    var last = ""
    private var finger: Point?

    init(seed: UInt64) {
      random = SplitMix(seed: seed)
      rig = ModelRig(items: 6) {
        $0.pitch = 200
        $0.keepsViews = seed % 2 == 0
        $0.placeholderCount = Int(seed)
        if seed > 2 { $0.kind = { label in label % 2 == 0 ? "even" : nil } }
      }
      rig.carousel.prefetchDistance = PrefetchDistance(ahead: Int(seed), behind: 1)
    }

    mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(max(limit, 1))) }

    mutating func step() {
      switch below(10) {
      case 0, 1, 2: content(depth: 0)
      case 3: gesture()
      case 4: motion()
      case 5: looks()
      default:
        last += ", frame"
        rig.frame()
      }
      let isBefore = rig.carousel.numberOfItems
      // After a change of the number of items, the items reach their positions in the next frame.
      if below(3) > 0 || isBefore != rig.model.count { rig.frame() } else { rig.carousel.layOutIfNeeded() }
      rig.check()
    }

    /// Makes one change of content, or several in a batch.
    mutating func content(depth: Int) {
      let count = rig.model.count
      let animated = below(3) > 0
      let done = below(2) == 0 ? rig.completion() : nil
      let kind = below(12)
      last = "\(last.suffix(60)), change \(kind) of \(count)"
      switch kind {
      case 0, 1, 2:
        guard count < 40 else {
          done?()
          return
        }
        rig.insert(at: below(count + 1), animated: animated, completion: done)
      case 3, 4, 5:
        guard count > 0 else {
          done?()
          return
        }
        rig.remove(at: below(count), animated: animated, completion: done)
      case 6, 7:
        guard count > 0 else {
          done?()
          return
        }
        rig.move(from: below(count), to: below(count), animated: animated, completion: done)
      case 8:
        guard count > 0 else {
          done?()
          return
        }
        rig.reloadItem(at: below(count), animated: animated, completion: done)
      case 9 where depth < 2:
        let number = below(5)
        rig.carousel.performBatchUpdates(
          { for _ in 0..<number { content(depth: depth + 1) } }, completion: done)
      case 10 where below(4) == 0:
        rig.model = (0..<below(12)).map { _ in rig.newLabel() }
        rig.carousel.reloadData()
        done?()
      default:
        rig.carousel.reloadData()
        done?()
      }
    }

    mutating func gesture() {
      last = "\(last.suffix(60)), gesture"
      if let point = finger {
        if below(3) == 0 {
          rig.carousel.contactEnded(id: 3, at: point, time: rig.now)
          finger = nil
        } else {
          let next = Point(x: point.x + Double(below(300)) - 150, y: point.y)
          rig.carousel.contactMoved(id: 3, to: next, time: rig.now)
          finger = next
        }
      } else {
        let point = Point(x: Double(below(800)), y: 300)
        rig.carousel.contactBegan(id: 3, at: point, time: rig.now)
        finger = point
      }
    }

    mutating func motion() {
      last = "\(last.suffix(60)), motion"
      let index = below(rig.model.count)
      switch below(6) {
      case 0: rig.carousel.scrollToItem(at: index, animated: true)
      case 1: rig.carousel.scrollOffset = Double(below(100)) / 7
      case 2: rig.carousel.scroll(byOffset: Double(below(9)) - 4.5, duration: 0.3)
      case 3: rig.carousel.autoscroll = Double(below(3)) * 2 - 2
      case 4: rig.carousel.step(by: below(5) - 2)
      default: rig.carousel.wheel(notches: Double(below(5)) - 2, time: rig.now)
      }
    }

    mutating func looks() {
      let choice = below(7)
      last = "\(last.suffix(60)), looks \(choice)"
      switch choice {
      case 0: rig.carousel.type = CarouselType.builtIn[below(CarouselType.builtIn.count)]
      case 1: rig.carousel.isVertical.toggle()
      case 2: rig.carousel.bounds = Size(width: Double(below(1500)), height: 600)
      case 3:
        rig.options[.wrap] = Double(below(2))
        rig.carousel.setNeedsLayout()
      case 4:
        rig.options[.visibleItems] = below(2) == 0 ? nil : Double(below(12))
        rig.carousel.setNeedsLayout()
      case 5: rig.carousel.purgeReusableViews()
      default: rig.carousel.prefetchDistance = PrefetchDistance(ahead: below(9), behind: below(3))
      }
    }

    /// Lets the carousel settle and compares it with a new carousel in the same state.
    mutating func rest() {
      rig.carousel.contactCanceled(id: 3, time: rig.now)
      finger = nil
      rig.carousel.autoscroll = 0
      rig.settle()
      rig.checkAtRest()
      let (old, model) = (rig.carousel, rig.model)
      let fresh = ModelRig(old.type, items: 0, bounds: old.bounds) {
        $0.model = model
        $0.pitch = 200
        $0.options = rig.options
        $0.placeholderCount = rig.placeholderCount
        $0.carousel.isVertical = old.isVertical
      }
      fresh.carousel.scrollOffset = old.scrollOffset
      fresh.settle()
      if fresh.carousel.indexesForVisibleItems != old.indexesForVisibleItems {
        rig.note("\(old.indexesForVisibleItems), afresh \(fresh.carousel.indexesForVisibleItems)")
      }
    }
  }
}
