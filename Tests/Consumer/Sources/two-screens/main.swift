// A carousel on each screen, behind the windows. All screens show the same moment.
import CarouselUI

struct Poster: Identifiable { let id: Int }

let posters = (0..<12).map(Poster.init)

do {
  weak var first: Carousel?
  let wall = try CarouselWindows(layer: .wallpaper(), namespace: "posters") { window, output in
    window.backgroundColor = Color(hex: 0x16181d)
    window.carousel.type = .cylinder
    window.carousel.setItems(posters) { poster, _ in
      let color = poster.id % 2 == 0 ? Color(hex: 0x2f6fde) : Color(hex: 0xd9772b)
      return LabelView("\(poster.id + 1)", size: Size(width: 200, height: 260), background: color)
    }
    window.carousel.autoscroll = 0.2
    // A carousel that starts later joins the motion.
    if let first { window.carousel.bind(to: first) } else { first = window.carousel }
  }
  wall.run()
} catch {
  print(error)
}
