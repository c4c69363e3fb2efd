import CarouselUI
import GalleryPages
import HeadlessCompositor
import TestBitmaps
import TestSupport
import Testing

/// Pages about motion and gestures.
@MainActor
struct MotionStories {
  @Test(
    "On the page Paging, a long flick scrolls by one page, the dots show the current page, and a tap on a dot selects a page",
    .proves("X018"), arguments: Situation.all)
  func paging(situation: Situation) throws {
    let rig = try GalleryRig("paging", situation)
    let carousel = try rig.carousel()
    let dots = try rig.find(PageControl.self)
    let start = try rig.place(rig.find(CarouselView.self))
    rig.down(start)
    for step in 1...4 { rig.move(Point(x: start.x - 60 * Double(step), y: start.y)) }
    rig.up()
    rig.settle()
    #expect(carousel.currentItemIndex == 2)
    #expect(dots.currentPage == 2)
    try rig.press(dots, 0.97, 0.5)
    #expect(carousel.currentItemIndex > 2)
    #expect(dots.currentPage == carousel.currentItemIndex)
  }

  @Test(
    "On the page Autoscroll, the ring scrolls at the selected speed until it is paused",
    .proves("X019", "R34"), arguments: Situation.all)
  func autoscroll(situation: Situation) throws {
    let rig = try GalleryRig("autoscroll", situation)
    let carousel = try rig.carousel()
    let start = carousel.scrollOffset
    rig.wait(1)
    #expect(abs(carousel.scrollOffset - start - 0.4) < 0.05)
    try rig.press(.switch, "Pause")
    let paused = carousel.scrollOffset
    rig.wait(1)
    #expect(carousel.scrollOffset == paused)
    try rig.slide(rig.control(.slider, "Items a second"), to: 0.25)
    #expect(abs(carousel.autoscroll + 1) < 0.1)
  }

  @Test(
    "On the page Vertical, a vertical drag of the covers also scrolls the wheel", arguments: Situation.all)
  func vertical(situation: Situation) throws {
    let rig = try GalleryRig("vertical", situation)
    let (covers, wheel) = (try rig.carousel(0), try rig.carousel(1))
    let start = try rig.place(rig.all(CarouselView.self)[0])
    rig.drag(from: start, to: Point(x: start.x, y: start.y - 110))
    #expect(covers.currentItemIndex > 4)
    #expect(wheel.currentItemIndex == covers.currentItemIndex)
    let index = covers.currentItemIndex
    rig.drag(from: start, to: Point(x: start.x - 150, y: start.y))
    #expect(covers.currentItemIndex == index)
  }

  @Test(
    "On the page Reordering, a long press lifts a picture, and a drag moves it to another position",
    arguments: Situation.all)
  func reordering(situation: Situation) throws {
    let rig = try GalleryRig("reordering", situation)
    let carousel = try rig.carousel()
    let picture = try #require(carousel.currentItemView as? PrintView)
    let start = try rig.place(picture)
    rig.down(start)
    rig.wait(1)
    #expect(carousel.reorderingIndex == 2)
    for step in 1...12 { rig.move(Point(x: start.x + Double(step) * 16, y: start.y)) }
    rig.wait(0.5)
    rig.up()
    rig.settle()
    #expect(carousel.reorderingIndex == nil)
    #expect(rig.shows("First Light, Lagoon, Meadow, Late Train, Harbor"))
  }

