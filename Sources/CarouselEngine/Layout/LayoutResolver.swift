public import Geometry

/// The input from which a layout is prepared: the carousel's size, its items, and the values of the options.
public struct LayoutResolver {
  /// The direction in which items follow each other, before the axis is turned or mirrored.
  public let axis: Axis
  /// The width and height of the carousel, in points.
  public let bounds: Size
  /// The length of the carousel along its axis, in points.
  public let length: Double
  /// The content offset along the axis, in points.
  public let contentOffset: Double
  /// The nominal distance between the centers of neighbors before spacing, in points; 0 while it is unknown.
  public let itemWidth: Double
  /// The number of items.
  public let itemCount: Int
  /// The number of items, plus the number of placeholders that can be visible.
  public let totalCount: Int
  /// Whether the carousel wraps from the last item to the first.
  public let wraps: Bool
  /// ``Carousel/maximumVisibleItems``.
  public let maximumVisibleItems: Int
  /// Whether rings seen from inside load all their items. With ``MotionStyle/classic`` they load only the
  /// nearer half, as in iCarousel, so that items appear and vanish inside the view.
  public let loadsWholeRings: Bool
  /// The value of the option ``CarouselOption/spacing``.
  public internal(set) var spacing = 1.0

  /// The individual widths of the items; `nil` if all items have the same width.
  private let sizes: ItemSizes?
  private let formerTrack: ItemTrack?
  private(set) var answers: OptionAnswers
  /// The options set by the program; `nil` if there are none.
  private let options: CarouselOptions?
  /// The track of items of different widths; `nil` if all items have the same width.
  private(set) var track: ItemTrack?

  init(_ input: LayoutInput, answers: OptionAnswers) {
    axis = input.axis.axis
    bounds = input.bounds
    length = input.axis.extent(of: input.bounds)
    contentOffset = input.axis.along(input.contentOffset)
    itemWidth = input.itemWidth
    itemCount = input.ring.count
    totalCount = input.total
    wraps = input.ring.wraps
    maximumVisibleItems = input.maximumVisibleItems
    loadsWholeRings = input.loadsWholeRings
    sizes = input.sizes
    formerTrack = input.track
    options = input.options
    self.answers = answers
    self.answers.beginResolving()
  }

  /// Returns the value of `option`. If there is no answer of the delegate, this is the value in
  /// ``Carousel/options``, or `value` if that is `nil`.
  ///
  /// The answer may determine which options are requested afterwards, and their defaults.
  public mutating func number(_ option: CarouselOption, default value: Double) -> Double {
    answers.number(option, default: options?[option] ?? value)
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
  /// - Returns: The dimensions of the track; `nil` if all items have the same width.
  public mutating func layTrack(_ shape: TrackShape) -> TrackFigures? {
    track = nil
    guard let sizes else { return nil }
    let rule = TrackRule(shape, itemWidth: itemWidth, spacing: spacing)
    track =
      updatedTrack(rule, sizes)
      ?? ItemTrack(widths: sizes.widths, wraps: wraps, rule: rule, generation: sizes.generation)
    return track.map { TrackFigures(radius: $0.radius, turn: $0.turn) }
  }
}

extension LayoutResolver {
  /// Returns the track of the last layout with the later changes of widths applied; `nil` if a new track must
  /// be created.
  ///
  /// - Complexity: O(log *n*) for each change, or O(*n*) in the exceptional case that ``ItemTrack``
  ///   describes.
  private func updatedTrack(_ rule: TrackRule, _ sizes: ItemSizes) -> ItemTrack? {
    guard var track = formerTrack, track.rule == rule, track.ring.wraps == wraps else { return nil }
    guard let changes = sizes.changes(since: track.generation) else { return nil }
    for change in changes {
      switch change {
      case .set(let width, let item): track.setWidth(width, ofItem: item)
      case .insert(let width, let index): track.insert(width: width, at: index)
      case .remove(let index): guard track.remove(at: index) else { return nil }
      case .move(let from, let to): track.move(from: from, to: to)
      }
    }
    track.generation = sizes.generation
    return track.ring.count == itemCount ? track : nil
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
