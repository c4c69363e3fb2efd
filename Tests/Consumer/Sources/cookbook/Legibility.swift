import CarouselUI
import HeadlessCompositor

/// Measures the contrast between text and the color behind it.
@MainActor enum Legibility {
  /// A text in a window.
  struct Text {
    var name: String
    /// The area of the text and of the color behind it, in points of the window.
    var area: Rect
  }

  /// The examples that show pictures only.
  static let looksWithoutText: Set = ["cover-flow", "hero", "wall", "albums"]

  /// Returns the texts of `view` and its subviews. Of a carousel, only the current item counts, because effects may fade
  /// the other items, or all items if there is no text in the current one.
  static func texts(in view: View) -> [Text] {
    guard !view.isHidden, view.alpha == 1 else { return [] }
    if let text = text(of: view) { return [text] }
    guard let carousel = (view as? CarouselView)?.carousel else { return view.subviews.flatMap(texts) }
    let current = (carousel.currentItemView as? View).map(texts) ?? []
    return current.isEmpty ? carousel.visibleItemViews.compactMap { $0 as? View }.flatMap(texts) : current
  }

  private static func text(of view: View) -> Text? {
    switch view {
    case let label as ThemedLabel: text(label.text, view.bounds, in: view)
    case let label as LabelView: text(label.text, view.bounds.inset(by: 12), in: view)
    case let button as Button:
      text(button.title, view.bounds.inset(by: EdgeInsets(horizontal: 8, vertical: 6)), in: view)
    case is StoryButton: text("story", Rect(x: 0, y: 76, width: 76, height: 20), in: view)
    default: nil
    }
  }

  private static func text(_ name: String, _ rect: Rect, in view: View) -> Text? {
    let corners = [Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY)]
    let points = corners.compactMap { view.convert($0, to: nil) }
    guard !name.isEmpty, points.count == 2 else { return nil }
    let (left, right) = (min(points[0].x, points[1].x), max(points[0].x, points[1].x))
    return Text(
      name: name, area: Rect(x: left, y: points[0].y, width: right - left, height: points[1].y - points[0].y))
  }

  /// Returns the contrast between the most frequent color in the area of a text and the color that differs from it most;
  /// `nil` if the area is outside of the picture.
  static func contrast(of text: Text, in capture: Capture, scale: Double) -> Double? {
    let (width, height) = (Double(capture.width), Double(capture.height))
    let (left, right) = (max(text.area.minX * scale, 0), min(text.area.maxX * scale, width))
    let (top, bottom) = (max(text.area.minY * scale, 0), min(text.area.maxY * scale, height))
    guard right - left >= 1, bottom - top >= 1 else { return nil }
    var counts: [UInt32: Int] = [:]
    for y in Int(top)..<Int(bottom) {
      for x in Int(left)..<Int(right) { counts[capture[x, y], default: 0] += 1 }
    }
    guard let ground = counts.max(by: { $0.value < $1.value })?.key else { return nil }
    return counts.keys.map { Color(hex: $0).contrast(with: Color(hex: ground)) }.max()
  }
}
