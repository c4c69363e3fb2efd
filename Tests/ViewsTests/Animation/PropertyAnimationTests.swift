import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Animations of properties")
@MainActor
struct PropertyAnimationTests {
  private let stage = ControlStage()
  private let view: View
  private let frame = 1.0 / 60

  init() {
    view = View(size: Size(width: 100, height: 50))
    view.backgroundColor = .red
    stage.add(view, x: 0, y: 0)
  }

  @Test("A spring moves a frame to its new value, and the completion is called once")
  func spring() {
    var ends: [Bool] = []
    View.animate {
      view.frame = Rect(x: 200, y: 100, width: 50, height: 100)
      #expect(view.frame.minX == 200)  // the closure sees the new value
    } completion: {
      ends.append($0)
    }
    #expect(view.frame == Rect(x: 0, y: 0, width: 100, height: 50))
    stage.advance(frame)
    #expect(view.frame.minX == 0)  // the motion begins with the first frame
    var places = [0.0]
    for _ in 0..<30 {
      stage.advance(frame)
      places.append(view.frame.minX)
      // All components cover the same part of the way.
      let part = view.frame.minX / 200
      #expect(abs(view.frame.minY - 100 * part) < 0.2 && abs(view.size.width - (100 - 50 * part)) < 0.2)
    }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(places[30] > 190 && ends.isEmpty)
    stage.advance(1)
    #expect(view.frame == Rect(x: 200, y: 100, width: 50, height: 100))
    #expect(ends == [true] && !stage.tree.isMoving && stage.timerCount == 0)
  }

  @Test("All properties reach their new values")
  func properties() {
    let turn = Transform2D.rotation(by: 1).concatenated(with: .scale(x: 2, y: 0.5))
    var count = 0
    View.animate(.easeInOut(duration: 0.3)) {
      view.bounds = Rect(x: 7, y: 9, width: 60, height: 50)
      view.transform = turn
      view.alpha = 0.25
      view.cornerRadius = 8
    } completion: { _ in
      count += 1
    }
    stage.advance(0.15)
    #expect(view.bounds.minX > 0 && view.bounds.minX < 7 && view.size.width < 100 && view.size.width > 60)
    #expect(view.transform != .identity && view.transform != turn)
    #expect(view.alpha < 1 && view.alpha > 0.25 && view.cornerRadius > 0 && view.cornerRadius < 8)
    stage.advance(0.3)
    #expect(view.bounds == Rect(x: 7, y: 9, width: 60, height: 50) && view.frame.minX == 20)
    #expect(view.transform == turn && view.alpha == 0.25 && view.cornerRadius == 8)
    #expect(count == 1 && !stage.tree.isMoving)
  }

  @Test("A curve covers its part of the way in each part of the time")
  func curves() {
    func places(_ timing: AnimationTiming) -> [Double] {
      view.alpha = 0
      View.animate(timing) { view.alpha = 1 }
      stage.advance(frame)
      return (0..<4).map { _ in
        stage.advance(0.1)
        return view.alpha
      }
    }
    for (place, part) in zip(places(.linear(duration: 0.4)), [0.25, 0.5, 0.75, 1]) {
      #expect(abs(place - part) < 1e-6)
    }
    let slow = places(.easeInOut(duration: 0.4))
    #expect(slow[0] < 0.2 && abs(slow[1] - 0.5) < 1e-6 && slow[2] > 0.8 && slow[3] == 1)
    let late = places(.curve(Point(x: 1, y: 0), Point(x: 1, y: 0), duration: 0.4))
    #expect(late[2] < 0.3 && late[3] > 0.999)
  }

  @Test("A new target during a motion keeps the velocity, and ends the former animation early")
  func retarget() {
    var ends: [String] = []
    View.animate {
      view.frame.origin.x = 300
    } completion: {
      ends.append("first \($0)")
    }
    stage.advance(0.1)
    let before = view.frame.minX
    stage.advance(frame)
    let step = view.frame.minX - before
    View.animate {
      view.frame.origin.x = -100
    } completion: {
      ends.append("second \($0)")
    }
    #expect(ends == ["first false"])
    let place = view.frame.minX
    stage.advance(frame)
    // The spring back brakes the view, but does not stop it.
    #expect(view.frame.minX > place && view.frame.minX - place < step)
    stage.advance(2)
    #expect(view.frame.minX == -100 && ends == ["first false", "second true"])
  }

