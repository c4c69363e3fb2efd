import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of content as a list of items.
@MainActor
struct SetItemsTests {
  struct Photo: Identifiable, Equatable {
    let id: Int
    var title = ""
  }

  struct Plain: Identifiable {
    let id: Int
  }

  final class PhotoView: ItemView {
    let size = Size(width: 200, height: 150)
    var photo: Photo?
  }

  /// A carousel that shows lists of photos.
  @MainActor
  final class Rig: ClockedCarousel {
    let carousel = Carousel(bounds: Size(width: 800, height: 600))
    var now = Timestamp(seconds: 100)
    let frameRate = 60.0
    var photos: [Photo] = []
    /// The identities of the items whose views were requested.
    var requests: [Int] = []

    init(_ ids: some Sequence<Int>, type: CarouselType = .linear) {
      carousel.type = type
      set(ids.map { Photo(id: $0) }, animated: false)
      frame()
      requests = []
    }

    func set(_ photos: [Photo], animated: Bool = true, completion: (() -> Void)? = nil) {
      self.photos = photos
      carousel.setItems(photos, animated: animated, completion: completion) { [unowned self] photo, reusing in
        requests.append(photo.id)
        let view = reusing as? PhotoView ?? PhotoView()
        view.photo = photo
        return view
      }
    }

    func set(_ ids: some Sequence<Int>) { set(ids.map { Photo(id: $0) }) }

    /// The loaded view of each item. The key is the item's identity and the number of items with this
    /// identity up to it.
    var views: [String: ObjectIdentifier] {
      var views: [String: ObjectIdentifier] = [:]
      for (index, view) in zip(carousel.indexesForVisibleItems, carousel.visibleItemViews) {
        views[key(index)] = ObjectIdentifier(view)
      }
      return views
    }

    func key(_ index: Int) -> String {
      "\(photos[index].id) \(photos[...index].count { $0.id == photos[index].id })"
    }

    /// The first difference between the carousel and `photos`; `nil` if all views show the photos of their
    /// items.
    var problem: String? {
      if carousel.numberOfItems != photos.count {
        return "\(carousel.numberOfItems) of \(photos.count) items"
      }
      for (index, view) in zip(carousel.indexesForVisibleItems, carousel.visibleItemViews) {
        guard photos.indices.contains(index) else { return "item \(index) of \(photos.count)" }
        let shown = (view as? PhotoView)?.photo
        if shown != photos[index] { return "item \(index) shows \(shown.debugDescription)" }
      }
      return nil
    }

    /// The drawn middle of the item with this identity.
    func middle(of id: Int) -> Double? {
      carousel.frame().items.first { ($0.view as? PhotoView)?.photo?.id == id }?.seenMiddle.x
    }

    func settle(sourceLocation: SourceLocation = #_sourceLocation) {
      comeToRest(sourceLocation: sourceLocation)
    }
  }

  @Test(
    "The carousel retains its item list, and setting another data source replaces the list", .proves("P03"))
  func ownership() {
    let rig = Rig(0..<5)
    #expect(rig.carousel.numberOfItems == 5 && rig.problem == nil)
    rig.carousel.reloadData()
    #expect(rig.carousel.numberOfItems == 5)
    let numbers = Numbers(3)
    rig.carousel.dataSource = numbers
    #expect(rig.carousel.numberOfItems == 3 && rig.carousel.dataSource === numbers)
    rig.set(0..<7)
    #expect(rig.carousel.numberOfItems == 7 && rig.carousel.dataSource !== numbers)
    weak let list: (any CarouselDataSource)? = rig.carousel.dataSource
    rig.carousel.dataSource = nil
    #expect(list == nil)
    rig.set(0..<2)
    #expect(rig.carousel.numberOfItems == 2)
  }

  @Test(
    "If an item is inserted before the current item, the current item and the items after it do not move on the screen",
    .proves("D014"))
  func insertBefore() throws {
    let rig = Rig(0..<20)
    rig.carousel.currentItemIndex = 5
    rig.frame()
    let views = rig.views
    rig.requests = []
    var completions = 0
    rig.set([100] + Array(0..<20))
    rig.set(rig.photos, completion: { completions += 1 })
    for _ in 1...40 {
      rig.frame()
      #expect(near(try #require(rig.middle(of: 5)), 400))
      #expect(near(try #require(rig.middle(of: 6)), 600))
    }
    #expect(rig.carousel.currentIndex == 6 && rig.carousel.scrollOffset == 6 && completions == 1)
    #expect(rig.requests == [] && rig.views == views)
    rig.settle()
    #expect(rig.problem == nil)
  }

  @Test(
    "If a new list changes only the current index, the delegate is notified once of the new index, but not of settling, and no cover turns"
  )
  func notification() {
    let (rig, listener) = (Rig(0..<20, type: .coverFlow2), Listener())
    rig.carousel.delegate = listener
    rig.carousel.currentItemIndex = 5
    rig.settle()
    listener.log = []
    rig.set(Array(100..<104) + Array(0..<20))
    rig.settle()
    #expect(listener.log == ["scroll", "index 9"] && rig.carousel.toggle == 0)
    listener.log = []
    rig.set(0..<6)
    rig.settle()
    #expect(listener.log == ["scroll", "index 5"] && rig.carousel.toggle == 0)
  }

