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

  @Test(
    "When the pointer enters views, superviews are notified first; a view is notified when the pointer leaves it"
  )
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

  @Test("When a view moves away from a resting pointer, the view is notified that the pointer has left")
  func viewMovesAway() {
    tree.pointer.move(to: Point(x: 130, y: 130), in: root)
    _ = log.take()
    card.frame.origin.x = 300
    tree.pointer.updateHover(in: root)
    #expect(log.take() == ["button left", "card left"])
  }

  @Test("When a view is removed, it is notified that the pointer has left")
  func removal() {
    tree.pointer.move(to: Point(x: 130, y: 130), in: root)
    _ = log.take()
    button.removeFromSuperview()
    #expect(log.take() == ["button left"])
  }

  @Test("The deepest view with a cursor determines the pointer shape")
  func shape() {
    card.shape = .grab
    tree.pointer.move(to: Point(x: 130, y: 130), in: root)
    #expect(tree.pointer.shape == .grab)
    button.shape = .hand
    #expect(tree.pointer.shape == .hand)
    tree.pointer.move(to: Point(x: 10, y: 10), in: root)
    #expect(tree.pointer.shape == nil)
  }

  private func turn(at seconds: Double, x: Double = 130, sideways: Bool = false) {
    tree.pointer.scroll(
      ScrollGesture(
        .wheel, notches: sideways ? Point(x: 1, y: 0) : Point(x: 0, y: 1), at: Point(x: x, y: 130),
        time: .at(seconds)), in: root)
  }

  @Test(
    "A turn of the wheel goes to the deepest view; if this view does not handle the turn, its superview receives it"
  )
  func wheel() {
    button.onScroll = { _ in false }
    card.onScroll = { _ in true }
    turn(at: 0)
    #expect(log.take() == ["button scrolled", "card scrolled"])
  }

  @Test("Quick turns of the wheel stay with one view, also at its end; a later turn goes to its superview")
  func wheelAtEnd() {
    var isAtEnd = false
    button.onScroll = { _ in !isAtEnd }
    card.onScroll = { _ in true }
    turn(at: 0)
    isAtEnd = true
    for step in 1...5 { turn(at: Double(step) * 0.4) }
    #expect(log.take() == Array(repeating: "button scrolled", count: 6))
    turn(at: 2.6)
    #expect(log.take() == ["button scrolled", "card scrolled"])
    // The scroll stays with the superview, although the button could scroll again.
    isAtEnd = false
    turn(at: 2.7)
    #expect(log.take() == ["card scrolled"])
  }

  @Test("A turn after a movement of the pointer, or along the other axis, begins a new scroll")
  func newWheelScroll() {
    var isAtEnd = false
    button.onScroll = { _ in !isAtEnd }
    card.onScroll = { _ in true }
    turn(at: 0)
    isAtEnd = true
    turn(at: 0.1, sideways: true)
    #expect(log.take() == ["button scrolled", "button scrolled", "card scrolled"])
    isAtEnd = false
    turn(at: 1)
    isAtEnd = true
    turn(at: 1.1, x: 145)
    #expect(log.take() == ["button scrolled", "button scrolled", "card scrolled"])
    button.removeFromSuperview()
    turn(at: 1.2)
    #expect(log.take() == ["card scrolled"])
  }

  @Test("A touchpad scroll stays with one view until the fingers are lifted")
  func touchpad() {
    button.onScroll = { _ in false }
    card.onScroll = { _ in true }
    func scroll(_ phase: ScrollGesture.Phase, x: Double = 130) {
      tree.pointer.scroll(
        ScrollGesture(phase, distance: Point(x: 0, y: 5), at: Point(x: x, y: 130), time: .at(0)), in: root)
    }
    scroll(.moved)
    scroll(.moved, x: 5)
    scroll(.ended, x: 5)
    #expect(log.take() == ["button scrolled", "card scrolled", "card scrolled", "card scrolled"])
    scroll(.moved, x: 5)
    #expect(log.take() == [])
  }

  @Test(
    "When the axis of a touchpad scroll is known, the view gets the whole distance since the scroll began")
  func touchpadAxis() {
    var heard: [ScrollGesture] = []
    button.onScroll = {
      heard.append($0)
      return true
    }
    for distance in [Point(x: 0, y: 1), Point(x: 2, y: 0), Point(x: 3, y: 0), Point(x: 0, y: 4)] {
      tree.pointer.scroll(
        ScrollGesture(.moved, distance: distance, at: Point(x: 130, y: 130), time: .at(0)), in: root)
    }
    #expect(heard.map(\.distance) == [Point(x: 5, y: 1), Point(x: 0, y: 4)])
    #expect(heard.map(\.axis) == [.horizontal, .horizontal])
  }

  @Test("A pinch is canceled if its view can no longer receive events, or if its end is not reported")
  func pinchCanceled() {
    func pinch(_ phase: PinchGesture.Phase, scale: Double = 1) {
      tree.pointer.pinch(
        PinchGesture(phase, scale: scale, at: Point(x: 130, y: 130), time: .at(0)), in: root)
    }
    var heard: [PinchGesture] = []
    button.onPinch = {
      heard.append($0)
      return true
    }
    pinch(.began)
    pinch(.changed, scale: 1.5)
    button.isUserInteractionEnabled = false
    #expect(heard.map(\.phase) == [.began, .changed, .canceled] && heard.last?.scale == 1.5)
    pinch(.changed)
    pinch(.ended)
    #expect(heard.count == 3)
    button.isUserInteractionEnabled = true
    heard = []
    pinch(.began)
    pinch(.began)
    tree.pointer.cancelPinch()
    tree.pointer.cancelPinch()
    #expect(heard.map(\.phase) == [.began, .canceled, .began, .canceled])
    heard = []
    pinch(.began)
    pinch(.ended)
    tree.pointer.cancelPinch()
    #expect(heard.map(\.phase) == [.began, .ended])
  }

  @Test("When a view moves below a resting pointer, the view receives the pointer's new position in the view")
  func hoverMoves() {
    tree.pointer.move(to: Point(x: 130, y: 130), in: root)
    button.hoverPlaces = []
    tree.prepareFrame(at: .at(0))
    #expect(button.hoverPlaces == [])
    card.frame.origin.x -= 5
    tree.prepareFrame(at: .at(1))
    #expect(button.hoverPlaces == [Point(x: 15, y: 10)])
  }
}
