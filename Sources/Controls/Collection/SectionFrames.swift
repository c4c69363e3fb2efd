internal import Geometry
internal import Views

/// The lengths of a layout in a width, all finite.
struct LayoutMeasures: Sendable {
  let style: CollectionLayout.Style
  let width: Double
  let insets: EdgeInsets
  let spacing: Size
  let headerHeight: Double
  let columns: Int
  /// The width and the height of a cell. The height is that of the layout.
  let cell: Size
  /// The distance from the left side to the first column.
  let left: Double

  init(_ layout: CollectionLayout, width: Double, textScale: Double) {
    func length(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), Self.longest) : 0 }
    style = layout.style
    self.width = length(width)
    insets = EdgeInsets(
      top: length(layout.insets.top), left: length(layout.insets.left), bottom: length(layout.insets.bottom),
      right: length(layout.insets.right))
    spacing = Size(width: length(layout.spacing.width), height: length(layout.spacing.height))
    headerHeight = Theme.scaled(length(layout.headerHeight), by: textScale)
    let room = max(self.width - insets.total.width, 0)
    // Each column is at least one point wide.
    let mostColumns = max(Int((room + spacing.width) / (1 + spacing.width)), 1)
    columns = min(layout.columns.fitting(room, spacing: spacing.width) ?? 1, mostColumns)
    let cellWidth = (room - spacing.width * Double(columns - 1)) / Double(columns)
    // Whole points keep texts sharp. The rest is divided between both sides.
    let cellLength = columns == 1 ? cellWidth : max(cellWidth, 0).rounded(.down)
    left = insets.left + ((cellWidth - cellLength) * Double(columns) / 2).rounded(.down)
    let cellHeight =
      switch layout.itemHeight {
      case .points(let height): height
      case .atLeast(let height): Theme.scaled(height, by: textScale)
      case .aspectRatio(let ratio): (cellLength / (ratio.isFinite ? max(ratio, 1e-3) : 1)).rounded()
      }
    cell = Size(width: cellLength, height: Self.height(cellHeight))
  }

  /// Returns a height of at least 1 point.
  static func height(_ height: Double) -> Double { height.isFinite ? min(max(height, 1), longest) : 1 }

  /// The largest length, in points. Sums of a million of them are exact to a thousandth of a point.
  static let longest = 1e6

  /// Returns the left side of a column.
  func x(ofColumn column: Int) -> Double { left + Double(column) * (cell.width + spacing.width) }
}

/// The frames of the items of a section, relative to the top of its first item.
enum SectionFrames: Sendable {
  case uniform(UniformFrames)
  case individual(IndividualFrames)

  /// - Parameters:
  ///   - height: Returns the height of an item for a width; `nil` if all have the height of the layout.
  ///   - extraHeights: The heights that items need beyond the height of the layout, in ascending order of the items.
  init(
    _ measures: LayoutMeasures, count: Int, height: ((Int, Double) -> Double)?,
    extraHeights: [CollectionArrangement.ExtraHeight] = []
  ) {
    guard let height else {
      self = .uniform(UniformFrames(measures, count: count, extraHeights: extraHeights))
      return
    }
    func itemHeight(_ item: Int, _ width: Double) -> Double { LayoutMeasures.height(height(item, width)) }
    switch measures.style {
    case .grid: self = .individual(IndividualFrames(rowsOf: count, measures, itemHeight))
    case .masonry: self = .individual(IndividualFrames(columnsOf: count, measures, itemHeight))
    case .justified: self = .individual(IndividualFrames(justified: count, measures, itemHeight))
    }
  }

  var height: Double {
    switch self {
    case .uniform(let frames): frames.height
    case .individual(let frames): frames.height
    }
  }

  func frame(of item: Int) -> Rect {
    switch self {
    case .uniform(let frames): frames.frame(of: item)
    case .individual(let frames): frames.frame(of: item)
    }
  }

  /// Passes the items that overlap a rectangle to `body`, as ascending ranges.
  func forEachRange(in rect: Rect, _ body: (Range<Int>) -> Void) {
    switch self {
    case .uniform(let frames): frames.forEachRange(in: rect, body)
    case .individual(let frames): frames.forEachRange(in: rect, body)
    }
  }
}

