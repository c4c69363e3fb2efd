import CarouselUI

/// A picture of the gallery without a paper border.
final class ArtView: View {
  /// The number of the picture; see ``Print/at(_:)``.
  var number: Int { didSet { if number != oldValue { setNeedsDisplay() } } }

  init(_ number: Int = 0, size: Size) {
    self.number = number
    super.init(size: size)
    cornerRadius = 10
    isUserInteractionEnabled = false
  }

  override var semantics: Semantics { Semantics(.image, label: Print.at(number).name) }

  override func makePainter() -> Painter? {
    let (print, frame, radius) = (Print.at(number), Rect(origin: .zero, size: size), cornerRadius)
    return { canvas in
      canvas.clip(to: frame, radius: radius)
      print.paint(in: frame, on: canvas)
    }
  }
}
