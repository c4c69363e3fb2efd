// A view of an application: it paints a bar, and again when its value changes.
import CarouselUI

final class BarView: View {
  /// In `0...1`.
  var value = 0.0 {
    didSet { if value != oldValue { setNeedsDisplay() } }
  }

  override func makePainter() -> Painter? {
    let (size, value) = (size, value)
    return { canvas in
      canvas.fill(Rect(origin: .zero, size: size), with: .gray)
      let filled = Size(width: size.width * value, height: size.height)
      canvas.fill(Rect(origin: .zero, size: filled), with: .orange)
    }
  }
}

let view = BarView(size: Size(width: 200, height: 20))
view.value = 0.5
let surface = try ViewPainting.paint(view, scale: 2)
precondition(surface.image.width == 400)
precondition(surface.isCurrent(for: view, scale: 2))
view.value = 0.75
precondition(!surface.isCurrent(for: view, scale: 2))
