package import CarouselUI

extension CarouselWindow {
  /// The visible texts of the window and its popups that do not fit their views, each with the size that it needs.
  package var cutTexts: [String] {
    let views = [contentView] + accessibilityTree().all.compactMap(\.element.view)
    var roots: [View] = []
    for root in views.map(\.root) where !roots.contains(where: { $0 === root }) { roots.append(root) }
    return roots.flatMap(\.cutTexts)
  }
}

extension View {
  /// The visible texts in the view that do not fit their views, each with the size that it needs.
  package var cutTexts: [String] {
    guard !isHidden else { return [] }
    // The width is what is given, and the height what the text needs in it. A text of one line needs its whole width.
    let (line, lines) = (
      Size(width: Double.infinity, height: .infinity), Size(width: size.width, height: .infinity)
    )
    var found: [String] = []
    func require(_ needed: Size, _ text: String) {
      if needed.width > size.width + 0.5 || needed.height > size.height + 0.5 {
        found.append("“\(text)” needs \(needed) and has \(size)")
      }
    }
    switch self {
    case let label as ThemedLabel where !label.text.isEmpty:
      require(label.sizeThatFits(label.maxLines == 1 ? line : lines), label.text)
      // A word without room for all of its letters is broken.
      for word in label.text.split(whereSeparator: \.isWhitespace) {
        let word = ThemedLabel(String(word), role: label.role)
        word.theme = label.effectiveTheme
        let width = word.sizeThatFits(line).width
        if width > size.width + 0.5 {
          found.append("“\(word.text)” needs a width of \(width) and has \(size.width)")
        }
      }
    case let label as LabelView where !label.text.isEmpty:
      let text = TextLayout(label.text, style: label.style, width: max(size.width - 2 * label.padding, 0))
      require(Size(width: 0, height: text.size.height), label.text)
    case let menu as MenuView:
      for title in menu.items.map(\.title) where !title.isEmpty {
        let text = TextLayout(title, style: menu.effectiveTheme.textStyle()).size.width
        require(Size(width: text + 24, height: 0), title)
      }
    case let button as Button where !button.title.isEmpty: require(button.sizeThatFits(lines), button.title)
    case let control as SegmentedControl: require(control.sizeThatFits(lines), "segments")
    case let box as CheckBox: require(box.sizeThatFits(lines), box.title)
    case let button as RadioButton: require(button.sizeThatFits(lines), button.title)
    default: break
    }
    return found + subviews.flatMap(\.cutTexts)
  }
}
