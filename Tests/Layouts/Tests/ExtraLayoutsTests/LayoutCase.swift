import CarouselEngine
import ExtraLayouts
import Testing

/// A layout under test and its guarantees.
struct LayoutCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Sets the layout of a carousel.
  var apply: @MainActor @Sendable (Carousel) -> Void
  let dragResponse: DragResponse
  /// The items that must be in order along the axis if they have individual widths.
  let order: Order
  /// The required position of the current item at rest.
  let centering: Centering

  /// The response of the carousel to a drag.
  struct DragResponse: Sendable {
    /// The number of items by which the carousel scrolls when the finger moves by an item width.
    var multiplier = 1.0
    /// The scroll distance, in items, over which the dragged item stays under the finger; 0 if it may move away
    /// from the finger.
    var reach: Double
    /// The item under the finger in a backward drag, counted from the item in the center.
    var itemGoingBack = 0
  }

  enum Order: Sendable {
    /// All visible items.
    case strip
    /// The current item, the item before it and the item after it.
    case neighbors
    /// No items: the layout has no track, or none along the axis.
    case none
  }

  enum Centering: Sendable {
    /// The current item is in the center.
    case exact
    /// The current item is within half an item width of the center along the axis. Across the axis, it may be
    /// anywhere.
    case column
  }

  static let builtIn = CarouselType.allCases.filter { $0 != .custom }.map { type in
    let dragResponse: DragResponse
    let order: Order
    switch type {
    case .linear: (dragResponse, order) = (DragResponse(reach: 1), .strip)
    case .coverFlow, .coverFlow2: (dragResponse, order) = (DragResponse(multiplier: 2, reach: 0), .strip)
    case .timeMachine, .invertedTimeMachine: (dragResponse, order) = (DragResponse(reach: 0), .none)
    // An item on a ring moves away from the finger as the ring curves.
    default: (dragResponse, order) = (DragResponse(reach: 0.25), .neighbors)
    }
    return LayoutCase(
      testDescription: type.rawValue, apply: { $0.type = type }, dragResponse: dragResponse, order: order,
      centering: .exact)
  }

  static let extra = [
    LayoutCase(
      testDescription: "helix", apply: { $0.layout = Helix() },
      dragResponse: DragResponse(multiplier: 2, reach: 1),
      order: .strip, centering: .exact),
    LayoutCase(
      testDescription: "pile", apply: { $0.layout = Pile(seed: 42) },
      dragResponse: DragResponse(reach: 1, itemGoingBack: -1),
      order: .none, centering: .exact),
    LayoutCase(
      testDescription: "grid wall", apply: { $0.layout = GridWall(rows: 3) },
      dragResponse: DragResponse(multiplier: 3, reach: 1), order: .none, centering: .column),
  ]

  static let all = builtIn + extra
}

/// The axis and direction of a carousel.
enum Orientation: CaseIterable, Sendable {
  case horizontal
  case vertical
  case rightToLeft
}
