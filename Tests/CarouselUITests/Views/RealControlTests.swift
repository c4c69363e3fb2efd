import CarouselUI
import Controls
import HeadlessCompositor
import TestSupport
import Testing
import Views

/// The controls of the library in upright and tilted items, used with each device.
@MainActor
struct RealControlTests {
  nonisolated static let tilted = [
    Situation(type: .rotary, offset: 0.2, scale: 1), Situation(type: .rotary, offset: 0.2, scale: 1.5),
    Situation(type: .coverFlow, offset: 0.2, scale: 1), Situation(type: .coverFlow, offset: 0.2, scale: 1.5),
  ]
  /// The tilted situations, and an upright item at each scale.
  nonisolated static let planes =
    tilted + [
      Situation(type: .linear, offset: 0, scale: 1), Situation(type: .linear, offset: 0, scale: 1.5),
    ]

  @Test(
    "A tap triggers a button once; dragging from the button scrolls the carousel and does not trigger the button",
    .proves("I02", "D028", "C26"), arguments: planes, Hand.allCases)
  func button(situation: Situation, hand: Hand) throws {
    var clicks = 0
    let button = Button("Add") { clicks += 1 }
    let window = try ControlWindow.make(
      situation, hand, button, at: Rect(x: 100, y: 80, width: 100, height: 34))
    try window.tap(button)
    #expect(clicks == 1 && window.isCarouselAtStart)
    // The drag leaves the button in the plane of the item.
    try window.drag(button, from: Point(x: 80, y: 17), to: Point(x: -60, y: 17))
    #expect(clicks == 1 && !window.isCarouselAtStart && !button.isHighlighted)
  }

  @Test(
    "A held button highlights after 150 ms, and its pixels change", .proves("C18"), arguments: planes,
    Hand.allCases)
  func highlight(situation: Situation, hand: Hand) throws {
    let button = Button("")
    let window = try ControlWindow.make(
      situation, hand, button, at: Rect(x: 100, y: 80, width: 100, height: 34))
    func color() throws -> UInt32 {
      for _ in 0..<3 {
        window.rig.queue.runAll()
        window.rig.compositor.run(frames: 1)
      }
      let (point, scale) = (try window.place(button, 50, 17), situation.scale)
      return window.rig.compositor.capture()[Int(point.x * scale), Int(point.y * scale)]
    }
    if hand != .touch {
      window.rig.move(hand, to: try window.place(button, 50, 17))
      window.settle()
    }
    let before = try color()
    try window.press(button, 50, 17)
    window.rig.wait(0.14)
    #expect(!button.isHighlighted)
    window.rig.wait(0.02)
    #expect(button.isHighlighted)
    #expect(try color() != before)
    window.lift()
    window.rig.wait(0.5)
    window.settle()
    #expect(!button.isHighlighted)
    #expect(try color() == before)
  }

  @Test(
    "A tap turns on a switch, checks a box, selects a radio button, and selects a segment", arguments: planes,
    Hand.allCases)
  func choices(situation: Situation, hand: Hand) throws {
    var heard: [String] = []
    let toggle = Toggle { heard.append("switch \($0)") }
    let window = try ControlWindow.make(
      situation, hand, toggle, at: Rect(x: 20, y: 10, width: 46, height: 26))
    let box = CheckBox("Box") { heard.append("box \($0)") }
    let group = RadioGroup()
    let (first, second) = (RadioButton("One", in: group), RadioButton("Two", in: group))
    let segments = SegmentedControl(["A", "B", "C"]) { heard.append("segment \($0)") }
    for (view, frame) in [
      (box as View, Rect(x: 20, y: 60, width: 100, height: 34)),
      (first, Rect(x: 160, y: 10, width: 100, height: 34)),
      (second, Rect(x: 160, y: 60, width: 100, height: 34)),
      (segments, Rect(x: 20, y: 130, width: 240, height: 34)),
    ] {
      view.frame = frame
      window.card.addSubview(view)
    }
    window.settle()
    try window.tap(toggle)
    try window.tap(box)
    try window.tap(second)
    try window.tap(segments, 200, 17)
    #expect(heard == ["switch true", "box true", "segment 2"])
    #expect(toggle.isOn && box.isOn && second.isSelected && !first.isSelected && segments.selectedIndex == 2)
    #expect(window.isCarouselAtStart)
  }

