import CarouselUI
import Controls
import HeadlessCompositor
import TestSupport
import Testing
import Views

/// Drags from views and drops on views, within a window and between programs.
@MainActor
@Suite("Drag and drop of views")
struct DragAndDropTests {
  // MARK: Sources

  @Test(
    "Text is dragged from a view in a tilted item to a text field, with its picture; the carousel does not scroll",
    arguments: RealControlTests.tilted)
  func tiltedItemToField(situation: Situation) throws {
    let label = PaintedView(size: Size(width: 60, height: 40)) { $0.fill(with: .white) }
    let window = try ControlWindow.make(
      situation, .pointer, label, at: Rect(x: 100, y: 20, width: 60, height: 40))
    let field = TextField("ab")
    field.frame = Rect(x: 20, y: 300, width: 200, height: 34)
    window.rig.ui.contentView.addSubview(field)
    var starts: [Point] = []
    var outcomes: [CarouselUI.Drag.Outcome] = []
    label.dragSource = DragSource {
      starts.append($0)
      return .text("dropped")
    }
    label.dragSource?.onEnd = { outcomes.append($0) }
    window.settle()
    try window.press(label, 20, 10)
    window.move(to: try window.place(label, 28, 17))
    window.settle()
    let drag = try #require(window.rig.seat.drag)
    #expect(starts.count == 1 && abs(starts[0].x - 20) < 1 && abs(starts[0].y - 10) < 1)
    #expect(drag.picture?.capture()?.pixels.allSatisfy { $0 == 0xffff_ffff } == true)
    #expect(drag.picture.map { [Int($0.size.width), Int($0.size.height)] } == [60, 40])
    #expect(try #require(drag.picture).offset == (-20, -10))
    // Before the first letter.
    window.move(to: try window.place(field, 9, 17))
    window.settle()
    #expect(drag.acceptedType != nil && window.rig.isRinged(field))
    window.lift()
    window.rig.transfer { !outcomes.isEmpty }
    #expect(field.text == "droppedab" && field.isFocused)
    #expect(outcomes == [.dropped(.copy)] && label.dragSource?.drag == nil)
    #expect(window.isCarouselAtStart && window.rig.hasNoRing)
    #expect(window.rig.compositor.protocolErrors == [])
  }

  @Test(
    "A press without a movement is a tap; without content, the superview gets the drag, and a long press is a tap",
    arguments: Hand.allCases)
  func noDrag(hand: Hand) throws {
    var clicks = 0
    let button = Button("Add") { clicks += 1 }
    let window = try ControlWindow.make(
      RealControlTests.tilted[0], hand, button, at: Rect(x: 100, y: 80, width: 100, height: 34))
    var content: ContentProvider? = .text("a")
    button.dragSource = DragSource { _ in content }
    try window.tap(button)
    #expect(clicks == 1 && window.rig.seat.drag == nil)
    content = nil
    try window.press(button, 50, 17)
    window.rig.wait(0.7)
    window.lift()
    window.settle()
    #expect(window.rig.seat.drag == nil && clicks == 2)
    try window.drag(button, from: Point(x: 80, y: 17), to: Point(x: -60, y: 17))
    #expect(window.rig.seat.drag == nil && clicks == 2 && !window.isCarouselAtStart)
  }

  @Test("A control inside a view with a drag source keeps its own drag")
  func controlInside() throws {
    let rig = try WindowRig()
    let card = View(size: Size(width: 200, height: 100))
    let slider = Controls.Slider(value: 0)
    slider.frame = Rect(x: 10, y: 30, width: 180, height: 34)
    card.addSubview(slider)
    card.dragSource = DragSource { _ in .text("card") }
    rig.add(card, at: Point(x: 20, y: 20))
    rig.runUntilSettled()
    rig.drag(from: (42, 67), by: (100, 0))
    rig.runUntilSettled()
    #expect(slider.value > 0.3 && rig.seat.drag == nil)
  }

