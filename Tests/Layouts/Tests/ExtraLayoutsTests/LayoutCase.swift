import CarouselEngine
import ExtraLayouts
import Testing

/// A layout under test, and what it promises.
struct LayoutCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Lets a carousel use the layout.
  var apply: @MainActor @Sendable (Carousel) -> Void
  let hand: Hand
  /// Which of the items with individual widths stand one after the other along the axis.
  let order: Order
  /// How far the current item may be from the center at rest, in item widths along the axis, and whether it may be across.
  let centering: Centering

  /// What a finger does.
  struct Hand: Sendable {
    /// How many items pass under a finger that moves by an item width.
    var multiplier = 1.0
    /// How far the offset moves, in items, while the dragged item stays under the finger; 0 if it need not stay there.
    var reach: Double
    /// The item that a finger drags which goes back, counted from the one in the center.
    var itemGoingBack = 0
  }

  enum Order: Sendable {
    /// All that are seen.
    case strip
    /// The current item and its two neighbors.
    case neighbors
    /// The layout lays no track, or not along the axis.
    case none
  }

  enum Centering: Sendable {
    /// The current item is in the center.
    case exact
    /// The current item is within half an item width of the center along the axis, anywhere across.
    case column
  }

  static let builtIn = CarouselType.allCases.filter { $0 != .custom }.map { type in
    let hand: Hand
    let order: Order
    switch type {
    case .linear: (hand, order) = (Hand(reach: 1), .strip)
    case .coverFlow, .coverFlow2: (hand, order) = (Hand(multiplier: 2, reach: 0), .strip)
    case .timeMachine, .invertedTimeMachine: (hand, order) = (Hand(reach: 0), .none)
    // A ring leaves the finger as it curves away from it.
    default: (hand, order) = (Hand(reach: 0.25), .neighbors)
    }
    return LayoutCase(
      testDescription: type.rawValue, apply: { $0.type = type }, hand: hand, order: order, centering: .exact)
  }

  static let extra = [
    LayoutCase(
      testDescription: "helix", apply: { $0.layout = Helix() }, hand: Hand(multiplier: 2, reach: 1),
      order: .strip, centering: .exact),
    LayoutCase(
      testDescription: "pile", apply: { $0.layout = Pile(seed: 42) }, hand: Hand(reach: 1, itemGoingBack: -1),
      order: .none, centering: .exact),
    LayoutCase(
      testDescription: "grid wall", apply: { $0.layout = GridWall(rows: 3) },
      hand: Hand(multiplier: 3, reach: 1), order: .none, centering: .column),
  ]

  static let all = builtIn + extra
}

/// Which way a carousel runs.
enum Orientation: CaseIterable, Sendable {
  case horizontal
  case vertical
  case rightToLeft
}