  @Test(
    "A tap on one half of a stepper increases the number, on the other half decreases it, within the range",
    arguments: planes,
    Hand.allCases)
  func stepper(situation: Situation, hand: Hand) throws {
    let stepper = Stepper(value: 8, in: 0...10)
    let window = try ControlWindow.make(
      situation, hand, stepper, at: Rect(x: 100, y: 80, width: 100, height: 34))
    for _ in 0..<3 { try window.tap(stepper, 75, 17) }
    #expect(stepper.value == 10)
    try window.tap(stepper, 25, 17)
    #expect(stepper.value == 9 && window.isCarouselAtStart)
  }

  @Test(
    "A slider follows a drag in the plane of its item; a drag beside the slider scrolls the carousel",
    .proves("I03", "I06", "C26"), arguments: planes, Hand.allCases)
  func slider(situation: Situation, hand: Hand) throws {
    let slider = Controls.Slider(value: 0, in: 0...100)
    let window = try ControlWindow.make(
      situation, hand, slider, at: Rect(x: 30, y: 120, width: 240, height: 34))
    try window.drag(slider, from: Point(x: 15, y: 17), to: Point(x: 120, y: 17))
    #expect(abs(slider.value - 50) < 1 && window.isCarouselAtStart)
    try window.drag(window.card, from: Point(x: 200, y: 30), to: Point(x: 80, y: 30))
    #expect(abs(slider.value - 50) < 1 && !window.isCarouselAtStart)
  }

  @Test(
    "A list of 10,000 rows in an item scrolls vertically; a horizontal drag scrolls the carousel",
    .proves("D027", "R24", "C23"), arguments: planes, Hand.allCases)
  func list(situation: Situation, hand: Hand) throws {
    let list = ListView(numberOfRows: 10_000, rowHeight: 30) { index, old in
      let row = (old as? LabelView) ?? LabelView("", size: Size(width: 200, height: 30), background: .white)
      row.text = "\(index)"
      return row
    }
    let window = try ControlWindow.make(
      situation, hand, list, at: Rect(x: 50, y: 20, width: 200, height: 160))
    let painted = window.card.paintCount
    try window.drag(list, from: Point(x: 100, y: 140), to: Point(x: 90, y: 40))
    // The first few points decide the axis.
    #expect((80...101).contains(list.contentOffset.y) && window.isCarouselAtStart)
    #expect(window.card.paintCount == painted)
    let offset = list.contentOffset.y
    try window.drag(list, from: Point(x: 180, y: 90), to: Point(x: 60, y: 80))
    #expect(list.contentOffset.y == offset && !window.isCarouselAtStart)
  }

  @Test(
    "At its end, a list hands a drag along its axis over to a vertical carousel", .proves("D027"),
    arguments: [tilted[0], tilted[3], Situation(type: .rotary, offset: 0, scale: 1)], Hand.allCases)
  func listAtEnd(situation: Situation, hand: Hand) throws {
    let list = ListView(numberOfRows: 10, rowHeight: 30) { _, old in old ?? View() }
    let window = try ControlWindow.make(
      situation, hand, list, at: Rect(x: 50, y: 0, width: 200, height: 200))
    window.rig.carousel.isVertical = true
    window.settle()
    try window.drag(list, from: Point(x: 100, y: 180), to: Point(x: 100, y: 20))
    #expect(list.contentOffset.y == 100 && window.rig.carousel.scrollOffset > situation.offset + 0.05)
  }

