import CarouselUI
import Controls
import HeadlessCompositor
import Testing
import Views

/// A window with a control in the current item of a carousel.
@MainActor
final class ControlWindow {
  let rig: WindowRig
  let card = PaintedView(size: Size(width: 300, height: 200)) { $0.fill(with: .white) }
  private let source: GivenViews
  private let start: Double
  let hand: Hand

  /// Creates a window with `view` at `frame` in the current item.
  static func make(_ situation: Situation, _ hand: Hand, _ view: View, at frame: Rect) throws -> ControlWindow
  {
    let window = try ControlWindow(situation, hand)
    view.frame = frame
    window.card.addSubview(view)
    window.settle()
    return window
  }

  private init(_ situation: Situation, _ hand: Hand) throws {
    self.hand = hand
    start = situation.offset
    source = GivenViews([card] + (0..<5).map { _ in View(size: Size(width: 300, height: 200)) })
    rig = try WindowRig(scale: situation.scale, cards: Cards(count: 0)) {
      $0.type = situation.type
      $0.scrollToItemBoundary = false
    }
    card.theme = .light
    rig.carousel.dataSource = source
    rig.carousel.scrollOffset = situation.offset
    settle()
  }

  /// Whether the carousel has not scrolled since the beginning.
  var isCarouselAtStart: Bool { abs(rig.carousel.scrollOffset - start) < 0.001 }

  func settle() {
    for _ in 0..<3 {
      rig.queue.runAll()
      rig.runUntilSettled()
    }
  }

  /// The point of the window at which a point of a view is seen.
  func place(_ view: View, _ x: Double, _ y: Double) throws -> (x: Double, y: Double) {
    let point = try #require(view.convert(Point(x: x, y: y), to: nil))
    return (point.x, point.y)
  }

  func press(_ view: View, _ x: Double, _ y: Double) throws {
    let point = try place(view, x, y)
    rig.press(hand, at: point)
    rig.compositor.settle()
  }

  /// Moves the contact to a point of the window, and runs a frame.
  func move(to point: (x: Double, y: Double)) {
    rig.move(hand, to: point)
    rig.compositor.run(frames: 1)
  }

  func lift() {
    rig.lift(hand)
    rig.compositor.settle()
  }

  func tap(_ view: View, _ x: Double, _ y: Double) throws {
    try press(view, x, y)
    rig.compositor.run(frames: 3)
    lift()
    settle()
  }

  func tap(_ view: View) throws { try tap(view, view.size.width / 2, view.size.height / 2) }

  /// Taps a point of a view in the popup that was opened last.
  func tapPopup(_ view: View, _ point: Point) throws {
    let popup = try #require(rig.compositor.popups.last)
    let inner = try #require(view.convert(point, to: nil))
    let margin = PopoverView.shadowMargin
    let place = (
      x: Double(popup.position.x) + inner.x - margin, y: Double(popup.position.y) + inner.y - margin
    )
    rig.press(hand, at: place)
    rig.compositor.run(frames: 3)
    lift()
    settle()
  }

  /// Drags along a line, rests, and then lifts the contact. The points are in the coordinates that the view has at the
  /// beginning.
  ///
  /// - Parameter rests: Whether the contact rests before it is lifted. If not, the drag is a flick.
  func drag(_ view: View, from start: Point, to end: Point, rests: Bool = true) throws {
    let (from, to) = (try place(view, start.x, start.y), try place(view, end.x, end.y))
    try press(view, start.x, start.y)
    for step in 1...16 {
      let part = Double(step) / 16
      move(to: (from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part))
    }
    if rests { rig.compositor.run(frames: 15) }
    lift()
    settle()
  }

  func type(_ text: String) {
    rig.seat.keyboard.type(text)
    settle()
  }
  func key(_ key: HeadlessCompositor.Key) {
    rig.seat.keyboard.tap(key)
    settle()
  }
}