  @Test("A finger that rests on a view begins a drag; a finger that moves scrolls the carousel")
  func finger() throws {
    let label = PaintedView(size: Size(width: 60, height: 40)) { $0.fill(with: .white) }
    let window = try ControlWindow.make(
      RealControlTests.tilted[0], .touch, label, at: Rect(x: 100, y: 80, width: 60, height: 40))
    label.dragSource = DragSource { _ in .text("a") }
    try window.drag(label, from: Point(x: 30, y: 17), to: Point(x: -90, y: 17))
    #expect(window.rig.seat.drag == nil && !window.isCarouselAtStart)
    window.rig.carousel.scrollOffset = 0.2
    window.settle()
    try window.press(label, 30, 20)
    window.rig.wait(0.45)
    #expect(window.rig.seat.drag == nil)
    window.rig.wait(0.1)
    window.settle()
    #expect(window.rig.seat.drag != nil && window.rig.tree?.isTrackingContacts == false)
    window.rig.seat.drag?.cancel()
    window.settle()
    #expect(window.isCarouselAtStart && label.dragSource?.drag == nil)
    window.lift()
    #expect(window.rig.compositor.protocolErrors == [])
  }

  @Test("A drag belongs to the finger that rests on the view, although another finger has tapped since")
  func otherFinger() throws {
    let (rig, card, _) = try cardRig()
    rig.seat.touch.down(at: (60, 60), id: 1)
    rig.wait(0.2)
    rig.seat.touch.down(at: (400, 300), id: 2)
    rig.wait(0.1)
    rig.seat.touch.up(id: 2)
    rig.wait(0.3)
    rig.settle()
    #expect(rig.seat.drag != nil && card.dragSource?.drag != nil)
  }

  @Test("A drag with the pointer does not cancel a touch")
  func touchDuringDrag() throws {
    let (rig, card, _) = try cardRig()
    let slider = Controls.Slider(value: 0)
    slider.frame = Rect(x: 200, y: 200, width: 200, height: 34)
    rig.ui.contentView.addSubview(slider)
    rig.runUntilSettled()
    rig.seat.touch.down(at: (215, 217), id: 1)
    rig.seat.pointer.move(to: (60, 60))
    rig.seat.pointer.press()
    rig.runUntilSettled()
    rig.seat.pointer.move(to: (75, 60))
    rig.runUntilSettled()
    rig.settle()
    #expect(rig.seat.drag != nil && card.dragSource?.drag != nil)
    rig.seat.touch.move(to: (300, 217), id: 1)
    rig.runUntilSettled()
    #expect(slider.value > 0.2)
  }

  @Test("If the source is removed from its view during a press, no drag begins")
  func sourceReplaced() throws {
    let (rig, card, _) = try cardRig()
    rig.seat.pointer.move(to: (60, 60))
    rig.seat.pointer.press()
    rig.runUntilSettled()
    card.dragSource = nil
    rig.seat.pointer.move(to: (75, 60))
    rig.runUntilSettled()
    rig.settle()
    #expect(rig.seat.drag == nil)
  }

  @Test("The picture of a large view is at most 256 points wide and high, with the held point at the pointer")
  func largeView() throws {
    let (rig, card, drags) = try cardRig()
    card.frame = Rect(x: 20, y: 20, width: 512, height: 300)
    rig.runUntilSettled()
    try drags.begin()
    let picture = try #require(rig.seat.drag?.picture)
    #expect([picture.size.width, picture.size.height] == [256, 150])
    #expect(picture.offset == (-20, -20))
    #expect(picture.capture()?.pixels.allSatisfy { $0 >> 24 == 0xff } == true)
  }

