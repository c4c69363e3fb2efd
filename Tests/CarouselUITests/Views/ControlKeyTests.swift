import CarouselUI
import Controls
import HeadlessCompositor
import TestSupport
import Testing
import Views

/// The keys of the controls, in upright and tilted items.
@MainActor
struct ControlKeyTests {
  private static let frame = Rect(x: 40, y: 60, width: 220, height: 100)

  /// Creates a window with `view` in the current item, and moves the focus into the item by the Enter key.
  private func focused(_ view: View, at frame: Rect = frame, in situation: Situation) throws -> ControlWindow
  {
    let window = try ControlWindow.make(situation, .pointer, view, at: frame)
    window.key(.enter)
    return window
  }

  @Test(
    "Space and Enter trigger a button and change a switch and a check box", .proves("A04"),
    arguments: RealControlTests.planes)
  func pressing(situation: Situation) throws {
    var heard: [String] = []
    let controls: [View] = [
      Button("Add") { heard.append("click") }, Toggle { heard.append("switch \($0)") },
      CheckBox("Box") { heard.append("box \($0)") },
    ]
    let stack = StackView(.vertical, spacing: 8, controls)
    let window = try focused(stack, in: situation)
    for control in controls {
      #expect(control.isFocused)
      window.key(.space)
      window.key(.enter)
      window.key(.tab)
    }
    #expect(heard == ["click", "click", "switch true", "switch false", "box true", "box false"])
    #expect(window.isCarouselAtStart)
  }

  @Test(
    "Arrow keys select radio buttons and segments; Home and End select the first and the last segment",
    .proves("A04"), arguments: RealControlTests.planes)
  func choosing(situation: Situation) throws {
    let group = RadioGroup()
    let buttons = ["One", "Two", "Three"].map { RadioButton($0, in: group) }
    group.selection = buttons[0]
    let segments = SegmentedControl(["A", "B", "C"])
    let window = try focused(StackView(.vertical, spacing: 8, buttons + [segments]), in: situation)
    #expect(buttons[0].isFocused)
    window.key(.down)
    window.key(.right)
    #expect(buttons[2].isSelected && buttons[2].isFocused)
    window.key(.up)
    #expect(buttons[1].isSelected)
    window.key(.tab)
    #expect(segments.isFocused)
    var selected: [Int?] = []
    for key: HeadlessCompositor.Key in [.right, .end, .left, .home] {
      window.key(key)
      selected.append(segments.selectedIndex)
    }
    #expect(selected == [1, 2, 1, 0] && window.isCarouselAtStart)
  }

  @Test(
    "Arrow keys, Page Up, Page Down, Home and End change a slider and a stepper within their ranges",
    .proves("A04"), arguments: RealControlTests.planes)
  func numbers(situation: Situation) throws {
    let slider = Controls.Slider(value: 50, in: 0...100, step: 1)
    let stepper = Stepper(value: 50, in: 0...100)
    let window = try focused(StackView(.vertical, spacing: 8, [slider, stepper]), in: situation)
    func values(_ value: () -> Double) -> [Double] {
      let keys: [HeadlessCompositor.Key] = [
        .right, .up, .left, .down, .pageUp, .pageDown, .end, .right, .home, .left,
      ]
      return keys.map { key in
        window.key(key)
        return value()
      }
    }
    #expect(slider.isFocused)
    #expect(values { slider.value } == [51, 52, 51, 50, 60, 50, 100, 100, 0, 0])
    window.key(.tab)
    #expect(values { stepper.value } == [51, 52, 51, 50, 60, 50, 100, 100, 0, 0])
    #expect(window.isCarouselAtStart)
  }

