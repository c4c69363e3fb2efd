import Controls
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Heights of rows that follow the text")
@MainActor
struct RowHeightTests {
  private struct Entry: Identifiable {
    var id: Int
    var text: String
  }

  private let stage = ControlStage()
  private let list = ListView(numberOfRows: 0, size: Size(width: 200, height: 200)) { _, _ in View() }
  private static let long = "A text that is too wide for one line of a narrow list"

  private func label(_ text: String, _ old: View?) -> View {
    let label = old as? ThemedLabel ?? ThemedLabel("")
    label.text = text
    return label
  }

  /// Shows rows, each tenth of which has a long text.
  private func show(_ count: Int) {
    list.makeRow = { label($0 % 10 == 3 ? "\($0) \(Self.long)" : "Row \($0)", $1) }
    list.numberOfRows = count
    stage.add(list, x: 0, y: 0)
  }

  private func height(_ index: Int) -> Double { list.frame(ofItem: index).size.height }

  /// The rows in sight whose text does not fit.
  private func cutRows() -> [Int] {
    list.visibleIndexes.filter { index in
      guard let label = list.content(ofItem: index) as? ThemedLabel else { return true }
      return label.sizeThatFits(label.size).height > label.size.height + 0.5
    }
  }

  private func setTextScale(_ scale: Double) {
    var theme = Theme.light
    theme.textScale = scale
    stage.card.theme = theme
    stage.settle()
  }

  @Test("A row with a text in several lines is higher, and the rows below it follow")
  func wrapped() {
    show(20)
    #expect(height(0) == 44 && height(3) > 70 && height(4) == 44)
    #expect(list.frame(ofItem: 4).minY == list.frame(ofItem: 3).maxY)
    #expect(cutRows() == [])
    #expect(list.contentSize.height == 19 * 44 + height(3))
    list.size.width = 600
    stage.settle()
    #expect(height(3) == 44 && list.contentSize.height == 20 * 44)
  }

  @Test("Rows grow with the text, and none is cut at any text scale", arguments: [1, 1.25, 1.5, 2])
  func textScale(scale: Double) {
    show(20)
    setTextScale(scale)
    #expect(height(0) == 44 * scale)
    #expect(cutRows() == [] && list.visibleIndexes.first == 0)
    list.scrollToItem(13, animated: false)
    #expect(cutRows() == [] && list.visibleIndexes.contains(13))
    setTextScale(1)
    #expect(height(13) < 120 && cutRows() == [])
  }

  @Test(
    "An animated scroll to a row ends at the row, although rows on the way become higher",
    arguments: [513, 0])
  func animatedScroll(index: Int) {
    show(1000)
    if index == 0 { list.scrollToItem(900, animated: false) }
    stage.settle()
    let start = list.contentOffset
    list.scrollToItem(index, animated: true)
    #expect(list.contentOffset == start && list.isMoving)
    stage.advance(2)
    let (frame, top) = (list.frame(ofItem: index), list.contentOffset.y)
    #expect(frame.minY >= top && frame.maxY <= top + 200 && list.visibleIndexes.contains(index))
  }

  @Test("A row out of sight loses its extra height when it may need another one", arguments: 0..<3)
  func outOfSight(change: Int) {
    show(100)
    for item in [53, 0] {
      list.scrollToItem(item, animated: false)
      stage.settle()
    }
    #expect(height(53) > 70)
    switch change {
    case 0: list.size.width = 600
    case 1: list.cellInsets = EdgeInsets(horizontal: 60)
    default: list.reloadData()
    }
    stage.settle()
    #expect(height(53) == 44)
  }

  @Test("When a text changes, its row becomes higher or lower")
  func change() throws {
    show(20)
    let label = try #require(list.content(ofItem: 1) as? ThemedLabel)
    label.text = Self.long
    stage.settle()
    let tall = height(1)
    #expect(tall > 70 && cutRows() == [])
    label.text = "Short"
    stage.settle()
    #expect(height(1) == 44 && list.frame(ofItem: 2).minY == 88)
  }

  @Test("While unknown rows scroll into sight, those that are known keep their places on the screen")
  func anchor() {
    show(1000)
    list.contentOffset.y = 20_000
    stage.settle()
    #expect(cutRows() == [])
    for _ in 0..<200 {
      let known = list.visibleIndexes
      let before = Dictionary(uniqueKeysWithValues: known.map { ($0, place($0)) })
      list.contentOffset.y -= 7
      stage.settle()
      #expect(cutRows() == [])
      for index in known where list.visibleIndexes.contains(index) {
        #expect(abs(place(index) - (before[index] ?? 0) - 7) < 1e-6, "row \(index)")
      }
    }
  }

