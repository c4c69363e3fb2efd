import Controls
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("The tree of elements")
@MainActor
struct AccessibilityTreeTests {
  private let stage = ControlStage()

  @Test(
    "The bounds of an element contain the points at which it is hit, also in a tilted card",
    arguments: ControlStage.Plane.allCases)
  func bounds(plane: ControlStage.Plane) throws {
    let stage = ControlStage(plane)
    let button = stage.add(Button("Order"), x: 220, y: 40)
    let node = try stage.tree.accessibilityTree().find(.button, "Order").node()
    #expect(node.frame.origin.distance(to: button.accessibilityFrame.origin) < 1e-6)
    #expect(stage.tree.root.hitTest(node.frame.center) === button)
    for x in [0.0, 0.5, 1] {
      for y in [0.0, 0.5, 1] {
        let point = stage.place(x * button.size.width, y * button.size.height, in: button)
        #expect(node.frame.inset(by: -0.001).contains(point))
      }
    }
    if plane == .flat { #expect(node.frame == Rect(origin: Point(x: 220, y: 40), size: button.size)) }
  }

  @Test("Elements are in reading order, in both directions; hidden and transparent views have none")
  func order() {
    let stage = stage
    for (title, x, y) in [
      ("C", 0, 100), ("B", 200, 0), ("A", 0, 3), ("D", 200, 100), ("H", 0, 200), ("T", 0, 250),
    ] {
      let button = stage.add(Button(title), x: Double(x), y: Double(y))
      if title == "H" { button.isHidden = true }
      if title == "T" { button.alpha = 0 }
    }
    #expect(stage.card.accessibilityTree().nodes.map(\.name) == ["A", "B", "C", "D"])
    stage.card.layoutDirection = .rightToLeft
    #expect(stage.card.accessibilityTree().nodes.map(\.name) == ["B", "A", "D", "C"])
  }

  @Test("A search that finds no or several elements fails with the elements that are there")
  func search() throws {
    for (place, title) in ["Next", "Previous", "Next"].enumerated() {
      stage.add(Button(title), y: Double(place) * 50)
    }
    stage.add(ThemedLabel("Page"), y: 200)
    let tree = stage.card.accessibilityTree()
    try tree.find(.button, "Previous").activate()
    func message(_ role: AccessibilityRole, _ name: String) -> String {
      do {
        _ = try tree.find(role, name)
        return ""
      } catch { return error.description }
    }
    #expect(
      message(.button, "Last").hasPrefix(
        "There is no button “Last”. These elements are there:\nbutton “Next” @"))
    #expect(message(.button, "Next").split(separator: "\n").count == 3)
    // Without an element of the role, all elements are listed.
    #expect(message(.slider, "Volume").contains("label “Page”"))
  }

  @Test("An element that left the window, was hidden or removed itself answers “gone”")
  func gone() throws {
    let stage = stage
    let button = stage.add(Button("Close"))
    button.onClick = { [weak button] in button?.removeFromSuperview() }
    let element = try stage.tree.accessibilityTree().find(.button, "Close")
    button.isHidden = true
    #expect(element.isGone)
    button.isHidden = false
    #expect(!element.isGone)
    try element.activate()
    #expect(element.isGone && button.superview == nil)
    #expect(throws: AccessibilityError.gone) { try element.activate() }
    #expect(throws: AccessibilityError.gone) { try element.setNumber(1) }
    #expect(throws: AccessibilityError.gone) { try element.node() }
    // A view in another tree is another element.
    let other = ControlStage()
    other.add(button)
    #expect(element.isGone)
    do {
      let released = stage.add(Button("Released"))
      let reference = try stage.tree.accessibilityTree().find(.button, "Released")
      released.removeFromSuperview()
      #expect(reference.isGone)
    }
  }

  @Test("Negative and infinite sizes and positions give empty bounds and no trap")
  func badGeometry() throws {
    for (place, size) in [
      Size(width: -10, height: 20), Size(width: Double.nan, height: 20),
      Size(width: Double.infinity, height: 1),
      Size(width: 1e300, height: 1e300),
    ].enumerated() {
      let button = stage.add(Button("\(place)"))
      button.size = size
      button.frame.origin = Point(x: place == 2 ? .nan : 0, y: place == 3 ? .infinity : 0)
    }
    let tree = stage.tree.accessibilityTree()
    #expect(tree.all.count == 4)
    for node in tree.all {
      #expect(node.frame.minX.isFinite && node.frame.size.width >= 0 && node.frame.size.height >= 0)
      #expect(node.frame.maxX.isFinite && node.frame.maxY.isFinite && !node.line().contains("inf"))
      try node.element.activate()
    }
  }

