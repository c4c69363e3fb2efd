/// A change of an item with its distance from the center, in addition to any layout.
///
/// A carousel applies its ``Carousel/effects`` in order, each to the result of the ones before it. NaN counts
/// as the default of a parameter.
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

  /// Draws the item in the center larger or smaller than the others, and moves items to make room for each
  /// other.
  ///
  /// Gaps stay as in the layout: in a linear layout, neighbors that touch continue to touch, at rest and in
  /// motion.
  ///
  /// - Parameters:
  ///   - center: The factor of the size in the center, in `0...100`.
  ///   - sides: The factor at `range` items from the center and beyond, in `0...100`.
  ///   - range: In items, `1...100`; the factor is interpolated linearly between whole items.
  public static func scale(center: Double = 1, sides: Double, range: Double = 1) -> ItemEffect {
    ItemEffect(
      change: .scale(
        Ramp(center: center.within(0...100, or: 1), sides: sides.within(0...100, or: 1), range: range)))
  }

  /// Fades items toward the sides; a completely faded item cannot be tapped.
  ///
  /// - Parameters:
  ///   - alpha: The opacity that remains at `range` items from the center and beyond, in `0...1`.
  ///   - range: In items, `1...100`; the opacity is interpolated linearly between whole items.
  public static func fade(to alpha: Double, range: Double = 1) -> ItemEffect {
    ItemEffect(change: .fade(Ramp(center: 1, sides: alpha.within(0...1, or: 1), range: range)))
  }

  /// Sets the shift of the content inside each item: ``CarouselFrame/Item/parallax``.
  ///
  /// With a negative amount the content looks further away than its view.
  ///
  /// - Parameters:
  ///   - amount: The shift at `range` items from the center and beyond, in a unit that the view defines.
  ///   - range: In items, `0.01...100`.
  public static func parallax(_ amount: Double, range: Double = 1) -> ItemEffect {
    ItemEffect(change: .parallax(amount: amount.finite(or: 0), range: range.within(0.01...100, or: 1)))
  }

  /// Turns items about the line across the axis to face the center, like the covers of a cover flow.
  ///
  /// - Parameters:
  ///   - angle: In radians, at `range` items from the center and beyond; with a negative angle items face
  ///     away.
  ///   - range: In items, `0.01...100`.
  public static func turn(_ angle: Double, range: Double = 1) -> ItemEffect {
    ItemEffect(change: .turn(angle: angle.finite(or: 0), range: range.within(0.01...100, or: 1)))
  }

  /// Changes an item's pose with a closure.
  ///
  /// The pose is not yet turned or mirrored for the screen: x points right and forward (in a vertical
  /// carousel, y points down and forward).
  ///
  /// - Parameters:
  ///   - name: The name that stands for the closure in a ``CarouselJournal``.
  ///   - change: A closure that gets the pose and the item's distance from the center, in items;
  ///   positive ahead. It is called for each visible item in each frame. If it makes a number of the pose
  ///   infinite or NaN, its changes are ignored.
  ///
  /// iCarousel: `carousel:itemAlphaForOffset:`, `carousel:itemTransformForOffset:baseTransform:`.
  public static func custom(
    name: String = "", _ change: @escaping @Sendable (_ pose: inout Pose, _ offset: Double) -> Void
  ) -> ItemEffect {
    ItemEffect(change: .custom(NamedChange(name: name, apply: change)))
  }
}

/// A change of a pose by a closure. A journal contains only its name.
struct NamedChange: Sendable {
  let name: String
  let apply: @Sendable (inout Pose, Double) -> Void
}

extension ItemEffect {
  private enum CodingKeys: CodingKey { case change }

  /// Decodes an effect; numbers out of range are clamped.
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
