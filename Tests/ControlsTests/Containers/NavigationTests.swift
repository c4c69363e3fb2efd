import Controls
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Navigation")
@MainActor
struct NavigationTests {
  @MainActor private final class Pages {
    let root = ProbeButton(size: Size(width: 400, height: 254))
    let second = ProbeButton(size: Size(width: 400, height: 254))
    let third = ProbeButton(size: Size(width: 400, height: 254))
  }

  private func make(_ plane: ControlStage.Plane = .flat) -> (ControlStage, NavigationView, Pages) {
    let (stage, pages) = (ControlStage(plane), Pages())
    let navigation = NavigationView(pages.root, title: "Root")
    navigation.size = stage.card.size
    stage.add(navigation, x: 0, y: 0)
    return (stage, navigation, pages)
  }

  /// The pages that can be seen, and their left sides.
  private func seen(_ pages: Pages, in view: View) -> [String: Double] {
    var seen: [String: Double] = [:]
    for (name, page) in [("root", pages.root), ("second", pages.second), ("third", pages.third)] {
      guard page.superview != nil, !page.isHidden else { continue }
      seen[name] = page.homography(to: view)?.boundingBox(of: page.bounds).minX
    }
    return seen
  }

  private func title(_ navigation: NavigationView) -> String? {
    navigation.accessibilityTree().all.first { $0.role == .heading }?.name
  }

  @Test(
    "A pushed page slides in above the other and then covers it; the back button leads back",
    arguments: Way.all)
  func pushAndPop(way: Way) {
    let (stage, navigation, pages) = make(way.plane)
    var changes = 0
    navigation.onChange = { changes += 1 }
    #expect(title(navigation) == "Root" && seen(pages, in: navigation) == ["root": 0])
    navigation.push(pages.second, title: "Second")
    #expect(title(navigation) == "Second")
    stage.advance(0.05)
    #expect(seen(pages, in: navigation).count == 2)
    #expect((1..<400).contains(seen(pages, in: navigation)["second"] ?? 0))
    stage.advance(1)
    #expect(seen(pages, in: navigation) == ["second": 0] && !stage.tree.isAnimating)
    let back = try? navigation.accessibilityTree().find(.button, "Back").view
    guard let back = back as? Button else {
      Issue.record("no back button")
      return
    }
    stage.tap(back, as: way.kind)
    #expect(navigation.pages.count == 1 && title(navigation) == "Root")
    stage.advance(1)
    #expect(seen(pages, in: navigation) == ["root": 0] && pages.second.superview == nil && changes == 2)
    #expect(back.isHidden)
  }

  @Test("Pages return to their place with the focus that they had")
  func focus() {
    let (stage, navigation, pages) = make()
    pages.root.becomeFocused()
    navigation.push(pages.second, title: "Second")
    #expect(pages.second.isFocused)
    stage.advance(1)
    #expect(stage.key(.left, .alt))
    #expect(pages.root.isFocused)
    stage.advance(1)
    #expect(!stage.key(.left, .alt), "there is no page below")
  }

  @Test(
    "The page follows a swipe from the side, and leads back or returns by its speed and distance",
    arguments: [Contact.Kind.touch, .pen])
  func swipe(kind: Contact.Kind) {
    let (stage, navigation, pages) = make()
    navigation.push(pages.second, title: "Second", animated: false)
    let y = 150.0
    stage.press(navigation, 5, y, as: kind)
    for x in stride(from: 10.0, through: 100, by: 10) {
      stage.advance(1.0 / 60)
      stage.move(navigation, x, y)
    }
    #expect(seen(pages, in: navigation)["second"] == 95)
    #expect(seen(pages, in: navigation)["root"] ?? 0 < 0)
    stage.advance(0.3)
    stage.lift(navigation, 100, y)
    stage.advance(1)
    #expect(navigation.pages.count == 2 && seen(pages, in: navigation) == ["second": 0])
    stage.press(navigation, 5, y, as: kind)
    for x in stride(from: 10.0, through: 100, by: 10) {
      stage.advance(1.0 / 60)
      stage.move(navigation, x, y)
    }
    stage.lift(navigation, 100, y)
    stage.advance(1)
    #expect(navigation.pages.count == 1 && seen(pages, in: navigation) == ["root": 0], "a flick")
  }

