package import CarouselUI

/// Swift code with colored words. Lines that are wider than the view are wrapped.
package final class SourceView: ListView {
  /// The code.
  package var text = "" { didSet { breakLines() } }

  private var lines: [SourceLine] = []
  private var font = SourceFont(scale: 1)

  package init() {
    super.init(numberOfRows: 0, rowHeight: 18) { _, _ in View() }
    accessibilityLabel = "Source"
    allowsSelection = false
    showsSeparators = false
    cellInsets = .zero
    layoutDirection = .leftToRight
    makeRow = { [weak self] index, reusing in
      let row = reusing as? SourceRow ?? SourceRow()
      if let self { (row.font, row.line) = (font, lines[index]) }
      return row
    }
  }

  package override func themeChanged() {
    super.themeChanged()
    setNeedsLayout()
  }

  package override func layoutSubviews() {
    breakLines()
    super.layoutSubviews()
  }

  /// The input from which ``lines`` were broken.
  private struct Basis: Equatable {
    var text = ""
    var columns = 0
    var scale = 1.0
  }
  private var basis = Basis()

  private func breakLines() {
    let scale = effectiveTheme.effectiveTextScale
    if scale != font.scale { font = SourceFont(scale: scale) }
    let new = Basis(text: text, columns: max(Int((size.width - 16) / font.advance), 20), scale: scale)
    guard new != basis else { return }
    basis = new
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      SourceLine.broken(String($0), columns: new.columns)
    }
    numberOfRows = lines.count
    reloadData()
  }
}

/// The monospaced font of the source.
private nonisolated struct SourceFont: Equatable, Sendable {
  /// The text scale.
  let scale: Double
  let style: TextStyle
  /// The width of one character, in points.
  let advance: Double

  init(scale: Double) {
    self.scale = scale
    style = TextStyle(font: .monospace, size: 12 * scale)
    advance = TextLayout(String(repeating: "m", count: 40), style: style).size.width / 40
  }

  static func == (first: Self, second: Self) -> Bool { first.scale == second.scale }
}

private final class SourceRow: ThemedView {
  var line: SourceLine? { didSet { if line != oldValue { setNeedsDisplay() } } }
  var font = SourceFont(scale: 1) { didSet { if font != oldValue { setNeedsDisplay() } } }

  override var semantics: Semantics {
    let words = line?.words.map(\.text) ?? []
    return Semantics(.label, label: words.isEmpty ? "Empty line" : words.joined(separator: " "))
  }

  override func makePainter() -> Painter? {
    let (line, advance, style, height) = (line, font.advance, font.style, size.height)
    let colors = SourceColors(effectiveTheme.colors)
    return { canvas in
      for word in line?.words ?? [] {
        var style = style
        style.color = colors.color(of: word.kind)
        if word.kind == .keyword { style.weight = .semibold }
        let layout = TextLayout(word.text, style: style)
        let x = Double(word.column) * advance
        canvas.draw(layout, at: Point(x: x, y: (height - layout.size.height) / 2))
      }
    }
  }
}

/// The colors of the words, by their kind.
private nonisolated struct SourceColors: Sendable {
  private let theme: ThemeColors

  init(_ theme: ThemeColors) { self.theme = theme }

  func color(of kind: SourceLine.Kind) -> Color {
    guard !theme.isHighContrast else { return kind == .comment ? theme.secondary : theme.foreground }
    let isDark = theme.foreground.luma > 0.5
    return switch kind {
    case .plain: theme.shade(0.9)
    case .comment: theme.secondary
    case .keyword: Color(hex: isDark ? 0xC4A7E7 : 0x7A3E9D)
    case .type: Color(hex: isDark ? 0x8CC4D6 : 0x1F6F8B)
    case .string: Color(hex: isDark ? 0xE8B589 : 0xA0522D)
    case .number: Color(hex: isDark ? 0xA8CC8C : 0x3F7D3A)
    }
  }
}
