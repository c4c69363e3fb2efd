import Controls
import Drawing
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Containers")
@MainActor
struct ContainerTests {
  private func box(_ width: Double, _ height: Double, grow: Double = 0) -> View {
    let view = View()
    view.preferredSize = Size(width: width, height: height)
    view.growFactor = grow
    return view
  }

  private func frames(_ container: View, _ width: Double, _ height: Double) -> [Rect] {
    container.size = Size(width: width, height: height)
    container.layoutIfNeeded()
    return container.subviews.map(\.frame)
  }

  @Test("A row places its views side by side and makes them as high as the row")
  func row() {
    let row = StackView(spacing: 10, insets: EdgeInsets(5), [box(20, 10), box(30, 40)])
    #expect(row.size == Size(width: 70, height: 50))
    #expect(
      frames(row, 100, 60) == [
        Rect(x: 5, y: 5, width: 20, height: 50), Rect(x: 35, y: 5, width: 30, height: 50),
      ])
  }

  @Test("A row begins at the right if the layout direction is right to left")
  func mirrored() {
    let row = StackView(spacing: 10, alignment: .center, [box(20, 10), box(30, 40)])
    row.layoutDirection = .rightToLeft
    #expect(
      frames(row, 100, 60) == [
        Rect(x: 80, y: 25, width: 20, height: 10), Rect(x: 40, y: 10, width: 30, height: 40),
      ])
  }

  @Test("Views with a grow factor share the free space")
  func grow() {
    let row = StackView(.horizontal, [box(20, 10), box(10, 10, grow: 1), box(10, 10, grow: 3)])
    #expect(frames(row, 80, 10).map(\.size.width) == [20, 20, 40])
  }

  @Test("If space is missing, all views shrink, down to their minimum sizes")
  func shrink() {
    let stiff = box(40, 10)
    stiff.minimumSize = Size(width: 40, height: 0)
    let row = StackView(.horizontal, [stiff, box(40, 10), box(20, 10)])
    #expect(frames(row, 70, 10).map(\.size.width) == [40, 20, 10])
    #expect(frames(row, 10, 10).map(\.size.width) == [40, 0, 0])
  }

  @Test(
    "The distribution of a row determines the positions of its views in the free space",
    arguments: [
      (StackView.Distribution.leading, [0.0, 20]), (.center, [30, 50]), (.trailing, [60, 80]),
      (.equalSpacing, [0, 80]), (.fillEqually, [0, 50]),
    ])
  func distribution(distribution: StackView.Distribution, expected: [Double]) {
    let row = StackView(.horizontal, [box(20, 10), box(20, 10)])
    row.distribution = distribution
    #expect(frames(row, 100, 10).map(\.minX) == expected)
  }

  @Test("A column aligns its views at the left, or at the right if the layout direction is right to left")
  func column() {
    let column = StackView(.vertical, spacing: 4, alignment: .leading, [box(20, 10), box(30, 40)])
    #expect(
      frames(column, 100, 60) == [
        Rect(x: 0, y: 0, width: 20, height: 10), Rect(x: 0, y: 14, width: 30, height: 40),
      ])
    column.layoutDirection = .rightToLeft
    #expect(frames(column, 100, 60).map(\.minX) == [80, 70])
  }

  @Test("Hidden views take no space, and a view that grows moves the views after it")
  func changes() {
    let (first, label) = (box(20, 10), LabelView("Hi", style: TextStyle(size: 12)))
    let row = StackView(.horizontal, [first, label, box(10, 10)])
    let before = frames(row, 300, 20)[2].minX
    label.text = "A longer text"
    #expect(frames(row, 300, 20)[2].minX > before)
    first.isHidden = true
    #expect(frames(row, 300, 20)[1].minX == 0)
  }

  @Test("Each row of a grid is as high as its highest view, and begins at the right in right-to-left layout")
  func grid() {
    let grid = GridView(
      columns: .count(2), spacing: Size(width: 10, height: 5), [box(10, 10), box(10, 30), box(10, 20)])
    let expected = [
      Rect(x: 0, y: 0, width: 45, height: 30), Rect(x: 55, y: 0, width: 45, height: 30),
      Rect(x: 0, y: 35, width: 45, height: 20),
    ]
    #expect(frames(grid, 100, 100) == expected)
    grid.layoutDirection = .rightToLeft
    #expect(frames(grid, 100, 100).map(\.minX) == [55, 0, 55])
  }

  @Test(
    "A grid with a minimum column width has as many columns as fit in its width",
    arguments: [(100.0, 2), (160, 3), (10, 1)])
  func adaptiveGrid(width: Double, columns: Int) {
    let grid = GridView(
      columns: .minimumWidth(45), spacing: Size(width: 10, height: 0), (0..<7).map { _ in box(1, 10) })
    #expect(Set(frames(grid, width, 100).map(\.minX)).count == columns)
  }

  @Test("A stack of views alone is a row")
  func rowOfViews() {
    let views = [box(10, 10), box(20, 10)]
    let row = StackView(views)
    #expect(row.axis == .horizontal && row.subviews.elementsEqual(views, by: ===))
    #expect(frames(row, 100, 10).map(\.minX) == [0, 10])
  }

  @Test(
    "A grid takes the width that its columns need, at most the available width",
    arguments: [
      (GridView.Columns.count(2), 500.0, Size(width: 69, height: 41)),
      (.count(2), .infinity, Size(width: 69, height: 41)), (.count(2), 50, Size(width: 50, height: 41)),
      (.count(4), 500, Size(width: 139, height: 34)),
      (.minimumWidth(30), 500, Size(width: 104, height: 34)),
      (.minimumWidth(20), 57, Size(width: 57, height: 41)),
      (.minimumWidth(40), 100, Size(width: 89, height: 41)),
    ])
  func gridWidth(columns: GridView.Columns, available: Double, expected: Size) {
    let views = [box(10, 10), box(30, 30), box(20, 5)]
    let grid = GridView(
      columns: columns, spacing: Size(width: 5, height: 2), insets: EdgeInsets(2), views)
    let size = grid.sizeThatFits(Size(width: available, height: Double.infinity))
    #expect(grid.sizeThatFits(size) == size)
    #expect(size.width <= available && size == expected)
    let row = StackView([grid])
    #expect(frames(row, min(available, 900), 100)[0].size.width == size.width)
  }

  @Test("A PaddingView keeps its insets around its view")
  func padding() {
    let view = box(20, 10)
    let padded = PaddingView(view, insets: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(padded.size == Size(width: 26, height: 14))
    padded.layoutIfNeeded()
    #expect(view.frame == Rect(x: 2, y: 1, width: 20, height: 10))
  }

  @Test(
    "A container that is smaller than its insets gives its views no negative size",
    arguments: [Size(width: 4, height: 50), Size(width: 50, height: 4), .zero])
  func tooSmall(size: Size) {
    var containers: [View] = [
      PaddingView(box(20, 20), insets: EdgeInsets(10)),
      GridView(columns: .count(2), insets: EdgeInsets(10), [box(20, 20), box(20, 20)]),
    ]
    for axis in Axis.allCases {
      for alignment in StackView.Alignment.allCases {
        let boxes = [box(20, 20), box(20, 20, grow: 1)]
        containers.append(StackView(axis, alignment: alignment, insets: EdgeInsets(10), boxes))
      }
    }
    for container in containers {
      let label = LabelView("A text of several words")
      container.addSubview(label)
      let fitting = container.sizeThatFits(size)
      #expect(fitting.width >= 20 && fitting.height >= 20)
      for frame in frames(container, size.width, size.height) {
        #expect(frame.size.width >= 0 && frame.size.height >= 0, "\(type(of: container)): \(frame)")
        #expect(frame.origin.x >= 0 && frame.origin.y >= 0, "\(type(of: container)): \(frame)")
      }
    }
  }

  @Test("Extreme sizes do not trap", arguments: [0, -5, 1e300, Double.infinity, Double.nan])
  func extremes(side: Double) {
    let views: [View] = [box(side, side, grow: side), box(1, 1)]
    let stack = StackView(spacing: side, insets: EdgeInsets(side), views)
    stack.size = Size(width: side, height: side)
    stack.layoutIfNeeded()
    let grid = GridView(columns: .minimumWidth(side), spacing: Size(width: side, height: side), views)
    grid.size = Size(width: side, height: side)
    grid.layoutIfNeeded()
    grid.columns = .count(.min)
    grid.layoutIfNeeded()
    _ = grid.sizeThatFits(Size(width: side, height: side))
    #expect(grid.subviews.count == 2)
  }

  @Test("If space is missing, the views with a grow factor shrink first")
  func shrinking() {
    let list = box(20, 900)
    let row = StackView(.vertical, [box(20, 50), list.growing()])
    #expect(list.growFactor == 1)
    #expect(frames(row, 20, 300).map(\.size.height) == [50, 250])
    #expect(frames(row, 20, 30).map(\.size.height) == [30, 0])
  }

  @Test("The distribution of a stack is a parameter of its initializer")
  func distribution() {
    let row = StackView(distribution: .trailing, [box(20, 10)])
    #expect(frames(row, 100, 10) == [Rect(x: 80, y: 0, width: 20, height: 10)])
  }

  @Test(
    "A row that shortens a label is as high as the lines of the label need, in each text scale",
    arguments: [1.0, 1.5])
  func wrappedInRow(scale: Double) {
    let stage = ControlStage()
    var theme = Theme.light
    theme.textScale = scale
    stage.card.theme = theme
    let label = ThemedLabel("A long sentence that does not fit beside the switch in a narrow window")
    let row = StackView(.horizontal, spacing: 12, alignment: .center, [label.growing(), Toggle()])
    let column = StackView(.vertical, [row])
    column.size = Size(width: 220, height: 280)
    stage.add(column, x: 0, y: 0)
    let needed = label.sizeThatFits(Size(width: label.size.width, height: .infinity)).height
    #expect(label.size.width < 180 && label.size.height == needed && row.size.height >= needed)
    #expect(needed > 2 * theme.textStyle().size)
  }
}