  @Test(
    "Arrow keys, Page Down, Home and End scroll a scroll view, and move the selection of a list; Enter activates a row",
    .proves("A04"), arguments: RealControlTests.planes)
  func scrolling(situation: Situation) throws {
    let scroll = ScrollView(View(size: Size(width: 200, height: 900)), size: Size(width: 200, height: 160))
    var window = try focused(scroll, at: Rect(x: 50, y: 20, width: 200, height: 160), in: situation)
    #expect(scroll.isFocused)
    var offsets: [Double] = []
    for key: HeadlessCompositor.Key in [.down, .pageDown, .end, .up, .pageUp, .home] {
      window.key(key)
      offsets.append(scroll.contentOffset.y)
    }
    #expect(offsets[0] > 0 && offsets[1] > offsets[0] + 80 && offsets[2] == 740)
    #expect(offsets[3] < 740 && offsets[4] < offsets[3] - 80 && offsets[5] == 0 && window.isCarouselAtStart)

    var activated: [Int] = []
    let list = ListView(numberOfRows: 200, rowHeight: 40) { _, old in old ?? View() }
    list.onActivate = { activated.append($0) }
    window = try focused(list, at: Rect(x: 50, y: 20, width: 200, height: 160), in: situation)
    #expect(list.isFocused)
    var selected: [Int?] = []
    for key: HeadlessCompositor.Key in [.down, .down, .up, .pageDown, .end, .home] {
      window.key(key)
      selected.append(list.selectedIndex)
    }
    #expect(selected == [0, 1, 0, 4, 199, 0])
    window.key(.end)
    #expect(list.contentOffset.y == 200 * 40 - 160)
    window.key(.enter)
    #expect(activated == [199] && window.isCarouselAtStart)
  }

  @Test(
    "Arrow keys choose a page, mark the items of a menu and scroll a nested carousel; Escape leaves the item",
    .proves("A04"), arguments: RealControlTests.planes)
  func moving(situation: Situation) throws {
    var pages: [Int] = []
    let dots = PageControl(numberOfPages: 5)
    dots.onSelect = { [unowned dots] in
      pages.append($0)
      dots.currentPage = $0
    }
    var window = try focused(dots, at: Rect(x: 100, y: 150, width: 80, height: 24), in: situation)
    for key: HeadlessCompositor.Key in [.right, .right, .left, .end, .home] { window.key(key) }
    #expect(pages == [1, 2, 1, 4, 0] && window.isCarouselAtStart)

    var chosen: [String] = []
    let menu = MenuView(["Cut", "Copy", "Paste"].map { title in MenuItem(title) { chosen.append(title) } })
    window = try focused(menu, at: Rect(origin: Point(x: 60, y: 20), size: menu.size), in: situation)
    for key: HeadlessCompositor.Key in [.down, .down, .enter, .end, .up, .space] { window.key(key) }
    #expect(chosen == ["Copy", "Copy"] && window.isCarouselAtStart)

    let inner = CarouselView(size: Size(width: 260, height: 100))
    let cards = Cards(size: Size(width: 80, height: 60))
    inner.carousel.dataSource = cards
    window = try focused(inner, at: Rect(x: 20, y: 60, width: 260, height: 100), in: situation)
    #expect(inner.isFocused)
    for key: HeadlessCompositor.Key in [.right, .right, .left] { window.key(key) }
    #expect(inner.carousel.currentItemIndex == 1 && window.isCarouselAtStart)
    window.key(.escape)
    #expect(window.rig.ui.carouselView.isFocused)
    window.key(.right)
    #expect(!window.isCarouselAtStart && inner.carousel.currentItemIndex == 1)
    withExtendedLifetime(cards) {}
  }

  @Test(
    "Tab moves between the responses of an alert, Enter answers, and Escape answers with the response to close",
    .proves("A04"), arguments: RealControlTests.planes)
  func alert(situation: Situation) throws {
    for (keys, answer): ([HeadlessCompositor.Key], String) in [
      ([.enter], "close"), ([.tab, .enter], "delete"), ([.tab, .tab, .space], "close"), ([.escape], "close"),
    ] {
      var answers: [String] = []
      let alert = AlertView(
        "Delete?",
        responses: [.init("close", title: "No"), .init("delete", title: "Yes", style: .destructive)]
      ) { answers.append($0) }
      let button = Button("Open")
      let window = try focused(button, at: Rect(x: 40, y: 40, width: 120, height: 34), in: situation)
      button.onClick = { [unowned button] in button.present(alert) }
      window.key(.enter)
      #expect(alert.isInWindow)
      for key in keys { window.key(key) }
      #expect(answers == [answer] && !alert.isInWindow && button.isFocused && window.isCarouselAtStart)
    }
  }
}
