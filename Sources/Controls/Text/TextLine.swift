internal import Drawing
internal import Geometry

/// The place of the line in a text field: a line that is longer than the field is scrolled to show the cursor.
struct TextLine {
  /// How far the text is moved to the left, in points.
  private var shift = 0.0

  private static let margin = 9.0  // points from the left and right side to the text

  /// Returns the part of a field that shows text.
  func area(in size: Size) -> Rect {
    Rect(x: Self.margin, y: 0, width: max(size.width - 2 * Self.margin, 0), height: size.height)
  }

  /// Returns the top left corner of the text, in the field's coordinates.
  ///
  /// - Parameter isRightToLeft: Whether short text is at the right side.
  func origin(of layout: TextLayout, in size: Size, isRightToLeft: Bool) -> Point {
    let area = area(in: size)
    let free = area.size.width - layout.size.width
    let x = free > 0 ? (isRightToLeft ? free : 0) : -shift
    return Point(x: area.minX + x, y: (size.height - layout.size.height) / 2)
  }

  /// Scrolls the text by as little as needed to show the cursor at an offset.
  mutating func showCursor(at offset: Int, of layout: TextLayout, in size: Size) {
    let width = area(in: size).size.width
    let excess = layout.size.width + 1 - width
    guard excess > 0 else {
      shift = 0
      return
    }
    let x = layout.cursorBounds(at: offset).minX
    shift = min(max(shift, x - width + 1), x)
    shift = min(max(shift, 0), excess)
  }
}