  /// The distance of a row from the top of the list.
  private func place(_ index: Int) -> Double { list.frame(ofItem: index).minY - list.contentOffset.y }

  @Test("A row that is scrolled to is in sight although the rows above it were not measured")
  func scrollToItem() {
    show(1000)
    list.scrollToItem(513, animated: false)
    #expect(place(513) >= 0 && place(513) + height(513) <= 200.5 && cutRows() == [])
  }

  @Test("A million rows are arranged at once, and the last one is in sight at the end")
  func million() {
    show(1_000_000)
    list.contentOffset.y = 1e12
    stage.settle()
    list.contentOffset.y = 1e12
    #expect(list.visibleIndexes.last == 999_999 && cutRows() == [])
    #expect(list.loadedCellCount < 30)
  }

  @Test("Heights follow their items when these are inserted, removed and moved")
  func items() {
    func show(_ ids: [Int], animated: Bool) {
      let entries = ids.map { Entry(id: $0, text: $0 % 2 == 0 ? "Row" : Self.long) }
      list.setItems(entries, animated: animated) { label($0.text, $1) }
    }
    show([0, 1, 2, 3, 4], animated: false)
    stage.add(list, x: 0, y: 0)
    list.size.height = 600
    stage.settle()
    let tall = height(1)
    #expect(tall > 70)
    for ids in [[1, 0, 2, 4, 3], [6, 1, 3], [3], [2, 4, 3, 1, 0, 6]] {
      show(ids, animated: true)
      // The frames at rest are known at once.
      #expect(ids.indices.map { height($0) } == ids.map { $0 % 2 == 0 ? 44 : tall })
      stage.advance(2)
      #expect(cutRows() == [] && list.contentSize.height == ids.reduce(0) { $0 + ($1 % 2 == 0 ? 44 : tall) })
    }
  }

  /// The visible titles in a view, from top to bottom.
  private func titles(in view: View) -> [ThemedLabel] {
    let all = view.subviews.flatMap { titles(in: $0) } + [view as? ThemedLabel].compactMap { $0 }
    return all.filter { $0.role == .title && !$0.isHidden }.sorted { $0.frame.minY < $1.frame.minY }
  }

  @Test("A header with a title that is too wide is higher, and its title is whole")
  func header() {
    list.setSections(
      [
        CollectionSection([Entry(id: 0, text: "Row")], title: "Short"),
        CollectionSection([Entry(id: 1, text: "Row")], title: Self.long),
      ],
      animated: false
    ) { label($0.text, $1) }
    stage.add(list, x: 0, y: 0)
    list.size.height = 600
    for scale in [1.0, 2] {
      setTextScale(scale)
      let headers = titles(in: list)
      #expect(headers.count == 2 && headers[0].size.height == 40 * scale)
      for header in headers { #expect(header.sizeThatFits(header.size).height <= header.size.height) }
      #expect(list.frame(ofItem: 1).minY == list.frame(ofItem: 0).maxY + headers[1].size.height)
    }
  }

  @Test("Rows of a fixed height keep it")
  func fixed() {
    list.collectionLayout.itemHeight = .points(50)
    show(20)
    setTextScale(2)
    #expect(height(3) == 50)
    list.rowHeight = 30
    stage.settle()
    #expect(height(3) > 100)
    list.collectionLayout.itemHeight = .points(50)
    stage.settle()
    #expect(height(3) == 50 && list.contentSize.height == 1000)
  }

  @Test("Other distances beside the content break the text at other places")
  func cellInsets() {
    show(20)
    let before = height(3)
    list.cellInsets = EdgeInsets(horizontal: 60)
    stage.settle()
    #expect(height(3) > before && cutRows() == [])
    list.cellInsets = EdgeInsets(horizontal: 12)
    stage.settle()
    #expect(height(3) == before)
  }

  @Test("Contents whose height follows from their width are not higher than the row")
  func picture() {
    final class Picture: View {
      override func sizeThatFits(_ size: Size) -> Size { Size(width: size.width, height: size.width / 2) }
    }
    list.makeRow = { $1 ?? Picture() }
    list.numberOfRows = 5
    stage.add(list, x: 0, y: 0)
    #expect(height(0) == 44 && list.contentSize.height == 220)
  }
}
