import Drawing
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("A tree of views")
@MainActor
struct ViewHierarchyTests {
  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> View {
    let view = View()
    view.frame = Rect(x: x, y: y, width: width, height: height)
    return view
  }

  @Test("Adding a view to another superview removes it from its former superview")
  func oneSuperview() {
    let (a, b, child) = (View(), View(), View())
    a.addSubview(child)
    b.addSubview(child)
    #expect(a.subviews.isEmpty)
    #expect(child.superview === b)
    #expect(child.root === b)
    child.removeFromSuperview()
    #expect(child.superview == nil && b.subviews.isEmpty)
  }

  /// Calls a closure once, before a subview is removed.
  private final class Former: View {
    var onRemove: ((View) -> Void)?
    override func willRemoveSubview(_ subview: View) {
      let due = onRemove
      onRemove = nil
      due?(subview)
    }
  }

  @Test(
    "If a callback moves a view that is being added elsewhere, or moves the new superview into it, it is in one place"
  )
  func movedByCallback() {
    let (former, other, new, child) = (Former(), View(), View(), View())
    former.addSubview(child)
    former.onRemove = { other.addSubview($0) }
    new.addSubview(child)
    #expect(child.superview === other && other.subviews.count == 1)
    #expect(new.subviews.isEmpty && former.subviews.isEmpty)
    former.addSubview(child)
    former.onRemove = { $0.addSubview(new) }
    new.addSubview(child)
    #expect(new.superview === child && child.superview == nil && new.subviews.isEmpty)
  }