  @Test("A turn by half a circle does not shrink the view, and takes the shorter way")
  func turns() {
    View.animate { view.transform = .rotation(by: .pi) }
    stage.advance(0.12)
    let map = view.transform
    #expect(abs(map.a * map.d - map.b * map.c - 1) < 1e-9 && abs(map.a) < 0.95)
    stage.advance(1)
    view.transform = .rotation(by: 3)
    View.animate { view.transform = .rotation(by: -3) }
    stage.advance(0.1)
    #expect(view.transform.a < -0.98)
    stage.advance(1)
    #expect(view.transform == .rotation(by: -3))
  }

  @Test("A value that is set without an animation ends the motion there")
  func directChange() {
    var ends: [Bool] = []
    View.animate {
      view.frame.origin.x = 300
      view.alpha = 0.5
    } completion: {
      ends.append($0)
    }
    stage.advance(0.1)
    view.frame.origin.x = 40
    #expect(ends.isEmpty)  // the opacity still moves
    stage.advance(1)
    #expect(view.frame.minX == 40 && view.alpha == 0.5 && ends == [false])
  }

  /// Places its first subview.
  private final class Box: ContainerView {
    var place = 0.0
    override func layoutSubviews() { subviews.first?.frame = Rect(x: place, y: 0, width: 100, height: 50) }
  }

  @Test(
    "A container that sets the frame to which a view moves does not end the motion; another frame ends it")
  func containers() {
    let box = stage.add(Box(size: Size(width: 400, height: 100)), x: 0, y: 0)
    var ends: [Bool] = []
    box.addSubview(view)
    stage.settle()
    View.animate(.linear(duration: 1)) {
      box.place = 200
      box.setNeedsLayout()
      box.layoutIfNeeded()
    } completion: {
      ends.append($0)
    }
    stage.advance(0.5)
    box.setNeedsLayout()
    stage.advance(0.1)
    #expect(view.frame.minX > 100 && view.frame.minX < 125 && ends.isEmpty)
    box.place = 50
    box.setNeedsLayout()
    stage.advance(0.1)
    #expect(view.frame.minX == 50 && ends == [false] && !stage.tree.isMoving)
  }

  @Test("The completion is called once if the view is removed, the root is replaced, or the tree ends")
  func interruptions() throws {
    var ends: [String] = []
    func start(_ name: String) {
      view.frame.origin.x = 0
      View.animate {
        view.frame.origin.x = 300
      } completion: {
        ends.append("\(name) \($0)")
      }
    }
    start("removed")
    stage.advance(0.1)
    view.removeFromSuperview()
    #expect(ends == ["removed false"] && view.frame.minX == 300)
    stage.card.addSubview(view)
    start("inside")
    stage.card.removeFromSuperview()
    #expect(ends.last == "inside false" && stage.timerCount == 0)
    var tree: ViewTree? = ViewTree(root: stage.card)
    start("root")
    tree?.root = View()
    #expect(ends.last == "root false" && view.frame.minX == 300)
    tree?.root = stage.card
    start("tree")
    tree = nil
    #expect(ends.last == "tree false" && view.frame.minX == 300)
    let next = ViewTree(root: stage.card)
    start("closed")
    next.cancelTimers()
    #expect(ends.last == "closed false" && view.frame.minX == 300)
    start("after")  // no frame follows
    #expect(ends.last == "after true" && view.frame.minX == 300)
    #expect(ends.count == 6 && !next.isMoving)
  }

  @Test("Without frames, a timer ends the motion")
  func noFrames() {
    var (ends, actions): ([Bool], [@MainActor () -> Void]) = ([], [])
    final class Timer: ViewTimer { func cancel() {} }
    stage.tree.startTimer = { seconds, _, action in
      #expect(seconds > 1 && seconds < 3)
      actions.append(action)
      return Timer()
    }
    View.animate {
      view.frame.origin.x = 300
    } completion: {
      ends.append($0)
    }
    #expect(actions.count == 1 && ends.isEmpty)
    for action in actions + actions { action() }
    #expect(ends == [true] && view.frame.minX == 300 && !stage.tree.isMoving)
  }

