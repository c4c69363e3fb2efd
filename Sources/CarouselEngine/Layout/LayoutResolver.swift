public import Geometry

/// The input from which a layout is prepared: the carousel's size, its items, and the values of the options.
public struct LayoutResolver {
  /// The direction in which items follow each other, before the axis is turned or mirrored.
  public var axis: Axis { settings.axis.axis }

  /// The width and height of the carousel, in points.
  public var bounds: Size { settings.bounds }

  /// The length of the carousel along its axis, in points.
  public var length: Double { settings.axis.extent(of: settings.bounds) }

  /// The content offset along the axis, in points.
  public var contentOffset: Double { settings.axis.along(settings.contentOffset) }

  /// The nominal distance between the centers of neighbors before spacing, in points; 0 while it is unknown.
  public let itemWidth: Double
  /// The number of items.
  public var itemCount: Int { row.count }

  /// The number of items, plus the number of placeholders that can be visible.
  public let totalCount: Int
  /// Whether the carousel wraps from the last item to the first.
  public var wraps: Bool { row.wraps }

  /// ``Carousel/maximumVisibleItems``.
  public var maximumVisibleItems: Int { settings.maximumVisibleItems }

  /// Whether rings seen from inside load all their items. With ``MotionStyle/classic`` they load only the
  /// nearer half, as in iCarousel, so that items appear and vanish inside the view.
  public let loadsWholeRings: Bool
  /// The value of the option ``CarouselOption/spacing``.
  public internal(set) var spacing = 1.0

  let settings: LookSettings
  let row: ItemRow
  /// The individual widths of the items; `nil` if all items have the same width.
  let widths: [Double]?
  /// The track of the last resolved layout.
  let formerTrack: ItemTrack?
  private(set) var answers: OptionAnswers
  /// The track of items of different widths; `nil` if all items have the same width.
  private(set) var track: ItemTrack?

  /// Returns the value of `option`. If there is no answer of the delegate, this is the value in
  /// ``Carousel/options``, or `value` if that is `nil`.
  ///
  /// The answer may determine which options are requested afterwards, and their defaults.
  public mutating func number(_ option: CarouselOption, default value: Double) -> Double {
    answers.number(option, default: settings.options[option] ?? value)
  }

  /// Returns the value of `option` as a whole number within ±10⁹.
  public mutating func count(_ option: CarouselOption, default value: Int) -> Int {
    Int(min(max(number(option, default: Double(value)), -1e9), 1e9))
  }

  /// Returns whether the value of `option` is not 0.
  public mutating func isOn(_ option: CarouselOption, default value: Bool) -> Bool {
    number(option, default: value ? 1 : 0) != 0
  }

  /// Places items of individual widths along a line or circle.
  ///
  /// A layout with the same gap between all neighbors calls this method once.
  ///
  /// - Complexity: O(1) if widths and dimensions are those of the last layout, otherwise O(*n*).
  /// - Returns: The dimensions of the track; `nil` if all items have the same width.
  public mutating func layTrack(_ shape: TrackShape) -> TrackFigures? {
    track = nil
    guard let widths else { return nil }
    let rule = TrackRule(shape, itemWidth: itemWidth, spacing: spacing)
    if let formerTrack, formerTrack.isTrack(of: widths, wraps: wraps, rule: rule) {
      track = formerTrack
    } else {
      track = ItemTrack(widths: widths, wraps: wraps, rule: rule)
    }
    return track.map { TrackFigures(radius: $0.radius, turn: $0.turn) }
  }
}

/// The line or circle on which items of individual widths are placed.
public enum TrackShape: Hashable, Sendable {
  /// A line on which the length of an item is the fraction `share` of its width. The fraction is less than 1
  /// if items are turned.
  case line(share: Double)
  /// A circle that each item touches at its center, like a tangent. On this circle `count` items of the
  /// nominal width occupy `arc` radians.
  case tangents(arc: Double, count: Int)
  /// A circle on which each item occupies an arc as long as its width. On this circle `count` items of the
  /// nominal width occupy `arc` radians.
  case rim(arc: Double, count: Int)
}

/// The dimensions of a track of items with individual widths.
public struct TrackFigures: Hashable, Sendable {
  /// The radius at which the items exactly fill the ring, in points; `nil` if the nominal radius applies.
  public let radius: Double?
  /// The length of a full turn on a ring, or the length of a line, in nominal pitches.
  public let turn: Double
}
