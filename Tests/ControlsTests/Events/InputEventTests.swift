import Controls
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("The entry for input of a tree of views")
@MainActor
struct InputEventTests {
  private let probes = ProbeTree()
  private var log: EventLog { probes.log }
  private var root: ProbeView { probes.root }
  private var card: ProbeView { probes.card }
  private var button: ProbeView { probes.button }
  private var tree: ViewTree { probes.tree }

  private func point(_ x: Double, _ y: Double, id: Int = 1, at time: Double = 0) -> InputPoint {
    InputPoint(id: id, at: Point(x: x, y: y), time: .at(time))
  }

  /// Moves a pointer, and runs a frame.
  private func move(_ x: Double, _ y: Double, id: Int = 1) {
    tree.handle(.pointer(.moved, point(x, y, id: id)))
    tree.prepareFrame(at: .at(0))
  }

  @Test("The parts of a window receive an event in order, before the views; the first that uses it takes it")
  func order() {
    let parts = [Part("title bar", log), Part("popups", log)]
    tree.inputHandlers = { parts }
    button.onBegan = { _ in .claimed }
    button.isFocusable = true
    button.becomeFocused()
    button.onKey = { _ in true }
    _ = log.take()
    #expect(tree.handle(.touch(.began, point(130, 130))))
    #expect(
      log.take() == [
        "title bar handles", "popups handles", "button began", "title bar used", "popups used",
      ])
    #expect(tree.handle(.keyPressed(KeyPress("a"))))
    #expect(
      log.take() == ["title bar handles", "popups handles", "button key", "title bar used", "popups used"])
    parts[0].isUsing = true
    #expect(tree.handle(.touch(.began, point(130, 130, id: 2))))
    #expect(tree.handle(.keyPressed(KeyPress("a"))))
    #expect(
      log.take() == [
        "title bar handles", "title bar used", "popups used", "title bar handles", "title bar used",
        "popups used",
      ])
    parts[0].isUsing = false
    button.onKey = { _ in false }
    #expect(!tree.handle(.keyPressed(KeyPress("a"))))
    #expect(log.take().suffix(2) == ["title bar unused", "popups unused"])
  }

  @Test("A pointer over a part of the window, such as a border, is over no view")
  func coveredPointer() {
    let border = Part("border", EventLog())
    tree.inputHandlers = { [border] }
    move(130, 130)
    #expect(button.isHovered)
    border.isUnderPointer = true
    move(131, 130)
    #expect(
      !button.isHovered && log.take() == ["card entered", "button entered", "button left", "card left"])
  }

  @Test("Two pointers hover independently: a view is left when the second pointer has left it, too")
  func twoPointers() {
    move(130, 130, id: 1)
    move(130, 130, id: 2)
    #expect(log.take() == ["card entered", "button entered"])
    move(110, 110, id: 1)
    #expect(button.isHovered && card.isHovered && log.take() == [])
    button.shape = .hand
    card.shape = .grab
    #expect(tree.shape(ofPointer: 1) == .grab && tree.shape(ofPointer: 2) == .hand)
    tree.handle(.pointer(.left, point(0, 0, id: 2)))
    #expect(log.take() == ["button left"] && card.isHovered && !button.isHovered)
    tree.handle(.pointer(.left, point(0, 0, id: 1)))
    #expect(log.take() == ["card left"])
  }

  @Test("A view that is disabled while the pointer enters its superview is not hovered, then or later")
  func disabledWhileEntering() {
    log.onAdd = { if $0 == "card entered" { self.button.isEnabled = false } }
    move(130, 130)
    log.onAdd = nil
    #expect(card.isHovered && !button.isHovered && log.take() == ["card entered"])
    button.isEnabled = true
    move(131, 130)
    #expect(button.isHovered)
    move(10, 10)
    #expect(!button.isHovered && log.take() == ["button entered", "button left", "card left"])
  }

  @Test("The buttons of a pointer are separate contacts; a press of a side button reaches no view")
  func buttons() {
    var kinds: [Contact.Kind] = []
    button.onBegan = {
      kinds.append($0.kind)
      return .tracking
    }
    for pressed in Contact.Button.allCases { tree.handle(.pointer(.pressed(pressed), point(130, 130))) }
    #expect(!tree.handle(.pointer(.pressed(nil), point(130, 130))))
    #expect(kinds == [.pointer(.primary), .pointer(.secondary), .pointer(.middle)])
    _ = log.take()
    tree.handle(.pointer(.released(.secondary), point(130, 130)))
    #expect(log.take() == ["button ended"])
    tree.handle(.pointer(.left, point(130, 130)))
    #expect(log.take().filter { $0.hasSuffix("canceled") } == ["button canceled", "button canceled"])
    #expect(!tree.isTrackingContacts)
  }

  @Test("A view may be removed in each of its own callbacks")
  func removedInCallbacks() {
    func add() -> ProbeView {
      let view = ProbeView("view", Rect(x: 0, y: 0, width: 400, height: 300), log: log)
      root.addSubview(view)
      _ = log.take()
      return view
    }
    let events: [(String, [InputEvent])] = [
      ("began", [.touch(.began, point(10, 10))]),
      ("moved", [.touch(.began, point(10, 10)), .touch(.moved, point(30, 10, at: 1))]),
      ("ended", [.touch(.began, point(10, 10)), .touch(.ended, point(10, 10, at: 1))]),
      ("entered", [.pointer(.moved, point(10, 10))]),
      ("scrolled", [.scroll(.wheel(Point(x: 0, y: 1)), point(10, 10))]),
      ("key", [.keyPressed(KeyPress("a"))]),
    ]
    for (name, inputs) in events {
      let view = add()
      view.isFocusable = true
      view.becomeFocused()
      view.onBegan = { _ in .tracking }
      log.onAdd = { if $0 == "view \(name)" { view.removeFromSuperview() } }
      for input in inputs { tree.handle(input) }
      tree.prepareFrame(at: .at(2))
      log.onAdd = nil
      #expect(view.superview == nil && log.take().contains("view \(name)"))
      #expect(!tree.isTrackingContacts && !view.isHovered && !view.isFocused)
    }
  }

  @Test(
    "Ten thousand random events with invalid numbers cause no trap; afterwards nothing is pressed or hovered")
  func randomEvents() {
    var random = SplitMix(seed: 7)
    let numbers = [0, 130, 131, 150, 399, -1, 1e300, -1e300, .nan, .infinity, -.infinity]
    let times = [0, 0.001, 0.5, 1, 2, -1, 1e18, .nan, .infinity]
    for view in [root, card, button] {
      view.onBegan = { contact in ContactResponse.allCases[abs(contact.id) % 4] }
      view.onScroll = { _ in true }
      view.onPinch = { _ in true }
    }
    func number() -> Double { numbers.randomElement(using: &random) ?? 0 }
    func input() -> InputPoint {
      InputPoint(
        id: Int.random(in: 0..<5, using: &random), at: Point(x: number(), y: number()),
        time: Timestamp(seconds: times.randomElement(using: &random) ?? 0))
    }
    for step in 0..<10_000 {
      let point = input()
      let event: InputEvent =
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1, 2: .pointer(.moved, point)
        case 3: .pointer(.pressed(Contact.Button.allCases.randomElement(using: &random)), point)
        case 4: .pointer(.released(Contact.Button.allCases.randomElement(using: &random)), point)
        case 5: .pointer(.left, point)
        case 6: .touch(.began, point)
        case 7, 8: .touch(.moved, point)
        case 9: .touch(.ended, point)
        case 10: .touch(.canceled, point)
        case 11: .pen([.began, .moved, .ended, .left].randomElement(using: &random) ?? .left, point)
        case 12:
          .scroll(
            [.wheel(point.position, distance: point.position), .touchpad(point.position), .touchpadEnd]
              .randomElement(using: &random) ?? .touchpadEnd, point)
        case 13:
          .drag([.entered, .moved, .left, .dropped].randomElement(using: &random) ?? .left, point)
        case 14:
          .swipe(
            TouchpadGesture(
              [.began, .changed, .ended].randomElement(using: &random) ?? .began, fingerCount: 3,
              translation: point.position), point)
        default:
          .pinch(
            PinchGesture(
              [.began, .changed, .ended].randomElement(using: &random) ?? .began, scale: number(),
              at: point.position, time: point.timestamp), pointer: point.id)
        }
      tree.handle(event)
      if step % 100 == 0 { tree.prepareFrame(at: .at(Double(step))) }
    }
    for id in 0..<5 {
      tree.handle(.pointer(.left, point(0, 0, id: id)))
      tree.handle(.pen(.left, point(0, 0, id: id)))
      tree.handle(.touch(.canceled, point(0, 0, id: id)))
    }
    #expect(!tree.isTrackingContacts && !button.isHovered && !card.isHovered && !root.isHovered)
  }
}

/// A part of a window.
@MainActor
private final class Part: InputHandler {
  private let name: String
  private let log: EventLog
  var isUsing = false
  var isUnderPointer = false

  init(_ name: String, _ log: EventLog) { (self.name, self.log) = (name, log) }

  func pointer(_ id: Int, movedTo point: Point?) -> Bool { isUnderPointer }
  func handle(_ event: InputEvent) -> Bool {
    log.add("\(name) handles")
    return isUsing
  }
  func didHandle(_ event: InputEvent, isUsed: Bool) { log.add("\(name) \(isUsed ? "used" : "unused")") }
}