  @Test("With reduced motion, only the opacity moves")
  func reducedMotion() {
    var theme = Theme.light
    theme.isMotionReduced = true
    stage.card.theme = theme
    View.animate {
      view.frame.origin.x = 300
      view.transform = .rotation(by: 1)
      view.alpha = 0
    }
    #expect(view.frame.minX == 300 && view.transform == .rotation(by: 1) && view.alpha == 1)
    stage.advance(0.1)
    #expect(view.alpha < 1 && view.alpha > 0)
    stage.advance(1)
    #expect(view.alpha == 0)
  }

  @Test("Without a motion, the values apply at once and the completion is called before the method returns")
  func noMotion() {
    var ends: [Bool] = []
    let outside = View()
    for timing in [AnimationTiming.spring(duration: 0), .linear(duration: .nan), .easeInOut(duration: -1)] {
      View.animate(timing) {
        view.alpha = view.alpha == 1 ? 0.5 : 1
      } completion: {
        ends.append($0)
      }
    }
    View.animate {
      outside.alpha = 0.5
    } completion: {
      ends.append($0)
    }
    View.animate {
    } completion: {
      ends.append($0)
    }
    View.animate {
      view.frame.origin.x = .nan
    } completion: {
      ends.append($0)
    }
    view.frame.origin.x = 0
    View.animate {
      view.frame.origin.x = .infinity
    } completion: {
      ends.append($0)
    }
    view.frame = .zero
    View.animate {
      view.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    } completion: {
      ends.append($0)
    }
    #expect(ends == Array(repeating: true, count: 8))
    #expect(outside.alpha == 0.5 && view.size.width == 10 && !stage.tree.isMoving)
  }

  @Test("A completion may start the next animation, and an animation may contain another one")
  func nested() {
    var ends: [String] = []
    View.animate(.linear(duration: 0.1)) {
      view.alpha = 0
    } completion: { _ in
      ends.append("out")
      View.animate(.linear(duration: 0.1)) {
        view.alpha = 1
      } completion: {
        ends.append("in \($0)")
      }
    }
    View.animate(.linear(duration: 1)) {
      view.frame.origin.x = 100
      View.animate(.linear(duration: 0.2)) {
        view.frame.origin.y = 100
      } completion: {
        ends.append("inner \($0)")
      }
    } completion: {
      ends.append("outer \($0)")
    }
    // The inner call has set the property last, so nothing is left of the outer one.
    #expect(ends == ["outer true"] && view.frame.origin == .zero)
    stage.advance(0.6)
    #expect(ends == ["outer true", "out", "inner true", "in true"])
    stage.advance(1)
    #expect(view.frame.origin == Point(x: 100, y: 100) && view.alpha == 1)
  }

  @Test("The value that was set last wins, also if it is the one that is shown", arguments: [false, true])
  func lastValue(isAnimated: Bool) {
    var ends: [String] = []
    func set(_ alpha: Double) {
      if !isAnimated {
        view.alpha = alpha
        return
      }
      View.animate {
        view.alpha = alpha
      } completion: {
        ends.append("second \($0)")
      }
    }
    View.animate {
      view.alpha = 0
    } completion: {
      ends.append("first \($0)")
    }
    set(1)
    #expect(ends.contains("first false"))
    stage.advance(2)
    #expect(view.alpha == 1 && ends.count == (isAnimated ? 2 : 1))
    View.animate { view.frame.origin.x = 300 }
    stage.advance(0.1)
    let place = view.frame.minX
    if isAnimated { return }
    view.frame.origin.x = place
    stage.advance(2)
    #expect(view.frame.minX == place && !stage.tree.isMoving)
  }

