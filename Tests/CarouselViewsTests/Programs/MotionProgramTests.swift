import CarouselEngine
import CarouselViews
import Controls
import Foundation
import Geometry
import TestSupport
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

/// Random programs of animations, edits and gestures, each also while others move.
///
/// `CAROUSEL_SOAK_COUNT` is the number of programs, and `CAROUSEL_SOAK_SEED` the first seed. `scripts/soak motions` runs 10,000.
@Suite("Random programs of animations")
@MainActor
struct MotionProgramTests {
  private static let usualCount = 120

  @Test(
    "After random programs, everything rests at the values that were set, nothing is lost or in two places")
  func programs() {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["CAROUSEL_SOAK_COUNT"].flatMap { Int($0) }
    let first = environment["CAROUSEL_SOAK_SEED"].flatMap { Int($0) } ?? 1
    var (failures, actions) = ([String](), 0)
    var (transitions, open, zooms) = (0, 0, 0)
    for seed in first..<first + (count ?? Self.usualCount) {
      var program = MotionProgram(seed: UInt64(seed))
      let problems = program.run()
      actions += program.actionCount
      transitions += program.checkedTransitions.all
      open += program.checkedTransitions.open
      zooms += program.zoomCount
      if count == 1 { print(program.log.joined(separator: "\n")) }
      if !problems.isEmpty { failures.append("seed \(seed): " + problems.prefix(3).joined(separator: "; ")) }
    }
    let views = "\(transitions) transitions, \(open) of them open, \(zooms) zooms in motion"
    if count != nil { print("motions: \(count ?? 0) programs, \(actions) actions, \(views)") }
    // A program that repeats one seed may have none.
    #expect(count == 1 || min(open, transitions - open, zooms) > 0, "\(views)")
    #expect(failures.isEmpty, "\(failures.count) programs: \(failures.prefix(60).joined(separator: "\n"))")
  }

  @Test(
    "The rules of the programs notice a view in another place, a lost view and a completion without a call")
  func rules() {
    let stage = MotionStage(.flat)
    #expect(stage.restProblems().isEmpty)
    stage.boxes[0].frame.origin.x += 1
    stage.boxes[1].removeFromSuperview()
    _ = stage.completion()
    let problems = stage.restProblems()
    #expect(problems.count == 3, "\(problems)")
  }
}

