import CarouselEngine

/// A carousel with a layout under test, on virtual time. It counts how often the carousel settles.
@MainActor
final class LayoutRig: CarouselDataSource, CarouselDelegate {
  let carousel: Carousel
  var now = Timestamp(seconds: 1000)
  var itemCount: Int
  /// The widths of the items; `nil` if all have the same width.
  let widths: [Double]?

  private let wraps: Bool?
  /// The values that the delegate returns for options.
  private let options: [CarouselOption: Double]
  /// The number of times the carousel has settled since the last call of ``perform(_:)``.
  private(set) var settleCount = 0
  /// Whether the offset has changed since the carousel last settled.
  private(set) var hasMovedSinceSettling = false
  private var knownOffset = 0.0

  /// Creates a carousel of 800 × 600 points with items of 200 × 150 points.
  ///
  /// - Parameter wraps: The value of the wrap option; `nil` for the layout's default.
  init(
    _ layout: LayoutCase, items: Int = 12, wraps: Bool? = nil, widths: [Double]? = nil,
    orientation: Orientation = .horizontal, options: [CarouselOption: Double] = [:]
  ) {
    self.options = options
    carousel = Carousel(bounds: Size(width: 800, height: 600))
    itemCount = widths?.count ?? items
    self.widths = widths
    self.wraps = wraps
    carousel.isVertical = orientation == .vertical
    carousel.layoutDirection = orientation == .rightToLeft ? .rightToLeft : .leftToRight
    if widths != nil { carousel.itemSizing = .individual }
    layout.apply(carousel)
    carousel.delegate = self
    carousel.dataSource = self
    frame()
    acceptOffset()
  }

  // MARK: Time

  func frame() {
    now = now + 1 / 60
    carousel.advance(to: now)
    _ = carousel.frame()
    checkForMotion()
  }

  /// Runs frames until no frame is needed, for at most a minute of virtual time.
  func settle() {
    let end = now + 60
    while carousel.needsFrame, now < end { frame() }
  }

  // MARK: Inputs

  /// Performs an action that may move the carousel, and resets `settleCount`.
  ///
  /// - Parameter renumbers: Whether the action inserts or removes items. A change of the offset then does not
  ///   count as a movement.
  func perform(renumbers: Bool = false, _ action: (Carousel) -> Void) {
    settleCount = 0
    action(carousel)
    if renumbers { acceptOffset() } else { checkForMotion() }
  }

  /// Drags by `distance` points along the scroll axis and lifts the finger. With few `frames`, the drag is a
  /// flick.
  func drag(by distance: Double, frames: Int = 6) {
    perform { $0.contactBegan(id: 1, at: point(0), time: now) }
    for step in 1...frames {
      now = now + 1 / 60
      carousel.contactMoved(id: 1, to: point(distance * Double(step) / Double(frames)), time: now)
      checkForMotion()
    }
    perform { $0.contactEnded(id: 1, at: point(distance), time: now) }
  }

  /// Returns the point that is `distance` points from the center in the scroll direction.
  func point(_ distance: Double) -> Point {
    Point(x: 400, y: 300) + carousel.forwardDirection * distance
  }

  // MARK: Drawn positions

  /// Returns how far the drawn middle of an item is from the center in the scroll direction, in points; `nil`
  /// if the item is not drawn.
  func place(of index: Int) -> Double? {
    carousel.frame().items.first { $0.index == index }.map { ahead($0.seenMiddle) }
  }

  /// Returns how far `point` is from the center in the scroll direction, in points.
  func ahead(_ point: Point) -> Double {
    let (way, forward) = (point - Point(x: 400, y: 300), carousel.forwardDirection)
    return way.x * forward.x + way.y * forward.y
  }

  /// Returns a description of the problem if the carousel has not settled correctly; otherwise `nil`.
  func settleProblem(_ layout: LayoutCase) -> String? {
    let (offset, count) = (carousel.scrollOffset, carousel.numberOfItems)
    if carousel.needsFrame { return "never settles" }
    if settleCount > 1 { return "\(settleCount) notifications of settling at \(offset)" }
    guard count > 0 else { return nil }
    if hasMovedSinceSettling { return "settled at \(offset) without a notification" }
    guard offset == offset.rounded(), (0..<count).contains(Int(offset)) else {
      return "settled at \(offset) of \(count)"
    }
    if carousel.currentItemIndex != Int(offset) { return "item \(carousel.currentItemIndex) at \(offset)" }
    guard let item = carousel.frame().items.first(where: { $0.index == Int(offset) }) else {
      return "current item \(offset) is not drawn"
    }
    let isCentered =
      switch layout.centering {
      case .exact: item.seenMiddle.distance(to: point(0)) < 1e-4
      case .column: abs(ahead(item.seenMiddle)) < carousel.itemWidth / 2
      }
    return isCentered ? nil : "item \(offset) settled at \(item.seenMiddle)"
  }

  private func checkForMotion() {
    // Smaller differences are rounding errors.
    if abs(carousel.scrollOffset - knownOffset) > 1e-6 { hasMovedSinceSettling = true }
    knownOffset = carousel.scrollOffset
  }

  private func acceptOffset() {
    _ = carousel.frame()
    knownOffset = carousel.scrollOffset
  }

  // MARK: Data source and delegate

  func numberOfItems(in carousel: Carousel) -> Int { itemCount }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    let view = view as? PlainView ?? PlainView()
    let width = widths?[index % (widths?.count ?? 1)]
    view.size =
      carousel.isVertical
      ? Size(width: 200, height: width ?? 150) : Size(width: width ?? 200, height: 150)
    return view
  }

  func carouselItemWidth(_ carousel: Carousel) -> Double { carousel.isVertical ? 150 : 200 }

  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double {
    widths?[index % (widths?.count ?? 1)] ?? carousel.itemWidth
  }

  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    if option == .wrap, let wraps { return wraps ? 1 : 0 }
    return options[option] ?? value
  }

  func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
    settleCount += 1
    hasMovedSinceSettling = false
    knownOffset = carousel.scrollOffset
  }
}

/// An item view without content.
@MainActor
final class PlainView: ItemView {
  var size = Size.zero
}

extension CarouselFrame.Item {
  /// The drawn position of the view's middle.
  var seenMiddle: Point {
    homography.project(Point(x: size.width / 2, y: size.height / 2)) ?? Point(x: .nan, y: .nan)
  }
}