/// Frames in rows and columns of one size, except for some rows that are higher.
struct UniformFrames: Sendable {
  /// A row that is higher than the others.
  private struct TallRow: Sendable {
    let row: Int
    /// The height of the row beyond that of the others.
    var extra: Double
    /// The sum of ``extra`` of the tall rows above.
    let extraAbove: Double
    /// The sum of ``extra`` down to this row.
    var total: Double { extraAbove + extra }
  }

  private let count: Int
  private let measures: LayoutMeasures
  /// In ascending order.
  private var tallRows: [TallRow] = []

  /// - Parameter extraHeights: The heights that items need beyond that of the layout, in ascending order of the items.
  init(_ measures: LayoutMeasures, count: Int, extraHeights: [CollectionArrangement.ExtraHeight]) {
    (self.measures, self.count) = (measures, count)
    for extraHeight in extraHeights where extraHeight.height > 0 {
      let (row, extra) = (extraHeight.item / measures.columns, LayoutMeasures.height(extraHeight.height))
      if let last = tallRows.last, last.row == row {
        tallRows[tallRows.count - 1].extra = max(last.extra, extra)
      } else {
        tallRows.append(TallRow(row: row, extra: extra, extraAbove: tallRows.last?.total ?? 0))
      }
    }
  }

  private var rows: Int {
    let (full, rest) = count.quotientAndRemainder(dividingBy: measures.columns)
    return rest > 0 ? full + 1 : full
  }
  private var pitch: Size {
    Size(
      width: measures.cell.width + measures.spacing.width,
      height: measures.cell.height + measures.spacing.height)
  }

  var height: Double {
    max(Double(rows) * pitch.height - measures.spacing.height, 0) + (tallRows.last?.total ?? 0)
  }

  /// Returns the top and the height of a row.
  ///
  /// - Complexity: O(log *t*) in the number of tall rows.
  private func extent(ofRow row: Int) -> (top: Double, height: Double) {
    let place = tallRows.indices.first(sorted: { tallRows[$0].row >= row })
    let extraAbove = place > 0 ? tallRows[place - 1].total : 0
    let isTall = place < tallRows.count && tallRows[place].row == row
    return (
      Double(row) * pitch.height + extraAbove, measures.cell.height + (isTall ? tallRows[place].extra : 0)
    )
  }

  func frame(of item: Int) -> Rect {
    let (row, column) = item.quotientAndRemainder(dividingBy: measures.columns)
    let (top, height) = extent(ofRow: row)
    return Rect(x: measures.x(ofColumn: column), y: top, width: measures.cell.width, height: height)
  }

  /// Returns the rows that overlap an interval.
  private func rowRange(from top: Double, to bottom: Double) -> Range<Int> {
    guard !tallRows.isEmpty else {
      return Self.cells(from: top, to: bottom, length: measures.cell.height, pitch.height, rows)
    }
    guard bottom > top else { return 0..<0 }
    let first = (0..<rows).first(sorted: { row in
      let (rowTop, height) = extent(ofRow: row)
      return rowTop + height > top
    })
    return first..<max(first, (0..<rows).first(sorted: { extent(ofRow: $0).top >= bottom }))
  }

  func forEachRange(in rect: Rect, _ body: (Range<Int>) -> Void) {
    let rows = rowRange(from: rect.minY, to: rect.maxY)
    let columns = Self.cells(
      from: rect.minX - measures.left, to: rect.maxX - measures.left, length: measures.cell.width,
      pitch.width,
      measures.columns)
    guard !rows.isEmpty, !columns.isEmpty else { return }
    let all = measures.columns
    // A sum could be greater than `Int.max`.
    func item(_ row: Int, _ column: Int) -> Int { row * all + min(column, count - row * all) }
    if columns.count == all { return body(rows.lowerBound * all..<item(rows.upperBound - 1, all)) }
    for row in rows {
      let (first, end) = (item(row, columns.lowerBound), item(row, columns.upperBound))
      if first < end { body(first..<end) }
    }
  }

  /// Returns the cells of a line that overlap an interval.
  private static func cells(
    from start: Double, to end: Double, length: Double, _ pitch: Double, _ count: Int
  ) -> Range<Int> {
    guard end > start, pitch > 0 else { return 0..<0 }
    func index(_ place: Double) -> Int {
      guard place > 0 else { return 0 }
      return place < Double(count) ? Int(place) : count
    }
    var first = index((start / pitch).rounded(.down))
    if first < count, Double(first) * pitch + length <= start { first += 1 }
    return min(first, count)..<max(index((end / pitch).rounded(.up)), min(first, count))
  }
}

