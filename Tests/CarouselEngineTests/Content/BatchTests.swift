import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of moved items, of batches, and of the frames during changes.
@MainActor
struct BatchTests {
  private func middle(of label: Int, in rig: ModelRig) -> Double? {
    rig.carousel.frame().items.first { ($0.view as? LabelView)?.label == label }?.seenMiddle.x
  }

  @Test(
    "A moved item slides to its new position in 0.4 seconds, and the items that it passes make room",
    .proves("D014")
  )
  func move() throws {
    let rig = ModelRig(items: 10)
    let (first, second) = (rig.model[0], rig.model[1])
    let view = try #require(rig.carousel.itemView(at: 0))
    _ = rig.takeRequests()
    rig.move(from: 0, to: 2, animated: true, completion: rig.completion())
    #expect(rig.takeRequests() == [])
    rig.frame()
    #expect(near(try #require(middle(of: first, in: rig)), 400))
    for _ in 1...12 { rig.frame() }
    #expect(near(try #require(middle(of: first, in: rig)), 600))
    #expect(near(try #require(middle(of: second, in: rig)), 500))
    #expect(rig.completions == [0])
    for _ in 1...12 { rig.frame() }
    #expect(near(try #require(middle(of: first, in: rig)), 800) && rig.completions == [1])
    #expect(rig.carousel.itemView(at: 2) === view)
    rig.settle()
    rig.checkAtRest()
    #expect(rig.problems == [])
  }

  @Test(
    "If an item is moved to an index outside the visible range, it slides out of view and is then unloaded",
    .proves("D014"))
  func moveOut() throws {
    let rig = ModelRig(items: 20)
    let label = rig.model[1]
    rig.move(from: 1, to: 15, animated: true)
    #expect(rig.carousel.indexesForVisibleItems == Array(0..<6))
    rig.frame()
    for _ in 1...12 { rig.frame() }
    #expect(near(try #require(middle(of: label, in: rig)), 400 + 200 * 8))
    rig.settle()
    #expect(middle(of: label, in: rig) == nil && rig.problems == [])
  }

  @Test(
    "The changes of a batch apply in order; new and reloaded views are requested once, at the end of the batch",
    .proves("D014"))
  func order() {
    let rig = ModelRig(items: 8)
    _ = rig.takeRequests()
    let kept = rig.carousel.itemView(at: 0)
    rig.carousel.performBatchUpdates(
      {
        rig.remove(at: 1, animated: true)
        rig.remove(at: 1, animated: true)
        rig.insert(at: 0, animated: true, completion: rig.completion())
        rig.move(from: 0, to: 3, animated: true)
        rig.move(from: 0, to: 4, animated: false)
        rig.reloadItem(at: 4, animated: true)
        rig.carousel.performBatchUpdates(
          { rig.insert(at: 2, animated: true) }, completion: rig.completion())
        #expect(rig.takeRequests() == [] && rig.carousel.numberOfItems == 8)
      }, completion: rig.completion())
    #expect(rig.carousel.numberOfItems == 8)
    let requests = rig.takeRequests()
    #expect(Set(requests).count == requests.count)
    #expect(requests.contains(rig.model[2]) && requests.contains(rig.model[5]))
    #expect(rig.carousel.itemView(at: 5) !== kept)
    rig.run(0.45)
    #expect(rig.completions == [0, 0, 0])
    rig.run(0.1)
    rig.settle()
    rig.checkAtRest()
    #expect(rig.problems == [])
  }

  @Test(
    "If the data source's count differs from the count after the changes of a batch, all content is reloaded",
    .proves("D014"))
  func disagreement() {
    let rig = ModelRig(items: 8)
    rig.carousel.performBatchUpdates(
      {
        rig.model = Array(rig.model.prefix(3))
        rig.carousel.removeItem(at: 0, animated: true)
      }, completion: rig.completion())
    #expect(rig.carousel.numberOfItems == 3)
    rig.frame()
    #expect(rig.completions == [1])
    rig.settle()
    rig.checkAtRest()
    #expect(rig.problems == [])
  }