/// A random program of a ``MotionStage``.
@MainActor
struct MotionProgram {
  private let motion: MotionStage
  private var random: SplitMix
  /// The contacts that are down, with the views that they were pressed on.
  private var contacts: [Int: View] = [:]
  private(set) var actionCount = 0
  /// The number of actions at which the picture zoomed by itself.
  private(set) var zoomCount = 0
  /// The number of rests at which the transition was checked, and at which it was open.
  var checkedTransitions: (all: Int, open: Int) { (motion.checkedTransitions, motion.checkedOpenTransitions) }
  /// What has happened, for a program that is repeated.
  private(set) var log: [String] = []

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    motion = MotionStage(random.once(in: 3) ? .tilted : .flat)
  }

  private var stage: ControlStage { motion.stage }

  /// Runs the program. Returns the rules that it violates at rest.
  mutating func run() -> [String] {
    for _ in 0..<random.whole(5...50) {
      act()
      actionCount += 1
      if motion.zoom.isZooming, motion.zoom.isMoving { zoomCount += 1 }
    }
    // The contacts end, and what was taken away returns.
    for (id, view) in contacts.sorted(by: { $0.key < $1.key }) {
      if random.once(in: 2) { stage.lift(view, 30, 30, id: id) } else { stage.cancel(id: id) }
    }
    motion.inCompletion = nil
    for box in motion.boxes where box.superview == nil { motion.board.addSubview(box) }
    return motion.restProblems()
  }

  private mutating func act() {
    switch random.whole(0...21) {
    case 0...4: animate(depth: 0)
    case 5: setDirectly()
    case 6: moveBox()
    case 7: navigate()
    case 8, 9: openOrClose()
    case 10: editItems()
    case 11...14:
      touch()
      log.append("contacts \(contacts)")
    case 15: zoom()
    case 16: wheelOrKeys()
    case 17:
      motion.split.setPanel(shown: random.once(in: 2), animated: !random.once(in: 4))
      if random.once(in: 3) { motion.split.size.width = random.choice([300, 360, 650]) }
    case 18: motion.toggle.isOn.toggle()
    case 19: changeWindow()
    default:
      stage.advance(random.number(0...0.4))
      log.append("time \(stage.time)")
    }
  }

  // MARK: Boxes

  private mutating func timing() -> AnimationTiming {
    let seconds = random.once(in: 12) ? random.choice([0, .nan, -1]) : random.number(0...0.8)
    return switch random.whole(0...3) {
    case 0: .linear(duration: seconds)
    case 1: .easeInOut(duration: seconds)
    default: .spring(duration: seconds)
    }
  }

  /// Sets some properties of some boxes to new values.
  private mutating func change() {
    for _ in 0..<random.whole(1...3) {
      let index = random.whole(0...motion.boxes.count - 1)
      let box = motion.boxes[index]
      defer { log.append("box \(index): \(motion.targets[index])") }
      switch random.whole(0...4) {
      case 0:
        let frame = Rect(
          x: random.number(-50...350), y: random.number(-50...250), width: random.number(0...120),
          height: random.once(in: 8) ? 0 : random.number(0...120))
        motion.targets[index].frame = frame
        box.frame = frame
      case 1:
        let alpha = random.choice([0, 0.5, 1, 1])
        motion.targets[index].alpha = alpha
        box.alpha = alpha
      case 2:
        let radius = random.number(0...30)
        motion.targets[index].radius = radius
        box.cornerRadius = radius
      case 3:
        let transform = random.choice([
          Transform2D.identity, .rotation(by: random.number(-7...7)), .scale(x: random.number(0...2), y: 1),
          .translation(x: random.number(-50...50), y: 0),
        ])
        motion.targets[index].transform = transform
        box.transform = transform
      default:
        let origin = Point(x: random.number(-20...20), y: random.number(-20...20))
        motion.targets[index].origin = origin
        box.bounds.origin = origin
      }
    }
  }

  private mutating func animate(depth: Int) {
    let (timing, completion) = (timing(), random.once(in: 2) ? motion.completion() : nil)
    if random.once(in: 6) {
      var later = self
      later.random = SplitMix(seed: UInt64(random.whole(0...1 << 40)))
      motion.inCompletion = {
        var program = later
        if program.random.once(in: 2) { program.change() } else { program.animate(depth: 1) }
      }
    }
    log.append("animate \(timing), completion \(completion != nil)")
    View.animate(timing, { runClosure(depth) }, completion: completion)
  }

  private mutating func runClosure(_ depth: Int) {
    change()
    if depth < 2, random.once(in: 5) { animate(depth: depth + 1) }
    if random.once(in: 10) { moveBox() }
  }

  private mutating func setDirectly() { change() }

  /// Moves a box to another superview, or out of the tree.
  private mutating func moveBox() {
    let box = random.choice(motion.boxes)
    log.append("moves a box")
    switch random.whole(0...3) {
    case 0: box.removeFromSuperview()
    case 1: motion.board.insertSubview(box, at: random.whole(0...3))
    case 2: random.choice(motion.boxes).addSubview(box)
    default: (motion.pages.last ?? motion.board).addSubview(box)
    }
  }

  // MARK: Pages, items and zoom

  private mutating func navigate() {
    let animated = !random.once(in: 4)
    switch random.whole(0...5) {
    case 0, 1, 2: motion.pushPage(animated: animated)
    case 3: motion.navigation.popToRoot(animated: animated)
    default: motion.navigation.pop(animated: animated)
    }
  }

  private mutating func openOrClose() {
    let animated = !random.once(in: 6)
    if motion.large.superview == nil {
      stage.card.addSubview(motion.large)
      motion.hasOpened = false
    }
    switch random.whole(0...5) {
    case 0 where motion.itemCount > 0:
      if !motion.transition.isOpen { motion.openIndex = random.whole(0...motion.itemCount - 1) }
      fallthrough
    case 1, 2:
      motion.hasOpened = true
      motion.transition.open(animated: animated, completion: motion.completion())
    case 3 where random.once(in: 3): motion.large.removeFromSuperview()
    default:
      motion.hasOpened = true
      motion.transition.close(animated: animated, completion: motion.completion())
    }
  }

  private mutating func editItems() {
    let carousel = motion.carousel
    switch random.whole(0...3) {
    case 0:
      motion.itemCount += 1
      carousel.insertItem(at: random.whole(0...motion.itemCount - 1), animated: !random.once(in: 3))
    case 1 where motion.itemCount > 0:
      motion.itemCount -= 1
      carousel.removeItem(at: random.whole(0...motion.itemCount), animated: !random.once(in: 3))
    case 2: carousel.reloadData()
    default: carousel.scrollToItem(at: random.whole(0...max(motion.itemCount - 1, 0)), animated: true)
    }
  }

  private mutating func zoom() {
    let zoom = motion.zoom
    defer {
      log.append(
        "zoom \(zoom.zoomScale), most \(zoom.maximumZoomScale), size \(zoom.size), moves \(zoom.isMoving)")
    }
    switch random.whole(0...4) {
    case 0:
      zoom.setZoomScale(random.choice([1, 3, 8, 100, 0, .nan]), animated: !random.once(in: 4))
    case 1:
      zoom.zoom(
        to: Rect(x: random.number(-20...150), y: 20, width: random.number(0...90), height: 20), animated: true
      )
    case 2: zoom.contentOffset = Point(x: random.number(-50...500), y: random.number(-50...500))
    case 3: zoom.size = Size(width: random.number(0...200), height: random.number(0...200))
    default: zoom.maximumZoomScale = random.choice([8, 8, 2])
    }
  }

  private mutating func wheelOrKeys() {
    switch random.whole(0...3) {
    case 0:
      stage.modifiers = random.choice([[], .control])
      stage.turnWheel(motion.zoom, by: Point(x: 0, y: random.number(-4...4)))
      stage.modifiers = []
    case 1: stage.turnWheel(motion.carouselView, by: Point(x: 0, y: random.choice([-1, 1])))
    case 2:
      stage.scrollTouchpad(motion.navigation, by: Point(x: random.number(-120...120), y: 0))
      if random.once(in: 2) {
        stage.liftFingers(over: motion.navigation)
      } else {
        stage.liftFingers(over: motion.zoom)
      }
    default:
      motion.zoom.becomeFocused()
      stage.key(random.choice([Key("+"), Key("-"), Key("0"), .down, .right, .escape]))
    }
  }

  private mutating func changeWindow() {
    switch random.whole(0...7) {
    case 0:
      var theme = Theme.light
      theme.isMotionReduced = random.once(in: 2)
      stage.card.theme = theme
    case 1: stage.card.layoutDirection = random.choice([.leftToRight, .rightToLeft])
    case 2: motion.navigation.size = Size(width: random.number(100...400), height: random.number(100...400))
    case 3: motion.carouselView.size = Size(width: random.number(0...400), height: random.number(0...200))
    case 4:
      motion.carouselView.itemSize = random.choice([
        nil, CarouselItemSize(width: random.number(0...2), height: 0.8),
        CarouselItemSize(width: 0.5, height: 0.9, aspectRatio: random.number(0...3)),
        CarouselItemSize(width: 1, height: 1, maximum: Size(width: random.number(0...300), height: 90)),
        CarouselItemSize(width: .nan, height: 1),
      ])
    case 5: motion.carousel.isVertical.toggle()
    case 6:
      let view = random.choice([motion.navigation, motion.zoom, motion.split, motion.toggle] as [View])
      view.removeFromSuperview()
      if random.once(in: 2) { stage.settle() }
      stage.card.insertSubview(view, at: 0)
    default: motion.large.frame.origin = Point(x: random.number(0...200), y: random.number(0...100))
    }
  }

  // MARK: Fingers

  private mutating func touch() {
    let id = random.whole(1...2)
    guard let view = contacts[id] else {
      let view = random.choice(
        [
          motion.navigation, motion.carouselView, motion.large, motion.large, motion.zoom, motion.split,
          motion.toggle,
        ]
          as [View])
      let kinds: [Contact.Kind] = id == 1 ? [.touch, .touch, .pen, .pointer(.primary)] : [.touch]
      contacts[id] = view
      stage.press(
        view, random.once(in: 2) ? 5 : random.number(0...200), random.number(0...150),
        as: random.choice(kinds), id: id)
      return
    }
    switch random.whole(0...5) {
    case 0:
      contacts[id] = nil
      stage.cancel(id: id)
    case 1, 2:
      contacts[id] = nil
      stage.lift(view, random.number(0...250), random.number(0...350), id: id)
    default:
      for _ in 0..<random.whole(1...4) {
        stage.move(view, random.number(-20...350), random.number(-20...500), id: id)
        stage.advance(random.number(0...0.03))
      }
    }
  }
}
