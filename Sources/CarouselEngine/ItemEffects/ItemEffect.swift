/// A change in the appearance of items that depends on their distance from the center. An effect works with
/// any layout.
///
/// A carousel applies its ``Carousel/effects`` in order, each to the result of the effects before it. If a
/// parameter is NaN, its default value is used.
///
/// Beyond iCarousel; Swiper: `effect`.
public struct ItemEffect: Codable, Sendable {
  enum Change: Codable, Sendable {
    case scale(Ramp)
    case fade(Ramp)
    case parallax(amount: Double, range: Double)
    case turn(angle: Double, range: Double)
    case custom(NamedChange)
  }

  let change: Change

  /// Draws the item in the center larger or smaller than the other items, and changes the distances of items
  /// accordingly.
  ///
  /// The gaps between items stay the same as without the effect. In a linear layout, neighbors that touch
  /// without the effect also touch with the effect, at rest and in motion.
  ///
  /// - Parameters:
  ///   - center: The scale of the item in the center, in `0...100`.
  ///   - sides: The scale of items at a distance of `range` items or more, in `0...100`.
  ///   - range: In items, `1...100`. The scale is linear between `center` and `sides`, sampled at whole
  ///     items.
  public static func scale(center: Double = 1, sides: Double, range: Double = 1) -> ItemEffect {
    ItemEffect(
      change: .scale(
        Ramp(center: center.within(0...100, or: 1), sides: sides.within(0...100, or: 1), range: range)))
  }

  /// Fades items toward the sides. An item with opacity 0 cannot be tapped.
  ///
  /// - Parameters:
  ///   - alpha: The opacity of items at a distance of `range` items or more, in `0...1`.
  ///   - range: In items, `1...100`. The opacity is linear between 1 and `alpha`, sampled at whole items.
  public static func fade(to alpha: Double, range: Double = 1) -> ItemEffect {
    ItemEffect(change: .fade(Ramp(center: 1, sides: alpha.within(0...1, or: 1), range: range)))
  }

  /// Shifts the content inside each item: ``CarouselFrame/Item/parallax``.
  ///
  /// With a negative amount the content appears to be further away than the edges of its view.
  ///
  /// - Parameters:
  ///   - amount: The shift at a distance of `range` items or more, in a unit that the view defines.
  ///   - range: In items, `0.01...100`.
  public static func parallax(_ amount: Double, range: Double = 1) -> ItemEffect {
    ItemEffect(change: .parallax(amount: amount.finite(or: 0), range: range.within(0.01...100, or: 1)))
  }

  /// Turns items about the line perpendicular to the axis, so that they face the center like the covers of a
  /// cover flow.
  ///
  /// - Parameters:
  ///   - angle: The angle at a distance of `range` items or more, in radians. With a negative angle items
  ///     face away from the center.
  ///   - range: In items, `0.01...100`.
  public static func turn(_ angle: Double, range: Double = 1) -> ItemEffect {
    ItemEffect(change: .turn(angle: angle.finite(or: 0), range: range.within(0.01...100, or: 1)))
  }

  /// Changes an item's pose with a closure.
  ///
  /// The axis of the pose is not turned or mirrored for the screen yet: in a horizontal carousel x points to
  /// the right, which is forward; in a vertical carousel y points down, which is forward.
  ///
  /// - Parameters:
  ///   - name: The name that a ``CarouselJournal`` records instead of the closure.
  ///   - change: A closure that gets the pose and the item's distance from the center in items, positive for
  ///     later items. The closure is called for each visible item in each frame. If it sets a number of the
  ///     pose to NaN or infinity, its changes are ignored.
  ///
  /// iCarousel: `carousel:itemAlphaForOffset:`, `carousel:itemTransformForOffset:baseTransform:`.
  public static func custom(
    name: String = "", _ change: @escaping @Sendable (_ pose: inout Pose, _ offset: Double) -> Void
  ) -> ItemEffect {
    ItemEffect(change: .custom(NamedChange(name: name, apply: change)))
  }
}

/// A change of a pose by a closure. A journal contains only the name of the closure.
struct NamedChange: Sendable {
  let name: String
  let apply: @Sendable (inout Pose, Double) -> Void
}

extension ItemEffect {
  private enum CodingKeys: CodingKey { case change }

  /// Decodes an effect. Numbers out of range are clamped.
  public init(from decoder: any Decoder) throws {
    let change = try decoder.container(keyedBy: CodingKeys.self).decode(Change.self, forKey: .change)
    self =
      switch change {
      case .scale(let ramp): .scale(center: ramp.center, sides: ramp.sides, range: ramp.range)
      case .fade(let ramp): .fade(to: ramp.sides, range: ramp.range)
      case .parallax(let amount, let range): .parallax(amount, range: range)
      case .turn(let angle, let range): .turn(angle, range: range)
      case .custom: ItemEffect(change: change)
      }
  }
}

extension Double {
  /// Returns the nearest number in `range`, or `fallback` for NaN.
  func within(_ range: ClosedRange<Double>, or fallback: Double) -> Double {
    isNaN ? fallback : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
