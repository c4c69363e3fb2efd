import CarouselEngine
import CarouselViews
import Geometry
import Testing

@Suite("The pointer over a tree of views")
@MainActor
struct PointerRouterTests {
  let log = EventLog()
  let root = ProbeView("root", Rect(x: 0, y: 0, width: 400, height: 300))
  let card: ProbeView
  let button: ProbeView
  let tree: ViewTree

  init() {
    card = ProbeView("card", Rect(x: 100, y: 100, width: 200, height: 100), log: log)
    button = ProbeView("button", Rect(x: 20, y: 20, width: 50, height: 30), log: log)
    root.addSubview(card)
    card.addSubview(button)
    tree = ViewTree(root: root)
  }

  @Test("Views are entered from the outside in, and left one by one")
  func enterAndLeave() {
    tree.pointer.move(to: Point(x: 130, y: 130), in: root)
    #expect(log.take() == ["card entered", "button entered"])
    #expect(button.isHovered && card.isHovered)
    tree.pointer.move(to: Point(x: 110, y: 110), in: root)
    #expect(log.take() == ["button left"])
    tree.pointer.move(to: nil, in: root)
    #expect(log.take() == ["card left"])
    #expect(!button.isHovered && !card.isHovered)
  }

  @Test("A view that moves away from a resting pointer is left")
  func viewMovesAway() {
    tree.pointer.move(to: Point(x: 130, y: 130), in: root)
    _ = log.take()
    card.frame.origin.x = 300
    tree.pointer.updateHover(in: root)
    #expect(log.take() == ["button left", "card left"])
  }

  @Test("A removed view is left")
  func removal() {
    tree.pointer.move(to: Point(x: 130, y: 130), in: root)
    _ = log.take()
    button.removeFromSuperview()
    #expect(log.take() == ["button left"])
  }

  @Test("The deepest view that wants a shape decides on that of the pointer")
  func shape() {
    card.shape = .grab
    tree.pointer.move(to: Point(x: 130, y: 130), in: root)
    #expect(tree.pointer.shape == .grab)
    button.shape = .hand
    #expect(tree.pointer.shape == .hand)
    tree.pointer.move(to: Point(x: 10, y: 10), in: root)
    #expect(tree.pointer.shape == nil)
  }

  @Test("Each turn of a wheel goes to the deepest view that uses it")
  func wheel() {
    var isAtEnd = false
    button.onScroll = { _ in !isAtEnd }
    card.onScroll = { _ in true }
    func turn() {
      tree.pointer.scroll(
        ScrollGesture(.wheel, notches: Point(x: 0, y: 1), at: Point(x: 130, y: 130), time: .at(0)), in: root)
    }
    turn()
    isAtEnd = true
    turn()
    #expect(log.take() == ["button scrolled", "button scrolled", "card scrolled"])
  }

  @Test("A touchpad scroll belongs to one view until the fingers are lifted")
  func touchpad() {
    button.onScroll = { _ in false }
    card.onScroll = { _ in true }
    func scroll(_ phase: ScrollGesture.Phase, x: Double = 130) {
      tree.pointer.scroll(
        ScrollGesture(phase, distance: Point(x: 0, y: 3), at: Point(x: x, y: 130), time: .at(0)), in: root)
    }
    scroll(.moved)
    scroll(.moved, x: 5)
    scroll(.ended, x: 5)
    #expect(log.take() == ["button scrolled", "card scrolled", "card scrolled", "card scrolled"])
    scroll(.moved, x: 5)
    #expect(log.take() == [])
  }
}
