package import CarouselUI

extension View {
  /// The visible texts in the view that do not fit their views, each with the size that it needs.
  package var cutTexts: [String] {
    guard !isHidden else { return [] }
    let room = Size(width: Double.infinity, height: Double.infinity)
    var found: [String] = []
    func require(_ needed: Size, _ text: String) {
      if needed.width > size.width + 0.5 || needed.height > size.height + 0.5 {
        found.append("“\(text)” needs \(needed) and has \(size)")
      }
    }
    switch self {
    case let label as ThemedLabel where !label.text.isEmpty:
      require(
        label.sizeThatFits(label.maxLines == 1 ? room : Size(width: size.width, height: .infinity)),
        label.text)
    case let button as Button: require(button.sizeThatFits(room), button.title)
    case let control as SegmentedControl: require(control.sizeThatFits(room), "segments")
    default: break
    }
    return found + subviews.flatMap(\.cutTexts)
  }
}
