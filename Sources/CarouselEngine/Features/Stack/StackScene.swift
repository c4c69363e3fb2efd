internal import Geometry
internal import Glibc

/// The cards of a stack in one frame: the depth of each card, and the displacement of the cards that are
/// moved.
struct StackScene: Sendable {
  /// A card that is not at its position.
  private struct Card {
    let id: Int
    let index: Int?
    /// The depth of the card, in cards.
    let depth: Double
    /// The distance of the card from its position, in points on the screen.
    let displacement: Point
    /// The angle by which the card turns about its grip, in radians.
    let angle: Double
    /// The point about which the card turns, relative to its center, in points.
    let grip: Point
    /// The distance toward the viewer by which the card is drawn above the cards beneath it, in points.
    let elevation: Double
  }

  /// The number of cards that are gone.
  private let scrollOffset: Double
  /// The offset at which the cards are drawn, in cards.
  private let offset: Double
  /// The depth added to the cards on the stack because other cards are still leaving, in cards.
  private let lag: Double
  private let row: ItemRow
  private let itemWidth: Double
  private let layout: SwipeStackLayout
  private var cards: [Card] = []
  /// The cards that stay on the stack, but let the cards beneath them move up while they are dragged. `depth` is the depth of
  /// the card if all cards are at their positions, in cards. `progress` is 1 if the cards beneath it have moved up as far as if
  /// the card were gone.
  private var openings: [(depth: Double, progress: Double)] = []

  /// Copies the current state; returns `nil` unless the layout is a stack.
  init?(_ core: borrowing CarouselCore) {
    guard core.features.stack.isActive, let layout = core.layout.swipeStack else { return nil }
    let time = core.timeline.now
    self.layout = layout
    row = core.scroller.row
    itemWidth = core.layout.snapshot.context.itemWidth
    scrollOffset = core.scroller.offset
    offset = scrollOffset - core.features.stack.scrollCorrection.value(at: time)
    lag = core.features.stack.lagOfLeaving(at: time)
    guard core.features.stack.isBusy else { return }
    let moving = core.features.stack.cards
    for card in moving where card.isStaying {
      guard let index = card.index else { continue }
      openings.append((Self.depth(of: index, at: offset, on: row), card.progress(at: time).value))
    }
    for (rank, card) in moving.enumerated() {
      // The level must be above the levels of all cards at their positions. Among these cards may be a
      // skipped card, whose depth is above −1.
      cards.append(drawn(card, level: Double(moving.count - rank + 1), at: time))
    }
  }

  private func drawn(_ card: MovingCard, level: Double, at time: Timestamp) -> Card {
    var depth = card.heldDepth
    if case .returning = card.phase, let index = card.index {
      let natural = restingDepth(of: index)
      depth = natural + (card.heldDepth - natural) * card.depthShare(at: time)
    }
    let (displacement, size) = (card.displacement(at: time), card.measure.size)
    let turn = tanh(displacement.x / max(size.width, 1))
    let leverage = size.height > 0 ? min(max(-2 * card.grip.y / size.height, -1), 1) : 0
    return Card(
      id: card.id, index: card.index, depth: depth, displacement: displacement,
      angle: layout.rotationAngle * turn * leverage, grip: card.grip,
      elevation: (depth + level) * SwipeStackLayout.thickness)
  }

  /// Returns the depth of item `index` at `offset`, in cards. On a ring the result is more than −1: less
  /// than one card is above the top.
  private static func depth(of index: Int, at offset: Double, on row: ItemRow) -> Double {
    let direct = Double(index) - offset
    guard row.wraps, row.count > 0, (0..<row.count).contains(index) else { return direct }
    let count = Double(row.count)
    let around = direct - (direct / count).rounded(.down) * count
    return around > count - 1 + offsetMargin ? around - count : around
  }

  /// Returns the depth that item `index` would have if its card were not displaced, in cards.
  private func restingDepth(of index: Int) -> Double {
    let depth = Self.depth(of: index, at: offset, on: row)
    let lag = openings.reduce(lag) { $1.depth < depth ? $0 - $1.progress : $0 }
    // The lag does not apply to a card that is gone. When a scroll brings a card back, the lag applies
    // gradually.
    let share = min(max(Self.depth(of: index, at: scrollOffset, on: row) + 1, 0), 1)
    return depth + lag * share
  }

  private func card(ofItem index: Int) -> Card? { cards.first { $0.index == index } }

  /// Returns the position of item or placeholder `index`.
  func position(ofItem index: Int) -> ItemPosition {
    let depth = card(ofItem: index)?.depth ?? restingDepth(of: index)
    return ItemPosition(offset: depth, itemWidth: itemWidth, index: index)
  }

  /// Returns the depth of the card with this identifier, in cards.
  func depth(ofCard id: Int) -> Double? { cards.first { $0.id == id }?.depth }

  /// Applies the opacity and the displacement of a card to its pose on the screen.
  ///
  /// - Parameters:
  ///   - index: The card's item.
  ///   - id: For a view that leaves, the identifier of its card; `nil` for an item's view.
  ///   - depth: The depth at which the card is drawn, in cards.
  func apply(to pose: inout Pose, of index: Int, card id: Int?, depth: Double) {
    let card = id == nil ? card(ofItem: index) : cards.first { $0.id == id }
    // A card that was dismissed while its item slid is gone, even if the slide has not ended.
    let isGone = id == nil && card == nil && restingDepth(of: index) <= -1 + offsetMargin
    pose.alpha *= isGone ? 0 : layout.alpha(atDepth: card?.depth ?? depth)
    if let card {
      let way = Transform3D.identity.translated(
        x: card.displacement.x, y: card.displacement.y, z: card.elevation)
      let moved = pose.transform.translated(x: card.grip.x, y: card.grip.y)
        .rotated(by: card.angle, z: 1).translated(x: -card.grip.x, y: -card.grip.y)
        .concatenated(with: way)
      if moved.isDrawable { pose.transform = moved }
    }
    if pose.alpha <= 0 { pose.isHidden = true }
  }
}
