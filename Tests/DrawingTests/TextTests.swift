import Drawing
import Foundation
import Geometry
import Testing

/// Whether fontconfig finds a font for each writing system. Tests that need a missing font are skipped with a
/// reason.
private enum Installed {
  static let latin = covers("Aعש")
  static let cjk = covers("東あ한")
  static let emoji = covers("👍")

  private static func covers(_ sample: String) -> Bool {
    TextLayout(sample, style: TextStyle()).unknownGlyphCount == 0
  }
}

extension Trait where Self == ConditionTrait {
  fileprivate static var latin: Self {
    .enabled(if: Installed.latin, "no font for Latin, Arabic and Hebrew is installed (fonts-dejavu-core)")
  }
  fileprivate static var cjk: Self {
    .enabled(if: Installed.cjk, "no font for Chinese, Japanese and Korean is installed (fonts-wqy-microhei)")
  }
  fileprivate static var emoji: Self {
    .enabled(if: Installed.emoji, "no font for emoji is installed (fonts-noto-color-emoji)")
  }
}

@Suite("Text")
struct TextTests {
  private func expectShown(_ text: String) throws {
    let layout = TextLayout(text, style: TextStyle(size: 20))
    #expect(layout.unknownGlyphCount == 0)
    #expect(layout.size.width > 20)
    let surface = try ImageSurface(width: Int(layout.size.width) + 20, height: Int(layout.size.height) + 20)
    surface.draw { $0.draw(layout, at: Point(x: 10, y: 10)) }
    let ink = layout.inkBounds
    #expect(surface.inkCount() > 20)
    #expect(surface.inkCount(x: 0..<Int(8 + ink.minX)) == 0)
    #expect(surface.inkCount(y: 0..<Int(8 + ink.minY)) == 0)
    #expect(surface.inkCount(y: Int((12 + ink.maxY).rounded(.up))..<surface.height) == 0)
  }

  @Test(
    "Latin, Cyrillic, Arabic and Hebrew text has a glyph for every character",
    .latin,
    arguments: [
      "IMG_2024.jpg", "Été à Paris — naïve façade", "Łódź", "Москва", "مرحبا بالعالم صورة", "שלום עולם",
    ])
  func latin(text: String) throws { try expectShown(text) }

  @Test(
    "CJK text has a glyph for every character", .cjk,
    arguments: ["東京タワー 夜景", "北京市", "한국어 서울 사진"])
  func cjk(text: String) throws { try expectShown(text) }

  @Test(
    "An emoji or a joined emoji sequence is one color glyph", .emoji,
    arguments: ["👨‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇯🇵", "❤️"])
  func emoji(text: String) throws {
    let style = TextStyle(size: 32)
    let layout = TextLayout(text, style: style)
    #expect(layout.unknownGlyphCount == 0)
    // The emoji are joined and not side by side.
    #expect(abs(layout.size.width - TextLayout("👍", style: style).size.width) < 1)
    let surface = try ImageSurface(width: 60, height: 60)
    surface.draw { $0.draw(layout, at: Point(x: 4, y: 4)) }
    // The text color is black, so brighter pixels come from the color glyph.
    let colored = (0..<60).flatMap { y in (0..<60).map { surface[$0, y] } }.filter { $0.red > 64 }
    #expect(colored.count > 100)
  }

  @Test("A silhouette has the shape of its text in one color", .latin)
  func silhouette() throws {
    let layout = TextLayout("A👍", style: TextStyle(size: 24))
    let text = try ImageSurface(width: 80, height: 40)
    text.draw { $0.draw(layout, at: Point(x: 4, y: 4)) }
    let shadow = try ImageSurface(width: 80, height: 40)
    shadow.draw { $0.drawSilhouette(of: layout, at: Point(x: 4, y: 4), color: .white) }
    for y in 0..<40 {
      for x in 0..<80 {
        #expect(shadow[x, y].alpha == text[x, y].alpha)
        #expect(shadow[x, y].red == shadow[x, y].alpha && shadow[x, y].blue == shadow[x, y].alpha)
      }
    }
  }

