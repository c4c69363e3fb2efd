import CarouselUI
import PhotoBrowserUI
import PhotoBrowsing
import TestSupport
import Testing
import ViewFixtures
import Views

/// The page of a slideshow with entries of one color each, on virtual time.
@MainActor
struct SlideshowViewTests {
  @Test("No frame of a cross-fade is darker than both slides, and after it nothing is drawn", .proves("D087"))
  func fade() throws {
    let rig = ColorShow(["white", "black", "gray", "red"], interval: 2)
    rig.start()
    rig.waitForFirst()
    var formers: [Double] = [try rig.luma()]
    var changes = 0
    var shown = rig.page.shownID
    for _ in 0..<900 {
      let (before, after) = (rig.luma(of: shown ?? ""), rig.luma(of: rig.page.shownID ?? ""))
      rig.stage.advance(1.0 / 60)
      let luma = try rig.luma()
      #expect(luma >= min(before, after) - 0.005, "\(luma) between \(before) and \(after)")
      if rig.page.shownID != shown, !rig.page.isMoving {
        (shown, changes) = (rig.page.shownID, changes + 1)
        #expect(abs(luma - rig.luma(of: shown ?? "")) < 0.005)
      }
      formers.append(luma)
    }
    #expect(changes >= 5)
  }

  @Test(
    "Each slide is shown for the interval from its first frame, however long it takes to be made",
    .proves("D091"))
  func slow() throws {
    let rig = ColorShow(["white", "black"], interval: 3)
    rig.content.held = ["black"]
    rig.start()
    rig.waitForFirst()
    let start = rig.stage.time
    rig.stage.advance(10)
    #expect(rig.page.shownID == "white" && rig.stage.time - start > 9)
    rig.content.finish()
    rig.stage.advance(2)
    #expect(rig.page.shownID == "black")
  }

  @Test("The first frames of two slides are the interval apart, to a frame", .proves("D091"))
  func exact() {
    let rig = ColorShow(["white", "black", "gray"], interval: 3)
    rig.start()
    rig.waitForFirst()
    var (starts, last): ([Double], Double?) = ([], nil)
    for _ in 0..<900 {
      rig.stage.advance(1.0 / 60)
      let slides = rig.page.subviews.compactMap { $0 as? ColorSlide }
      // A slide appears: it is no longer transparent, and not yet opaque.
      let rising = slides.contains { $0.alpha > 0 && $0.alpha < 1 }
      if rising, last == nil { starts.append(rig.stage.time) }
      last = rising ? rig.stage.time : nil
    }
    let distances = zip(starts, starts.dropFirst()).map { $1 - $0 }
    #expect(distances.count >= 3 && distances.allSatisfy { abs($0 - 3) <= 2.5 / 60 }, "\(distances)")
  }

  @Test("A slide that is made again before it was shown is shown when it is ready, not in its former state")
  func madeAgain() {
    let rig = ColorShow(["white", "black"], interval: 2)
    rig.content.held = ["black"]
    rig.start()
    rig.waitForFirst()
    rig.content.finish()
    rig.content.held = ["black"]
    let slide = rig.page.subviews.compactMap { $0 as? ColorSlide }.first { $0.alpha == 0 }
    // In one frame: the content has changed, and the former slide is painted.
    rig.page.contentDidChange(of: ["black"])
    slide?.onReady?()
    rig.stage.advance(10)
    #expect(rig.page.shownID == "white")
    rig.content.finish()
    rig.stage.advance(3)
    #expect(rig.page.shownID == "black")
  }

  @Test("A shown slide that cannot be made again stays, and the page comes to rest")
  func failedRenewal() {
    let rig = ColorShow(["white"], interval: 60)
    rig.start()
    rig.waitForFirst()
    rig.content.failing = ["white"]
    rig.page.contentDidChange(of: ["white"])
    rig.stage.advance(3)
    #expect(rig.page.shownID == "white" && !rig.page.isLoading && !rig.page.isMoving)
    #expect(rig.page.subviews.count { $0 is ColorSlide } == 1)
  }

  @Test(
    "Between two transitions the page asks for no frame; a show of one entry never again", .proves("D088"))
  func rest() throws {
    let rig = ColorShow(["white"], interval: 0.5)
    rig.start()
    rig.waitForFirst()
    rig.stage.advance(5)
    #expect(!rig.stage.tree.isMoving && !rig.page.wantsAnimation)
    let other = ColorShow(["white", "black"], interval: 60)
    other.start()
    other.waitForFirst()
    other.stage.advance(10)
    #expect(!other.stage.tree.isMoving && !other.page.wantsAnimation && !other.page.isMoving)
  }