/// Stored frames in any places.
///
/// The frames are in blocks of 64 with common bounds, among which a search is binary.
struct IndividualFrames: Sendable {
  private var frames: [Rect] = []
  /// The upper side of a block's first frame, and the lowest side of the frames of the block and of all blocks before it. Both
  /// ascend: each frame is placed at the top of the shortest column or of the next row.
  private var blocks: [(top: Double, bottom: Double)] = []
  private(set) var height = 0.0

  private static let blockLength = 64

  /// Places items in rows. Each row is as high as its highest item.
  init(rowsOf count: Int, _ measures: LayoutMeasures, _ itemHeight: (Int, Double) -> Double) {
    var top = 0.0
    frames.reserveCapacity(count)
    for start in stride(from: 0, to: count, by: measures.columns) {
      let items = start..<min(start + measures.columns, count)
      let heights = items.map { itemHeight($0, measures.cell.width) }
      let rowHeight = heights.max() ?? 0
      for column in 0..<items.count {
        append(Rect(x: measures.x(ofColumn: column), y: top, width: measures.cell.width, height: rowHeight))
      }
      top += rowHeight + measures.spacing.height
    }
  }

  /// Places each item below the column that is the shortest so far.
  init(columnsOf count: Int, _ measures: LayoutMeasures, _ itemHeight: (Int, Double) -> Double) {
    var tops = [Double](repeating: 0, count: measures.columns)
    frames.reserveCapacity(count)
    for item in 0..<count {
      var column = 0
      for other in tops.indices where tops[other] < tops[column] { column = other }
      let height = itemHeight(item, measures.cell.width)
      append(
        Rect(x: measures.x(ofColumn: column), y: tops[column], width: measures.cell.width, height: height))
      tops[column] += height + measures.spacing.height
    }
  }

  /// Places items in rows that fill the width. The last row has the height of the layout.
  init(justified count: Int, _ measures: LayoutMeasures, _ itemHeight: (Int, Double) -> Double) {
    let room = max(measures.width - measures.insets.total.width, 1)
    let wanted = measures.cell.height
    frames.reserveCapacity(count)
    var (top, start, ratios) = (0.0, 0, [Double]())
    func gaps(_ count: Int) -> Double { measures.spacing.width * Double(count - 1) }
    func place(_ height: Double, _ frames: inout Self) {
      var x = measures.insets.left
      for ratio in ratios {
        let width = max(min(ratio * height, room), 1)
        frames.append(Rect(x: x, y: top, width: width, height: height))
        x += width + measures.spacing.width
      }
      top += height + measures.spacing.height
      ratios = []
    }
    for item in 0..<count {
      // The height for a width has the same ratio for all widths.
      ratios.append(min(max(wanted / itemHeight(item, wanted), 1e-2), 1e2))
      let sum = ratios.reduce(0, +)
      guard sum * wanted + gaps(ratios.count) >= room else { continue }
      place(LayoutMeasures.height((room - gaps(ratios.count)) / sum), &self)
      start = item + 1
    }
    if start < count { place(wanted, &self) }
  }

  private mutating func append(_ frame: Rect) {
    height = max(height, frame.maxY)
    if frames.count % Self.blockLength == 0 {
      blocks.append((frame.minY, height))
    } else {
      blocks[blocks.count - 1].bottom = height
    }
    frames.append(frame)
  }

  func frame(of item: Int) -> Rect { frames[item] }

  func forEachRange(in rect: Rect, _ body: (Range<Int>) -> Void) {
    let first = blocks.indices.first(sorted: { blocks[$0].bottom > rect.minY })
    for number in first..<blocks.count {
      guard blocks[number].top < rect.maxY else { return }
      let start = number * Self.blockLength
      for item in start..<min(start + Self.blockLength, frames.count) where frames[item].overlaps(rect) {
        body(item..<item + 1)
      }
    }
  }
}

extension Rect {
  /// Whether the rectangles have a common area.
  func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && maxX > other.minX && minY < other.maxY && maxY > other.minY
  }
}
