import CarouselEngine
import Geometry

/// Drags with a given distance and velocity, and taps without duration.
extension Carousel {
  /// Puts a finger down. The drag that follows has a given velocity, as in iCarousel's recordings.
  func touchDown(at time: Timestamp) { apply(.measuredDrag(.touch), at: time) }

  func beginDrag(translation: Point = .zero, at time: Timestamp) {
    apply(.measuredDrag(.begin(translation: translation)), at: time)
  }

  func moveDrag(translation: Point, velocity: Point = .zero, at time: Timestamp) {
    apply(.measuredDrag(.move(translation: translation, velocity: velocity)), at: time)
  }

  func endDrag(at time: Timestamp) { apply(.measuredDrag(.end), at: time) }

  /// Taps with a finger that is lifted at the same time.
  @discardableResult
  func tap(at point: Point, time: Timestamp) -> TapResult? {
    contactBegan(id: 1, at: point, time: time)
    return contactEnded(id: 1, at: point, time: time)
  }
}
