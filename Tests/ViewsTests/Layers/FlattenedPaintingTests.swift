import Drawing
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Views painted into one picture")
@MainActor
struct FlattenedPaintingTests {
  private let card = View(size: Size(width: 100, height: 60))

  private func add(
    _ color: Color, _ x: Double, _ y: Double, _ width: Double, _ height: Double, to parent: View? = nil
  ) -> View {
    let view = View()
    view.frame = Rect(x: x, y: y, width: width, height: height)
    view.backgroundColor = color
    (parent ?? card).addSubview(view)
    return view
  }

  private func gray(_ pixel: Pixel) -> UInt8 { pixel.red }

  @Test(
    "Subviews are painted over their superview, back to front, with the same pixels on any thread",
    arguments: [1, 1.5, 2.0])
  func order(scale: Double) throws {
    card.backgroundColor = Color(white: 0.2)
    _ = add(Color(white: 0.4), 10, 10, 40, 40)
    _ = add(Color(white: 0.8), 30, 10, 40, 40)
    let painted = try ViewPainting.paint(card, scale: scale)
    func value(_ x: Double, _ y: Double) -> UInt8 { gray(painted[Int(x * scale), Int(y * scale)]) }
    #expect([value(4, 4), value(20, 20), value(40, 20), value(90, 50)] == [51, 102, 204, 51])
    let job = try #require(ViewPainting.job(for: card, scale: scale))
    #expect(try job.run().bytes == painted.bytes)
  }

  @Test("A view with clipsToBounds cuts off its subviews at its bounds and its rounded corners")
  func clips() throws {
    let box = add(Color(white: 0.5), 20, 20, 40, 30)
    _ = add(.white, -10, -10, 100, 100, to: box)
    #expect(try ViewPainting.paint(card, scale: 1)[9, 9] == .clear)
    #expect(try ViewPainting.paint(card, scale: 1)[15, 15] == .white)
    box.clipsToBounds = true
    var painted = try ViewPainting.paint(card, scale: 1)
    #expect(painted[19, 30] == .clear && painted[20, 20] == .white && painted[59, 49] == .white)
    box.cornerRadius = 10
    painted = try ViewPainting.paint(card, scale: 1)
    #expect(painted[20, 20] == .clear && painted[59, 49] == .clear && painted[30, 30] == .white)
  }

  @Test("The alpha of a view applies to the view and its subviews as a group")
  func fades() throws {
    let group = add(.white, 0, 0, 50, 50)
    _ = add(.white, 10, 10, 20, 20, to: group)
    group.alpha = 0.5
    let painted = try ViewPainting.paint(card, scale: 1)
    #expect(painted[5, 5] == painted[15, 15])
    #expect(abs(Int(painted[5, 5].alpha) - 128) <= 1)
  }

  @Test("A transform rotates a view about its center, and the origin of the bounds moves the subviews")
  func transforms() throws {
    let bar = add(.white, 20, 25, 40, 10)
    bar.transform = .rotation(by: .pi / 2)
    var painted = try ViewPainting.paint(card, scale: 1)
    #expect(painted[40, 12] == .white && painted[22, 30] == .clear)
    bar.isHidden = true
    let list = add(.clear, 0, 0, 100, 60)
    _ = add(.white, 0, 40, 10, 10, to: list)
    list.bounds.origin = Point(x: 0, y: 30)
    painted = try ViewPainting.paint(card, scale: 1)
    #expect(painted[5, 15] == .white && painted[5, 45] == .clear)
  }

  @Test("If a subview can only draw on the main actor, its superview is painted on the main actor, too")
  func mainActorOnly() throws {
    final class Meter: View {
      override func draw(in canvas: Canvas) { canvas.fill(with: .white) }
    }
    let meter = Meter(size: Size(width: 10, height: 10))
    card.addSubview(meter)
    #expect(ViewPainting.job(for: card, scale: 1) == nil)
    let painted = try ViewPainting.paint(card, scale: 1)
    #expect(painted[5, 5] == .white && painted[15, 5] == .clear)
    meter.removeFromSuperview()
    #expect(ViewPainting.job(for: card, scale: 1) != nil)
  }

  @Test("After a change of a subview, the painted pixels of its superview are outdated")
  func version() throws {
    let box = add(.white, 0, 0, 10, 10)
    let painted = try ViewPainting.paint(card, scale: 1)
    #expect(painted.isCurrent(for: card, scale: 1))
    box.backgroundColor = .black
    #expect(!painted.isCurrent(for: card, scale: 1))
  }

  @Test(
    "If the transform of a view has no inverse, the view is invisible, and other views are painted as usual")
  func singular() throws {
    let box = add(.white, 0, 0, 10, 10)
    _ = add(.white, 50, 0, 10, 10)
    for transform in [Transform2D.scale(x: 0, y: 1), .scale(x: .nan), .translation(x: .infinity)] {
      box.transform = transform
      let painted = try ViewPainting.paint(card, scale: 1)
      #expect(painted[5, 5] == .clear && painted[55, 5] == .white)
    }
  }

  @Test(
    "The canvas of a view has the view's size, even if the view is painted into the pixels of another view")
  func canvasSize() throws {
    let card = ContainerView(size: Size(width: 100, height: 100))
    let dot = PaintedView(size: Size(width: 20, height: 20)) { canvas in
      canvas.fill(.circle(center: canvas.bounds.center, radius: 4), with: .white)
    }
    dot.frame.origin = Point(x: 60, y: 10)
    card.addSubview(dot)
    let painted = try ViewPainting.paint(card, scale: 1)
    #expect(painted[70, 20] == .white)
    #expect(painted.count { $0.alpha > 0 } < 100)
  }
}