  @Test("A swipe from the side is mirrored if lines of text begin at the right, and a mouse does not swipe")
  func directions() {
    let (stage, navigation, pages) = make()
    navigation.push(pages.second, title: "Second", animated: false)
    stage.drag(navigation, from: Point(x: 5, y: 150), to: Point(x: 300, y: 150), as: .pointer(.primary))
    stage.drop()
    stage.advance(1)
    #expect(navigation.pages.count == 2)
    stage.card.layoutDirection = .rightToLeft
    stage.settle()
    stage.drag(navigation, from: Point(x: 395, y: 150), to: Point(x: 100, y: 150))
    stage.drop()
    stage.advance(1)
    #expect(navigation.pages.count == 1 && seen(pages, in: navigation) == ["root": 0])
  }

  @Test("A canceled swipe returns the page, and a swipe with two fingers on a touchpad leads back")
  func cancelAndTouchpad() {
    let (stage, navigation, pages) = make()
    navigation.push(pages.second, title: "Second", animated: false)
    stage.drag(navigation, from: Point(x: 5, y: 150), to: Point(x: 300, y: 150))
    stage.cancel()
    stage.advance(1)
    #expect(navigation.pages.count == 2 && seen(pages, in: navigation) == ["second": 0])
    for _ in 0..<30 {
      stage.scrollTouchpad(navigation, by: Point(x: -10, y: 0))
      stage.advance(1.0 / 60)
    }
    stage.liftFingers(over: navigation)
    stage.advance(1)
    #expect(navigation.pages.count == 1)
  }

  @Test("With reduced motion, a page appears at once")
  func reducedMotion() {
    let (stage, navigation, pages) = make()
    var theme = Theme.light
    theme.isMotionReduced = true
    stage.card.theme = theme
    navigation.push(pages.second, title: "Second")
    stage.settle()
    #expect(seen(pages, in: navigation) == ["second": 0] && !stage.tree.isAnimating)
  }

  @Test(
    "Pages that are pushed, popped or removed during a motion leave the navigation at rest with the right page"
  )
  func interruptions() {
    let (stage, navigation, pages) = make()
    navigation.push(pages.second, title: "Second")
    stage.advance(0.05)
    navigation.push(pages.third, title: "Third")
    navigation.push(pages.third, title: "again")
    stage.advance(0.05)
    navigation.pop()
    stage.advance(0.05)
    navigation.pop()
    #expect(navigation.pop() == nil)
    stage.advance(1)
    #expect(seen(pages, in: navigation) == ["root": 0] && !stage.tree.isAnimating)
    navigation.push(pages.second, title: "Second")
    navigation.push(pages.third, title: "Third")
    stage.advance(0.05)
    pages.third.removeFromSuperview()  // by the application
    stage.advance(1)
    navigation.popToRoot()
    stage.advance(1)
    #expect(seen(pages, in: navigation) == ["root": 0] && navigation.pages.count == 1)
    navigation.push(pages.second, title: "Second")
    stage.advance(0.05)
    navigation.removeFromSuperview()
    stage.advance(1)
    #expect(navigation.pages.count == 2 && seen(pages, in: navigation) == ["second": 0])
    navigation.push(navigation, title: "itself")
    #expect(navigation.pages.count == 2)
  }

  // MARK: Focus

  @Test("A page without focusable views receives the keys, and the list below gets the focus back")
  func focusBelowPlainPage() {
    let (stage, navigation, _) = make()
    let list = ProbeButton(size: Size(width: 100, height: 40))
    let root = View(size: Size(width: 400, height: 254))
    root.addSubview(list)
    let outer = NavigationView(root, title: "Root")
    outer.size = stage.card.size
    navigation.removeFromSuperview()
    stage.add(outer, x: 0, y: 0)
    list.becomeFocused()
    let page = ThemedLabel("text")
    var log: [String] = []
    page.handle(Command("page", title: "Page", shortcuts: [Shortcut(.f1)])) { log.append("page") }
    outer.push(page, title: "Page")
    stage.advance(1)
    #expect(stage.tree.focus.focusedView == nil)
    #expect(stage.key(.f1) && log == ["page"])
    #expect(stage.key(.left, .alt))
    stage.advance(1)
    #expect(list.isFocused)
  }

