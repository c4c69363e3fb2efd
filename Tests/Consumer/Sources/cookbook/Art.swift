// The stand-in for pictures of your own, and an item of a list.
import CarouselUI

struct Entry: Identifiable { let id: Int }

/// A landscape in one of six colors.
@MainActor func art(_ index: Int, _ size: Size) -> View {
  let colors: [UInt32] = [0xE29578, 0x6DB1AE, 0x9584BF, 0x9DB37A, 0x79A3C3, 0xD9899A]
  let color = Color(hex: colors[index % colors.count])
  let view = PaintedView(size: size) { canvas in
    let (width, height) = (canvas.size.width, canvas.size.height)
    let sky = [color.mixed(with: .white, amount: 0.75), color.mixed(with: .white, amount: 0.3)]
    canvas.clip(to: canvas.bounds, radius: min(12, height / 6))
    canvas.fill(canvas.bounds, with: .vertical(in: canvas.bounds, colors: sky))
    canvas.fill(.circle(center: Point(x: width * 0.7, y: height * 0.3), radius: height * 0.11), with: .white)
    for ridge in 0..<3 {
      var hill = Path()
      let (top, dark) = (0.5 + 0.16 * Double(ridge), 0.25 * Double(ridge))
      hill.move(to: Point(x: 0, y: height * top))
      hill.curve(
        to: Point(x: width, y: height * (top + 0.06)),
        control1: Point(x: width * 0.3, y: height * (top - 0.22 + dark)),
        control2: Point(x: width * 0.6, y: height * (top + 0.2 - dark)))
      hill.line(to: Point(x: width, y: height))
      hill.line(to: Point(x: 0, y: height))
      hill.close()
      canvas.fill(hill, with: color.mixed(with: .black, amount: dark))
    }
  }
  view.isUserInteractionEnabled = false
  return view
}