  @Test("If the current item is removed, the next remaining item slides to the center", .proves("D014"))
  func removeCurrent() throws {
    let rig = Rig(0..<20)
    rig.carousel.currentItemIndex = 8
    rig.frame()
    rig.set([1, 3, 10, 11, 12, 13, 14])
    rig.frame()
    #expect(rig.carousel.currentIndex == 2)
    #expect(near(try #require(rig.middle(of: 10)), 800))
    rig.settle()
    #expect(near(try #require(rig.middle(of: 10)), 400) && rig.problem == nil)
    rig.set([1, 3])
    rig.settle()
    #expect(rig.carousel.currentIndex == 1 && rig.problem == nil)
    rig.set([])
    rig.settle()
    #expect(rig.carousel.currentIndex == nil && rig.carousel.visibleItemViews.isEmpty)
    rig.set(5..<9)
    rig.settle()
    #expect(rig.carousel.currentIndex == 0 && rig.problem == nil)
  }

  @Test(
    "If a new list changes the items before the current item, a scroll, a flick or autoscroll continues unchanged",
    .proves("D023"),
    arguments: 0..<3
  )
  func motion(kind: Int) throws {
    let (rig, reference) = (Rig(0..<60), Rig(0..<60))
    for one in [rig, reference] {
      one.carousel.currentItemIndex = 20
      switch kind {
      case 0: one.carousel.scrollToItem(at: 30, duration: 1)
      case 1:
        one.carousel.beginDrag(at: one.now)
        one.carousel.moveDrag(translation: .zero, velocity: Point(x: -1500, y: 0), at: one.now)
        one.carousel.endDrag(at: one.now)
      default: one.carousel.autoscroll = 2
      }
      one.run(0.3)
    }
    rig.set(Array(100..<107) + Array(5..<60))
    for _ in 1...30 {
      rig.frame()
      reference.frame()
      #expect(near(rig.carousel.scrollOffset, reference.carousel.scrollOffset + 2, within: 1e-6))
    }
    rig.carousel.autoscroll = 0
    rig.settle()
    #expect(rig.problem == nil)
  }

  @Test(
    "Only items that have changed are reloaded; if items are not Equatable, no item is reloaded",
    .proves("M14"))
  func changed() {
    let rig = Rig(0..<5)
    let views = rig.views
    var photos = rig.photos
    photos[1].title = "new"
    photos[4].title = "out of view"
    rig.set(photos)
    rig.settle()
    #expect(rig.requests == [1, 4] || rig.requests == [1] || rig.requests == [4, 1])
    #expect(rig.problem == nil && rig.views.count == views.count)
    let carousel = Carousel(bounds: Size(width: 800, height: 600))
    var count = 0
    func set(_ ids: [Int]) {
      carousel.setItems(ids.map { Plain(id: $0) }) { _, reusing in
        count += 1
        return reusing ?? PhotoView()
      }
      _ = carousel.frame()
    }
    set([1, 2, 3])
    #expect(count == 3)
    set([3, 2, 1])
    #expect(count == 3)
    set([3, 4, 1])
    #expect(count == 4)
  }

  @Test("Setting a list of another item type reloads all content")
  func otherType() {
    let rig = Rig(0..<5)
    rig.carousel.setItems([Plain(id: 1), Plain(id: 2)]) { _, _ in PhotoView() }
    #expect(rig.carousel.numberOfItems == 2)
    rig.set(0..<4)
    #expect(rig.carousel.numberOfItems == 4 && rig.problem == nil)
  }

  @Test("If other methods have changed the content, setting the next list reloads all items")
  func mixed() {
    let rig = Rig(0..<5)
    rig.carousel.removeItem(at: 2, animated: false)
    rig.set([0, 1, 2, 3, 4, 5])
    rig.settle()
    #expect(rig.carousel.numberOfItems == 6 && rig.problem == nil)
    rig.carousel.performBatchUpdates {
      rig.set([5, 4, 3])
      rig.set([9, 5, 4, 3])
    }
    rig.settle()
    #expect(rig.carousel.numberOfItems == 4 && rig.problem == nil)
  }

  @Test("Setting two lists in one batch does not change which item is current")
  func nested() {
    let rig = Rig(0..<9)
    rig.carousel.currentItemIndex = 4
    rig.carousel.performBatchUpdates {
      rig.set([20, 21] + Array(0..<9))
      rig.set([22, 20, 21] + Array(0..<9))
    }
    #expect(rig.carousel.currentIndex == 7)
    rig.settle()
    #expect(rig.problem == nil)
  }

