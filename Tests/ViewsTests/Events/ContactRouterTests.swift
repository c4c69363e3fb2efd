import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Contacts in a tree of views")
@MainActor
struct ContactRouterTests {
  let log = EventLog()
  let root = ProbeView("root", Rect(x: 0, y: 0, width: 400, height: 300))
  let list: ProbeView
  let button: ProbeView
  let tree: ViewTree

  init() {
    list = ProbeView("list", Rect(x: 100, y: 100, width: 200, height: 100), log: log)
    button = ProbeView("button", Rect(x: 20, y: 20, width: 50, height: 30), log: log)
    root.log = log
    root.addSubview(list)
    list.addSubview(button)
    tree = ViewTree(root: root)
  }

  private func press(_ x: Double, _ y: Double, at time: Double = 0) {
    contact(.began, x, y, at: time)
  }

  /// Passes an event of a finger to the tree, as a window does, and runs a frame.
  private func contact(_ action: InputEvent.TouchAction, _ x: Double, _ y: Double, at time: Double) {
    tree.handle(.touch(action, InputPoint(id: 7, at: Point(x: x, y: y), time: .at(time))))
    tree.prepareFrame(at: .at(time))
  }

  @Test("A contact is offered to the deepest view under the finger first, then to its superviews")
  func order() {
    press(130, 130)
    #expect(log.take() == ["button began", "list began", "root began"])
    #expect(!tree.isTrackingContacts)
  }

  @Test(
    "A view gets the location of a contact in its own coordinates, even if the view is scrolled or scaled")
  func location() {
    var points: [Point] = []
    list.bounds.origin = Point(x: 0, y: 10)
    button.transform = .scale(x: 2, y: 2)
    button.onBegan = {
      points.append($0.location(in: self.button))
      points.append($0.location(in: self.list))
      return .tracking
    }
    button.onMoved = {
      points.append($0.translation(in: self.button))
      return .tracking
    }
    press(145, 125)  // the middle of the button
    contact(.moved, 155, 125, at: 0.1)
    #expect(points == [Point(x: 25, y: 15), Point(x: 45, y: 35), Point(x: 5, y: 0)])
  }

  @Test("If a view leaves the window during a contact, its contact is canceled; other views keep tracking")
  func removalCancels() {
    button.onBegan = { _ in .tracking }
    list.onBegan = { _ in .tracking }
    press(130, 130)
    _ = log.take()
    button.removeFromSuperview()
    #expect(log.take() == ["button canceled", "list alone"])
    contact(.ended, 0, 0, at: 0.1)
    #expect(log.take() == ["list ended"])
  }

  @Test(
    "Disabling or hiding a view, or making it transparent, cancels its contact",
    arguments: [0, 1, 2, 3])
  func disablingCancels(kind: Int) {
    button.onBegan = { _ in .claimed }
    press(130, 130)
    _ = log.take()
    switch kind {
    case 0: list.isEnabled = false
    case 1: list.isHidden = true
    case 2: button.alpha = 0
    default: button.isUserInteractionEnabled = false
    }
    #expect(log.take() == ["button canceled"])
    #expect(!tree.isTrackingContacts)
  }

  @Test("If the action of a button removes the button from the window, the button receives no cancellation")
  func actionRemovesButton() {
    button.onBegan = { _ in .tracking }
    button.onEnded = { _ in
      self.button.removeFromSuperview()
      return .claimed
    }
    list.onBegan = { _ in .tracking }
    press(130, 130)
    _ = log.take()
    contact(.ended, 130, 130, at: 0.1)
    #expect(log.take() == ["button ended", "list canceled"])
  }

  @Test("When a list hands over a contact, the contact begins at its current position for the superview")
  func handOver() {
    var start: Point?
    list.onBegan = { _ in .claimed }
    list.onMoved = { $0.position.x > 150 ? .yielded : .tracking }
    root.onBegan = {
      #expect($0.isHandedOver)
      start = $0.startLocation(in: self.root)
      return .claimed
    }
    press(130, 190)
    contact(.moved, 140, 190, at: 0.1)
    contact(.moved, 160, 190, at: 0.2)
    contact(.moved, 170, 190, at: 0.3)
    #expect(
      log.take() == ["list began", "list moved", "list moved", "list ended", "root began", "root moved"])
    #expect(start == Point(x: 160, y: 190))
    contact(.ended, 170, 190, at: 0.4)
    #expect(log.take() == ["root ended"])
  }

  @Test("A view gets the velocity of a contact in the points of the view")
  func velocity() {
    var velocity = Point.zero
    button.transform = .scale(x: 0.5, y: 0.5)
    button.onBegan = { _ in .tracking }
    button.onMoved = {
      velocity = $0.velocity(in: self.button)
      return .tracking
    }
    press(145, 135)
    for step in 1...5 {
      contact(.moved, 145 + Double(step), 135, at: Double(step) * 0.01)
    }
    #expect(abs(velocity.x - 200) < 0.001)
    #expect(abs(velocity.y) < 0.001)
  }

  @Test("Presses in quick succession at the same position increase the tap count")
  func countsTaps() {
    var counts: [Int] = []
    root.onBegan = {
      counts.append($0.tapCount)
      return .tracking
    }
    for (time, x) in [(0, 10), (0.2, 12), (0.4, 10), (0.5, 80), (1.5, 80)] {
      press(Double(x), 10, at: time)
      contact(.ended, Double(x), 10, at: time + 0.05)
    }
    #expect(counts == [1, 2, 3, 1, 1])
  }

  @Test("If a contact begins again without an end, the tracking view receives a cancellation")
  func repeatedBeginning() {
    button.onBegan = { _ in .tracking }
    press(130, 130)
    _ = log.take()
    press(10, 10)
    #expect(log.take() == ["button canceled", "root began"])
  }

  @Test("Positions that are not finite are ignored")
  func notANumber() {
    button.onBegan = { _ in .tracking }
    press(.nan, 130)
    press(130, 130)
    _ = log.take()
    contact(.moved, .infinity, 0, at: 0.1)
    #expect(log.take() == [])
  }
}
