public import Geometry

/// What a layout is worked out from: the carousel's size, its items, and the delegate's answers to the options.
public struct LayoutResolver {
  /// The direction in which items follow each other, before the axis is turned or mirrored.
  public let axis: Axis
  /// The width and height of the carousel, in points.
  public let bounds: Size
  /// The length of the carousel along its axis, in points.
  public let length: Double
  /// How far the content offset moves items along the axis, in points.
  public let contentOffset: Double
  /// The nominal distance between neighbors before spacing, in points; 0 while it is unknown.
  public let itemWidth: Double
  /// The number of items.
  public let itemCount: Int
  /// The number of items and of the placeholders that are shown.
  public let totalCount: Int
  /// Whether the last item leads back to the first.
  public let wraps: Bool
  /// ``Carousel/maximumVisibleItems``.
  public let maximumVisibleItems: Int
  /// The answer to the option ``CarouselOption/spacing``.
  public internal(set) var spacing = 1.0

  /// The individual widths of the items; `nil` where all are equally wide.
  private let sizes: ItemSizes?
  private let formerTrack: ItemTrack?
  private(set) var answers: OptionAnswers
  /// How items of different widths stand; `nil` where all are equally wide.
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
    sizes = input.sizes
    formerTrack = input.track
    self.answers = answers
    self.answers.beginResolving()
  }

  /// Returns the value of `option`: the delegate's answer, or `value` without one.
  ///
  /// What is asked for next may depend on the answer, and so may its default.
  public mutating func number(_ option: CarouselOption, default value: Double) -> Double {
    answers.number(option, default: value)
  }

  /// Returns the value of `option` as a whole number within ±10⁹.
  public mutating func count(_ option: CarouselOption, default value: Int) -> Int {
    Int(min(max(number(option, default: Double(value)), -1e9), 1e9))
  }

  /// Returns whether the value of `option` is not 0.
  public mutating func isOn(_ option: CarouselOption, default value: Bool) -> Bool {
    number(option, default: value ? 1 : 0) != 0
  }

  /// Lets items with individual widths stand one after the other on a line or circle; to be called once, by layouts in which
  /// what is between two neighbors shall be the same everywhere.
  ///
  /// - Returns: The figures of the track; `nil` where all items are equally wide.
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
  /// Returns the track as it was, with the changes of widths since; `nil` if it has to be laid anew.
  ///
  /// - Complexity: O(log *n*) for each change, but for closed tangents.
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

/// What items with individual widths stand on.
public enum TrackShape: Hashable, Sendable {
  /// A line, on which an item takes the part `share` of its width: less than 1 where it stands turned.
  case line(share: Double)
  /// A circle that items touch with their middles, `count` nominal ones in `arc` radians.
  case tangents(arc: Double, count: Int)
  /// A circle whose circumference items take their width of, `count` nominal ones in `arc` radians.
  case rim(arc: Double, count: Int)
}

/// The figures of a track of items with individual widths.
public struct TrackFigures: Hashable, Sendable {
  /// The radius at which the items close a ring, in points; `nil` where the nominal one holds.
  public let radius: Double?
  /// How long a full turn of a ring is, in nominal pitches; of a line, how long it is.
  public let turn: Double
}