  @Test("The picture of a view that has released its image is that of the window")
  func releasedImage() throws {
    let (rig, _, drags) = try cardRig()
    let image = try Image.drawn(width: 200, height: 200) { $0.fill(with: .white) }
    let photo = ImageView(size: Size(width: 100, height: 100), image: image)
    photo.onImageNeeded = { _ in }
    photo.isUserInteractionEnabled = true
    photo.dragSource = DragSource { _ in .text("photo") }
    photo.frame = Rect(x: 20, y: 20, width: 100, height: 100)
    rig.ui.contentView.addSubview(photo)
    for _ in 0..<3 {
      rig.queue.runAll()
      rig.runUntilSettled()
    }
    try #require(photo.image == nil)
    try drags.begin()
    let pixels = try #require(rig.seat.drag?.picture?.capture()?.pixels)
    #expect(pixels.allSatisfy { $0 == 0xffff_ffff })
  }

  @Test("A canceled drag is reported once; then the view can be dragged again")
  func canceledDrag() throws {
    let (rig, card, drags) = try cardRig()
    for count in 1...2 {
      try drags.begin()
      rig.seat.drag?.cancel()
      rig.settle()
      rig.seat.pointer.release()
      rig.settle()
      #expect(drags.outcomes == Array(repeating: .canceled, count: count) && card.dragSource?.drag == nil)
    }
  }

  @Test("A drag continues if its view is removed; its end is reported")
  func sourceRemoved() throws {
    let (rig, card, drags) = try cardRig()
    let target = View(size: Size(width: 100, height: 100))
    var texts: [String] = []
    target.dropTarget = .text(actions: .move) { text, _ in texts.append(text) }
    rig.add(target, at: Point(x: 300, y: 20))
    rig.runUntilSettled()
    card.dragSource?.actions = [.copy, .move]
    try drags.begin()
    card.removeFromSuperview()
    rig.runUntilSettled()
    rig.seat.pointer.move(to: (350, 60))
    rig.runUntilSettled()
    rig.seat.pointer.release()
    rig.transfer { !drags.outcomes.isEmpty }
    #expect(texts == ["card"] && drags.outcomes == [.dropped(.move)])
  }

  // MARK: Targets

  @Test(
    "The deepest view whose target accepts the content gets the drag, also in a tilted item, and has a ring")
  func deepestTarget() throws {
    let inner = PaintedView(size: Size(width: 60, height: 40)) { $0.fill(with: .white) }
    let window = try ControlWindow.make(
      RealControlTests.tilted[0], .pointer, inner, at: Rect(x: 100, y: 80, width: 60, height: 40))
    var log: [String] = []
    func target(_ name: String, _ types: [String]) -> DropTarget {
      let target = DropTarget(types: types) { drop, point in
        log.append("\(name) dropped at \(Int(point.x.rounded())),\(Int(point.y.rounded()))")
        drop.finish()
      }
      target.onLeave = { log.append("\(name) left") }
      return target
    }
    inner.dropTarget = target("inner", ["image/png"])
    window.card.dropTarget = target("card", ["text/plain"])
    window.settle()
    let middle = try window.place(inner, 30, 20)
    for (type, view) in [("image/png", inner), ("text/plain", window.card)] {
      let drag = try #require(window.rig.seat.beginDrag([(type, [1])], at: middle))
      window.settle()
      #expect(drag.acceptedType == type && window.rig.isRinged(view))
      window.rig.seat.pointer.release()
      window.settle()
      #expect(drag.phase == .finished && window.rig.hasNoRing)
    }
    #expect(log == ["inner left", "inner dropped at 30,20", "card left", "card dropped at 130,100"])
    let other = try #require(window.rig.seat.beginDrag([("audio/flac", [1])], at: middle))
    window.settle()
    #expect(other.acceptedType == nil && window.rig.hasNoRing)
    window.rig.seat.pointer.release()
    window.settle()
    #expect(other.phase == .canceled)
  }