  @Test(
    "The completion of a change is called once, even if the change is interrupted or the carousel has no data source",
    .proves("D014"))
  func completions() {
    let rig = ModelRig(items: 8)
    rig.insert(at: 0, animated: false, completion: rig.completion())
    rig.carousel.reloadItem(at: 77, animated: true, completion: rig.completion())
    #expect(rig.completions == [0, 0] && rig.carousel.needsFrame)
    rig.frame()
    #expect(rig.completions == [1, 1])
    rig.insert(at: 0, animated: true, completion: rig.completion())
    rig.remove(at: 0, animated: true, completion: rig.completion())
    rig.frame()
    rig.carousel.reloadData()
    #expect(rig.completions == [1, 1, 0, 0])
    rig.frame()
    #expect(rig.completions == [1, 1, 1, 1])
    rig.insert(at: 0, animated: true, completion: rig.completion())
    rig.frame()
    rig.carousel.dataSource = nil
    rig.carousel.performBatchUpdates(
      { rig.carousel.insertItem(at: 0, animated: true) }, completion: rig.completion())
    rig.carousel.insertItem(at: 0, animated: true, completion: rig.completion())
    rig.carousel.moveItem(at: 0, to: 1, animated: true, completion: rig.completion())
    rig.settle()
    #expect(rig.completions == [1, 1, 1, 1, 1, 1, 1, 1])
  }

  @Test("A completion may change the content again", .proves("D014"))
  func chain() {
    let rig = ModelRig(items: 3)
    var rounds = 0
    func next() {
      rounds += 1
      if rounds < 5 { rig.insert(at: 0, animated: rounds % 2 == 0, completion: next) }
    }
    next()
    rig.settle()
    rig.checkAtRest()
    #expect(rounds == 5 && rig.model.count == 7 && rig.problems == [])
  }

