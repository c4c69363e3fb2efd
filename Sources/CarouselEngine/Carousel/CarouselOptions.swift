/// Values for the options of a carousel, each in its natural type; `nil` means the default of the layout.
///
/// There is one property for each case of ``CarouselOption``. A value may be infinite, as a delegate's answer
/// may be. Setting a property to NaN keeps its former value.
///
/// Beyond iCarousel; its delegate answers `carousel:valueForOption:withDefault:`.
public struct CarouselOptions: Codable, Equatable, Sendable {
  /// Whether the carousel wraps from the last item to the first. Default: `true` for rings, `false` for other
  /// types.
  public var wrap: Bool?
  /// Whether items show their backs. Default: `true`, except for `invertedCylinder` and single-sided views.
  public var showBackfaces: Bool?
  /// The number of items by which a drag scrolls for each item width that the finger moves. Default: 2 for
  /// cover flows, 1 for other types.
  public var offsetMultiplier: Double?
  /// The maximum number of views loaded at the same time, placeholders included; at most 100,000. The default
  /// depends on the type and the carousel's size.
  public var visibleItems: Int?
  /// The number of positions on a ring. The default depends on the carousel's size and the number of items.
  public var count: Int?
  /// The part of the circle that ``count`` items occupy, in radians. Default 2π.
  public var arc: Double?
  /// The angle between two neighbors on a ring, in radians. Default: ``arc`` / ``count``.
  public var angle: Double?
  /// The radius of a ring, in points. Default: the radius at which neighbors touch.
  public var radius: Double?
  /// For cover flows, the angle by which covers turn, as a fraction of a right angle; default 0.9. For time
  /// machines, the distance by which the stack leans for each item, in item widths; default 0.3.
  public var tilt: Double?
  /// The distance between neighbors, in item widths. Default 1; cover flows 0.25.
  public var spacing: Double?
  /// The negative offset at which items begin to fade, in items. Default −∞; `invertedTimeMachine` 0.
  public var fadeMin: Double?
  /// The positive offset at which items begin to fade, in items. Default ∞; `timeMachine` 0.
  public var fadeMax: Double?
  /// The distance over which an item fades, in items. At 0 the alpha changes abruptly. Default 1.
  public var fadeRange: Double?
  /// The alpha that remains after fading, in `0...1`. Default 0.
  public var fadeMinAlpha: Double?

  /// Creates options in which every property is `nil`.
  public init() {}

  /// The value of `option` as a delegate returns it: a Boolean is 1 or 0, and `nil` means the default of the
  /// layout.
  ///
  /// Setting a number to a Boolean option means `false` for 0 and `true` for other numbers. Options that are whole numbers
  /// are rounded and clamped to the range of `Int`. Setting NaN keeps the former value.
  public subscript(option: CarouselOption) -> Double? {
    get {
      switch option {
      case .wrap: wrap.map { $0 ? 1 : 0 }
      case .showBackfaces: showBackfaces.map { $0 ? 1 : 0 }
      case .offsetMultiplier: offsetMultiplier
      case .visibleItems: visibleItems.map { Double($0) }
      case .count: count.map { Double($0) }
      case .arc: arc
      case .angle: angle
      case .radius: radius
      case .tilt: tilt
      case .spacing: spacing
      case .fadeMin: fadeMin
      case .fadeMax: fadeMax
      case .fadeRange: fadeRange
      case .fadeMinAlpha: fadeMinAlpha
      }
    }
    set {
      guard newValue?.isNaN != true else { return }
      let whole = newValue.map { Int(exactly: $0.rounded()) ?? ($0 < 0 ? .min : .max) }
      switch option {
      case .wrap: wrap = newValue.map { $0 != 0 }
      case .showBackfaces: showBackfaces = newValue.map { $0 != 0 }
      case .offsetMultiplier: offsetMultiplier = newValue
      case .visibleItems: visibleItems = whole
      case .count: count = whole
      case .arc: arc = newValue
      case .angle: angle = newValue
      case .radius: radius = newValue
      case .tilt: tilt = newValue
      case .spacing: spacing = newValue
      case .fadeMin: fadeMin = newValue
      case .fadeMax: fadeMax = newValue
      case .fadeRange: fadeRange = newValue
      case .fadeMinAlpha: fadeMinAlpha = newValue
      }
    }
  }

  /// Returns these options with each NaN replaced by the value of the same option in `former`.
  func known(or former: CarouselOptions) -> CarouselOptions {
    var options = self
    for option in CarouselOption.allCases where self[option]?.isNaN == true {
      options[option] = former[option]
    }
    return options
  }
}
