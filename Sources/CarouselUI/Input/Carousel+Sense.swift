internal import CarouselEngine
internal import Geometry

extension Carousel {
  /// Returns what leads forward on the screen: 1 if it is the way to the right, or down; −1 if it is the other one.
  ///
  /// Where `axis` leads neither forward nor backward, right and down are forward.
  func sense(of axis: Axis) -> Double {
    // Half of the way is enough: a diagonal has a sense in both directions.
    axis.along(forwardDirection) < -0.5 ? -1 : 1
  }
}
