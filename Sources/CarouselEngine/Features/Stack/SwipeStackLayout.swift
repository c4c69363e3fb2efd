public import Geometry
internal import Glibc

/// A stack of cards, seen from above. A finger swipes the top card away.
///
///     carousel.layout = SwipeStackLayout(directions: [.left, .right], visibleCards: 3)
///
/// The current item is the top card. ``Carousel/scrollOffset`` is the number of cards that are gone. When the
/// offset is ``Carousel/numberOfItems``, the carousel is out of items, and ``Carousel/currentItemIndex`` is
/// −1. A stack that wraps never runs out: a card that is gone comes back at the bottom.
///
/// A drag moves the top card with the finger in both dimensions, while the cards beneath move up. The axis
/// and ``Carousel/ignorePerpendicularSwipes`` have no effect on the drag. A release dismisses the card if the
/// card is far enough from its position, or fast enough, in one of ``directions``. A dismissed card continues
/// at the velocity of the finger until it has left. Any other card returns. The dismissal counts from the
/// release on, so the next card can be dragged immediately. The delegate permits the dismissal with
/// ``CarouselDelegate/carousel(_:shouldDismissItemAt:toward:)``, and is notified with
/// ``CarouselDelegate/carousel(_:didDismissItemAt:toward:)``.
///
/// Scrolling does not dismiss cards. Wheels, touchpads, keys, autoplay, ``Carousel/step(by:)``,
/// ``Carousel/scrollOffset`` and the other scroll methods skip cards. A skipped card leaves in the direction
/// opposite to the axis: to the left in a horizontal carousel that runs from left to right. If the carousel
/// scrolls back to or before a dismissed card, the dismissal can no longer be undone.
///
/// The lowest visible card is ``visibleCards`` − 1 items behind the top card. Placeholders lie beneath the last item.
/// Page lengths of more than one item and individual widths have no effect.
///
/// Beyond iCarousel; Koloda: `KolodaView`.
public struct SwipeStackLayout: CarouselLayout {
  /// The directions in which a finger may dismiss a card; by default left and right.
  public var directions: Set<SwipeDirection>
  /// The distance at which a release dismisses a card, as a fraction of the card's extent in the direction,
  /// in `0.01...10`. By default 0.4.
  public var distanceThreshold: Double {
    didSet { distanceThreshold = distanceThreshold.within(Self.distances, or: oldValue) }
  }

  /// The speed at which a release dismisses a card, in points per second, in `1...1_000_000`. By default 600.
  /// The release dismisses the card only if the card is on the side of its position to which the finger
  /// moves.
  public var speedThreshold: Double {
    didSet { speedThreshold = speedThreshold.within(Self.speeds, or: oldValue) }
  }

  /// The number of cards that are visible at rest, in `1...1000`; by default 3.
  public var visibleCards: Int { didSet { visibleCards = visibleCards.asCardCount } }

  /// The size of a card as a fraction of the size of the card above it, in `0.01...1`; by default 0.95.
  public var cardScale: Double { didSet { cardScale = cardScale.within(Self.scales, or: oldValue) } }

  /// The distance of a card from the card above it, in points. It is measured as if the axis ran to the
  /// right, or down if vertical. By default 12 down.
  public var cardOffset: Size { didSet { cardOffset = cardOffset.finite(or: oldValue) } }

  /// The largest angle by which a dragged card turns, in radians, in `-π...π`; by default π/10.
  ///
  /// A card that is held above its middle turns in the direction of the drag. A card that is held below its
  /// middle turns in the opposite direction.
  public var rotationAngle: Double {
    didSet { rotationAngle = rotationAngle.within(-.pi ... .pi, or: oldValue) }
  }

  /// Whether the stack wraps if the option ``CarouselOption/wrap`` has no value; by default `false`.
  public var wraps: Bool

  /// The distance along the axis at which a skipped card has left, in points.
  private var exit = 0.0

  private static let (distances, speeds, scales) = (0.01...10.0, 1...1e6, 0.01...1.0)
  /// The distance in depth between neighbors, in points. It determines only the drawing order, and is too
  /// small to be visible with perspective.
  static let thickness = 1e-6

  /// Creates the layout. Numbers out of range are clamped, and NaN means the default.
  public init(
    directions: Set<SwipeDirection> = [.left, .right], distanceThreshold: Double = 0.4,
    speedThreshold: Double = 600, visibleCards: Int = 3, cardScale: Double = 0.95,
    cardOffset: Size = Size(width: 0, height: 12), rotationAngle: Double = .pi / 10, wraps: Bool = false
  ) {
    self.directions = directions
    self.distanceThreshold = distanceThreshold.within(Self.distances, or: 0.4)
    self.speedThreshold = speedThreshold.within(Self.speeds, or: 600)
    self.visibleCards = visibleCards.asCardCount
    self.cardScale = cardScale.within(Self.scales, or: 0.95)
    self.cardOffset = cardOffset.finite(or: Size(width: 0, height: 12))
    self.rotationAngle = rotationAngle.within(-.pi ... .pi, or: .pi / 10)
    self.wraps = wraps
  }

  public var defaults: LayoutDefaults { LayoutDefaults(wraps: wraps) }

  public mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    exit = (resolver.length + resolver.itemWidth) / 2 + abs(resolver.contentOffset)
    // At rest `visibleCards` cards are visible. Two more are loaded: the last card that has left, and the
    // next card that appears at the bottom.
    var geometry = LayoutGeometry(visible: .count(visibleCards + 2))
    geometry.isStack = true
    return geometry
  }

  public func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    let depth = min(max(position.offset, 0), Double(visibleCards))
    let scale = pow(cardScale, depth)
    return context.base
      .translated(along: context.axis, by: min(max(position.offset, -1), 0) * exit)
      .translated(
        x: cardOffset.width * depth, y: cardOffset.height * depth, z: -position.offset * Self.thickness
      )
      .scaled(x: scale, y: scale)
  }

  /// Returns the opacity of a card at `depth`. The last visible card appears gradually at the bottom. A
  /// skipped card is hidden after it has left.
  func alpha(atDepth depth: Double) -> Double {
    depth <= -1 + offsetMargin ? 0 : min(max(Double(visibleCards) - depth, 0), 1)
  }
}

// A journal contains stacks of cards with their settings.
extension SwipeStackLayout: Codable {
  private enum CodingKeys: CodingKey {
    case directions, distanceThreshold, speedThreshold, visibleCards, cardScale, cardOffset, rotationAngle,
      wraps
  }

  /// Decodes the settings. Numbers out of range are clamped.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      directions: try values.decode(Set<SwipeDirection>.self, forKey: .directions),
      distanceThreshold: try values.decode(Double.self, forKey: .distanceThreshold),
      speedThreshold: try values.decode(Double.self, forKey: .speedThreshold),
      visibleCards: try values.decode(Int.self, forKey: .visibleCards),
      cardScale: try values.decode(Double.self, forKey: .cardScale),
      cardOffset: try values.decode(Size.self, forKey: .cardOffset),
      rotationAngle: try values.decode(Double.self, forKey: .rotationAngle),
      wraps: try values.decode(Bool.self, forKey: .wraps))
  }
}

extension Int {
  /// This number clamped to a valid number of visible cards.
  fileprivate var asCardCount: Int { Swift.min(Swift.max(self, 1), 1000) }
}