  @Test("Adding a view again moves it to the front")
  func order() {
    let parent = View()
    let views = [View(), View(), View()]
    views.forEach(parent.addSubview)
    parent.addSubview(views[0])
    #expect(
      parent.subviews.map(ObjectIdentifier.init) == [views[1], views[2], views[0]].map(ObjectIdentifier.init))
    parent.bringSubviewToFront(views[1])
    #expect(parent.subviews.last === views[1])
    parent.insertSubview(views[1], at: -5)
    #expect(parent.subviews.first === views[1])
  }

  @Test("A view cannot be added to itself or to one of its descendants")
  func noCycles() {
    let (outer, inner) = (View(), View())
    outer.addSubview(inner)
    inner.addSubview(outer)
    inner.addSubview(inner)
    inner.insertSubview(outer, at: 0)
    #expect(inner.subviews.isEmpty && outer.superview == nil)
    #expect(inner.isDescendant(of: outer) && !outer.isDescendant(of: inner))
  }

  @Test("The frontmost view at a point is hit; hidden, transparent and disabled views are skipped")
  func hitTest() {
    let root = box(0, 0, 200, 200)
    let (back, front) = (box(10, 10, 100, 100), box(50, 50, 100, 100))
    root.addSubview(back)
    root.addSubview(front)
    #expect(root.hitTest(Point(x: 60, y: 60)) === front)
    #expect(root.hitTest(Point(x: 20, y: 20)) === back)
    #expect(root.hitTest(Point(x: 190, y: 10)) === root)
    #expect(root.hitTest(Point(x: 200, y: 10)) == nil)
    for change: (View) -> Void in [
      { $0.isHidden = true },
      {
        $0.isHidden = false
        $0.alpha = 0.009
      },
      {
        $0.alpha = 1
        $0.isEnabled = false
      },
      {
        $0.isEnabled = true
        $0.isUserInteractionEnabled = false
      },
    ] {
      change(front)
      #expect(root.hitTest(Point(x: 60, y: 60)) === back)
    }
  }

  @Test("hitInsets enlarge the area in which a view is hit, but the enlarged area does not cover other views")
  func hitInsets() {
    let root = box(0, 0, 200, 200)
    let (small, neighbor) = (box(50, 50, 20, 20), box(72, 50, 20, 20))
    root.addSubview(neighbor)
    root.addSubview(small)
    small.hitInsets = EdgeInsets(-12)
    #expect(root.hitTest(Point(x: 40, y: 60)) === small)
    #expect(root.hitTest(Point(x: 71, y: 60)) === small)
    #expect(root.hitTest(Point(x: 74, y: 60)) === neighbor)
  }

  @Test("Points are converted in both directions through scrolled, rotated and scaled views")
  func convert() throws {
    let root = box(0, 0, 400, 400)
    let card = box(100, 100, 200, 100)
    card.transform = Transform2D.rotation(by: .pi / 2)
    card.bounds.origin = Point(x: 0, y: 30)
    let dot = box(10, 40, 20, 20)
    root.addSubview(card)
    card.addSubview(dot)
    // The dot's corner is (10, 10) from the card's corner. The card is rotated about its center, (200, 150).
    let seen = try #require(dot.convert(.zero, to: nil))
    #expect(seen.distance(to: Point(x: 240, y: 60)) < 1e-9)
    #expect(try #require(dot.convert(seen, from: root)).distance(to: .zero) < 1e-9)
    #expect(try #require(card.convert(Point(x: 10, y: 40), to: dot)).distance(to: .zero) < 1e-9)
    #expect(dot.convert(.zero, to: View()) == nil)
    #expect(root.hitTest(Point(x: 235, y: 65)) === dot)
  }

  @Test("Each view is laid out once before a frame, superviews first")
  func layout() {
    final class Counter: ContainerView {
      var count = 0
      override func layoutSubviews() {
        count += 1
        for view in subviews { view.frame = bounds.inset(by: 5) }
      }
    }
    let (outer, inner) = (Counter(size: Size(width: 100, height: 100)), Counter())
    outer.addSubview(inner)
    outer.setNeedsLayout()
    outer.layoutIfNeeded()
    #expect(inner.frame == Rect(x: 5, y: 5, width: 90, height: 90))
    #expect(outer.count == 1 && inner.count == 1)
    outer.layoutIfNeeded()
    #expect(outer.count == 1)
    outer.size.width = 50
    outer.layoutIfNeeded()
    #expect(inner.size.width == 40 && outer.count == 2 && inner.count == 2)
  }

  @Test("If each layout of a view requests another one, the layouts end and no frame is requested")
  func endlessLayout() {
    final class Restless: ContainerView {
      var count = 0
      override func layoutSubviews() {
        count += 1
        setNeedsLayout()
      }
    }
    let view = Restless()
    let tree = ViewTree(root: view)
    view.setNeedsLayout()
    var requests = 0
    tree.prepareFrame(at: .at(0))
    tree.onNeedsFrame = { requests += 1 }
    #expect(view.count > 0 && view.count < 20)
    let count = view.count
    tree.prepareFrame(at: .at(1))
    #expect(view.count == count)
    #expect(requests == 0)
  }

  @Test("When a root view becomes the root of another window, the first window gets another root view")
  func twoWindows() {
    let view = View()
    let (first, second) = (ViewTree(root: view), ViewTree(root: View()))
    second.root = view
    #expect(first.root !== view && view.tree === second)
    first.root = view
    #expect(second.root !== view && view.tree === first)
  }

  @Test("A view is animated once per frame until its animation ends or it leaves the window")
  func animation() {
    final class Spinner: ContainerView {
      var times: [Double] = []
      override func animate(to now: Timestamp) -> Bool {
        times.append(now.seconds)
        return times.count < 3
      }
    }
    let (root, spinner) = (View(), Spinner())
    let tree = ViewTree(root: root)
    spinner.setNeedsAnimation()
    #expect(!tree.isAnimating)
    root.addSubview(spinner)
    for time in 0..<5 { tree.prepareFrame(at: .at(Double(time))) }
    #expect(spinner.times == [0, 1, 2])
    spinner.times = []
    spinner.setNeedsAnimation()
    spinner.removeFromSuperview()
    tree.prepareFrame(at: .at(9))
    #expect(spinner.times == [] && !tree.isAnimating)
  }
}