  @Test("A touch pauses the show at once, and another one lets it go on; the pause is seen and announced")
  func touch() throws {
    let rig = ColorShow(["white", "black"], interval: 2)
    rig.start()
    rig.waitForFirst()
    rig.stage.press(rig.page, 100, 100)
    rig.stage.settle()
    #expect(rig.page.isPaused && rig.texts.contains("Paused"))
    rig.stage.lift(rig.page, 100, 100)
    rig.stage.advance(20)
    #expect(rig.page.shownID == "white" && !rig.stage.tree.isMoving)
    rig.stage.tap(rig.page, 100, 100)
    #expect(!rig.page.isPaused)
    rig.stage.advance(2.8)
    #expect(rig.page.shownID == "black" && !rig.texts.contains("Paused"))
  }

  @Test("A swipe shows the next and the previous entry, and the show goes on")
  func swipe() throws {
    let rig = ColorShow(["white", "black", "gray"], interval: 60)
    rig.start()
    rig.waitForFirst()
    rig.stage.advance(2)
    rig.stage.drag(rig.page, from: Point(x: 300, y: 100), to: Point(x: 100, y: 110))
    rig.stage.drop()
    rig.stage.advance(2)
    #expect(rig.page.shownID == "black" && !rig.page.isPaused)
    rig.stage.drag(rig.page, from: Point(x: 100, y: 100), to: Point(x: 300, y: 110))
    rig.stage.drop()
    rig.stage.advance(3)
    #expect(rig.page.shownID == "white" && !rig.page.isPaused)
  }

  @Test("A step shows the next entry within 100 ms", .proves("D090"))
  func step() throws {
    let rig = ColorShow(["white", "black"], interval: 60)
    rig.start()
    rig.waitForFirst()
    rig.stage.advance(3)
    rig.page.step(back: false)
    rig.stage.advance(0.1)
    #expect(rig.page.shownID == "black")
    #expect(try rig.luma() < 0.8)
  }

  @Test(
    "With every transition, the slides change in the interval and rest at their place", .proves("D076"),
    arguments: SlideshowTransition.named.map(\.name))
  func transitions(name: String) throws {
    let transition = try #require(SlideshowTransition(named: name))
    let rig = ColorShow(["white", "black", "gray"], interval: 2, transition)
    rig.start()
    rig.waitForFirst()
    var shown: [String] = []
    for _ in 0..<420 {
      rig.stage.advance(1.0 / 60)
      if let id = rig.page.shownID, id != shown.last { shown.append(id) }
    }
    #expect(shown.count >= 4 && Array(shown.prefix(4)) == ["white", "black", "gray", "white"], "\(shown)")
    while rig.page.isMoving { rig.stage.advance(1.0 / 60) }
    #expect(abs(try rig.luma() - rig.luma(of: rig.page.shownID ?? "")) < 0.01)
    #expect(rig.page.subviews.count { $0 is ColorSlide } <= 2)
  }

  @Test(
    "A type of carousel moves both slides: in the middle of the way, one of them covers neither the page nor nothing",
    arguments: ["linear", "cylinder", "rotary", "coverFlow", "wheel"])
  func carousel(name: String) throws {
    let transition = try #require(SlideshowTransition(named: name))
    let rig = ColorShow(["white", "black"], interval: 2, transition)
    rig.start()
    rig.waitForFirst()
    while rig.page.shownID == "white" { rig.stage.advance(1.0 / 60) }
    var maps: Set<[Double]> = []
    for _ in 0..<50 {
      rig.stage.advance(1.0 / 60)
      rig.page.forEachInSubtree { view in
        guard view is ColorSlide, let map = view.homography(to: rig.page) else { return }
        maps.insert([map.m0, map.m1, map.m2, map.m6].map { ($0 * 1000).rounded() })
      }
    }
    #expect(maps.count > 60, "\(maps.count) places")
  }

  @Test("With reduced motion, slides fade and do not move")
  func reducedMotion() throws {
    let rig = ColorShow(["white", "black"], interval: 2, .carousel(.cylinder))
    var theme = Theme.dark
    theme.isMotionReduced = true
    rig.page.theme = theme
    rig.start()
    rig.waitForFirst()
    while rig.page.shownID == "white" { rig.stage.advance(1.0 / 60) }
    rig.stage.advance(0.3)
    // A fade has the same color everywhere.
    let picture = try rig.stage.picture(scale: 1)
    #expect(picture.pixel(5, 5) == picture.pixel(200, 150) && picture.pixel(5, 5).red > 30)
  }

  @Test("A slide that cannot be made is skipped; if there is none, the page says why")
  func failing() throws {
    let rig = ColorShow(["bad", "white", "worse"], interval: 1)
    rig.start()
    rig.stage.advance(6)
    #expect(rig.page.shownID == "white" && rig.skipped.contains("bad") && rig.skipped.contains("worse"))
    let none = ColorShow(["bad"], interval: 1)
    none.start()
    none.stage.advance(1.5)
    #expect(none.page.shownID == nil && none.texts.contains("bad is not a color."))
  }

  @Test("A page of another size shows its slides at this size, and makes them again")
  func resize() throws {
    let rig = ColorShow(["white", "black"], interval: 60)
    rig.start()
    rig.waitForFirst()
    rig.page.size = Size(width: 200, height: 280)
    rig.stage.advance(2)
    let slides = rig.page.subviews.compactMap { $0 as? ColorSlide }
    #expect(slides.allSatisfy { $0.size == rig.page.size } && slides.count == 2)
    #expect(rig.content.sizes.suffix(2) == [rig.page.size, rig.page.size])
  }

