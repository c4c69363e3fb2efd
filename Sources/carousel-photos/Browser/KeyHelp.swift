import CarouselUI

/// The view with the list of keys, shown in the middle of the window.
nonisolated enum KeyHelp {
  private static let lineHeight = 30.0
  private static let padding = 28.0

  /// Creates the view.
  @MainActor static func makeView() -> View {
    let lines = Keys.lines
    let size = Size(width: 500, height: Double(lines.count) * lineHeight + 2 * padding)
    return PaintedView(size: size) { canvas in
      let card = Rect(origin: .zero, size: size)
      canvas.fill(.roundedRect(card, radius: 16), with: Color(white: 0.06, alpha: 0.9))
      canvas.strokeBorder(card, radius: 16, with: Color(white: 1, alpha: 0.12), width: 1)
      for (row, line) in lines.enumerated() {
        let y = padding + Double(row) * lineHeight
        let keys = TextLayout(line.keys, style: TextStyle(size: 15, weight: .bold, color: .white))
        let meaning = TextLayout(line.meaning, style: TextStyle(size: 15, color: Color(white: 0.78)))
        canvas.draw(keys, at: Point(x: padding, y: y + (lineHeight - keys.size.height) / 2))
        canvas.draw(meaning, at: Point(x: 236, y: y + (lineHeight - meaning.size.height) / 2))
      }
    }
  }
}
