public import Drawing

/// The colors, fonts and sizes of controls. A theme applies to the view that sets it and to its subviews.
///
/// The proportions are those of libadwaita.
public struct Theme: Hashable, Sendable {
  /// The colors.
  public var colors: ThemeColors
  /// The sizes of controls. Sizes that depend on text also change with ``textScale``.
  public var metrics = ThemeMetrics()
  /// The font family of all controls.
  public var font = Font.sans
  /// The factor of all font sizes; by default 1. When it is used, it is clamped to `0.5...4`.
  public var textScale = 1.0
  /// ``textScale`` as it is used: at least 0.5, at most 4, and 1 if it is not a number.
  public var effectiveTextScale: Double { textScale.isFinite ? min(max(textScale, 0.5), 4) : 1 }
  /// Whether controls change without animations; by default `false`.
  public var isMotionReduced = false

  /// Creates a theme of `colors`.
  public init(colors: ThemeColors) { self.colors = colors }

  /// Dark text on light surfaces.
  public static let light = Theme(colors: .light)
  /// Light text on dark surfaces.
  public static let dark = Theme(colors: .dark)
  /// Dark text on light surfaces, with outlines and without pale colors.
  public static let highContrastLight = Theme(colors: .highContrastLight)
  /// Light text on dark surfaces, with outlines and without pale colors.
  public static let highContrastDark = Theme(colors: .highContrastDark)

  /// The color of selected controls and of suggested buttons.
  public var accentColor: Color {
    get { colors.accent }
    set { colors.accent = newValue }
  }

  /// The purpose of a text.
  public enum TextRole: Hashable, Sendable, CaseIterable {
    /// Text in fields, lists and labels.
    case body
    /// The title of a button.
    case button
    /// Small text, such as the text of a tooltip.
    case caption
    /// The heading of an alert.
    case title
  }

  /// Returns the style of a text with this role, in the text color.
  public func textStyle(_ role: TextRole = .body) -> TextStyle {
    let size = metrics.fontSize * effectiveTextScale
    switch role {
    case .body: return TextStyle(font: font, size: size, color: colors.foreground)
    case .button: return TextStyle(font: font, size: size, weight: .bold, color: colors.foreground)
    case .caption: return TextStyle(font: font, size: size * 0.82, color: colors.foreground)
    case .title: return TextStyle(font: font, size: size * 1.36, weight: .bold, color: colors.foreground)
    }
  }

  /// Returns a length that grows with the text: `length` at a text scale of 1 or less.
  ///
  /// UIKit: `UIFontMetrics.scaledValueForValue:`.
  public func scaled(_ length: Double) -> Double { Self.scaled(length, by: effectiveTextScale) }
  /// Returns a length that grows with the text, for a text scale.
  package static func scaled(_ length: Double, by textScale: Double) -> Double {
    textScale > 1 ? (length * textScale).rounded() : length
  }

  /// The width and height of an icon beside text, in points. It grows with the text.
  public var iconSize: Double { metrics.iconSize * effectiveTextScale }

  /// The height of a button or a field, in points: ``ThemeMetrics/controlHeight``, or more for large text.
  public var controlHeight: Double {
    let padding = 14.0  // points above and below the text together
    let fitting = (metrics.controlHeight - padding) * effectiveTextScale + padding
    return max(metrics.controlHeight, fitting.rounded(.up))
  }
}

/// The sizes of controls, in points.
public struct ThemeMetrics: Hashable, Sendable {
  /// The height of a button or a field with text at a scale of 1.
  public var controlHeight = 34.0
  /// The smallest width and height of the area in which a control receives a touch.
  public var touchTarget = 44.0
  /// The corner radius of buttons and fields.
  public var cornerRadius = 9.0
  /// The corner radius of popovers and cards.
  public var cardRadius = 12.0
  /// The distance between adjacent controls.
  public var spacing = 6.0
  /// The font size, equal to 11 typographic points.
  public var fontSize = 14.667
  /// The width and height of an icon.
  public var iconSize = 16.0

  /// Creates metrics with the sizes of libadwaita.
  public init() {}
}
