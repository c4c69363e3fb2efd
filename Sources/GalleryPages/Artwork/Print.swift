import CarouselUI

/// A picture of simple shapes, like a poster.
nonisolated struct Print: Sendable {
  enum Motif: Sendable { case hills, waves, arches, sea, petals, peaks, fruits, forest }

  var name: String
  var palette: Palette
  var motif: Motif

  /// The twelve pictures of the gallery.
  static let all = [
    Print(name: "First Light", palette: .dawn, motif: .hills),
    Print(name: "Lagoon", palette: .lagoon, motif: .waves),
    Print(name: "Late Train", palette: .dusk, motif: .arches),
    Print(name: "Meadow", palette: .meadow, motif: .hills),
    Print(name: "Harbor", palette: .harbor, motif: .sea),
    Print(name: "Rosehip", palette: .rosehip, motif: .petals),
    Print(name: "Snowline", palette: .snow, motif: .peaks),
    Print(name: "Citrus", palette: .citrus, motif: .fruits),
    Print(name: "Pine", palette: .pine, motif: .forest),
    Print(name: "Clay", palette: .clay, motif: .arches),
    Print(name: "Midnight", palette: .midnight, motif: .peaks),
    Print(name: "Dunes", palette: .dunes, motif: .waves),
  ]

  /// Returns the picture with a number. After the last picture, the pictures repeat.
  static func at(_ number: Int) -> Print {
    let place = number % all.count
    return all[place < 0 ? place + all.count : place]
  }

  /// Paints the picture in `frame`.
  func paint(in frame: Rect, on canvas: Canvas) {
    canvas.saved {
      canvas.clip(to: frame)
      canvas.fill(frame, with: .vertical(in: frame, colors: [palette.pale, palette.sky]))
      switch motif {
      case .hills: hills(frame, canvas)
      case .waves: waves(frame, canvas)
      case .arches: arches(frame, canvas)
      case .sea: sea(frame, canvas)
      case .petals: petals(frame, canvas)
      case .peaks: peaks(frame, canvas)
      case .fruits: fruits(frame, canvas)
      case .forest: forest(frame, canvas)
      }
    }
  }
}