  @Test(
    "On the page Drag and Drop, a print that is dragged to the tray or to the note arrives there",
    arguments: Situation.all)
  func dragAndDrop(situation: Situation) throws {
    let rig = try GalleryRig("drag-and-drop", situation)
    let picture = try #require(rig.carousel().currentItemView as? PrintView)
    let tray = try rig.find(CardView.self)
    try rig.carry(picture, to: rig.place(tray))
    _ = try rig.element(.button, "Late Train", in: tray)
    #expect(!rig.shows("Drag prints here"))
    let note: TextField = try rig.control(.textField, "Note")
    try rig.carry(picture, to: rig.place(note))
    #expect(note.text == "Late Train")
    try rig.press(.button, "Late Train", in: tray)
    #expect(rig.shows("Drag prints here"))
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "On the page Swipe Stack, a swipe or a button keeps or skips a card, and Undo restores the card",
    arguments: Situation.all)
  func stack(situation: Situation) throws {
    let rig = try GalleryRig("stack", situation)
    let start = try rig.place(rig.find(CarouselView.self))
    rig.down(start)
    for step in 1...6 { rig.move(Point(x: start.x + 40 * Double(step), y: start.y)) }
    rig.up()
    rig.settle()
    #expect(rig.shows("1 kept, 0 skipped"))
    try rig.press(.button, "Skip")
    #expect(rig.shows("1 kept, 1 skipped"))
    try rig.press(.button, "Undo")
    #expect(rig.shows("1 kept, 0 skipped"))
    try rig.press(.button, "Keep")
    #expect(rig.shows("2 kept, 0 skipped"))
  }

  @Test(
    "On the page Kiosk, the carousel scrolls to the next picture every few seconds until Pause is pressed",
    arguments: Situation.all)
  func kiosk(situation: Situation) throws {
    let rig = try GalleryRig("kiosk", situation)
    let carousel = try rig.carousel()
    let index = carousel.currentItemIndex
    for _ in 0..<5 {
      rig.pass(1)
      rig.settle()
    }
    #expect(carousel.currentItemIndex == index + 1)
    #expect(try rig.find(PageControl.self).currentPage == index + 1)
    try rig.press(.button, "Pause")
    for _ in 0..<10 {
      rig.pass(1)
      rig.settle()
    }
    #expect(carousel.currentItemIndex == index + 1)
    #expect(try rig.element(.button, "Continue").states.contains(.enabled))
  }

  @Test(
    "On the page Right to Left, the next day is to the left of the current one", .proves("D061"),
    arguments: Situation.all)
  func rightToLeft(situation: Situation) throws {
    let rig = try GalleryRig("rtl", situation)
    let carousel = try rig.carousel()
    let (first, second) = (carousel.itemView(at: 0) as? View, carousel.itemView(at: 1) as? View)
    #expect(try rig.place(#require(second)).x < rig.place(#require(first)).x)
    let start = try rig.place(rig.find(CarouselView.self))
    rig.drag(from: start, to: Point(x: start.x + 200, y: start.y))
    #expect(carousel.currentItemIndex == 1)
    #expect(try rig.element(.button, "السابق").frame.minX > rig.element(.button, "التالي").frame.minX)
    try rig.press(.button, "التالي")
    #expect(carousel.currentItemIndex == 2)
  }

