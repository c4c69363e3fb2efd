import CarouselUI

/// The list of keys, a view in the middle of the window.
nonisolated enum KeyHelp {
  private static let lineHeight = 30.0
  private static let keysWidth = 208.0  // points

  /// Creates the view.
  @MainActor static func makeView() -> View {
    let keys = TextStyle(size: 15, weight: .bold, color: .white)
    let meaning = TextStyle(size: 15, color: Color(white: 0.78))
    let rows = Keys.lines.map { line in
      StackView(
        .horizontal, alignment: .center,
        [label(line.keys, keys, width: keysWidth), label(line.meaning, meaning, width: nil)])
    }
    for row in rows { row.minimumSize = Size(width: 0, height: lineHeight) }
    let card = StackView(.vertical, alignment: .leading, insets: EdgeInsets(28), rows)
    card.backgroundColor = Color(white: 0.06, alpha: 0.9)
    card.cornerRadius = 16
    card.borderColor = Color(white: 1, alpha: 0.12)
    card.borderWidth = 1
    card.sizeToFit()
    card.size.width = max(card.size.width, 500)
    card.isUserInteractionEnabled = false
    return card
  }

  /// Creates a label.
  ///
  /// - Parameter width: The width in points; `nil` for the width of the text.
  @MainActor private static func label(_ text: String, _ style: TextStyle, width: Double?) -> LabelView {
    let label = LabelView(text, style: style)
    label.padding = 0
    if let width { label.preferredSize = Size(width: width, height: lineHeight) }
    return label
  }
}
