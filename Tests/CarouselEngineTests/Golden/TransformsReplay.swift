import CarouselEngine
import Geometry

/// Replays `transforms.json`: evaluates the formulas of the layouts at each recorded offset.
@MainActor
enum TransformsReplay {
  /// - Parameter givesItemSize: Whether the items get their size from the owner of the carousel.
  static func run(givesItemSize: Bool = false) throws -> Tally {
    var tally = Tally(file: .transforms)
    let file: TransformsFile = try tally.file.load()
    for recorded in file.cases {
      tally.cases += 1
      try replay(recorded, givesItemSize: givesItemSize, into: &tally)
    }
    return tally
  }

  private static func replay(
    _ recorded: TransformsFile.Case, givesItemSize: Bool, into tally: inout Tally
  ) throws {
    let stage = try Stage(
      recorded.config, at: Timestamp(seconds: 100), givesItemSize: givesItemSize)
    var step = 0
    stage.idle(steps: 40, after: &step)
    let carousel = stage.carousel
    tally.checkDerived(
      carousel, recorded.derived, config: recorded.config, at: Tally.Place(id: recorded.id, step: "derived"))
    let angled = Rulings.angleMeansStep(recorded.config)
    for (number, sample) in recorded.samples.enumerated() {
      let place = Tally.Place(id: recorded.id, step: "sample \(number) at \(sample.offset)")
      let transform = carousel.transform(forOffset: sample.offset, toggle: sample.toggle)
      let hidden = carousel.isHidden(
        transform: transform, isDoubleSided: recorded.config.itemLayerDoubleSided)
      let alpha = carousel.alpha(forOffset: sample.offset)
      tally.check(alpha, .value(sample.alpha), "alpha", at: place)
      tally.check(
        transform.elements, angled ? .skipped(.q2) : .value(sample.transform), "transform", at: place)
      tally.check(hidden, angled ? .skipped(.q2) : .value(sample.hidden), "hidden", at: place)
    }
  }
}

extension Tally {
  /// Compares the values that result from content, type, bounds and options.
  @MainActor
  mutating func checkDerived(
    _ carousel: Carousel, _ recorded: GoldenDerived, config: GoldenConfig, at place: Place
  ) {
    let capped = Rulings.visibleItemsWereCapped(recorded, config: config)
    let visible: Expected = .value(recorded.numberOfVisibleItems)
    let derived = carousel.derived
    check(carousel.numberOfItems, .value(recorded.numberOfItems), "numberOfItems", at: place)
    check(
      carousel.numberOfPlaceholders, .value(recorded.numberOfPlaceholders), "numberOfPlaceholders", at: place)
    check(
      derived.numberOfPlaceholdersShown, .value(recorded.numberOfPlaceholdersShown), "placeholders shown",
      at: place)
    check(
      carousel.numberOfVisibleItems, capped ? visible.skipping(.q7) : visible, "numberOfVisibleItems",
      at: place)
    let width: Expected = .value(recorded.itemWidth)
    let unasked = Rulings.askedForNoPlaceholder(recorded)
    check(carousel.itemWidth, unasked ? width.skipping(.q18) : width, "itemWidth", at: place)
    check(carousel.offsetMultiplier, .value(recorded.offsetMultiplier), "offsetMultiplier", at: place)
    check(carousel.isWrapEnabled, .value(recorded.wrapEnabled), "wrapEnabled", at: place)
    check(derived.circularItemCount, .value(recorded.circularItemCount), "circularItemCount", at: place)
  }
}
