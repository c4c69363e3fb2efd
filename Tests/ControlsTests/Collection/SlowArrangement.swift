import Controls
import Geometry
import Views

/// A slow version of `CollectionArrangement`: it computes all frames one after the other, and tests all of them.
struct SlowArrangement {
  private(set) var frames: [Rect] = []
  private(set) var headers: [Rect?] = []
  private(set) var height = 0.0
  private let width: Double
  private let isMirrored: Bool

  init(
    _ layout: CollectionLayout, _ shapes: [CollectionArrangement.SectionShape], width: Double,
    isMirrored: Bool = false, height itemHeight: ((Int, Double) -> Double)? = nil
  ) {
    (self.width, self.isMirrored) = (width, isMirrored)
    let room = max(width - layout.insets.left - layout.insets.right, 0)
    var columns = 1
    switch layout.columns {
    case .count(let count): columns = max(count, 1)
    case .minimumWidth(let least):
      while Double(columns + 1) * least + Double(columns) * layout.spacing.width <= room + 1e-6 {
        columns += 1
      }
    }
    columns = min(columns, max(Int(room), 1))
    let exact = (room - layout.spacing.width * Double(columns - 1)) / Double(columns)
    let cell = columns == 1 ? exact : max(exact, 0).rounded(.down)
    let left = layout.insets.left + ((exact - cell) * Double(columns) / 2).rounded(.down)
    let plainHeight: Double
    switch layout.itemHeight {
    case .points(let points), .atLeast(let points): plainHeight = max(points, 1)
    case .aspectRatio(let ratio): plainHeight = max((cell / ratio).rounded(), 1)
    }
    var first = 0
    for shape in shapes {
      headers.append(
        shape.hasHeader ? Rect(x: 0, y: height, width: width, height: layout.headerHeight) : nil)
      if shape.hasHeader { height += layout.headerHeight }
      guard shape.count > 0 else { continue }
      height += layout.insets.top
      let heights = (first..<first + shape.count).map { max(itemHeight?($0, cell) ?? plainHeight, 1) }
      let style = itemHeight == nil ? .grid : layout.style
      let section =
        switch style {
        case .grid: Self.rows(heights, columns, cell, left, layout.spacing)
        case .masonry: Self.masonry(heights, columns, cell, left, layout.spacing)
        case .justified:
          Self.justified(
            (first..<first + shape.count).map { plainHeight / max(itemHeight?($0, plainHeight) ?? 1, 1) },
            plainHeight, room, layout.insets.left, layout.spacing)
        }
      frames += section.map { Rect(origin: Point(x: $0.minX, y: $0.minY + height), size: $0.size) }
      height += (section.map(\.maxY).max() ?? 0) + layout.insets.bottom
      first += shape.count
    }
  }

  private static func rows(
    _ heights: [Double], _ columns: Int, _ cell: Double, _ left: Double, _ spacing: Size
  )
    -> [Rect]
  {
    var (frames, top) = ([Rect](), 0.0)
    for start in stride(from: 0, to: heights.count, by: columns) {
      let row = heights[start..<min(start + columns, heights.count)]
      let height = row.max() ?? 0
      for column in row.indices {
        frames.append(
          Rect(
            x: left + Double(column - start) * (cell + spacing.width), y: top, width: cell, height: height))
      }
      top += height + spacing.height
    }
    return frames
  }

  private static func masonry(
    _ heights: [Double], _ columns: Int, _ cell: Double, _ left: Double, _ spacing: Size
  ) -> [Rect] {
    var tops = [Double](repeating: 0, count: columns)
    return heights.map { height in
      let column = tops.firstIndex(of: tops.min() ?? 0) ?? 0
      defer { tops[column] += height + spacing.height }
      return Rect(
        x: left + Double(column) * (cell + spacing.width), y: tops[column], width: cell, height: height)
    }
  }

  private static func justified(
    _ ratios: [Double], _ wanted: Double, _ room: Double, _ left: Double, _ spacing: Size
  ) -> [Rect] {
    var (frames, top, start) = ([Rect](), 0.0, 0)
    while start < ratios.count {
      var end = start
      var height = wanted
      var sum = 0.0
      while end < ratios.count {
        sum += ratios[end]
        end += 1
        let gaps = spacing.width * Double(end - start - 1)
        if sum * wanted + gaps >= room {
          height = max((room - gaps) / sum, 1)
          break
        }
      }
      var x = left
      for ratio in ratios[start..<end] {
        let width = max(min(ratio * height, room), 1)
        frames.append(Rect(x: x, y: top, width: width, height: height))
        x += width + spacing.width
      }
      top += height + spacing.height
      start = end
    }
    return frames
  }

  func frame(_ item: Int) -> Rect {
    let frame = frames[item]
    guard isMirrored else { return frame }
    return Rect(x: width - frame.maxX, y: frame.minY, width: frame.size.width, height: frame.size.height)
  }

  func items(in rect: Rect) -> [Int] {
    frames.indices.filter {
      let frame = frame($0)
      return frame.minX < rect.maxX && frame.maxX > rect.minX && frame.minY < rect.maxY
        && frame.maxY > rect.minY
    }
  }
}
