/// How a carousel goes from one look to another.
struct Look {
  /// Whether changes are shown without travel.
  var reducesMotion = false
}

extension Carousel {
  /// Whether the user wants things to stay in place: then animated scrolls and flicks arrive at once, the old picture
  /// fades into the new one instead of travelling there, and nothing moves by itself. By default not.
  ///
  /// A drag still follows the finger.
  ///
  /// Beyond iCarousel; UIKit: `UIAccessibility.isReduceMotionEnabled`.
  public var reducesMotion: Bool {
    get { look.reducesMotion }
    set {
      guard newValue != reducesMotion else { return }
      look.reducesMotion = newValue
      reconsiderAutoplay()
    }
  }
}