  @Test(
    "A balanced text has lines of about equal length, and as many lines as the same text without balancing",
    .latin)
  func balanced() {
    let text = "This file ends in the middle of the picture."
    let style = TextStyle(size: 13)
    let plain = TextLayout(text, style: style, width: 260)
    let balanced = TextLayout(balanced: text, style: style, fitting: Size(width: 260, height: 100))
    #expect(plain.lineCount == 2)
    #expect(balanced.lineCount == 2)
    #expect(balanced.size.width < plain.size.width * 0.8)
    #expect(TextLayout(balanced: text, style: style, fitting: Size(width: 260, height: 20)).isTruncated)
    #expect(TextLayout(text, style: style, fitting: Size(width: 80, height: 35)).lineCount == 2)
    #expect(!TextLayout(balanced: "", style: style, fitting: Size(width: 0, height: 0)).isTruncated)
  }

  @Test("A text that fits, and a balanced one, are drawn like a text of the same width", .latin)
  func fittingPixels() throws {
    func pixels(_ layout: TextLayout) throws -> [UInt32] {
      let surface = try ImageSurface(width: 220, height: 90)
      surface.draw { $0.draw(layout, at: Point(x: 4, y: 4)) }
      return surface.withPixels { Array($0.bindMemory(to: UInt32.self)) }
    }
    let text = "This file ends in the middle of the picture."
    for style in [TextStyle(size: 13), TextStyle(size: 13, alignment: .end, maxLines: 1)] {
      let plain = try pixels(TextLayout(text, style: style, width: 200))
      let fitting = try pixels(TextLayout(text, style: style, fitting: Size(width: 200, height: 80)))
      #expect(fitting == plain)
      let balanced = TextLayout(balanced: text, style: style, fitting: Size(width: 200, height: 80))
      let width = try #require(balanced.width)
      let same = try pixels(TextLayout(text, style: style, width: width))
      #expect(try pixels(balanced) == same)
      #expect(style.maxLines == 1 ? width == 200 : width < 200)
    }
  }

  @Test("unknownGlyphCount counts the characters that no font has a glyph for")
  func unknown() {
    #expect(TextLayout("a\u{10FFFD}b", style: TextStyle()).unknownGlyphCount == 1)
  }

  @Test("Right-to-left text starts at the right", .latin)
  func rightToLeft() throws {
    for (text, isRightToLeft) in [("שלום", true), ("مرحبا", true), ("hello", false), ("IMG שלום", false)] {
      let layout = TextLayout(text, style: TextStyle(size: 16), width: 400)
      #expect(layout.isRightToLeft == isRightToLeft)
      let surface = try ImageSurface(width: 400, height: 40)
      surface.draw { $0.draw(layout, at: .zero) }
      let onTheRight = surface.inkCount(x: 200..<400)
      let onTheLeft = surface.inkCount(x: 0..<200)
      #expect(isRightToLeft ? onTheLeft == 0 && onTheRight > 0 : onTheRight == 0 && onTheLeft > 0)
    }
  }

  @Test("Lines are at the start, the center or the end of the rectangle, as the alignment states", .latin)
  func alignment() throws {
    for (alignment, columns) in [
      (TextStyle.Alignment.start, 0..<60), (.center, 170..<230), (.end, 340..<400),
    ] {
      let surface = try ImageSurface(width: 400, height: 30)
      let frame = surface.draw {
        $0.draw("five", style: TextStyle(size: 16, alignment: alignment), in: $0.bounds, vertically: .middle)
      }
      #expect(surface.inkCount() > 0)
      #expect(surface.inkCount() == surface.inkCount(x: columns))
      #expect(frame.minX >= Double(columns.lowerBound))
      #expect(frame.maxX <= Double(columns.upperBound))
      #expect(abs(frame.center.y - 15) < 0.01)
    }
  }

  private let long =
    "a very long caption that has to be broken over lines and ends in three dots, for there is no end"

  @Test("Text beyond the line limit is truncated with an ellipsis", .latin, arguments: 1...3)
  func limitsLines(lines: Int) {
    let layout = TextLayout(long, style: TextStyle(maxLines: lines), width: 150)
    #expect(layout.lineCount == lines)
    #expect(layout.isTruncated)
    #expect(layout.size.width <= 150)
    #expect(TextLayout("short", style: TextStyle(maxLines: lines), width: 150).isTruncated == false)
  }