  @Test("Inside the closure, a moving property has its target, so that a part of it can be changed")
  func targets() {
    View.animate { view.frame.origin.x = 300 }
    View.animate { view.transform = .rotation(by: 1) }
    stage.advance(0.1)
    let shown = view.frame.minX
    View.animate {
      #expect(view.frame.minX == 300 && view.transform == .rotation(by: 1))
      view.frame.origin.y = 100
      view.transform = view.transform.concatenated(with: .rotation(by: 1))
    }
    #expect(view.frame.minX == shown)
    stage.advance(2)
    #expect(
      view.frame.origin == Point(x: 300, y: 100)
        && abs(view.transform.a - Transform2D.rotation(by: 2).a) < 1e-12)
  }

  /// Gives its subview half of its width.
  private final class Half: ContainerView {
    override func layoutSubviews() {
      subviews.first?.frame = Rect(x: 0, y: 0, width: size.width / 2, height: size.height)
    }
  }

  @Test("A layout in the closure is animated, and layouts during the motion do not interrupt it")
  func layouts() {
    let box = stage.add(Half(size: Size(width: 100, height: 100)), x: 0, y: 0)
    box.addSubview(view)
    stage.settle()
    var ends: [Bool] = []
    View.animate {
      box.size.width = 300
      box.layoutIfNeeded()
    } completion: {
      ends.append($0)
    }
    for _ in 0..<10 {
      stage.advance(frame)
      #expect(abs(view.size.width - box.size.width / 2) < 1)
    }
    stage.advance(2)
    #expect(ends == [true] && box.size.width == 300 && view.size.width == 150)
  }

  @Test("While a view moves, neither it nor its superview is painted again")
  func noRepaint() {
    stage.card.backgroundColor = .white
    stage.settle()
    View.animate {
      view.frame.origin.x = 150
      view.transform = .rotation(by: 1)
      view.alpha = 0.5
    }
    stage.advance(2 * frame)
    #expect(view.isLayerRoot)
    let versions = [view, stage.card].map(\.contentVersion)
    stage.advance(0.2)
    #expect(stage.tree.isMoving && [view, stage.card].map(\.contentVersion) == versions)
    stage.advance(2)
    #expect(!view.isLayerRoot && !view.isLayered)
  }

  @Test(
    "After a random program, all views are at rest at the last values that were set, and each completion was called once",
    arguments: 0..<60)
  func randomPrograms(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let stage = ControlStage(seed % 2 == 0 ? .flat : .tilted)
    let views = (0..<4).map { _ in stage.add(View(size: Size(width: 40, height: 30))) }
    var (begun, ended): ([Int], [Int]) = ([], [])
    var frames = views.map(\.frame)
    var alphas = views.map(\.alpha)
    var turns = views.map(\.transform)
    func set(_ index: Int) {
      let view = views[index]
      switch random.whole(0...2) {
      case 0:
        let rect = Rect(
          x: random.number(-100...300), y: random.number(-100...300), width: random.number(10...90),
          height: 30)
        frames[index] = random.once(in: 3) ? view.frame : rect
        view.frame = frames[index]
      case 1:
        alphas[index] = random.once(in: 3) ? view.alpha : random.choice([0, 0.5, 1])
        view.alpha = alphas[index]
      default:
        turns[index] = random.once(in: 3) ? view.transform : .rotation(by: random.number(-4...4))
        view.transform = turns[index]
      }
    }
    for _ in 0..<40 {
      let index = random.whole(0...3)
      switch random.whole(0...9) {
      case 0: views[index].removeFromSuperview()
      case 1: views[random.whole(0...3)].addSubview(views[index])
      case 2: stage.card.addSubview(views[index])
      case 3: views[index].isHidden.toggle()
      case 4: set(index)
      case 5: stage.advance(random.number(0...0.6))
      default:
        let timing = random.choice([
          AnimationTiming.spring, .spring(duration: 0.1), .linear(duration: 0.2), .easeInOut(duration: 0.4),
        ])
        let id = begun.count
        begun.append(id)
        let restarts = random.once(in: 5)
        View.animate(timing) {
          for _ in 0..<random.whole(0...3) { set(random.whole(0...3)) }
        } completion: { _ in
          ended.append(id)
          if restarts { View.animate { stage.card.alpha = id % 2 == 0 ? 0.5 : 1 } }
        }
      }
      stage.advance(random.number(0...0.1))
    }
    stage.advance(3)
    #expect(ended.sorted() == begun && !stage.tree.isMoving && stage.timerCount == 0)
    #expect(views.map(\.frame) == frames && views.map(\.alpha) == alphas && views.map(\.transform) == turns)
  }
}
