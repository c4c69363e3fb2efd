import CarouselUI
import HeadlessCompositor
import Testing

/// Text fields in a window: one above the carousel, and one in each card.
@MainActor
final class FieldRig: CarouselDataSource {
  let rig: WindowRig
  let field = TextField("over the rainbow")
  let cardFields = (0..<3).map { TextField("card \($0)") }
  private lazy var cards = cardFields.map { field in
    let card = View(size: Size(width: 240, height: 120))
    card.backgroundColor = .white
    field.frame = Rect(x: 20, y: 40, width: 200, height: 34)
    card.addSubview(field)
    return card
  }

  init() throws {
    rig = try WindowRig(cards: Cards(count: 0))
    rig.carousel.type = .rotary
    rig.carousel.scrollToItemBoundary = false
    rig.carousel.dataSource = self
    field.frame = Rect(x: 20, y: 10, width: 220, height: 34)
    rig.ui.contentView.addSubview(field)
    rig.runUntilSettled()
  }

  var seat: HeadlessCompositor.Seat { rig.seat }
  var input: TextInput { rig.seat.textInput }

  func numberOfItems(in carousel: Carousel) -> Int { cards.count }
  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { cards[index] }

  /// The rectangle of the window in which a rectangle of a view appears.
  func place(of rect: Rect, in view: View) throws -> Rect {
    let corners = [
      Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY), Point(x: rect.minX, y: rect.maxY),
      Point(x: rect.maxX, y: rect.maxY),
    ]
    let seen = try corners.map { try #require(view.convert($0, to: nil)) }
    let (xs, ys) = (seen.map(\.x), seen.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }

  func press(_ key: HeadlessCompositor.Key, with modifier: HeadlessCompositor.Key) {
    seat.keyboard.press(modifier)
    seat.keyboard.tap(key)
    seat.keyboard.release(modifier)
    rig.compositor.settle()
  }

  /// Transfers bytes through pipes until `isDone` returns `true`.
  func transfer(until isDone: () -> Bool) {
    for _ in 0..<10_000 where !isDone() {
      rig.compositor.settle()
      rig.scheduler.poll()
    }
  }
}
