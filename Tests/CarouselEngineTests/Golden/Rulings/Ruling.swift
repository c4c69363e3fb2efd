import CarouselEngine
import Geometry

/// The deliberate differences between the project and the recordings; see `Data/RULINGS.md`.
enum Ruling: String, CaseIterable {
  case q1 = "Q1"
  case q2 = "Q2"
  case q3 = "Q3"
  case q4 = "Q4"
  case q5 = "Q5"
  case q6 = "Q6"
  case q7 = "Q7"
  case q8 = "Q8"
  case q9 = "Q9"
  case q10 = "Q10"
  case q11 = "Q11"
  case q12 = "Q12"
  case q13 = "Q13"
  case q14 = "Q14"
  case q15 = "Q15"
  case q16 = "Q16"
  case q17 = "Q17"
  case q18 = "Q18"
  case q19 = "Q19"
  case q20 = "Q20"
  case q21 = "Q21"
  case q22 = "Q22"
  case q23 = "Q23"
  case q24 = "Q24"
  case q27 = "Q27"

  var number: Int { Int(rawValue.dropFirst()) ?? 0 }
}

/// The conditions under which rulings apply. They depend on configuration and behavior, never on the name of
/// a case.
enum Rulings {
  /// Q1: positive autoscroll moves forward; in the recording it moves backward.
  static func autoscroll(recorded: Double) -> Double { -recorded }

  /// Q2: the option `angle` is the angle between neighbors. In some recorded types every item has this angle
  /// itself.
  static func angleMeansStep(_ config: GoldenConfig) -> Bool {
    guard config.hasDelegate, config.options["angle"] != nil else { return false }
    return switch config.type {
    case .rotary, .invertedRotary, .cylinder, .invertedCylinder: true
    default: false
    }
  }

  /// Q3: with an odd number of placeholders, the recording requests the last index of the left side twice,
  /// and never requests the last index of all. Returns the project's requests with the recorded indexes.
  /// `count` is the number of placeholders.
  static func recordedPlaceholderIndexes(_ requests: [Stage.Request], of count: Int) -> [Stage.Request] {
    let left = (count + 1) / 2
    return requests.map { request in
      guard request.kind == .placeholder else { return request }
      let isCountedOneTooHigh = !count.isMultiple(of: 2) && request.value >= left
      return Stage.Request(
        kind: .placeholder, value: request.value - (isCountedOneTooHigh ? 1 : 0), reused: request.reused)
    }
  }

  /// Q6: after a scroll that ends between two items, the carousel snaps. The recording rests between the
  /// items. So does the project if `scrollToItemBoundary` is off.
  static func restsAtFraction(_ recorded: SnapshotsFile.Case) -> Bool {
    let snapshot = recorded.snapshot
    return recorded.procedure.kind == .scrolling && recorded.config.scrollToItemBoundary
      && !snapshot.scrolling
      && snapshot.scrollOffset != snapshot.scrollOffset.rounded()
  }

  /// Q7: a view wider than 30 items shows gaps in the recording.
  static func visibleItemsWereCapped(_ derived: GoldenDerived, config: GoldenConfig) -> Bool {
    let options = config.hasDelegate ? config.options : [:]
    guard options["visibleItems"] == nil, derived.numberOfVisibleItems == recordedVisibleItemsLimit else {
      return false
    }
    let defaultSpacing: Double
    switch config.type {
    case .linear: defaultSpacing = 1
    case .coverFlow, .coverFlow2: defaultSpacing = 0.25
    default: return false
    }
    let pitch = derived.itemWidth * (options["spacing"] ?? defaultSpacing)
    let needed = (config.axis.along(Size(config.bounds)) / pitch).rounded(.up) + 2
    let present = derived.numberOfItems + derived.numberOfPlaceholdersShown
    return min(needed, Double(present)) > Double(recordedVisibleItemsLimit)
  }

  /// Returns whether Q7 applies to a recording that does not contain the number of visible items.
  @MainActor
  static func showsMoreItems(_ carousel: Carousel, config: GoldenConfig) -> Bool {
    let isFilling = config.type == .linear || config.type == .coverFlow || config.type == .coverFlow2
    let isAsked = config.hasDelegate && config.options["visibleItems"] != nil
    return isFilling && !isAsked && carousel.numberOfVisibleItems > recordedVisibleItemsLimit
  }

  private static let recordedVisibleItemsLimit = 30

  /// Q8: a scroll by the program without distance ends immediately.
  static func scrollEndedAtOnce(_ recorded: SnapshotsFile.Case) -> Bool {
    let (procedure, snapshot) = (recorded.procedure, recorded.snapshot)
    guard procedure.kind == .scrolling, let by = procedure.by, !snapshot.derived.wrapEnabled else {
      return false
    }
    let last = Double(snapshot.derived.numberOfItems - 1)
    return snapshot.scrollOffset == (by < 0 ? 0 : last) && procedure.scrollOffset == snapshot.scrollOffset
  }

  /// Q18: in the recording an empty carousel that wraps requests a placeholder, and uses its width as the
  /// item width.
  static func askedForNoPlaceholder(_ recorded: GoldenDerived) -> Bool {
    recorded.numberOfItems == 0 && recorded.wrapEnabled && recorded.numberOfPlaceholders > 0
  }

  /// Q15: `point` is outside the item's view but inside its container. In the recording the container is also
  /// hit.
  static func onlyContainerWasHit(
    _ item: CarouselFrame.Item, itemWidth: Double, axis: Axis, at point: Point
  ) -> Bool {
    guard let inView = item.homography.sourcePoint(seenAt: point) else { return false }
    let along = axis.along(inView)
    let across = axis.across(inView)
    let length = axis.along(item.size)
    let margin = (itemWidth - length) / 2
    guard (0...axis.across(item.size)).contains(across), margin > 0 else { return false }
    return (along < 0 || along > length) && along >= -margin && along <= length + margin
  }
}