  @Test(
    "If a second change begins at any time during the first change, it continues from the current frame",
    .proves("D014"),
    arguments: 0..<4)
  func interrupted(change: Int) throws {
    let rig = ModelRig(items: 10)
    rig.insert(at: 1, animated: true)
    for _ in 1...9 { rig.frame() }
    let labels = [0, 2, 3, 4].map { rig.model[$0] }
    let before = labels.map { middle(of: $0, in: rig) }
    switch change {
    case 0: rig.insert(at: 1, animated: true)
    case 1: rig.remove(at: 1, animated: true)
    case 2: rig.move(from: 4, to: 1, animated: true)
    default:
      rig.carousel.performBatchUpdates {
        rig.insert(at: 0, animated: true)
        rig.insert(at: 2, animated: true)
      }
    }
    rig.frame()
    let after = labels.map { middle(of: $0, in: rig) }
    for (old, new) in zip(before, after) { #expect(near(try #require(old), try #require(new))) }
    rig.settle()
    rig.checkAtRest()
    #expect(rig.problems == [])
  }

  @Test("A reload during a cross-fade continues from the current frame", .proves("M14", "R06"))
  func interruptedFade() {
    let rig = ModelRig(items: 3) { $0.keepsViews = true }
    func alphas() -> [Double] {
      rig.carousel.frame().items.filter { $0.index == 1 }.map(\.alpha).filter { $0 > 0 }.sorted()
    }
    rig.reloadItem(at: 1, animated: true)
    for _ in 1...10 { rig.frame() }
    let before = alphas()
    // Without the purge, the outgoing view would be reused for the new content and would not be visible as
    // outgoing.
    rig.carousel.purgeReusableViews()
    rig.reloadItem(at: 1, animated: true)
    rig.frame()
    let after = alphas()
    #expect(before.count == 2 && after.count == 2 && zip(before, after).allSatisfy { abs($0 - $1) < 0.001 })
    rig.run(0.2)
    #expect(alphas().count == 3)
    rig.settle()
    #expect(alphas() == [1])
  }

  @Test("The view of a removed item moves with the carousel while it fades out", .proves("M12", "D039"))
  func leavingScrolls() throws {
    let rig = ModelRig(items: 10)
    let label = rig.model[1]
    rig.remove(at: 1, animated: true)
    rig.frame()
    rig.carousel.scrollOffset = 1
    #expect(near(try #require(middle(of: label, in: rig)), 400))
    rig.settle()
    #expect(middle(of: label, in: rig) == nil)
  }

  @Test(
    "With any item widths, while the view of a removed item fades out, it moves as if the item had not been removed",
    .proves("M12", "D021"))
  func leavingScrollsOnTrack() throws {
    for type in [CarouselType.linear, .coverFlow] {
      let rigs = (0..<2).map { _ in
        CarouselRig(type, items: 10) { $0.widths = { $0 == 4 || $0 == 5 ? 400 : 50 } }
      }
      for rig in rigs {
        rig.carousel.itemSizing = .individual
        rig.carousel.scrollOffset = 3
        rig.settle()
      }
      let (gone, there) = (rigs[0].carousel.itemView(at: 4), rigs[1].carousel.itemView(at: 4))
      rigs[0].itemCount -= 1
      rigs[0].carousel.removeItem(at: 4, animated: true)
      rigs[0].frame()
      for rig in rigs { rig.carousel.scrollOffset = 3.3 }
      func place(_ view: (any ItemView)?, _ rig: CarouselRig) throws -> Double {
        try #require(rig.carousel.frame().items.first { $0.view === view }).transform.m41
      }
      #expect(try near(place(gone, rigs[0]), place(there, rigs[1])))
    }
  }

  @Test(
    "On a ring in fluid style, an edit moves the items in the same way with and without a batch around it",
    .proves("M12", "M13", "D014"),
    arguments: [false, true])
  func shortWay(removes: Bool) {
    let rigs = [CarouselRig(.rotary, items: 6), CarouselRig(.rotary, items: 6)]
    for rig in rigs { rig.carousel.motionStyle = .fluid }
    func change(_ carousel: Carousel) {
      if removes {
        carousel.removeItem(at: 0, animated: true)
      } else {
        carousel.insertItem(at: 0, animated: true)
      }
    }
    for rig in rigs {
      rig.carousel.scrollOffset = 3
      rig.settle()
      rig.itemCount += removes ? -1 : 1
    }
    change(rigs[0].carousel)
    rigs[1].carousel.performBatchUpdates { change(rigs[1].carousel) }
    for _ in 1...40 {
      for rig in rigs { rig.frame() }
      let offsets = rigs.map { rig in
        rig.carousel.frame().items.map { ($0.index, $0.offset) }.sorted { $0 < $1 }
      }
      #expect(offsets[0].elementsEqual(offsets[1]) { $0.0 == $1.0 && near($0.1, $1.1) })
    }
  }

  @Test(
    "A change of content while a layout is pending requests no view with an outdated index",
    .proves("D014", "D016"))
  func lateLayout() {
    let rig = ModelRig(items: 20)
    rig.carousel.bounds.width = 1600
    rig.remove(at: 0, animated: true)
    rig.carousel.bounds.width = 2600
    rig.insert(at: 0, animated: true)
    rig.carousel.reloadData()
    rig.insert(at: 0, animated: true)
    rig.frame()
    rig.settle()
    rig.checkAtRest()
    #expect(rig.problems == [])
  }

  @Test(
    "If the data source changes the content while a view is requested, each item still has its own view",
    .proves("S02")
  )
  func changeInRequest() {
    let rig = ModelRig(items: 20)
    var changes = 0
    rig.onRequest = { index in
      guard changes < 6 else { return }
      changes += 1
      changes % 2 == 0 ? rig.remove(at: 0, animated: true) : rig.insert(at: index, animated: false)
    }
    rig.carousel.scrollOffset = 12
    rig.run(1)
    rig.onRequest = nil
    _ = rig.takeRequests()
    rig.settle()
    rig.check()
    #expect(rig.problems == [] && rig.carousel.itemView(at: rig.carousel.currentItemIndex) != nil)
  }

  @Test(
    "If a delegate asks for a billion visible items, at most 100,000 items are loaded", .proves("X010"))
  func tooMany() {
    let rig = ModelRig(items: 3) { $0.options[.visibleItems] = 1e9 }
    #expect(rig.carousel.numberOfVisibleItems == 3)
    let many = Listener()
    many.options[.visibleItems] = 1e9
    let carousel = Carousel(bounds: Size(width: 100, height: 100))
    carousel.delegate = many
    let crowd = Crowd()
    carousel.dataSource = crowd
    carousel.layOutIfNeeded()
    #expect(carousel.numberOfVisibleItems == 100_000)
  }

  @MainActor
  private final class Crowd: CarouselDataSource {
    func numberOfItems(in carousel: Carousel) -> Int { 2_000_000_000 }
    func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?)
      -> any ItemView
    {
      view ?? LabelView(label: index)
    }
  }
}
