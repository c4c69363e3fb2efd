import CPango
public import Geometry

/// A text broken into lines and shaped, ready to be drawn any number of times and at any scale.
///
/// Right-to-left text, CJK, and emoji sequences are shaped by Pango; the direction of each paragraph follows its
/// first strong character. Control characters are shown as U+FFFD, line breaks as spaces when only one line is wanted.
/// Pango: `PangoLayout`.
public final class TextLayout {
  /// The extent of the lines, in points; as wide as the widest line, whatever width was given.
  public let size: Size
  /// Where the lines begin; the alignment moves it to the right within the width given.
  let origin: Point
  /// What is inked, in points from the layout's top left corner; may reach beyond ``size``.
  public let inkBounds: Rect
  /// The distance from the top to the first line's baseline, in points.
  public let baseline: Double
  public let lineCount: Int
  /// Whether an ellipsis stands for a part of the text.
  public let isTruncated: Bool
  /// Whether the first paragraph runs from right to left.
  public let isRightToLeft: Bool
  /// How many characters no installed font can show; they are drawn as boxes with their code.
  public let unknownGlyphCount: Int

  /// The width given, in points.
  public let width: Double?

  let style: TextStyle
  private let layout: OpaquePointer

  /// Lays out `text`.
  ///
  /// - Parameters:
  ///   - width: Where lines are broken or cut, in points; nil for one line a paragraph, however long.
  public init(_ text: String, style: TextStyle, width: Double? = nil) {
    let made = FontMap.makeLayout { layout in
      style.apply(to: layout, width: width)
      let shown = style.shownText(for: text)
      pango_layout_set_text(layout, shown, Int32(clamping: shown.utf8.count))
      return Metrics(of: layout)
    }
    self.width = width
    layout = made.layout
    self.style = style
    size = made.metrics.extents.size
    origin = made.metrics.extents.origin
    inkBounds = made.metrics.inkBounds
    baseline = made.metrics.baseline
    lineCount = made.metrics.lineCount
    isTruncated = made.metrics.isTruncated
    isRightToLeft = made.metrics.isRightToLeft
    unknownGlyphCount = made.metrics.unknownGlyphCount
  }

  deinit {
    let layout = UnsafeMutableRawPointer(layout)
    FontMap.exclusively { g_object_unref(layout) }
  }

  /// Runs `body` with the layout while no other thread uses fonts.
  func withLayout(_ body: (OpaquePointer) -> Void) {
    FontMap.exclusively { body(layout) }
  }

  /// Loads the fonts of `style` ahead of the first text, which otherwise waits tens of milliseconds for them.
  ///
  /// Call it off the main thread at the start of a program.
  public static func prepareFonts(for style: TextStyle = TextStyle()) {
    _ = TextLayout("Ag", style: style)
  }
}

/// What is known of a layout once it is made.
private struct Metrics: Sendable {
  let extents: Rect
  let inkBounds: Rect
  let baseline: Double
  let lineCount: Int
  let isTruncated: Bool
  let isRightToLeft: Bool
  let unknownGlyphCount: Int

  init(of layout: OpaquePointer) {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    extents = Rect(pango: logical)
    inkBounds = Rect(pango: ink)
    baseline = Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)
    lineCount = Int(pango_layout_get_line_count(layout))
    isTruncated = pango_layout_is_ellipsized(layout) != 0
    isRightToLeft = pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL
    unknownGlyphCount = Int(pango_layout_get_unknown_glyphs_count(layout))
  }
}

extension Rect {
  fileprivate init(pango rect: PangoRectangle) {
    let unit = Double(PANGO_SCALE)
    self.init(
      x: Double(rect.x) / unit, y: Double(rect.y) / unit, width: Double(rect.width) / unit,
      height: Double(rect.height) / unit)
  }
}

extension TextStyle {
  /// Sets everything but the text.
  fileprivate func apply(to layout: OpaquePointer, width: Double?) {
    let description = pango_font_description_new()
    pango_font_description_set_family(description, font.family)
    pango_font_description_set_weight(description, PangoWeight(rawValue: weight.rawValue))
    pango_font_description_set_style(description, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    let points = size.isFinite ? min(max(size, 0), 4096) : 0
    pango_font_description_set_absolute_size(description, points * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)

    pango_layout_set_auto_dir(layout, 1)
    switch alignment {  // Pango mirrors left and right for right-to-left text
    case .start: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .end: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    guard let width, width.isFinite else { return }
    pango_layout_set_width(layout, Int32(min(max(width, 0), 1_000_000) * Double(PANGO_SCALE)))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    guard maxLines > 0 else { return }
    pango_layout_set_height(layout, -Int32(clamping: maxLines))  // negative: lines of a paragraph
    switch ellipsis {
    case .start: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_START)
    case .middle: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE)
    case .end: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
  }

  /// Returns `text` without characters that Pango would stop at or count as another paragraph.
  fileprivate func shownText(for text: String) -> String {
    // Pango counts lines by paragraph; U+2028 breaks a line and stays in its paragraph.
    let lineBreak: Unicode.Scalar = maxLines == 1 ? " " : maxLines == 0 ? "\n" : "\u{2028}"
    var shown = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{2028}", "\u{2029}": shown.append(lineBreak)
      case "\t": shown.append(scalar)
      case "\0"..<" ", "\u{7F}"..<"\u{A0}": shown.append("\u{FFFD}")
      default: shown.append(scalar)
      }
      previous = scalar
    }
    return String(shown)
  }
}