  @Test("A target receives a list of files and links")
  func files() throws {
    let (rig, target) = try targetRig()
    var lists: [URIList] = []
    target.dropTarget = .uriList { list, _ in lists.append(list) }
    let drag = rig.seat.beginDrag(
      [("text/plain", [65]), ("text/uri-list", Array("file:///a%20b.png\r\nhttps://example.org/\r\n".utf8))],
      at: (60, 60))
    rig.settle()
    rig.seat.pointer.release()
    rig.transfer { drag?.phase == .finished }
    #expect(lists.map(\.entries) == [[.file("/a b.png"), .uri("https://example.org/")]])
  }

  @Test(
    "If the target is removed, hidden or moved during a drag, it gets no drop; a view that moves there gets it"
  )
  func targetRemoved() throws {
    for change in 0..<3 {
      let (rig, target) = try targetRig()
      var log: [String] = []
      target.dropTarget = .text { text, _ in log.append(text) }
      target.dropTarget?.onLeave = { log.append("left") }
      let drag = try #require(rig.seat.beginDrag([("text/plain", [65])], at: (60, 60)))
      rig.settle()
      #expect(drag.acceptedType == "text/plain")
      switch change {
      case 0: target.removeFromSuperview()
      case 1: target.isHidden = true
      default: target.frame.origin.x = 400
      }
      rig.runUntilSettled()
      rig.settle()
      #expect(drag.acceptedType == nil && log == ["left"] && rig.hasNoRing)
      rig.seat.pointer.release()
      rig.settle()
      #expect(drag.phase == .canceled && log == ["left"])
      #expect(rig.compositor.protocolErrors == [])
    }
    let (rig, target) = try targetRig()
    target.dropTarget = .text { _, _ in }
    target.frame.origin.x = 400
    rig.runUntilSettled()
    let drag = try #require(rig.seat.beginDrag([("text/plain", [65])], at: (60, 60)))
    rig.settle()
    #expect(drag.acceptedType == nil)
    target.frame.origin.x = 20
    rig.runUntilSettled()
    rig.settle()
    #expect(drag.acceptedType == "text/plain")
  }

  @Test("A target that is removed when the content is dropped gets no drop, although no frame was drawn")
  func removedAtDrop() throws {
    let (rig, target) = try targetRig()
    var texts: [String] = []
    target.dropTarget = .text { text, _ in texts.append(text) }
    let drag = try #require(rig.seat.beginDrag([("text/plain", [65])], at: (60, 60)))
    rig.settle()
    rig.ui.onInput = { if case .drag(.dropped, _) = $0 { target.removeFromSuperview() } }
    rig.seat.pointer.release()
    rig.transfer { drag.phase != .dropped }
    #expect(drag.phase == .canceled && texts == [])
  }