  @Test("A list can be set inside the callback that makes a view")
  func inCallback() {
    let carousel = Carousel(bounds: Size(width: 800, height: 600))
    var hasChanged = false
    func view(_ photo: Photo, _ reusing: (any ItemView)?) -> any ItemView {
      if !hasChanged {
        hasChanged = true
        carousel.setItems((0..<3).map { Photo(id: $0 * 2) }, view: view)
      }
      let view = reusing as? PhotoView ?? PhotoView()
      view.photo = photo
      return view
    }
    carousel.setItems((0..<6).map { Photo(id: $0) }, view: view)
    carousel.advance(to: Timestamp(seconds: 1))
    #expect(carousel.numberOfItems == 3)
    #expect(carousel.visibleItemViews.map { ($0 as? PhotoView)?.photo?.id } == [0, 2, 4])
  }

  @Test(
    "After setting random lists, the order, the views and the current item are correct",
    .proves("M12", "M13", "D014"))
  func random() {
    SeededRuns.check(0..<40, story: { random in Self.story(&random) }, play: play)
  }

  enum Step: Sendable {
    case set([Photo], animated: Bool)
    case jump(Int)
    case scroll(Int)
    case frames(Int)
  }

  static func story(_ random: inout SplitMix) -> [Step] {
    var photos = (0..<random.whole(0...25)).map { Photo(id: $0) }
    let repeats = random.once(in: 4)
    return (0..<30).flatMap { number -> [Step] in
      photos.removeAll { _ in random.once(in: 6) }
      if random.once(in: 3) { photos.shuffle(using: &random) }
      for _ in 0..<random.whole(0...4) {
        let id = repeats ? random.whole(0...9) : 1000 + number * 10 + photos.count
        if repeats || !photos.contains(where: { $0.id == id }) {
          photos.insert(Photo(id: id), at: random.whole(0...photos.count))
        }
      }
      for index in photos.indices where random.once(in: 10) { photos[index].title += "." }
      let other: [Step] = [.jump(random.whole(0...20)), .scroll(random.whole(0...20)), .frames(0)]
      return [
        .set(photos, animated: random.once(in: 2)), .frames(random.choice([0, 1, 5, 60])),
        random.choice(other),
      ]
    }
  }

  private func play(_ steps: [Step]) -> String? {
    let types: [CarouselType] = [.linear, .rotary, .coverFlow2, .timeMachine]
    let rig = Rig(0..<10, type: types[steps.count % types.count])
    for step in steps {
      switch step {
      case .set(let photos, let animated):
        let (former, views, current) = (rig.photos, rig.views, rig.carousel.currentIndex)
        let key = current.map { rig.key($0) }
        rig.requests = []
        rig.set(photos, animated: animated)
        if let problem = rig.problem { return problem }
        let now = rig.views
        let formerKeys = former.indices.map { index in
          "\(former[index].id) \(former[...index].count { $0.id == former[index].id })"
        }
        for (index, key) in photos.indices.map({ ($0, rig.key($0)) }) {
          guard let view = now[key] else { continue }
          let old = formerKeys.firstIndex(of: key)
          if let old, former[old] == photos[index], let kept = views[key], kept != view {
            return "item \(key) has another view"
          }
        }
        if rig.requests.count > now.count { return "requests \(rig.requests)" }
        let unchanged = photos.indices.filter { index in
          guard views[rig.key(index)] != nil, let old = formerKeys.firstIndex(of: rig.key(index)) else {
            return false
          }
          return former[old] == photos[index] && now[rig.key(index)] != nil
        }
        let asked = Dictionary(grouping: rig.requests) { $0 }.mapValues(\.count)
        for index in unchanged where photos.count(where: { $0.id == photos[index].id }) == 1 {
          if asked[photos[index].id] != nil { return "asked for the unchanged item \(photos[index].id)" }
        }
        if let key, let index = photos.indices.first(where: { rig.key($0) == key }),
          rig.carousel.currentIndex != index
        {
          return "current item \(rig.carousel.currentIndex ?? -1) instead of \(index)"
        }
      case .jump(let index): rig.carousel.currentItemIndex = index
      case .scroll(let index): rig.carousel.scrollToItem(at: index, duration: 0.3)
      case .frames(let count):
        for _ in 0..<count { rig.frame() }
        if let problem = rig.problem { return problem }
      }
    }
    rig.run(atMost: 60)
    return rig.carousel.needsFrame ? "does not settle" : rig.problem ?? rig.carousel.core.scroller.illegalRest
  }

  @Test(
    "Reversing and shuffling a list of 20,000 items keeps the current item and requests fewer than 20 views")
  func large() {
    var random = SplitMix(seed: 3)
    let rig = Rig(0..<20_000)
    rig.carousel.currentItemIndex = 10_000
    for ids in [(0..<20_000).reversed().map { $0 }, (0..<20_000).shuffled(using: &random)] {
      rig.requests = []
      rig.set(ids)
      rig.frame()
      #expect(rig.problem == nil && rig.requests.count < 20)
      #expect(ids[rig.carousel.currentItemIndex] == 10_000)
    }
    rig.settle()
  }
}
