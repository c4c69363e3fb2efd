public import CarouselEngine
internal import Glibc

/// A flat wall of items: columns along the axis, each filled with `rows` items before the next one begins.
///
/// The wall moves evenly by a column for every `rows` items, so that the column of the current item is always
/// the nearest to the center; its middle row is centered there exactly. If the carousel wraps and the last
/// column is not full, the wall moves past that column in as many items as it has.
///
/// All columns are `spacing` item widths apart, so individual widths have no effect. Across the axis rows
/// share the size of the carousel evenly, unless their pitch is given.
public struct GridWall: CarouselLayout {
  /// The number of items in a column, at least 1.
  public let rows: Int
  /// The distance between rows, in points; `nil` for an even share of the carousel's size across the axis.
  public let rowPitch: Double?

  /// The distance between columns, in item widths.
  private var spacing = 1.0
  /// The distance between rows, in points.
  private var height = 0.0
  /// The number of items in a full turn; `nil` without wrapping.
  private var turn: Int?

  /// Creates the layout.
  ///
  /// - Parameters:
  ///   - rows: The number of items in a column; less than 1 counts as 1.
  ///   - rowPitch: The distance between rows, in points; `nil` for an even share of the carousel's size.
  public init(rows: Int = 3, rowPitch: Double? = nil) {
    self.rows = max(1, rows)
    self.rowPitch = rowPitch
  }

  public mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    spacing = resolver.spacing
    height = rowPitch ?? resolver.axis.across(resolver.bounds) / Double(rows)
    turn = resolver.wraps && resolver.itemCount > 0 ? resolver.itemCount : nil
    let columns = (resolver.length / (resolver.itemWidth * spacing)).rounded(.up)
    let limit = Double(resolver.maximumVisibleItems * rows)
    // Three columns more than fit: partial columns at both ends, and one that is scrolling into view.
    let count = columns.isFinite ? min((max(columns, 0) + 3) * Double(rows), limit) : limit
    // A finger that moves by one column scrolls by all items of it.
    return LayoutGeometry(visible: .count(Int(count)), offsetMultiplier: Double(rows))
  }

  public func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    let (column, row) = cell(of: position.index)
    let center = columns(at: Double(position.index) - position.offset)
    let along = (column - center) * spacing * context.itemWidth
    let across = (row - Double(rows - 1) / 2) * height
    return switch context.axis {
    case .horizontal: context.base.translated(x: along, y: across)
    case .vertical: context.base.translated(x: across, y: along)
    }
  }

  /// Returns the column and the row of an item; a placeholder continues the wall.
  private func cell(of index: Int) -> (column: Double, row: Double) {
    let column = (Double(index) / Double(rows)).rounded(.down)
    return (column, Double(index) - column * Double(rows))
  }

  /// Returns the column that is in the center at `offset`, between two columns a fraction.
  private func columns(at offset: Double) -> Double {
    let middle = Double(rows - 1) / 2 / Double(rows)
    guard let turn else { return offset / Double(rows) - middle }
    let turns = (offset / Double(turn)).rounded(.down)
    let (full, rest) = (turn / rows, turn % rows)
    let perTurn = Double(full + (rest > 0 ? 1 : 0))
    let inTurn = offset - turns * Double(turn)
    let beyond = inTurn - Double(full * rows)
    let column = beyond > 0 ? Double(full) + beyond / Double(rest) : inTurn / Double(rows)
    return turns * perTurn + column - middle
  }
}
