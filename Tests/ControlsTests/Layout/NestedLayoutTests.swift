import Controls
import Drawing
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Containers in containers")
@MainActor
struct NestedLayoutTests {
  private func box(_ width: Double, _ height: Double) -> View {
    let view = View(size: Size(width: width, height: height))
    view.preferredSize = view.size
    return view
  }

  @Test("Adding, hiding or removing a view in a nested stack changes the layout of the outer stack")
  func stacks() {
    let (first, second) = (box(20, 10), box(30, 10))
    let inner = StackView(.horizontal, [first])
    let outer = StackView(.horizontal, [inner, box(10, 10)])
    outer.size = Size(width: 300, height: 20)
    func width() -> Double {
      outer.layoutIfNeeded()
      return inner.frame.size.width
    }
    #expect(width() == 20)
    inner.addSubview(second)
    #expect(width() == 50)
    second.isHidden = true
    #expect(width() == 20)
    second.isHidden = false
    first.removeFromSuperview()
    #expect(width() == 30)
  }

  @Test("Adding a view to the content of a scroll view changes the size of the content")
  func scrollView() {
    let column = StackView(.vertical, [box(20, 100)])
    let scroll = ScrollView(column, size: Size(width: 100, height: 100))
    scroll.layoutIfNeeded()
    #expect(column.size.height == 100)
    column.addSubview(box(20, 200))
    scroll.layoutIfNeeded()
    #expect(column.size.height == 300 && scroll.scrolls(along: .vertical))
  }
}
