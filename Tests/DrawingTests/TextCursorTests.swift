import Drawing
import Geometry
import Testing

@Suite("Cursor positions of text layouts")
struct TextCursorTests {
  @Test(
    "For a point in the rectangle of a cursor, offset(at:) returns the offset of this cursor",
    arguments: ["hello world", "שלום עולם", "日本語"])
  func roundTrip(text: String) {
    let layout = TextLayout(text, style: TextStyle(size: 20))
    var offset = 0
    for character in text {
      let bounds = layout.cursorBounds(at: offset)
      #expect(layout.offset(at: Point(x: bounds.minX, y: 5)) == offset)
      #expect(bounds.size.height > 10 && bounds.size.width == 0)
      offset += character.utf8.count
    }
  }

  @Test(
    "In a line with left-to-right and right-to-left text, steps to the right visit each cursor position once")
  func steps() {
    let text = "ab שלום"
    let layout = TextLayout(text, style: TextStyle(size: 20))
    var offset = 0
    var visited = [0]
    while let next = layout.offset(besides: offset, toRight: true), visited.count < 20 {
      offset = next
      visited.append(next)
    }
    #expect(visited.count == text.count + 1)
    #expect(Set(visited).count == visited.count)
  }

  @Test("A selection of both left-to-right and right-to-left text has several rectangles")
  func selection() {
    let layout = TextLayout("abc שלום xyz", style: TextStyle(size: 20))
    #expect(layout.selectionBounds(of: 0..<3).count == 1)
    // From the middle of the Latin text to the middle of the Hebrew text.
    #expect(layout.selectionBounds(of: 1..<8).count == 2)
    #expect(layout.selectionBounds(of: 2..<2).allSatisfy { $0.size.width == 0 })
  }

  @Test("A selection over several lines has rectangles in each line that it reaches")
  func severalLines() {
    let text = "one two three four five six seven eight nine ten"
    let layout = TextLayout(text, style: TextStyle(size: 20), width: 120)
    #expect(layout.lineCount > 3)
    let all = layout.selectionBounds(of: 0..<text.utf8.count)
    #expect(all.map(\.minY) == all.map(\.minY).sorted(), "\(all)")
    #expect(Set(all.map(\.minY)).count == layout.lineCount)
    #expect(layout.selectionBounds(of: 1..<3).map(\.minY) == [0])
    let last = layout.selectionBounds(of: text.utf8.count - 2..<text.utf8.count)
    #expect(last.count == 1 && last.first?.minY == all.last?.minY)
  }

  @Test("Word boundaries are the starts and ends of words, without spaces and punctuation")
  func words() {
    let layout = TextLayout("one, two", style: TextStyle(size: 20))
    let boundaries = layout.wordBoundaries
    #expect(boundaries.map(\.offset) == [0, 3, 5, 8])
    #expect(boundaries.map(\.isStart) == [true, false, true, false])
    #expect(TextLayout("", style: TextStyle()).wordBoundaries.isEmpty)
  }

  @Test(
    "Offsets outside the text are clamped, and offsets within a character move to its start",
    arguments: [Int.min, -1, 1, 2, 7, Int.max])
  func clamping(offset: Int) {
    let layout = TextLayout("日本", style: TextStyle(size: 20))
    #expect(layout.cursorBounds(at: offset).minX.isFinite)
    _ = layout.offset(besides: offset, toRight: true)
    if offset < Int.max { _ = layout.selectionBounds(of: offset..<offset + 1) }
    #expect(layout.offset(at: Point(x: Double.nan, y: 0)) == 0)
    #expect(layout.offset(at: Point(x: 1e300, y: 0)) == 6)
  }
}
