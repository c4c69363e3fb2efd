internal import CarouselUI

/// Moves the show by a pixel each minute around a square, so that no edge of a picture stays at the same place for hours.
@MainActor
final class PixelShift {
  private let show: KioskShow
  private unowned let parent: View
  private var step = 0

  /// In seconds.
  private static let interval = 60.0
  /// The places of a walk by single pixels through a square of three by three.
  private static let places = [
    (0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0),
  ]

  /// - Parameters:
  ///   - parent: The view that fills the window.
  ///   - scale: Returns the number of pixels per point.
  init(of show: KioskShow, in parent: View, scale: @escaping () -> Double) {
    (self.show, self.parent) = (show, parent)
    show.shift = .zero
    parent.startTimer(after: Self.interval, every: Self.interval) { [weak self] in self?.move(scale()) }
  }

  private func move(_ scale: Double) {
    step += 1
    let (x, y) = Self.places[step % Self.places.count]
    show.shift = Point(x: Double(x) / max(scale, 1), y: Double(y) / max(scale, 1))
  }
}
