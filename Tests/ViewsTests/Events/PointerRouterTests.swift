import Geometry
import Testing
import ViewFixtures
import Views

@Suite("The pointer over a tree of views")
@MainActor
struct PointerRouterTests {
  private let probes = ProbeTree()
  private var log: EventLog { probes.log }
  private var card: ProbeView { probes.card }
  private var button: ProbeView { probes.button }
  private var tree: ViewTree { probes.tree }

  /// Moves the pointer, and runs a frame.
  private func move(_ x: Double, _ y: Double) {
    tree.handle(.pointer(.moved, InputPoint(id: 1, at: Point(x: x, y: y), time: .at(0))))
    tree.prepareFrame(at: .at(0))
  }

  /// The views that were scrolled since the last call.
  private func takeScrolls() -> [String] { log.take().filter { $0.hasSuffix("scrolled") } }

  private func leave() { tree.handle(.pointer(.left, InputPoint(id: 1, at: .zero, time: .at(0)))) }

  @Test(
    "When the pointer enters views, superviews are notified first; a view is notified when the pointer leaves it"
  )
  func enterAndLeave() {
    move(130, 130)
    #expect(log.take() == ["card entered", "button entered"])
    #expect(button.isHovered && card.isHovered)
    move(110, 110)
    #expect(log.take() == ["button left"])
    leave()
    #expect(log.take() == ["card left"])
    #expect(!button.isHovered && !card.isHovered)
  }

  @Test("When a view moves away from a resting pointer, the view is notified that the pointer has left")
  func viewMovesAway() {
    move(130, 130)
    _ = log.take()
    card.frame.origin.x = 300
    tree.prepareFrame(at: .at(1))
    #expect(log.take() == ["button left", "card left"])
  }

  @Test("When a view is removed, it is notified that the pointer has left")
  func removal() {
    move(130, 130)
    _ = log.take()
    button.removeFromSuperview()
    #expect(log.take() == ["button left"])
  }

  @Test("The deepest view with a cursor determines the pointer shape")
  func shape() {
    card.shape = .grab
    move(130, 130)
    #expect(tree.shape(ofPointer: 1) == .grab)
    button.shape = .hand
    #expect(tree.shape(ofPointer: 1) == .hand)
    move(10, 10)
    #expect(tree.shape(ofPointer: 1) == nil)
  }

  private func turn(at seconds: Double, x: Double = 130, sideways: Bool = false) {
    let notches = sideways ? Point(x: 1, y: 0) : Point(x: 0, y: 1)
    tree.handle(.scroll(.wheel(notches), InputPoint(id: 1, at: Point(x: x, y: 130), time: .at(seconds))))
  }

  @Test(
    "A turn of the wheel goes to the deepest view; if this view does not handle the turn, its superview receives it"
  )
  func wheel() {
    button.onScroll = { _ in false }
    card.onScroll = { _ in true }
    turn(at: 0)
    #expect(takeScrolls() == ["button scrolled", "card scrolled"])
  }

  @Test("Quick turns of the wheel stay with one view, also at its end; a later turn goes to its superview")
  func wheelAtEnd() {
    var isAtEnd = false
    button.onScroll = { _ in !isAtEnd }
    card.onScroll = { _ in true }
    turn(at: 0)
    isAtEnd = true
    for step in 1...5 { turn(at: Double(step) * 0.4) }
    #expect(takeScrolls() == Array(repeating: "button scrolled", count: 6))
    turn(at: 2.6)
    #expect(takeScrolls() == ["button scrolled", "card scrolled"])
    // The scroll stays with the superview, although the button could scroll again.
    isAtEnd = false
    turn(at: 2.7)
    #expect(takeScrolls() == ["card scrolled"])
  }

  @Test("A turn after a movement of the pointer, or along the other axis, begins a new scroll")
  func newWheelScroll() {
    var isAtEnd = false
    button.onScroll = { _ in !isAtEnd }
    card.onScroll = { _ in true }
    turn(at: 0)
    isAtEnd = true
    turn(at: 0.1, sideways: true)
    #expect(takeScrolls() == ["button scrolled", "button scrolled", "card scrolled"])
    isAtEnd = false
    turn(at: 1)
    isAtEnd = true
    turn(at: 1.1, x: 145)
    #expect(takeScrolls() == ["button scrolled", "button scrolled", "card scrolled"])
    button.removeFromSuperview()
    turn(at: 1.2)
    #expect(takeScrolls() == ["card scrolled"])
  }

  @Test("A touchpad scroll stays with one view until the fingers are lifted")
  func touchpad() {
    button.onScroll = { _ in false }
    card.onScroll = { _ in true }
    func scroll(_ scroll: Scroll, x: Double = 130) {
      tree.handle(.scroll(scroll, InputPoint(id: 1, at: Point(x: x, y: 130), time: .at(0))))
    }
    let movement = Scroll.touchpad(Point(x: 0, y: 5))
    scroll(movement)
    scroll(movement, x: 5)
    scroll(.touchpadEnd, x: 5)
    #expect(takeScrolls() == ["button scrolled", "card scrolled", "card scrolled", "card scrolled"])
    scroll(movement, x: 5)
    #expect(takeScrolls() == [])
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
      tree.handle(
        .scroll(.touchpad(distance), InputPoint(id: 1, at: Point(x: 130, y: 130), time: .at(0))))
    }
    #expect(heard.map(\.distance) == [Point(x: 5, y: 1), Point(x: 0, y: 4)])
    #expect(heard.map(\.axis) == [.horizontal, .horizontal])
  }

  @Test("A pinch is canceled if its view can no longer receive events, or if its end is not reported")
  func pinchCanceled() {
    func pinch(_ phase: PinchGesture.Phase, scale: Double = 1) {
      tree.handle(
        .pinch(PinchGesture(phase, scale: scale, at: Point(x: 130, y: 130), time: .at(0)), pointer: 1))
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
    leave()
    leave()
    #expect(heard.map(\.phase) == [.began, .canceled, .began, .canceled])
    heard = []
    pinch(.began)
    pinch(.ended)
    leave()
    #expect(heard.map(\.phase) == [.began, .ended])
  }

  @Test("When a view moves below a resting pointer, the view receives the pointer's new position in the view")
  func hoverMoves() {
    move(130, 130)
    button.hoverPlaces = []
    tree.prepareFrame(at: .at(0))
    #expect(button.hoverPlaces == [])
    card.frame.origin.x -= 5
    tree.prepareFrame(at: .at(1))
    #expect(button.hoverPlaces == [Point(x: 15, y: 10)])
  }
}
