/// A font family. Characters without a glyph in the family are taken from other installed families.
///
/// Pango: `PangoFontDescription`.
public struct Font: Hashable, Sendable {
  /// One or more fontconfig family names, separated by commas.
  public var family: String

  /// Creates a font from fontconfig family names, separated by commas.
  public init(_ family: String) { self.family = family }

  /// The default sans-serif family.
  public static let sans = Font("Sans")
  /// The default serif family.
  public static let serif = Font("Serif")
  /// The default monospace family.
  public static let monospace = Font("Monospace")

  /// The thickness of the strokes. The nearest installed weight is used.
  ///
  /// Pango: `PangoWeight`.
  public enum Weight: UInt32, Hashable, Sendable, CaseIterable {
    /// Weight 300.
    case light = 300
    /// Weight 400.
    case regular = 400
    /// Weight 500.
    case medium = 500
    /// Weight 600.
    case semibold = 600
    /// Weight 700.
    case bold = 700
  }
}

/// The font, color, alignment and truncation of a text.
public struct TextStyle: Hashable, Sendable {
  /// The horizontal alignment of lines in the layout's width.
  public enum Alignment: Hashable, Sendable, CaseIterable {
    /// Left, or right for right-to-left text.
    case start
    /// Centered.
    case center
    /// Right, or left for right-to-left text.
    case end
  }

  /// The position of the ellipsis in truncated text.
  ///
  /// Pango: `PangoEllipsizeMode`.
  public enum Ellipsis: Hashable, Sendable, CaseIterable {
    /// At the start of the text.
    case start
    /// In the middle of the text.
    case middle
    /// At the end of the text.
    case end
  }

  /// The font family.
  public var font: Font
  /// The font size, in points of the canvas.
  public var size: Double
  /// The thickness of the strokes.
  public var weight: Font.Weight
  /// Whether the text is italic.
  public var isItalic: Bool
  /// The color of the text.
  public var color: Color
  /// The horizontal alignment of the lines.
  public var alignment: Alignment
  /// The maximum number of lines; longer text is truncated with an ellipsis. 0 means no limit.
  public var maxLines: Int
  /// The position of the ellipsis in truncated text.
  public var ellipsis: Ellipsis

  /// Creates a text style.
  public init(
    font: Font = .sans, size: Double = 14, weight: Font.Weight = .regular, isItalic: Bool = false,
    color: Color = .black, alignment: Alignment = .start, maxLines: Int = 0, ellipsis: Ellipsis = .end
  ) {
    self.font = font
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.color = color
    self.alignment = alignment
    self.maxLines = maxLines
    self.ellipsis = ellipsis
  }
}
