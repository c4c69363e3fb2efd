import CarouselUI
import Glibc

private struct Card: Identifiable { let id: Int }

/// Shows a carousel on a surface of a kind, and runs the program.
func showSurface(_ kind: String) throws {
  setlinebuf(stdout)
  switch kind {
  case "wallpaper": fill(try CarouselWindow(layer: .wallpaper())).run()
  case "panel": fill(try CarouselWindow(layer: .topPanel(height: 40))).run()
  case "kiosk": fill(try CarouselWindow(layer: .kiosk())).run()
  case "outputs":
    let walls = try CarouselWindows(layer: .wallpaper()) { window, output in
      print("open \(output.name)")
      fill(window).onClose = { print("close \(output.name)") }
    }
    walls.run()
  default: fill(try CarouselWindow(title: "Window", size: Size(width: 300, height: 200))).run()
  }
}

/// Shows red cards on a blue background.
@discardableResult
private func fill(_ window: CarouselWindow) -> CarouselWindow {
  window.backgroundColor = Color(hex: 0x2840D0)
  window.carousel.setItems((0..<3).map(Card.init)) { _, _ in
    LabelView("", size: Size(width: 60, height: 24), background: Color(hex: 0xD02020))
  }
  return window
}
