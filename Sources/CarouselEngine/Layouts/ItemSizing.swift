/// Whether the items of a carousel are equally wide.
///
/// Beyond iCarousel; its most repeated request.
public enum ItemSizing: Sendable {
  /// All items take the same room: ``Carousel/itemWidth``.
  case uniform
  /// Each item takes the room that its own width needs: what is between two neighbours is the same everywhere.
  case individual
}

/// How wide the items are, as the delegate said.
struct ItemSizes: Sendable {
  /// Whether the widths count.
  var sizing = ItemSizing.uniform
  /// In points, each in `0...1_000_000`, one for each item that there was when the delegate was asked.
  private(set) var widths: [Double] = []
  /// The nominal width at that time, in points.
  private(set) var itemWidth = 0.0
  /// Whether all have that width.
  private(set) var areUniform = true
  /// Counts the answers.
  private(set) var generation = 0
  /// Whether the delegate must be asked again.
  var areStale = true
  /// Whether the delegate is being asked; whatever it does meanwhile, it is not asked again.
  private(set) var areAsked = false

  /// What an item can take at most, in points.
  static let most = 1e6
  /// The most items that can have widths of their own.
  static let mostItems = 10_000_000

  /// Returns whether the delegate must be asked for the widths of `count` items.
  func needAsking(count: Int, itemWidth: Double) -> Bool {
    !areAsked && (areStale || widths.count != count || self.itemWidth != itemWidth)
  }

  /// Begins to ask.
  mutating func ask() { (areAsked, areStale) = (true, false) }

  /// Takes the answers for all items; what is no number becomes `itemWidth`.
  mutating func take(_ answers: [Double], itemWidth: Double) {
    areAsked = false
    generation += 1
    self.itemWidth = itemWidth
    widths = answers.map { $0.isNaN ? itemWidth : min(max($0, 0), Self.most) }
    areUniform = widths.allSatisfy { $0 == itemWidth }
  }
}