  @Test("A page behind a sheet receives no keys, although no view in the sheet can have the focus")
  func pageBehindSheet() {
    let (stage, navigation, _) = make()
    navigation.removeFromSuperview()
    let (root, button) = (
      View(size: Size(width: 400, height: 254)), ProbeButton(size: Size(width: 100, height: 40))
    )
    root.addSubview(button)
    let inner = NavigationView(root, title: "Root")
    let split = SplitView(panel: View(), content: inner)
    split.size = Size(width: 400, height: 300)
    stage.add(split, x: 0, y: 0)
    button.becomeFocused()
    var log: [String] = []
    let page = ThemedLabel("text")
    page.handle(Command("page", title: "Page", shortcuts: [Shortcut(.f1)])) { log.append("page") }
    inner.push(page, title: "Page")
    stage.advance(1)
    #expect(split.isNarrow && stage.key(.f1) && log == ["page"])
    split.setPanel(shown: true)
    stage.advance(1)
    stage.key(.f1)
    #expect(log == ["page"])
    split.setPanel(shown: false)
    stage.advance(1)
    page.alpha = 0
    stage.key(.f1)
    #expect(log == ["page"])
  }

  @Test("The back button that has the focus gives it to the page below when it disappears")
  func focusOfBackButton() {
    let (stage, navigation, pages) = make()
    pages.root.becomeFocused()
    navigation.push(pages.second, title: "Second")
    navigation.push(pages.third, title: "Third")
    stage.advance(1)
    let back = (try? navigation.accessibilityTree().find(.button, "Back").view) as? Button
    back?.becomeFocused()
    #expect(stage.key(.return))
    stage.advance(1)
    #expect(back?.isFocused == true, "there is another page below")
    #expect(stage.key(.return))
    stage.advance(1)
    #expect(navigation.pages.count == 1 && pages.root.isFocused)
  }

  @Test("Without a focus, keys begin at the top page")
  func keysWithoutFocus() {
    let pages = Pages()
    let navigation = NavigationView(pages.root, title: "Root")
    let tree = ViewTree(root: navigation)
    var count = 0
    pages.root.handle(Command("root", title: "Root", shortcuts: [Shortcut(.f1)])) { count += 1 }
    tree.handle(.keyPressed(KeyPress(.f1)))
    #expect(count == 1)
  }

  // MARK: The strip at the side

  @Test(
    "Near the side, the page still receives taps and vertical drags", arguments: [Contact.Kind.touch, .pen])
  func strip(kind: Contact.Kind) {
    let stage = ControlStage()
    var clicks = 0
    let button = Button("Row") { clicks += 1 }
    button.frame = Rect(x: 0, y: 0, width: 100, height: 40)
    let content = View(size: Size(width: 400, height: 2000))
    content.addSubview(button)
    content.preferredSize = content.size
    let scroll = ScrollView(content)
    let navigation = NavigationView(View(), title: "Root")
    navigation.size = stage.card.size
    stage.add(navigation, x: 0, y: 0)
    navigation.push(scroll, title: "List", animated: false)
    stage.settle()
    stage.tap(button, 10, 20, as: kind)
    #expect(clicks == 1)
    stage.advance(1)
    stage.drag(navigation, from: Point(x: 10, y: 250), to: Point(x: 12, y: 100), as: kind)
    #expect(scroll.contentOffset.y > 50, "\(scroll.contentOffset)")
    stage.drop()
    stage.advance(3)
    #expect(navigation.pages.count == 2)
    stage.drag(navigation, from: Point(x: 10, y: 150), to: Point(x: 300, y: 152), as: kind)
    stage.drop()
    stage.advance(1)
    #expect(navigation.pages.count == 1, "a swipe over a scroll view leads back")
  }

  // MARK: Pages that the application takes

  @Test("A popped page that the application shows elsewhere at once is not moved any more")
  func takenPage() {
    let (stage, navigation, pages) = make()
    navigation.push(pages.second, title: "Second")
    navigation.push(pages.third, title: "Third")
    stage.advance(1)
    let taken = navigation.pop()
    let other = stage.add(View(size: Size(width: 400, height: 300)), x: 0, y: 0)
    if let taken { other.addSubview(taken) }
    #expect(pages.third.isUserInteractionEnabled && pages.third.transform == .identity)
    pages.third.transform = .translation(x: 3, y: 4)
    pages.third.isUserInteractionEnabled = false
    stage.advance(1)
    #expect(pages.third.transform == .translation(x: 3, y: 4) && !pages.third.isUserInteractionEnabled)
    #expect(pages.third.superview === other && seen(pages, in: navigation)["second"] == 0)
    let fourth = ProbeButton()
    navigation.push(fourth, title: "Fourth", animated: false)
    navigation.popToRoot(animated: false)
    #expect(!pages.second.isHidden && pages.second.transform == .identity)
  }
}
