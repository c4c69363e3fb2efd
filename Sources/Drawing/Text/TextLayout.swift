import CPango
public import Geometry

/// A text that is broken into lines and shaped. It can be drawn any number of times at any scale.
///
/// Pango shapes right-to-left text, CJK and emoji sequences. The direction of each paragraph follows its first strong
/// character. Control characters are shown as U+FFFD. If only one line is allowed, line breaks are shown as spaces.
///
/// Pango: `PangoLayout`.
public final class TextLayout {
  /// The size of the lines, in points. Its width is the width of the widest line, not the given ``width``.
  public let size: Size
  /// The top left corner of the lines. It depends on the alignment in the given ``width``.
  let origin: Point
  /// The bounds of the drawn glyphs, in points from the layout's top left corner. They may extend beyond ``size``.
  public let inkBounds: Rect
  /// The distance from the top to the first line's baseline, in points.
  public let baseline: Double
  /// The number of lines.
  public let lineCount: Int
  /// Whether a part of the text is replaced by an ellipsis.
  public let isTruncated: Bool
  /// Whether the first paragraph is written from right to left.
  public let isRightToLeft: Bool
  /// The number of characters without a glyph in any installed font. They are drawn as boxes with their code.
  public let unknownGlyphCount: Int

  /// The width to which the lines were limited, in points; `nil` if it was not limited.
  public let width: Double?

  let style: TextStyle
  private let layout: OpaquePointer

  /// Lays out `text`.
  ///
  /// - Parameters:
  ///   - text: The text; its line breaks separate paragraphs.
  ///   - style: The font, color, alignment and line limit.
  ///   - width: The width at which lines are wrapped or truncated, in points; `nil` for one line per paragraph of any
  ///     length.
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

  /// Creates a layout with the lines of another one.
  init(sharing other: TextLayout) {
    (size, origin, inkBounds, baseline) = (other.size, other.origin, other.inkBounds, other.baseline)
    (lineCount, isTruncated) = (other.lineCount, other.isTruncated)
    (isRightToLeft, unknownGlyphCount) = (other.isRightToLeft, other.unknownGlyphCount)
    (width, style, layout) = (other.width, other.style, other.layout)
    let layout = UnsafeMutableRawPointer(layout)
    FontMap.exclusively { _ = g_object_ref(layout) }
  }

  deinit {
    let layout = UnsafeMutableRawPointer(layout)
    FontMap.exclusively { g_object_unref(layout) }
  }

  /// Runs `body` with the layout, holding the font lock.
  func withLayout(_ body: (OpaquePointer) -> Void) {
    FontMap.exclusively { body(layout) }
  }
}

/// The measured properties of a layout.
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
  /// Sets all properties of the layout except the text.
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
    switch alignment {  // in right-to-left text, Pango swaps left and right
    case .start: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .end: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    guard let width, width.isFinite else { return }
    pango_layout_set_width(layout, Int32(min(max(width, 0), 1_000_000) * Double(PANGO_SCALE)))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    guard maxLines > 0 else { return }
    pango_layout_set_height(layout, -Int32(clamping: maxLines))  // negative: lines per paragraph
    switch ellipsis {
    case .start: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_START)
    case .middle: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE)
    case .end: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
  }

  /// Returns `text` without control characters and with line breaks that suit ``maxLines``.
  fileprivate func shownText(for text: String) -> String {
    // Pango limits the number of lines per paragraph, so line breaks must not end the paragraph. U+2028
    // breaks only the line.
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
