package import CarouselUI

/// The item of most pages: a picture on a sheet of paper, with its name below.
package final class PrintView: ThemedView {
  /// The number of the picture; see ``Print/at(_:)``.
  var number: Int { didSet { if number != oldValue { setNeedsDisplay() } } }
  /// The caption below the picture; `nil` for its name.
  var caption: String? { didSet { if caption != oldValue { setNeedsDisplay() } } }

  init(_ number: Int = 0, caption: String? = nil, size: Size = Size(width: 224, height: 280)) {
    (self.number, self.caption) = (number, caption)
    super.init(size: size)
    cornerRadius = 10
    isUserInteractionEnabled = false
  }

  package override var semantics: Semantics { Semantics(.image, label: caption ?? Print.at(number).name) }

  package override func makePainter() -> Painter? {
    let (print, size, radius) = (Print.at(number), size, cornerRadius)
    let (text, textScale) = (caption ?? print.name, effectiveTheme.effectiveTextScale)
    return { canvas in
      let sheet = Rect(origin: .zero, size: size)
      canvas.fill(.roundedRect(sheet, radius: radius), with: Color(hex: 0xFFFDF8))
      canvas.strokeBorder(sheet, radius: radius, with: Color(white: 0, alpha: 0.08), width: 1)
      let margin = (min(size.width, size.height) * 0.055).rounded()
      let usualBand = min(max(size.height * 0.15, 26), 40)
      let band = text.isEmpty ? margin : min(usualBand * max(textScale, 1), size.height * 0.3)
      let picture = Rect(
        x: margin, y: margin, width: size.width - 2 * margin, height: size.height - margin - band)
      canvas.saved {
        canvas.clip(to: picture, radius: max(radius - margin * 0.6, 3))
        print.paint(in: picture, on: canvas)
      }
      guard !text.isEmpty else { return }
      let usual = min(max(usualBand * 0.38, 11), 15)
      var style = TextStyle(
        size: usual * textScale, weight: .medium, color: print.palette.deep, alignment: .center, maxLines: 1)
      // A long name does not grow beyond the sheet.
      let fitting = style.size * picture.size.width / max(TextLayout(text, style: style).size.width, 1)
      if fitting < style.size { style.size = max(fitting, min(usual, style.size)) }
      let layout = TextLayout(text, style: style, width: picture.size.width)
      canvas.draw(layout, at: Point(x: margin, y: size.height - (band + layout.size.height) / 2))
    }
  }
}

/// An element of a list of pictures, for `setItems`.
nonisolated struct Picture: Identifiable, Equatable {
  var id: Int

  /// Returns the pictures with the numbers 0 to `count` − 1.
  static func first(_ count: Int) -> [Picture] { (0..<count).map { Picture(id: $0) } }
}
