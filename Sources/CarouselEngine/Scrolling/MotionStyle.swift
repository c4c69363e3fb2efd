/// The rules by which a carousel moves after a release, during a pull beyond its ends, and on request of the program.
///
/// Beyond iCarousel.
public enum MotionStyle: String, Codable, Sendable {
  /// The motion of iCarousel 1.8.3, as recorded: a flick loses speed evenly, a scroll eases in and out.
  case classic
  /// The motion of touchscreens today: no change of velocity at any hand-over between finger, glide, spring and program.
  ///
  /// - A flick continues at exactly the finger's velocity, loses speed exponentially, and ends in a critically damped spring on
  ///   the stop nearest to where it would end by itself. A flick of 120 points per second or more goes at least one stop far.
  /// - The velocity is that of the last 50 milliseconds.
  /// - Beyond the ends a pull has a resistance that depends on the finger's distance only.
  /// - The covers of a cover flow follow the offset in all motions, and rings seen from inside load all their items.
  /// - The current item stays in the center when items are inserted, moved or removed.
  case fluid
}
