/// A family of type; what it cannot show is taken from other installed families.
public struct Font: Hashable, Sendable {
  /// One or more family names as fontconfig knows them, separated by commas.
  public var family: String

  public init(_ family: String) { self.family = family }

  public static let sans = Font("Sans")
  public static let serif = Font("Serif")
  public static let monospace = Font("Monospace")

  /// How thick the strokes are; the nearest weight installed is used. Pango: `PangoWeight`.
  public enum Weight: UInt32, Hashable, Sendable, CaseIterable {
    case light = 300
    case regular = 400
    case medium = 500
    case semibold = 600
    case bold = 700
  }
}

/// How a text looks and where it is cut.
public struct TextStyle: Hashable, Sendable {
  /// Where lines stand in the width they are given. Start is left, or right for a right-to-left text.
  public enum Alignment: Hashable, Sendable, CaseIterable {
    case start, center, end
  }

  /// Where the dots go when a text does not fit.
  public enum Ellipsis: Hashable, Sendable, CaseIterable {
    case start, middle, end
  }

  public var font: Font
  /// The size of the type, in points of the canvas.
  public var size: Double
  public var weight: Font.Weight
  public var isItalic: Bool
  public var color: Color
  public var alignment: Alignment
  /// The most lines shown, cut with an ellipsis; 0 for as many as the text needs.
  public var maxLines: Int
  public var ellipsis: Ellipsis

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