  @Test(
    "On the page Unfolding, a tap unfolds the current ticket, and each ticket keeps its state while its view is reused",
    .proves("V02"), arguments: Situation.all)
  func unfolding(situation: Situation) throws {
    let rig = try GalleryRig("unfolding", situation)
    let carousel = try rig.carousel()
    let ticket = try #require(carousel.currentItemView as? UnfoldingView)
    try rig.press(ticket)
    #expect(ticket.isOpen && carousel.currentItemIndex == 0)
    let stamp = try rig.find(Button.self, in: ticket)
    try rig.press(stamp)
    #expect(stamp.title == "Stamped" && ticket.isOpen)
    carousel.scrollToItem(at: 30, animated: false)
    rig.settle()
    #expect(!carousel.indexesForVisibleItems.contains(0))
    for view in carousel.visibleItemViews { #expect((view as? UnfoldingView)?.isOpen == false) }
    carousel.scrollToItem(at: 0, animated: false)
    rig.settle()
    #expect((carousel.currentItemView as? UnfoldingView)?.isOpen == true)
    try rig.press(.button, "Fold at Once")
    #expect((carousel.currentItemView as? UnfoldingView)?.isOpen == false)
    try rig.press(.button, "Unfold")
    #expect((carousel.currentItemView as? UnfoldingView)?.isOpen == true)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "On the page Animation, presses move, turn and fade the picture, and interrupt each other",
    arguments: Situation.withPen)
  func animation(situation: Situation) throws {
    let rig = try GalleryRig("animation", situation)
    let picture: View = try rig.control(.image)
    let board = try #require(picture.superview)
    rig.down(try rig.place(board, 0.5, 0.5))
    rig.up()
    rig.frames(6)
    #expect(rig.shows("Moves") && picture.frame.minX > 40)
    rig.down(try rig.place(board, 0.5, 0.2))
    rig.up()
    rig.settle()
    #expect(abs(picture.frame.center.x - board.size.width * 0.5) < 1 && rig.shows("At rest"))
    try rig.press(.button, "Turn")
    try rig.press(.button, "Fade")
    try rig.press(.button, "Round")
    #expect(picture.alpha == 0.2 && picture.cornerRadius == 60 && abs(picture.transform.b - 1) < 1e-9)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "On the page Shared Element, a tap opens a cover, and a drag, a tap or Escape returns it into its place",
    .proves("V03"), arguments: Situation.withPen)
  func sharedElement(situation: Situation) throws {
    let rig = try GalleryRig("shared-element", situation)
    let carousel = try rig.carousel()
    let before = rig.compositor.capture().pixels
    let item = try #require(carousel.currentItemView as? View)
    try rig.press(item)
    let large = try rig.find(PrintView.self) { !($0.superview is CarouselView) }
    #expect(large.size.height > 400 && large.semantics.label == (item as? PrintView)?.semantics.label)
    let count = large.paintCount
    let start = try rig.place(large)
    rig.drag(from: start, to: Point(x: start.x + 20, y: start.y + 250))
    #expect(throws: Missing.self) { try rig.find(PrintView.self) { !($0.superview is CarouselView) } }
    let isSame = rig.compositor.capture().pixels == before
    #expect(isSame && large.paintCount == count)
    try rig.press(item)
    rig.key(.escape)
    rig.settle()
    #expect(throws: Missing.self) { try rig.find(PrintView.self) { !($0.superview is CarouselView) } }
    // A cover beside the center opens while the carousel scrolls to it.
    try rig.press(#require(carousel.itemView(at: 5) as? View), 0.9, 0.5)
    #expect(carousel.currentItemIndex == 5)
    try rig.press(large)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "On the page Zoom, buttons and a pinch zoom the print, and its pixels are exact at rest",
    arguments: Situation.withPen)
  func zoom(situation: Situation) throws {
    let rig = try GalleryRig("zoom", situation)
    let scroll = try rig.find(ScrollView.self)
    scroll.showsScrollBars = false
    /// The picture at rest. The pointer is not over a button, which it would change.
    func picture() throws -> [UInt32] {
      let place = try rig.place(scroll)
      if situation.hand != .touch { rig.move(place) }
      rig.wait(0.5)
      rig.settle()
      return rig.compositor.capture().pixels
    }
    let before = try picture()
    try rig.press(.button, "Larger")
    try rig.press(.button, "Larger")
    #expect(abs(scroll.zoomScale - 4) < 1e-9 && rig.shows("400 %"))
    let sharp = try picture()
    // A copy of the print in the size of the zoomed one has the same pixels, except for the rounding of gradients.
    let print = try #require(scroll.content as? PrintView)
    let painter = try #require(print.makePainter())
    let size = Size(width: print.size.width * 4, height: print.size.height * 4)
    let copy = PaintedView(size: size) { canvas in
      canvas.scale(x: 4, y: 4)
      painter(canvas)
    }
    copy.frame.origin = scroll.contentOffset * -1
    let cover = ContainerView(size: scroll.size)
    (cover.clipsToBounds, cover.isUserInteractionEnabled) = (true, false)
    cover.addSubview(copy)
    scroll.addSubview(cover)
    // At a scale of 1.5, the copy begins between two pixels.
    let difference = largestChannelDifference(try picture(), sharp)
    if situation.scale == 1 { #expect(difference <= 2) }
    cover.removeFromSuperview()
    try rig.press(.button, "Smaller")
    try rig.press(.button, "Smaller")
    let isSame = try picture() == before
    #expect(scroll.zoomScale == 1 && isSame)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }
}
