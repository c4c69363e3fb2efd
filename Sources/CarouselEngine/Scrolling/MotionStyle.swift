/// The rules by which a carousel moves after a release, when it is dragged beyond its ends, and in scrolls of
/// the program.
///
/// Beyond iCarousel.
public enum MotionStyle: String, Codable, Sendable {
  /// The motion of iCarousel 1.8.3, as recorded from this version: a flick loses speed at a constant rate,
  /// and a scroll eases in and out.
  case classic
  /// The motion of today's touchscreens. The velocity does not jump when one motion (a drag, a glide, a
  /// spring or a scroll by the program) replaces another.
  ///
  /// - A flick continues at exactly the finger's velocity and loses speed exponentially. A critically damped
  ///   spring then ends the motion on the stop (an item or the start of a page) nearest to the point where
  ///   the flick would end by itself. A flick of 120 points per second or more moves at least to the next
  ///   stop.
  /// - The finger's velocity is measured over the last 50 milliseconds.
  /// - Beyond the ends, the resistance to a drag depends only on the finger's distance.
  /// - The covers of a cover flow follow the offset in all motions. Rings seen from inside load all their
  ///   items.
  /// - The current item stays in the center when items are inserted, moved or removed.
  case fluid
  /// The motion of an application's own rules: see ``Carousel/scrollPhysics``.
  case custom
}