  @Test(
    "A target that has replaced another one at the drop gets no drop, because it has not accepted the content"
  )
  func replacedAtDrop() throws {
    let (rig, target) = try targetRig()
    target.dropTarget = DropTarget(types: ["text/plain"], actions: .move) { _, _ in }
    let drag = try #require(
      rig.seat.beginDrag([("text/plain", [65])], actions: [.copy, .move], at: (60, 60)))
    rig.settle()
    rig.ui.onInput = {
      if case .drag(.dropped, _) = $0 {
        target.dropTarget = .text { _, _ in Issue.record("this target did not accept the drag") }
      }
    }
    rig.seat.pointer.release()
    rig.transfer { drag.phase != .dropped }
    #expect(drag.phase == .canceled)
  }

  @Test(
    "A window that closes under a drag, or at the drop, ends the drag for its target",
    arguments: [false, true])
  func closedWindow(atDrop: Bool) throws {
    let (rig, target) = try targetRig()
    var leaves = 0
    target.dropTarget = .text { _, _ in Issue.record("the window is closed") }
    target.dropTarget?.onLeave = { leaves += 1 }
    let drag = try #require(rig.seat.beginDrag([("text/plain", [65])], at: (60, 60)))
    rig.settle()
    if atDrop {
      rig.ui.onInput = { [ui = rig.ui] in if case .drag(.dropped, _) = $0 { ui.close() } }
      rig.seat.pointer.release()
    } else {
      rig.ui.close()
    }
    rig.settle()
    #expect(leaves == 1 && drag.acceptedType == (atDrop ? "text/plain" : nil))
    #expect(drag.phase == (atDrop ? .canceled : .dragging))
  }

  @Test(
    "The action follows the preference that the target sets during the drag; equal answers are not repeated")
  func changedPreference() throws {
    let (rig, target) = try targetRig()
    let drop = DropTarget(types: ["text/plain"], actions: [.copy, .move]) { _, _ in }
    drop.onMove = { [unowned drop] _, point in drop.preferredAction = point.x < 50 ? .copy : .move }
    target.dropTarget = drop
    let drag = try #require(
      rig.seat.beginDrag([("text/plain", [65])], actions: [.copy, .move], at: (40, 60)))
    rig.settle()
    #expect(drag.action == .copy)
    rig.seat.pointer.move(to: (100, 60))
    rig.runUntilSettled()
    rig.settle()
    #expect(drag.action == .move)
  }

  @Test(
    "Two seats drag over two views and over one view; each view has a ring until the last drag has left it")
  func twoSeats() throws {
    let (rig, target) = try targetRig()
    let field = TextField("wide")
    field.frame = Rect(x: 300, y: 20, width: 200, height: 34)
    rig.ui.contentView.addSubview(field)
    var leaves = 0
    target.dropTarget = .text { _, _ in }
    target.dropTarget?.onLeave = { leaves += 1 }
    let guest = rig.compositor.addSeat(named: "guest")
    rig.runUntilSettled()
    _ = try #require(rig.seat.beginDrag([("text/plain", [65])], at: (60, 60)))
    _ = try #require(guest.beginDrag([("text/plain", [66])], at: (400, 37)))
    rig.settle()
    #expect(rig.runUntilSettled(), "the window comes to rest")
    #expect(rig.tree?.dropViews.count == 2)
    guest.pointer.move(to: (70, 70))
    #expect(rig.runUntilSettled())
    rig.settle()
    #expect(rig.isRinged(target) && leaves == 0)
    rig.seat.pointer.move(to: (600, 300))
    #expect(rig.runUntilSettled())
    rig.settle()
    #expect(rig.isRinged(target) && leaves == 0)
    guest.drag?.cancel()
    rig.settle()
    #expect(rig.hasNoRing && leaves == 1)
  }

  @Test("A drag behind an alert reaches no target")
  func behindAlert() throws {
    let (rig, target) = try targetRig()
    target.dropTarget = .text { _, _ in }
    let open = try #require(rig.seat.beginDrag([("text/plain", [65])], at: (60, 60)))
    rig.settle()
    #expect(open.acceptedType == "text/plain")
    open.cancel()
    rig.seat.pointer.release()
    rig.ui.present(AlertView("Stop?", responses: [.init("close", title: "Cancel")]))
    rig.runUntilSettled()
    let drag = try #require(rig.seat.beginDrag([("text/plain", [65])], at: (60, 60)))
    rig.settle()
    #expect(drag.acceptedType == nil)
  }

  @Test(
    "While text is dragged over a field, its cursor shows where the text would be inserted; a disabled field rejects it"
  )
  func fieldCursor() throws {
    let rig = try WindowRig()
    let field = TextField("wide")
    field.frame = Rect(x: 20, y: 20, width: 200, height: 34)
    rig.ui.contentView.addSubview(field)
    rig.runUntilSettled()
    let cursor = try #require(field.subviews.first)
    #expect(cursor.alpha == 0)
    let drag = try #require(rig.seat.beginDrag([("text/plain", Array("x\ny".utf8))], at: (29, 37)))
    rig.settle()
    #expect(cursor.alpha == 1)
    let before = cursor.frame.minX
    rig.seat.pointer.move(to: (200, 37))
    rig.runUntilSettled()
    #expect(cursor.frame.minX > before + 10 && !field.isFocused)
    field.isEnabled = false
    rig.runUntilSettled()
    rig.settle()
    #expect(drag.acceptedType == nil && cursor.alpha == 0)
    field.isEnabled = true
    rig.runUntilSettled()
    rig.seat.pointer.release()
    rig.transfer { drag.phase != .dropped && drag.phase != .dragging }
    #expect(field.text == "widex y" && field.isFocused)
  }

  @Test(
    "A field that accepts no drops, or no longer when the text has arrived, inserts none; the drag is canceled"
  )
  func refusingField() throws {
    let rig = try WindowRig()
    let field = TextField("wide")
    field.frame = Rect(x: 20, y: 20, width: 200, height: 34)
    rig.ui.contentView.addSubview(field)
    rig.runUntilSettled()
    field.acceptsDrops = false
    let refused = try #require(rig.seat.beginDrag([("text/plain", [65])], at: (29, 37)))
    rig.settle()
    #expect(refused.acceptedType == nil && field.dropTarget == nil)
    rig.seat.pointer.release()
    rig.settle()
    field.acceptsDrops = true
    let late = try #require(rig.seat.beginDrag([("text/plain", [65])], at: (29, 37)))
    rig.settle()
    #expect(late.acceptedType == "text/plain" && field.dropTarget == nil)
    rig.seat.pointer.release()
    rig.compositor.settle()
    field.isEnabled = false
    rig.transfer { late.phase != .dropped && late.phase != .dragging }
    #expect(late.phase == .canceled && field.text == "wide")
  }

  @Test("Content that cannot be read is reported; the drag is canceled")
  func unreadable() throws {
    let (rig, target) = try targetRig()
    var problems: [String] = []
    rig.ui.onProblem = { problems.append($0) }
    target.dropTarget = .text { _, _ in Issue.record("no text was sent") }
    let other = try Program(in: rig)
    var waiting: [@MainActor ([UInt8]) -> Void] = []
    other.card.dragSource = DragSource { _ in
      var content = ContentProvider()
      content.add("text/plain") { deliver in waiting.append(deliver) }
      return content
    }
    try other.dragCard()
    rig.compositor.toplevels.first { $0.title == "Cards" }?.activate()
    rig.seat.pointer.move(to: (60, 60))
    other.settle()
    #expect(rig.seat.drag?.acceptedType == "text/plain")
    let drag = try #require(rig.seat.drag)
    rig.seat.pointer.release()
    other.settle()
    #expect(waiting.count == 1 && problems == [])
    rig.wait(31)
    other.settle()
    #expect(problems.count == 1 && problems[0].hasPrefix("the dropped content cannot be read: "))
    #expect(drag.phase == .canceled)
  }

  @Test("Text and files are dragged from one program to another", arguments: ["text/plain", "text/uri-list"])
  func twoPrograms(type: String) throws {
    let (rig, target) = try targetRig()
    let other = try Program(in: rig)
    var (received, outcomes): ([String], [CarouselUI.Drag.Outcome]) = ([], [])
    target.dropTarget =
      type == "text/plain"
      ? .text { text, _ in received.append(text) } : .uriList { list, _ in received += list.paths }
    other.card.dragSource = DragSource { _ in .uriList(URIList([.file("/a.png")])) }
    other.card.dragSource?.onEnd = { outcomes.append($0) }
    try other.dragCard()
    rig.compositor.toplevels.first { $0.title == "Cards" }?.activate()
    rig.seat.pointer.move(to: (60, 60))
    other.settle()
    rig.seat.pointer.release()
    rig.transfer { !outcomes.isEmpty }
    #expect(received == [type == "text/plain" ? "file:///a.png" : "/a.png"])
    #expect(outcomes == [.dropped(.copy)] && rig.compositor.protocolErrors == [])
  }

  @Test("Drags without types and with 4,000 types cause no error; at most 256 types are offered to a view")
  func manyTypes() throws {
    let (rig, target) = try targetRig()
    target.dropTarget = DropTarget(types: ["x/3999", "x/5"]) { drop, _ in drop.finish() }
    let none = try #require(rig.seat.beginDrag([], at: (60, 60)))
    rig.settle()
    #expect(none.acceptedType == nil)
    rig.seat.pointer.release()
    rig.settle()
    // The libwayland of the compositor closes a connection on which more types wait at once.
    let many = try #require(
      rig.seat.beginDrag((0..<4000).map { ("x/\($0)", [UInt8(1)]) }, at: (60, 60)))
    rig.transfer { many.acceptedType != nil }
    #expect(many.acceptedType == "x/5")
    rig.seat.pointer.release()
    rig.transfer { many.phase == .finished }
    #expect(many.phase == .finished && rig.system.failure == nil)
  }

  @Test("The clipboard of a view has any content")
  func clipboard() throws {
    let (rig, target) = try targetRig()
    rig.seat.keyboard.type("a")
    rig.settle()
    var content = ContentProvider.text("a")
    content.add("image/png") { [1, 2, 3] }
    #expect(target.clipboard?.set(content) == true)
    rig.settle()
    #expect(rig.seat.clipboard.types.contains("image/png"))
    #expect(View().clipboard == nil)
  }

  // MARK: Rigs

  /// A window with a view at (20, 20), 100 × 100 points.
  private func targetRig() throws -> (WindowRig, View) {
    let rig = try WindowRig()
    let view = View(size: Size(width: 100, height: 100))
    view.backgroundColor = .blue
    rig.add(view, at: Point(x: 20, y: 20))
    rig.runUntilSettled()
    return (rig, view)
  }

  /// A window with a view at (20, 20) whose text can be dragged.
  private func cardRig() throws -> (WindowRig, View, Drags) {
    let (rig, card) = try targetRig()
    let drags = Drags(rig)
    card.dragSource = DragSource { _ in .text("card") }
    card.dragSource?.onEnd = { drags.outcomes.append($0) }
    return (rig, card, drags)
  }

  @MainActor
  final class Drags {
    var outcomes: [CarouselUI.Drag.Outcome] = []
    private let rig: WindowRig

    init(_ rig: WindowRig) { self.rig = rig }

    func begin() throws {
      rig.seat.pointer.move(to: (60, 60))
      rig.seat.pointer.press()
      rig.runUntilSettled()
      rig.seat.pointer.move(to: (75, 60))
      rig.runUntilSettled()
      rig.settle()
      try #require(rig.seat.drag != nil)
    }
  }

  /// Another program on the compositor of a rig, with a card at (20, 20).
  @MainActor
  final class Program {
    let ui: CarouselWindow
    let card = View(size: Size(width: 100, height: 100))
    private let rig: WindowRig
    private let system: WindowSystem

    init(in rig: WindowRig) throws {
      self.rig = rig
      let compositor = rig.compositor
      let system = try WindowSystem(
        descriptor: compositor.connect(), clock: { Double(compositor.now) / 1e9 }, scheduler: rig.scheduler)
      self.system = system
      ui = CarouselWindow(
        title: "Other", appID: "other", size: Size(width: 640, height: 360), system: system,
        textures: TextureCache(queue: rig.queue))
      let first = compositor.dispatchClients
      compositor.dispatchClients = { [weak system] in
        first?()
        system?.dispatch()
      }
      card.frame.origin = Point(x: 20, y: 20)
      ui.contentView.addSubview(card)
      settle()
    }

    /// Begins a drag of the card, in front of the other window.
    func dragCard() throws {
      rig.compositor.toplevels.first { $0.title == "Other" }?.activate()
      rig.seat.pointer.move(to: (50, 50))
      rig.seat.pointer.press()
      settle()
      rig.seat.pointer.move(to: (70, 50))
      settle()
      try #require(rig.seat.drag != nil)
    }

    func settle() {
      for _ in 0..<5 { rig.compositor.run(frames: 2) }
      rig.settle()
    }
  }
}
