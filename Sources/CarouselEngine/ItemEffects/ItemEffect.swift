/// How an item changes with its distance from the center, on top of any layout.
///
/// A carousel applies its ``Carousel/effects`` in order, each to what the ones before it made. Numbers that are no number count
/// as the default.
///
/// Beyond iCarousel; Swiper: `effect`.
public struct ItemEffect: Sendable {
  enum Change: Sendable {
    case scale(Ramp)
    case fade(Ramp)
    case parallax(amount: Double, range: Double)
    case turn(angle: Double, range: Double)
    case custom(@Sendable (inout Pose, Double) -> Void)
  }

  let change: Change

  /// Draws the item in the center larger than the others, or smaller; all make room for each other.
  ///
  /// Gaps stay as the layout has them: on a row neighbors that touched still do, at rest and in motion.
  ///
  /// - Parameters:
  ///   - center: The factor on the size in the center, in `0...100`.
  ///   - sides: The factor at `range` items from the center and beyond, in `0...100`.
  ///   - range: In items, `1...100`; between whole items the factor changes evenly.
  public static func scale(center: Double = 1, sides: Double, range: Double = 1) -> ItemEffect {
    ItemEffect(
      change: .scale(
        Ramp(center: center.within(0...100, or: 1), sides: sides.within(0...100, or: 1), range: range)))
  }

  /// Fades items towards the sides; what has faded away entirely cannot be tapped.
  ///
  /// - Parameters:
  ///   - alpha: The opacity that remains at `range` items from the center and beyond, in `0...1`.
  ///   - range: In items, `1...100`; between whole items the opacity changes evenly.
  public static func fade(to alpha: Double, range: Double = 1) -> ItemEffect {
    ItemEffect(change: .fade(Ramp(center: 1, sides: alpha.within(0...1, or: 1), range: range)))
  }

  /// Tells each item how far its content may shift inside it: ``CarouselFrame/Item/parallax``.
  ///
  /// With a negative amount content looks as if it were further away than its view.
  ///
  /// - Parameters:
  ///   - amount: The shift at `range` items from the center and beyond, in the unit that the view likes.
  ///   - range: In items, `0.01...100`.
  public static func parallax(_ amount: Double, range: Double = 1) -> ItemEffect {
    ItemEffect(change: .parallax(amount: amount.finite(or: 0), range: range.within(0.01...100, or: 1)))
  }

  /// Turns items about the line across the axis to face the center, as covers of a cover flow do.
  ///
  /// - Parameters:
  ///   - angle: In radians, at `range` items from the center and beyond; negative makes them face away.
  ///   - range: In items, `0.01...100`.
  public static func turn(_ angle: Double, range: Double = 1) -> ItemEffect {
    ItemEffect(change: .turn(angle: angle.finite(or: 0), range: range.within(0.01...100, or: 1)))
  }

  /// Does whatever the closure does to an item's pose.
  ///
  /// Before a carousel's picture is turned or mirrored: x leads to the right and forward (y down and forward in a vertical
  /// one).
  ///
  /// - Parameter change: Gets the pose and how far from the center the item is, in items; positive ahead. It is called for
  ///   each visible item in each frame. A pose that it leaves with a number that is not finite does not count.
  ///
  /// iCarousel: `carousel:itemAlphaForOffset:`, `carousel:itemTransformForOffset:baseTransform:`.
  public static func custom(
    _ change: @escaping @Sendable (_ pose: inout Pose, _ offset: Double) -> Void
  ) -> ItemEffect {
    ItemEffect(change: .custom(change))
  }
}

extension Double {
  /// Returns the number in `range` that is nearest, or `fallback` if this is no number.
  func within(_ range: ClosedRange<Double>, or fallback: Double) -> Double {
    isNaN ? fallback : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
