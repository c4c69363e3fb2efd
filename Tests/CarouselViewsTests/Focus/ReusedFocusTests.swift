import CarouselEngine
import CarouselViews
import Controls
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("The focus and reused views")
@MainActor
struct ReusedFocusTests {
  @Test("When the row of a focused text field is scrolled away and reused, the list gets the focus")
  func list() throws {
    let stage = ControlStage()
    let list = stage.add(
      ListView(numberOfRows: 100, size: Size(width: 200, height: 132)) { _, old in old ?? TextField() },
      x: 10, y: 10)
    let field = try #require(list.content(ofItem: 0))
    field.becomeFocused()
    list.contentOffset.y = 2000
    stage.settle()
    #expect(!field.isFocused && stage.tree.focus.focusedView === list)
  }

  @Test("A text field keeps the focus when its list is reloaded")
  func reload() throws {
    let stage = ControlStage()
    let list = stage.add(
      ListView(numberOfRows: 100, size: Size(width: 200, height: 132)) { _, old in old ?? TextField() },
      x: 10, y: 10)
    try #require(list.content(ofItem: 1)).becomeFocused()
    list.reloadData()
    stage.settle()
    #expect(try #require(list.content(ofItem: 1)).isFocused)
  }

  private final class ReusingSource: CarouselDataSource {
    func numberOfItems(in carousel: Carousel) -> Int { 1000 }
    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView {
      if let view { return view }
      let card = View(size: Size(width: 100, height: 100))
      let field = TextField()
      field.frame = Rect(x: 10, y: 10, width: 80, height: 34)
      card.addSubview(field)
      return card
    }
  }

  @Test("When the item view of a focused text field is reused, the carousel gets the focus")
  func carousel() throws {
    let view = CarouselView(size: Size(width: 600, height: 200))
    let source = ReusingSource()
    let root = View(size: Size(width: 600, height: 200))
    root.addSubview(view)
    let tree = ViewTree(root: root)
    view.liveItems = .all
    view.carousel.dataSource = source
    tree.prepareFrame(at: .at(0))
    let card = try #require(view.carousel.itemView(at: 0) as? View)
    let field = try #require(card.subviews.first)
    #expect(field.becomeFocused())
    tree.prepareFrame(at: .at(0.1))
    #expect(field.isFocused)
    for step in 1...30 {
      view.carousel.scrollOffset = Double(step)
      tree.prepareFrame(at: .at(0.1 + Double(step) / 10))
    }
    #expect(!field.isFocused && view.isFocused)
    withExtendedLifetime(source) {}
  }
}
