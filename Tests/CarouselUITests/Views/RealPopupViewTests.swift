import CarouselUI
import TestSupport
import Testing

/// Page controls, menus, popovers and alerts as views in upright and tilted items, used with the pointer, a pen and by touch.
@MainActor
struct RealPopupViewTests {
  @Test(
    "A tap on a dot of a page control chooses the page of the dot", arguments: RealControlTests.planes,
    Hand.allCases)
  func pageControl(situation: Situation, hand: Hand) throws {
    var chosen: [Int] = []
    let dots = PageControl(numberOfPages: 5)
    dots.onSelect = { [unowned dots] in
      chosen.append($0)
      dots.currentPage = $0
    }
    let window = try ControlWindow.make(
      situation, hand, dots, at: Rect(x: 100, y: 150, width: 80, height: 24))
    try window.tap(dots, 72, 12)
    try window.tap(dots, 24, 12)
    #expect(chosen == [4, 1] && dots.currentPage == 1 && window.isCarouselAtStart)
    // A drag over the dots scrolls the carousel and chooses no page.
    try window.drag(dots, from: Point(x: 70, y: 12), to: Point(x: -60, y: 12))
    #expect(chosen == [4, 1] && !window.isCarouselAtStart)
  }

  @Test(
    "A press that begins on one item of a menu and ends on another item chooses the second item",
    arguments: RealControlTests.planes, Hand.allCases)
  func menu(situation: Situation, hand: Hand) throws {
    var chosen: [String] = []
    func item(_ title: String) -> MenuItem { MenuItem(title) { chosen.append(title) } }
    let menu = MenuView([item("Cut"), item("Copy"), .separator, item("Paste")])
    let window = try ControlWindow.make(
      situation, hand, menu, at: Rect(origin: Point(x: 60, y: 20), size: menu.size))
    try window.tap(menu, 60, menu.frame(ofItem: 1).center.y)
    #expect(chosen == ["Copy"])
    try window.drag(menu, from: menu.frame(ofItem: 0).center, to: menu.frame(ofItem: 3).center)
    #expect(chosen == ["Copy", "Paste"])
    try window.tap(menu, 60, menu.frame(ofItem: 2).center.y)
    #expect(chosen.count == 2 && window.isCarouselAtStart)
    // A press that ends outside of the menu chooses no item.
    try window.drag(menu, from: menu.frame(ofItem: 0).center, to: Point(x: -40, y: 16))
    #expect(chosen.count == 2 && window.isCarouselAtStart)
  }

  @Test(
    "A control on a popover's card works, and a tap on the popover's shadow reaches the view behind",
    arguments: RealControlTests.planes, Hand.allCases)
  func popover(situation: Situation, hand: Hand) throws {
    var clicks: [String] = []
    let behind = Button("Behind") { clicks.append("behind") }
    let window = try ControlWindow.make(
      situation, hand, behind, at: Rect(x: 40, y: 40, width: 200, height: 120))
    let popover = PopoverView(Button("Front") { clicks.append("front") })
    popover.arrowEdge = .top
    popover.frame = Rect(
      origin: Point(x: 80, y: 50), size: popover.fittingSize(in: Size(width: 300, height: 200)))
    window.card.addSubview(popover)
    window.settle()
    try window.tap(popover.content)
    #expect(clicks == ["front"])
    try window.tap(popover, 6, popover.size.height / 2)
    #expect(clicks == ["front", "behind"] && window.isCarouselAtStart)
  }

  @Test(
    "Only the first tap on a button answers an alert", arguments: RealControlTests.planes, Hand.allCases)
  func alert(situation: Situation, hand: Hand) throws {
    var answers: [String] = []
    let alert = AlertView(
      "Delete?", responses: [.init("close", title: "No"), .init("delete", title: "Yes", style: .destructive)]
    ) { answers.append($0) }
    let window = try ControlWindow.make(
      situation, hand, alert,
      at: Rect(origin: .zero, size: alert.fittingSize(in: Size(width: 300, height: 200))))
    let button = try #require(alert.focusTargets.last)
    try window.tap(button)
    try window.tap(button)
    #expect(answers == ["delete"] && window.isCarouselAtStart)
  }
}