  @Test(
    "A tap focuses a text field; the field receives letters and arrow keys, and the carousel does not move",
    arguments: planes,
    Hand.allCases)
  func field(situation: Situation, hand: Hand) throws {
    let field = TextField("")
    let window = try ControlWindow.make(
      situation, hand, field, at: Rect(x: 40, y: 80, width: 220, height: 34))
    try window.tap(field)
    #expect(field.isFocused)
    window.type("hello")
    window.key(.left)
    window.key(.left)
    window.type("X")
    window.key(.backspace)
    window.type("Y")
    #expect(field.text == "helYlo" && window.isCarouselAtStart)
    // A drag in the focused field selects text.
    try window.drag(field, from: Point(x: 10, y: 17), to: Point(x: 200, y: 17))
    #expect(field.selectedText == "helYlo" && window.isCarouselAtStart)
    window.key(.escape)
    #expect(!field.isFocused)
    window.key(.right)
    #expect(!window.isCarouselAtStart)
  }

  @Test(
    "Enter moves the focus into an item, Tab moves it from control to control, and Space triggers a control",
    .proves("A04"),
    arguments: planes
  )
  func keys(situation: Situation) throws {
    let slider = Controls.Slider(value: 50, in: 0...100, step: 1)
    let window = try ControlWindow.make(
      situation, .pointer, slider, at: Rect(x: 30, y: 20, width: 240, height: 34))
    let toggle = Toggle()
    toggle.frame = Rect(x: 30, y: 100, width: 46, height: 26)
    window.card.addSubview(toggle)
    window.settle()
    window.key(.enter)
    #expect(slider.isFocused && slider.isFocusVisible)
    window.key(.right)
    window.key(.tab)
    window.key(.space)
    #expect(slider.value == 51 && toggle.isFocused && toggle.isOn && window.isCarouselAtStart)
    window.key(.escape)
    #expect(window.rig.ui.carouselView.isFocused)
  }

  @Test(
    "A rotating spinner in an item damages only a small area; after the spinner stops, the window settles",
    .proves("C14"),
    arguments: planes)
  func spinner(situation: Situation) throws {
    let spinner = ActivityIndicator(isAnimating: true)
    let window = try ControlWindow.make(
      situation, .pointer, View(), at: Rect(x: 0, y: 0, width: 10, height: 10))
    spinner.frame = Rect(x: 130, y: 80, width: 32, height: 32)
    window.card.addSubview(spinner)
    let painted = window.card.paintCount
    window.rig.compositor.run(frames: 5)
    let before = window.rig.compositor.capture()
    for _ in 0..<10 {
      window.rig.compositor.run(frames: 1)
      let damaged = Double(window.rig.ui.lastFrame.damaged)
      #expect(damaged > 0 && damaged < 60 * 60 * situation.scale * situation.scale)
    }
    #expect(window.rig.compositor.capture() != before)
    #expect(window.card.paintCount <= painted + 1)
    spinner.stopAnimating()
    window.settle()
    #expect(window.rig.ui.isSettled && window.rig.ui.window.isAtRest)
  }

  @Test(
    "A turn of the wheel over a slider in an item moves the slider; a turn over the card scrolls the carousel",
    arguments: planes)
  func wheel(situation: Situation) throws {
    let slider = Controls.Slider(value: 50, in: 0...100, step: 1)
    let window = try ControlWindow.make(
      situation, .pointer, slider, at: Rect(x: 30, y: 120, width: 240, height: 34))
    window.rig.seat.pointer.move(to: try window.place(slider, 120, 17))
    window.rig.seat.pointer.scroll(notches: 1)
    window.settle()
    #expect(slider.value != 50 && window.isCarouselAtStart)
    window.rig.seat.pointer.move(to: try window.place(window.card, 150, 40))
    window.rig.seat.pointer.scroll(notches: 1)
    window.settle()
    #expect(!window.isCarouselAtStart)
  }
}
