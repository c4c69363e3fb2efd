import Geometry
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

@Suite("The focus in a tree of views")
@MainActor
struct FocusTests {
  let log = EventLog()
  let root = ProbeView("root", Rect(x: 0, y: 0, width: 400, height: 300))
  let tree: ViewTree

  init() { tree = ViewTree(root: root) }

  @discardableResult
  private func add(_ name: String, _ x: Double, _ y: Double, to parent: View? = nil, width: Double = 50)
    -> ProbeView
  {
    let view = ProbeView(name, Rect(x: x, y: y, width: width, height: 30), log: log)
    view.isFocusable = true
    (parent ?? root).addSubview(view)
    return view
  }

  @discardableResult
  private func press(_ symbol: Key) -> Bool { tree.handle(.keyPressed(KeyPress(symbol))) }

  /// Presses Tab or Shift-Tab until the first view has the focus again. Returns the names of the focused views, in order.
  private func walk(_ key: Key) -> [String] {
    var names: [String] = []
    while press(key), names.count < 20 {
      let name = (tree.focus.focusedView as? ProbeView)?.name ?? "?"
      if name == names.first { return names }
      names.append(name)
    }
    return names + ["no view"]
  }

  @Test("Tab moves the focus from view to view, row by row; after the last view comes the first one")
  func readingOrder() {
    add("c", 10, 100)
    add("b", 200, 14)
    add("a", 10, 10)
    add("d", 100, 95)
    #expect(walk(.tab) == ["a", "b", "c", "d"])
    #expect((tree.focus.focusedView as? ProbeView)?.name == "a")
    #expect(walk(.backTab) == ["d", "c", "b", "a"])
  }

  @Test(
    "If only one view can have the focus, Tab leaves the focus there; without such a view, Tab has no effect")
  func singleView() {
    #expect(!press(.tab) && tree.focus.focusedView == nil)
    let view = add("a", 0, 0)
    for key in [Key.tab, .tab, .backTab] {
      #expect(press(key) && view.isFocused)
    }
    view.isHidden = true
    #expect(!press(.tab) && tree.focus.focusedView == nil)
  }

  @Test("If the layout direction is right to left, Tab moves through each row from the right")
  func rightToLeft() {
    add("a", 10, 10)
    add("b", 200, 14)
    add("c", 10, 100)
    root.layoutDirection = .rightToLeft
    #expect(walk(.tab) == ["b", "a", "c"])
  }

  @Test("Tab visits all views of a card before the views of the next card")
  func grouped() {
    let left = ProbeView("left", Rect(x: 0, y: 0, width: 200, height: 200))
    let right = ProbeView("right", Rect(x: 200, y: 0, width: 200, height: 200))
    root.addSubview(right)
    root.addSubview(left)
    add("c", 0, 10, to: right)
    add("a", 0, 10, to: left)
    add("b", 0, 80, to: left)
    #expect(walk(.tab) == ["a", "b", "c"])
  }

  @Test("Tab skips hidden and disabled views")
  func skipsHidden() {
    add("a", 0, 0)
    add("b", 100, 0).isHidden = true
    add("c", 200, 0).isEnabled = false
    add("d", 300, 0)
    #expect(walk(.tab) == ["a", "d"])
  }

  @Test(
    "Tab skips the views in a focus scope; Enter moves the focus into the scope, Tab through it, and Escape back out"
  )
  func scope() {
    add("a", 0, 0)
    let scope = add("scope", 0, 50, width: 300)
    scope.isLiveScope = true
    // As a carousel, the scope passes the focus to the views inside it when Return is pressed.
    scope.onKey = { [tree, unowned scope] in $0.symbol == .return && tree.focus.enter(scope) }
    add("b", 0, 120)
    add("in1", 0, 0, to: scope)
    add("in2", 100, 0, to: scope)
    #expect(walk(.tab) == ["a", "scope", "b"])
    scope.becomeFocused()
    #expect(press(.return))
    #expect((tree.focus.focusedView as? ProbeView)?.name == "in1")
    #expect(press(.tab))
    #expect((tree.focus.focusedView as? ProbeView)?.name == "in2")
    #expect(press(.escape))
    #expect(tree.focus.focusedView === scope)
    press(.return)
    press(.tab)
    press(.tab)
    #expect((tree.focus.focusedView as? ProbeView)?.name == "b")
    // If the scope is the only view around, Tab moves the focus from its last view to the scope itself.
    for view in root.subviews where view !== scope { view.isHidden = true }
    scope.becomeFocused()
    press(.return)
    press(.tab)
    press(.tab)
    #expect(tree.focus.focusedView === scope)
  }

  @Test(
    "If the focused view is removed, its superview gets the focus; a view that returns before a frame gets it back"
  )
  func removalAndReturn() {
    let card = add("card", 0, 0, width: 300)
    let field = add("field", 0, 0, to: card)
    field.becomeFocused()
    field.removeFromSuperview()
    #expect(tree.focus.focusedView === card)
    card.addSubview(field)
    tree.prepareFrame(at: .at(0))
    #expect(field.isFocused)
    field.removeFromSuperview()
    tree.prepareFrame(at: .at(0))
    card.addSubview(field)
    tree.prepareFrame(at: .at(0))
    #expect(card.isFocused)
  }

  @Test(
    "The focused view receives a press or a release of a key first, then its superviews receive it",
    arguments: [true, false])
  func keys(isPress: Bool) {
    let card = add("card", 0, 0, width: 300)
    let field = add("field", 0, 0, to: card)
    root.log = log
    field.becomeFocused()
    _ = log.take()
    card.onKey = { $0.symbol == .up }
    func handle(_ key: Key) -> Bool {
      tree.handle(isPress ? .keyPressed(KeyPress(key)) : .keyReleased(KeyPress(key)))
    }
    let event = isPress ? "key" : "key released"
    #expect(handle(.up))
    #expect(log.take() == ["field \(event)", "card \(event)"])
    #expect(!handle(.down))
    #expect(log.take() == ["field \(event)", "card \(event)", "root \(event)"])
  }

  @Test("The release of Tab does not move the focus")
  func releaseOfTab() {
    let first = add("a", 0, 0)
    add("b", 100, 0)
    first.becomeFocused()
    #expect(!tree.handle(.keyReleased(KeyPress(.tab))) && first.isFocused)
  }

  @Test("While isRingVisible is true, the focused view has a ring; each change requests a frame")
  func ring() throws {
    let (left, right) = (add("left", 10, 10), add("right", 100, 10))
    var requestCount = 0
    tree.onNeedsFrame = { requestCount += 1 }
    /// Returns the left sides of the parts of the ring.
    func ring() -> Set<Double> {
      var places: Set<Double> = []
      tree.forEachLayer { layer in
        if layer.view !== root, let corner = layer.map.project(.zero) { places.insert(corner.x) }
      }
      return places
    }
    left.becomeFocused()
    #expect(ring() == [])
    requestCount = 0
    tree.focus.isRingVisible = true
    #expect(requestCount == 1 && ring() == [10, 56])
    right.becomeFocused()
    #expect(requestCount == 2 && ring() == [100, 146])
    tree.focus.isRingVisible = false
    #expect(requestCount == 3 && ring() == [])
  }

  @Test("If a view is hidden or outside of a window, it cannot get the focus")
  func refusesHidden() {
    let outside = ProbeView("outside", Rect(x: 0, y: 0, width: 10, height: 10))
    outside.isFocusable = true
    #expect(!outside.becomeFocused())
    let hidden = add("hidden", 0, 0)
    hidden.isHidden = true
    #expect(!hidden.becomeFocused())
  }
}