  @Test("A list has elements for the rows in sight: row n of m, also with a million rows", .proves("D048"))
  func list() throws {
    var made = 0
    let list = ListView(numberOfRows: 1_000_000, rowHeight: 30, size: Size(width: 200, height: 90)) {
      index, reusing in
      made += 1
      let label = reusing as? ThemedLabel ?? ThemedLabel("")
      label.text = "Row \(index + 1)"
      return label
    }
    list.accessibilityLabel = "Rows"
    var log: [Int] = []
    list.onSelect = { log.append($0) }
    stage.add(list)
    list.scrollToItem(500_000, animated: false)
    stage.settle()
    let tree = stage.tree.accessibilityTree()
    #expect(
      tree.text(hasBounds: false).split(separator: "\n").map(String.init) == [
        "list “Rows” [next, previous, focus]",
        "  listItem “Row 499999”, 499999 of 1000000 [activate]",
        "  listItem “Row 500000”, 500000 of 1000000 [activate]",
        "  listItem “Row 500001”, 500001 of 1000000 [activate]",
      ])
    let item = try tree.find(.listItem, "Row 500000")
    try item.activate()
    #expect(log == [499_999] && list.selectedIndex == 499_999)
    #expect(try item.node().states.contains(.selected))
    list.scrollToItem(3, animated: false)
    stage.settle()
    #expect(throws: AccessibilityError.gone) { try item.activate() }
    #expect(made < 100)
    list.numberOfRows = 0
    stage.settle()
    #expect(stage.tree.accessibilityTree().all.map(\.role) == [.list])
  }

  @Test(
    "A control in a row is an element inside the item; in another row, its reused view is another element")
  func reusedRows() throws {
    var log: [Int] = []
    let list = ListView(numberOfRows: 100, rowHeight: 60, size: Size(width: 200, height: 60)) {
      index, reusing in
      let row = reusing as? StackView ?? StackView([Button("Play")])
      (row.subviews[0] as? Button)?.onClick = { log.append(index) }
      return row
    }
    list.accessibilityLabel = "Tracks"
    stage.add(list)
    let play = try stage.tree.accessibilityTree().find(.button, "Play")
    try play.activate()
    #expect(log == [0])
    for row in 1..<40 {
      list.scrollToItem(row, animated: false)
      stage.settle()
      #expect(play.isGone)
    }
  }

  @Test("Elements beyond the sides of a scroll view are offscreen, and an action scrolls them into view")
  func scrolling() throws {
    let column = StackView(.vertical, (0..<20).map { Button("Button \($0)") })
    let scroll = ScrollView(column, size: Size(width: 200, height: 100))
    stage.add(scroll)
    let last = try stage.tree.accessibilityTree().find(.button, "Button 19")
    #expect(try last.node().states.contains(.offscreen))
    try last.perform(.scrollToVisible)
    stage.advance(1)
    #expect(try !last.node().states.contains(.offscreen))
    let first = try stage.tree.accessibilityTree().find(.button, "Button 0").node()
    #expect(first.states.contains(.offscreen))
    let area = try stage.tree.accessibilityTree().find(.scrollArea)
    try area.perform(.previous)
    stage.advance(1)
    #expect(scroll.contentOffset.y > 0 && scroll.contentOffset.y < 900)
  }

  @Test("The reading order of thousands of views takes little time")
  func manyViews() {
    let frames = (0..<20_000).map {
      Rect(x: Double($0 % 4) * 50, y: Double($0 / 4) * 20, width: 40, height: 15)
    }
    #expect(
      FocusOrder.readingOrder(of: frames.reversed(), direction: .leftToRight)
        == Array((0..<20_000).reversed()))
  }

  @Test(
    "A row keeps the controls that are disabled, and progress bars; a row of texts and pictures is one element"
  )
  func disabledControls() throws {
    let toggle = Toggle(isOn: true)
    toggle.accessibilityLabel = "Wi-Fi"
    toggle.isEnabled = false
    let bar = ProgressBar(progress: 0.5)
    bar.accessibilityLabel = "Copying"
    let contents: [View] = [
      StackView([ThemedLabel("Network"), toggle]), StackView([ThemedLabel("Download"), bar]),
      StackView([ThemedLabel("Text"), ActivityIndicator(isAnimating: true)]),
    ]
    let list = ListView(numberOfRows: 3, rowHeight: 60, size: Size(width: 200, height: 180)) { index, _ in
      contents[index]
    }
    stage.add(list)
    stage.settle()
    let items = stage.tree.accessibilityTree().all.filter { $0.role == .listItem }
    #expect(items.map { $0.children.map(\.role) } == [[.label, .switch], [.label, .progressBar], []])
    #expect(items[0].children[1].states.contains(.checked) && items[2].states.contains(.busy))
  }

  @Test("Activating a row selects it; opening it is an action of its own")
  func openRow() throws {
    var log: [String] = []
    let list = ListView(numberOfRows: 3, rowHeight: 30, size: Size(width: 200, height: 90)) { index, _ in
      ThemedLabel("Row \(index)")
    }
    list.onSelect = { log.append("select \($0)") }
    stage.add(list)
    #expect(throws: AccessibilityError.self) {
      try stage.tree.accessibilityTree().find(.listItem, "Row 1").perform(.custom("open"))
    }
    list.onActivate = { log.append("open \($0)") }
    let item = try stage.tree.accessibilityTree().find(.listItem, "Row 1")
    try item.activate()
    #expect(log == ["select 1"])
    try item.perform(.custom("open"))
    #expect(log == ["select 1", "open 1"])
  }
}
