import CarouselViews
import Controls
import Drawing
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Subclasses of View")
@MainActor
struct SubclassTests {
  private final class Parent: View {
    var events: [String] = []
    override func didAddSubview(_ subview: View) {
      events.append("added, in place: \(subview.superview === self)")
    }
    override func willRemoveSubview(_ subview: View) {
      events.append("removing, in place: \(subview.superview === self)")
    }
  }
  private final class Child: View {
    var events: [Bool] = []
    override func didMoveToSuperview() { events.append(superview != nil) }
  }

  @Test("A view is notified when a subview is added or removed and when its superview changes")
  func notifications() {
    let (parent, child) = (Parent(), Child())
    parent.addSubview(child)
    parent.bringSubviewToFront(child)
    #expect(parent.events == ["added, in place: true"] && child.events == [true])
    child.removeFromSuperview()
    #expect(parent.events == ["added, in place: true", "removing, in place: true"])
    #expect(child.events == [true, false])
    let other = Parent()
    parent.addSubview(child)
    other.addSubview(child)
    #expect(child.events == [true, false, true, false, true])
    #expect(other.events.count == 1 && parent.events.count == 4)
  }

  @Test("Disabling a view repaints its layered subviews")
  func disabledLayers() {
    let root = View(size: Size(width: 200, height: 200))
    let card = PaintedView(size: Size(width: 100, height: 100)) { $0.fill(with: .red) }
    let button = Button("Add")
    button.isLayered = true
    root.addSubview(card)
    card.addSubview(button)
    let tree = ViewTree(root: root)
    tree.prepareFrame(at: .at(0))
    #expect(button.isLayerRoot)
    let version = button.contentVersion
    card.isEnabled = false
    #expect(button.contentVersion > version)
  }

  @Test("Changing clipsToBounds damages the area of subviews outside of the bounds")
  func clippingDamage() {
    let root = PaintedView(size: Size(width: 200, height: 200)) { $0.fill(with: .white) }
    let card = View(frame: Rect(x: 50, y: 50, width: 50, height: 50))
    let flag = View(frame: Rect(x: 30, y: 30, width: 100, height: 10))
    flag.backgroundColor = .red
    card.addSubview(flag)
    root.addSubview(card)
    let tree = ViewTree(root: root)
    tree.prepareFrame(at: .at(0))
    for clips in [true, false] {
      let version = root.contentVersion
      card.clipsToBounds = clips
      let area = root.layer.damage.area(since: version) ?? .zero
      #expect(area.maxX >= 180 && area.minX <= 50, "clips: \(clips)")
    }
  }

  private final class Dot: View {
    override func draw(in canvas: Canvas) { canvas.fill(with: Color(hex: 0xFF0000)) }
  }

  @Test("In a view with rounded corners, a tile is painted even if the tile can only draw on the main actor")
  func tiledOnMainActor() throws {
    let tiled = TiledView(tile: Dot(size: Size(width: 10, height: 10)), size: Size(width: 100, height: 100))
    let card = View(size: Size(width: 100, height: 100))
    card.clipsToBounds = true
    card.cornerRadius = 20
    card.addSubview(tiled)
    // Outside of a window, all views are painted into a single picture.
    let picture = try ViewPainting.paint(card, scale: 1)
    #expect(picture[50, 50] == Pixel(blue: 0, green: 0, red: 255, alpha: 255))
    #expect(picture[1, 1] == .clear)
  }

  @Test("Only the first carousel of a window gets the focus automatically")
  func secondCarousel() {
    let root = View(size: Size(width: 400, height: 400))
    let tree = ViewTree(root: root)
    defer { withExtendedLifetime(tree) {} }
    let (first, second) = (CarouselView(), CarouselView())
    root.addSubview(first)
    #expect(first.isFocused)
    first.resignFocus()
    root.addSubview(second)
    #expect(!second.isFocused && !first.isFocused)
  }
}
