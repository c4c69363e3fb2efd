/// The rules by which a carousel moves after a release, when it is dragged beyond its ends, and in scrolls of
/// the program.
///
/// Beyond iCarousel.
public enum MotionStyle: String, Codable, Sendable {
  /// The motion of iCarousel 1.8.3, as recorded from it: a flick loses speed at a constant rate, and a scroll
  /// eases in and out.
  case classic
  /// The motion of today's touchscreens. The velocity does not jump when a finger, a glide, a spring or the
  /// program takes over.
  ///
  /// - A flick continues at exactly the finger's velocity and loses speed exponentially. It ends in a
  ///   critically damped spring on the stop nearest to the point where it would end by itself. A flick of 120
  ///   points per second or more moves at least to the next stop.
  /// - The finger's velocity is measured over the last 50 milliseconds.
  /// - Beyond the ends a drag meets a resistance that depends only on the finger's distance.
  /// - The covers of a cover flow follow the offset in all motions. Rings seen from inside load all their
  ///   items.
  /// - The current item stays in the center when items are inserted, moved or removed.
  case fluid
}
