// A clock on the desktop: the time in several cities, on a carousel in the top right corner, below the windows.
import CarouselUI
import Glibc

struct City: Identifiable {
  let id: String
  /// The difference from Coordinated Universal Time.
  let hours: Int
}

let cities = [
  City(id: "London", hours: 0), City(id: "Nairobi", hours: 3), City(id: "Tokyo", hours: 9),
  City(id: "Lima", hours: -5),
]

func text(_ city: City) -> String {
  let minutes = (time(nil) / 60 + city.hours * 60) % 1440
  let (hour, minute) = ("\(100 + minutes / 60)".dropFirst(), "\(100 + minutes % 60)".dropFirst())
  return "\(city.id)\n\(hour):\(minute)"
}

do {
  let size = Size(width: 340, height: 130)
  let corner = LayerPlacement(
    layer: .bottom, edges: [.top, .right], size: size, margins: EdgeInsets(top: 20, right: 20))
  let clock = try CarouselWindow(layer: corner, namespace: "clock")
  clock.backgroundColor = .clear
  clock.carousel.type = .rotary
  clock.carousel.autoplayInterval = 5
  clock.carousel.setItems(cities) { city, _ in
    LabelView(text(city), size: Size(width: 150, height: 96), background: Color(hex: 0x2f6fde))
  }
  let timer = clock.system.scheduler.timer(after: 1, every: 1) {
    for index in clock.carousel.indexesForVisibleItems {
      guard let label = clock.carousel.itemView(at: index) as? LabelView else { continue }
      label.text = text(cities[index])
    }
  }
  withExtendedLifetime(timer) { clock.run() }
} catch {
  print(error)
}