  @Test("Without a line limit, the whole text is shown", .latin)
  func wraps() {
    let layout = TextLayout(long, style: TextStyle(), width: 150)
    #expect(layout.lineCount > 3)
    #expect(!layout.isTruncated)
    #expect(TextLayout(long, style: TextStyle()).lineCount == 1)
  }

  @Test("Line breaks start new lines, or become spaces if only one line is allowed", .latin)
  func lineBreaks() {
    #expect(TextLayout("a\nb\r\nc", style: TextStyle()).lineCount == 3)
    #expect(TextLayout("a\nb\r\nc", style: TextStyle(maxLines: 2), width: 100).lineCount == 2)
    let one = TextLayout("a\nb", style: TextStyle(maxLines: 1), width: 100)
    #expect(one.lineCount == 1)
    #expect(!one.isTruncated)
    #expect(one.unknownGlyphCount == 0)
    #expect(TextLayout("a\u{2028}b", style: TextStyle(maxLines: 2), width: 100).unknownGlyphCount == 0)
  }

  @Test("The text after a null character is shown, too", .latin)
  func zeroByte() {
    let style = TextStyle()
    #expect(TextLayout("a\0b", style: style).size.width > TextLayout("ab", style: style).size.width)
  }

  @Test("The layout of a text is the same at every scale", .latin)
  func scaleIndependent() throws {
    let layout = TextLayout(long, style: TextStyle(size: 13), width: 180)
    var inkedRows: [[Int]] = []
    for scale in [1.0, 2, 4] {
      let surface = try ImageSurface(width: Int(180 * scale), height: Int(layout.size.height * scale) + 1)
      surface.draw(scale: scale) { $0.draw(layout, at: .zero) }
      // The right end of each line, in points.
      inkedRows.append(
        (0..<layout.lineCount).map { line in
          let rows = Int(Double(line) * layout.size.height / Double(layout.lineCount) * scale)
          let end = Int(Double(line + 1) * layout.size.height / Double(layout.lineCount) * scale)
          let last = (0..<surface.width).last { surface.inkCount(x: $0..<$0 + 1, y: rows..<end) > 0 } ?? 0
          return Int((Double(last + 1) / scale).rounded())
        })
    }
    for (first, other) in zip(inkedRows[0], inkedRows[2]) { #expect(abs(first - other) <= 1) }
    for (first, other) in zip(inkedRows[1], inkedRows[2]) { #expect(abs(first - other) <= 1) }
  }

  @Test("Many threads draw text concurrently with the same pixels as one thread", .latin)
  func manyThreads() async throws {
    let texts = (0..<40).map { "IMG_\($0) 東京 مرحبا 👍🏽 caption" }
    let expected = try texts.map { try Self.picture(of: $0) }
    let pictures = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for round in 0..<3 {
        for (index, text) in texts.enumerated() where (index + round) % 2 == 0 || round > 0 {
          group.addTask { (index, try Self.picture(of: text)) }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(pictures.count == 100)
    for (index, picture) in pictures { #expect(picture == expected[index]) }
  }

  private static func picture(of text: String) throws -> [UInt8] {
    let surface = try ImageSurface(width: 300, height: 40)
    surface.draw(scale: 1.5) {
      $0.draw(text, style: TextStyle(size: 12, maxLines: 1), in: $0.bounds, vertically: .middle)
    }
    return surface.bytes
  }

  @Test("A layout can be drawn on another thread than the thread that created it", .latin)
  func movesBetweenThreads() throws {
    nonisolated(unsafe) let layout = TextLayout("wandering", style: TextStyle(size: 20))
    let here = try ImageSurface(width: 200, height: 40)
    here.draw { $0.draw(layout, at: .zero) }
    nonisolated(unsafe) let there = try ImageSurface(width: 200, height: 40)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      there.draw { $0.draw(layout, at: .zero) }
      done.signal()
    }
    try #require(done.wait(timeout: .now() + 60) == .success, "the thread has not drawn")
    #expect(there.bytes == here.bytes)
  }
}
