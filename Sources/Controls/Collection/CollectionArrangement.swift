package import Geometry
internal import Views

/// The frames of all items and headers of a collection, as a value.
///
/// Items of one height need no memory. Items of different heights have a stored frame each.
package struct CollectionArrangement: Sendable {
  /// The number of items of a section, and whether it has a header.
  package struct SectionShape: Hashable, Sendable {
    package var count: Int
    package var hasHeader: Bool
    /// The height that the header needs beyond that of the layout, in points.
    package var extraHeaderHeight = 0.0

    package init(count: Int, hasHeader: Bool = false) {
      (self.count, self.hasHeader) = (max(count, 0), hasHeader)
    }
  }

  /// The height that an item needs beyond the height of the layout, in points.
  package struct ExtraHeight: Hashable, Sendable {
    package let item: Int
    package let height: Double

    package init(item: Int, height: Double) { (self.item, self.height) = (item, height) }
  }

  /// A section below the others. Its frames are relative to its top, and not mirrored.
  private struct Section: Sendable {
    let items: Range<Int>
    let (top, bottom): (Double, Double)
    let headerHeight: Double
    let frames: SectionFrames
  }

  private let sections: [Section]
  private let width: Double
  private let isMirrored: Bool

  /// The height of the whole content, in points.
  package var height: Double { sections.last?.bottom ?? 0 }
  /// The number of items.
  package var count: Int { sections.last?.items.upperBound ?? 0 }
  /// The number of sections.
  package var sectionCount: Int { sections.count }

  /// An arrangement without items.
  package init() { (sections, width, isMirrored) = ([], 0, false) }

  /// Arranges the items of all sections.
  ///
  /// - Parameters:
  ///   - width: The width of the collection, in points.
  ///   - isMirrored: Whether the first column is at the right.
  ///   - textScale: The text scale of the theme.
  ///   - extraHeights: The heights that items need beyond the height of the layout, in ascending order of the items. They have an
  ///     effect without `height`.
  ///   - height: Returns the height of an item for a width, both in points; `nil` if all items have the height of the
  ///     layout.
  /// - Complexity: O(*s* + *t*) in the numbers of sections and of extra heights, and O(*n*) in the number of items if they have different heights.
  package init(
    _ layout: CollectionLayout, _ shapes: [SectionShape], width: Double, isMirrored: Bool = false,
    textScale: Double = 1, extraHeights: [ExtraHeight] = [],
    height: ((_ item: Int, _ width: Double) -> Double)? = nil
  ) {
    let measures = LayoutMeasures(layout, width: width, textScale: textScale)
    var extra = extraHeights[...]
    var sections: [Section] = []
    sections.reserveCapacity(shapes.count)
    var (top, first) = (0.0, 0)
    for shape in shapes {
      let headerHeight = shape.hasHeader ? measures.headerHeight + shape.extraHeaderHeight : 0
      let start = first
      let own = extra.prefix { $0.item < start + shape.count }
      extra = extra.dropFirst(own.count)
      let frames = SectionFrames(
        measures, count: shape.count, height: height.map { height in { height(start + $0, $1) } },
        extraHeights: own.map { ExtraHeight(item: $0.item - start, height: $0.height) })
      let bottom =
        top + headerHeight
        + (shape.count == 0 ? 0 : measures.insets.total.height + frames.height)
      sections.append(
        Section(
          items: first..<first + shape.count, top: top, bottom: bottom, headerHeight: headerHeight,
          frames: frames))
      (top, first) = (bottom, first + shape.count)
    }
    (self.sections, self.width, self.isMirrored) = (sections, measures.width, isMirrored)
    insetTop = measures.insets.top
  }

  /// The distance from the header of a section to its items.
  private var insetTop = 0.0

  // MARK: Frames

  /// Returns the frame of an item; `.zero` for an invalid index.
  ///
  /// - Complexity: O(log *s*) in the number of sections.
  package func frame(of item: Int) -> Rect {
    guard (0..<count).contains(item) else { return .zero }
    let section = sections[section(of: item)]
    var frame = section.frames.frame(of: item - section.items.lowerBound)
    frame.origin.y += itemsTop(of: section)
    return mirrored(frame)
  }

  /// Returns the section of an item. `item` must be valid.
  package func section(of item: Int) -> Int {
    sections.indices.first(sorted: { sections[$0].items.upperBound > item })
  }

  /// Returns the items of a section.
  package func items(ofSection section: Int) -> Range<Int> { sections[section].items }

  /// Returns the frame of the header of a section; `nil` if it has none.
  package func headerFrame(ofSection index: Int) -> Rect? {
    let section = sections[index]
    guard section.headerHeight > 0 else { return nil }
    return Rect(x: 0, y: section.top, width: width, height: section.headerHeight)
  }

  private func itemsTop(of section: Section) -> Double { section.top + section.headerHeight + insetTop }

  private func mirrored(_ rect: Rect) -> Rect {
    guard isMirrored else { return rect }
    return Rect(x: width - rect.maxX, y: rect.minY, width: rect.size.width, height: rect.size.height)
  }

  // MARK: Areas

  /// Returns the sections that overlap an area between two heights.
  package func sections(from top: Double, to bottom: Double) -> Range<Int> {
    let first = sections.indices.first(sorted: { sections[$0].bottom > top })
    return first..<max(first, sections.indices.first(sorted: { sections[$0].top >= bottom }))
  }

  /// Returns the items that overlap a rectangle, as ascending ranges. Items that only touch it are left out.
  ///
  /// - Complexity: O(*r* + log *n*) in the number of rows in the rectangle and of all items.
  package func ranges(in rect: Rect) -> [Range<Int>] {
    let rect = mirrored(rect)
    var ranges: [Range<Int>] = []
    for index in sections(from: rect.minY, to: rect.maxY) {
      let section = sections[index]
      let area = Rect(
        x: rect.minX, y: rect.minY - itemsTop(of: section), width: rect.size.width, height: rect.size.height)
      let start = section.items.lowerBound
      section.frames.forEachRange(in: area) { range in
        let items = start + range.lowerBound..<start + range.upperBound
        if let last = ranges.last, last.upperBound == items.lowerBound {
          ranges[ranges.count - 1] = last.lowerBound..<items.upperBound
        } else {
          ranges.append(items)
        }
      }
    }
    return ranges
  }

  /// Returns the items that overlap a rectangle, in ascending order.
  package func items(in rect: Rect) -> [Int] { ranges(in: rect).flatMap { $0 } }

  /// Returns the item at a point; `nil` if there is none.
  package func item(at point: Point) -> Int? {
    let side = 1e-3  // points; a rectangle without an area overlaps nothing
    return items(in: Rect(x: point.x, y: point.y, width: side, height: side)).first {
      frame(of: $0).contains(point)
    }
  }
}

extension Range<Int> {
  /// Returns the first element for which `isAfter`, which is then true for all later elements, is true; otherwise the upper
  /// bound.
  func first(sorted isAfter: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
