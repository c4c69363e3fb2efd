import CPango
public import Geometry
import Glibc

/// Positions in the text of a layout, for editing. Offsets count bytes of UTF-8; the text must not contain
/// control characters, because a layout replaces them. An offset outside the text is clamped, and an offset
/// within a character is moved to its start. Rectangles are in points from the layout's top left corner.
extension TextLayout {
  /// Returns the rectangle of a cursor before the character at `offset`. Its width is 0.
  ///
  /// Pango: `pango_layout_get_cursor_pos`.
  public func cursorBounds(at offset: Int) -> Rect {
    var bounds = PangoRectangle()
    withLayout { layout in
      pango_layout_get_cursor_pos(layout, Int32(clamping: Self.clamped(offset, layout)), &bounds, nil)
    }
    let unit = Double(PANGO_SCALE)
    return Rect(
      x: Double(bounds.x) / unit, y: Double(bounds.y) / unit, width: 0, height: Double(bounds.height) / unit)
  }

  /// Returns the offset of the cursor position nearest to `point`.
  ///
  /// Pango: `pango_layout_xy_to_index`.
  public func offset(at point: Point) -> Int {
    guard point.x.isFinite, point.y.isFinite else { return 0 }
    func units(_ value: Double) -> Int32 { Int32(min(max(value, -1e6), 1e6) * Double(PANGO_SCALE)) }
    var result = 0
    withLayout { layout in
      var (index, trailing) = (Int32(0), Int32(0))
      pango_layout_xy_to_index(layout, units(point.x), units(point.y), &index, &trailing)
      result = Self.advanced(Int(index), by: Int(trailing), layout)
    }
    return result
  }

  /// Returns the offset of the next cursor position to the right or left of `offset` on the screen, or `nil`
  /// if there is none in the line.
  ///
  /// Pango: `pango_layout_move_cursor_visually`.
  public func offset(besides offset: Int, toRight: Bool) -> Int? {
    var result: Int?
    withLayout { layout in
      var (index, trailing) = (Int32(0), Int32(0))
      pango_layout_move_cursor_visually(
        layout, 1, Int32(clamping: Self.clamped(offset, layout)), 0, toRight ? 1 : -1, &index, &trailing)
      guard index >= 0, index != .max else { return }
      result = Self.advanced(Int(index), by: Int(trailing), layout)
    }
    return result
  }

  /// Returns the rectangles that a selection covers. There may be several in a line with left-to-right and right-to-left text.
  ///
  /// Pango: `pango_layout_line_get_x_ranges`.
  public func selectionBounds(of range: Range<Int>) -> [Rect] {
    var bounds: [Rect] = []
    withLayout { layout in
      let start = Int32(clamping: Self.clamped(range.lowerBound, layout))
      let end = Int32(clamping: Self.clamped(range.upperBound, layout))
      guard start < end, let lines = pango_layout_get_iter(layout) else { return }
      defer { pango_layout_iter_free(lines) }
      repeat {
        guard let line = pango_layout_iter_get_line_readonly(lines) else { continue }
        // A line that the selection does not reach would be covered from its start to its end.
        let first = line.pointee.start_index
        guard start < first + line.pointee.length, end > first else { continue }
        var (top, bottom) = (Int32(0), Int32(0))
        pango_layout_iter_get_line_yrange(lines, &top, &bottom)
        bounds += Self.selectionBounds(in: line, start, end, top: top, bottom: bottom)
      } while pango_layout_iter_next_line(lines) != 0
    }
    return bounds
  }

  private static func selectionBounds(
    in line: UnsafeMutablePointer<PangoLayoutLine>, _ start: Int32, _ end: Int32, top: Int32, bottom: Int32
  ) -> [Rect] {
    var ranges: UnsafeMutablePointer<Int32>?
    var count: Int32 = 0
    pango_layout_line_get_x_ranges(line, start, end, &ranges, &count)
    guard let ranges else { return [] }
    defer { g_free(ranges) }
    let unit = Double(PANGO_SCALE)
    return (0..<Int(count)).map { place in
      let (left, right) = (Double(ranges[2 * place]) / unit, Double(ranges[2 * place + 1]) / unit)
      return Rect(
        x: left, y: Double(top) / unit, width: right - left, height: Double(bottom - top) / unit)
    }
  }

  /// The offsets where words begin and end, in ascending order, according to the rules of the text's
  /// languages.
  ///
  /// Pango: `PangoLogAttr`.
  public var wordBoundaries: [(offset: Int, isStart: Bool)] {
    var boundaries: [(offset: Int, isStart: Bool)] = []
    withLayout { layout in
      var count: Int32 = 0
      guard let attributes = pango_layout_get_log_attrs_readonly(layout, &count) else { return }
      var offset = 0
      for place in 0..<Int(count) {
        if attributes[place].is_word_end != 0 { boundaries.append((offset, false)) }
        if attributes[place].is_word_start != 0 { boundaries.append((offset, true)) }
        offset = Self.advanced(offset, by: 1, layout)
      }
    }
    return boundaries
  }

  private static func length(_ layout: OpaquePointer) -> Int {
    Int(pango_layout_get_text(layout).map { strlen($0) } ?? 0)
  }

  /// Returns `offset` clamped to the text and moved back to the start of a character.
  private static func clamped(_ offset: Int, _ layout: OpaquePointer) -> Int {
    guard let text = pango_layout_get_text(layout) else { return 0 }
    var offset = min(max(offset, 0), length(layout))
    while offset > 0, UInt8(bitPattern: text[offset]) & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  /// Returns `offset` moved by `count` Unicode scalars.
  private static func advanced(_ offset: Int, by count: Int, _ layout: OpaquePointer) -> Int {
    guard let text = pango_layout_get_text(layout) else { return 0 }
    var offset = offset
    for _ in 0..<max(count, 0) {
      guard text[offset] != 0 else { break }
      offset += 1
      while UInt8(bitPattern: text[offset]) & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }
}