  @Test("Random events leave the page in agreement with its show")
  func programs() {
    for seed in 0..<60 {
      var random = SplitMix(seed: UInt64(seed))
      let transition = random.choice(SlideshowTransition.named).transition
      let rig = ColorShow(["white", "black", "gray", "red", "bad"], interval: 0.6, transition)
      rig.start()
      for _ in 0..<40 {
        switch random.whole(0...9) {
        case 0: rig.page.step(back: random.once(in: 2))
        case 1: rig.page.togglePause()
        case 2: rig.page.show(random.choice(["white", "black", "none"]))
        case 3:
          rig.setEntries(["white", "black", "gray", "red", "bad"].filter { _ in random.once(in: 2) })
        case 4: rig.page.size = Size(width: random.number(1...400), height: random.number(1...300))
        case 5: rig.page.contentDidChange(of: ["white", "gray"])
        case 6: rig.stage.tap(rig.page, 5, 5)
        default: break
        }
        rig.stage.advance(random.choice([0, 0.02, 0.1, 0.5, 2]))
        let slides = rig.page.subviews.compactMap { $0 as? ColorSlide }
        #expect(slides.count <= 4, "seed \(seed)")
      }
      if rig.page.isPaused { rig.page.togglePause() }
      rig.setEntries(["white"])
      rig.stage.advance(8)
      #expect(rig.page.shownID == "white" && !rig.stage.tree.isMoving, "seed \(seed)")
      #expect(rig.page.subviews.count { $0 is ColorSlide && $0.alpha == 1 } == 1, "seed \(seed)")
      #expect(rig.page.subviews.count { $0 is ColorSlide } == 1, "seed \(seed)")
    }
  }
}

/// A slideshow of colors.
@MainActor
private final class ColorShow {
  let stage = ControlStage(size: Size(width: 400, height: 300))
  let content = ColorContent()
  let page: SlideshowView<String>
  private(set) var skipped: [String] = []
  private let entries: [String]

  init(_ entries: [String], interval: Double, _ transition: SlideshowTransition = .fade) {
    self.entries = entries
    page = SlideshowView(content, Slideshow.Settings(interval: interval), transition: transition)
    page.size = Size(width: 400, height: 300)
    page.onSkip = { [weak self] id, _ in self?.skipped.append(id) }
    stage.add(page, x: 0, y: 0)
  }

  func setEntries(_ entries: [String]) {
    page.setEntries(entries.enumerated().map { SlideshowEntry($1, key: UInt64($0)) })
  }

  func start() {
    setEntries(entries)
    page.start(at: nil)
  }

  /// Advances until the first slide is shown at rest.
  func waitForFirst() {
    var steps = 0
    while page.shownID == nil || page.isMoving, steps < 600 {
      stage.advance(1.0 / 60)
      steps += 1
    }
  }

  /// The mean brightness of the page.
  func luma() throws -> Double {
    let picture = try stage.picture(scale: 0.1)
    return picture.meanLuma
  }

  func luma(of id: String) -> Double { ColorContent.colors[id]?.luma ?? 0 }

  /// The texts of the page.
  var texts: [String] {
    var texts: [String] = []
    page.forEachInSubtree { view in
      if let label = view as? LabelView, view.chain.allSatisfy({ !$0.isHidden }) { texts.append(label.text) }
    }
    return texts
  }
}

@MainActor
private final class ColorContent: SlideshowContent {
  static let colors: [String: Color] = [
    "white": .white, "black": Color(white: 0.1), "gray": Color(white: 0.5),
    "red": Color(red: 1, green: 0, blue: 0),
  ]
  /// The entries whose slides are made only by ``finish()``.
  var held: Set<String> = []
  private var waiting: [() -> Void] = []
  /// The entries whose slides cannot be made.
  var failing: Set<String> = []
  private(set) var sizes: [Size] = []

  func makeSlide(
    of id: String, for setting: SlideSetting,
    completion: @escaping @MainActor (Result<any SlideView, SlideFailure>) -> Void
  ) -> AnyObject? {
    guard let color = Self.colors[id], !failing.contains(id) else {
      completion(.failure(SlideFailure("\(id) is not a color.")))
      return nil
    }
    sizes.append(setting.box.size)
    func done() { completion(.success(ColorSlide(color, size: setting.box.size))) }
    if held.contains(id) { waiting.append(done) } else { done() }
    return nil
  }

  /// Makes the slides that were held, and those of later requests.
  func finish() {
    held = []
    for done in waiting { done() }
    waiting = []
  }
}

private final class ColorSlide: View, SlideView {
  var onReady: (() -> Void)?

  init(_ color: Color, size: Size) {
    super.init(size: size)
    backgroundColor = color
    isLayered = true
    isUserInteractionEnabled = false
  }
}
