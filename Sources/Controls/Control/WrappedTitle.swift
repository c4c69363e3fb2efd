internal import Drawing
internal import Geometry
internal import Views

/// The room of a control's title, which is broken between words where the control is too narrow for one line.
@MainActor
struct WrappedTitle {
  /// The width of the widest line, in points.
  let width: Double
  /// The height of the second and the later lines, in points.
  let extraHeight: Double

  /// - Parameter available: The width for the title, in points. If it is not positive, the title gets one line. No word is broken: the
  ///   title needs at least the width of its longest word. In scripts without spaces, it may be broken between any characters.
  init(_ title: String, _ role: Theme.TextRole, _ theme: Theme, available: Double) {
    let style = theme.textStyle(role)
    let line = TextLayout(title, style: style).size
    guard available > 0, line.width.rounded(.up) > available else {
      (width, extraHeight) = (line.width.rounded(.up), 0)
      return
    }
    let longest = Self.parts(of: title).map { TextLayout($0, style: style).size.width }.max()
    let least = (longest ?? 0).rounded(.up)
    let lines = TextLayout(title, style: style, width: max(available, least)).size
    width = max(lines.width.rounded(.up), least)
    extraHeight = (lines.height - line.height).rounded(.up)
  }

  /// Returns the parts of a title between which it may be broken: words, or characters in scripts without spaces.
  private static func parts(of title: String) -> [String] {
    title.split(whereSeparator: \.isWhitespace).flatMap { word -> [String] in
      // From Thai and Lao on, and from the radicals of Chinese on.
      let hasNoSpaces = word.unicodeScalars.contains {
        (0x0E00...0x0EFF).contains($0.value) || $0.value >= 0x2E80
      }
      return hasNoSpaces ? word.map { String($0) } : [String(word)]
    }
  }
}
