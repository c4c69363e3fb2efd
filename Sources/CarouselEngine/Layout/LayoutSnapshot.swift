internal import Geometry

/// The input of resolving a layout, without the options.
struct LayoutInput: Sendable {
  var layout: ActiveLayout
  /// Whether the delegate decides on the transforms.
  var isCustom: Bool
  var axis: ScrollAxis
  var bounds: Size
  var contentOffset: Size
  var perspective: Double
  var viewpointOffset: Size
  var itemWidth: Double
  var effects: ItemEffects
  /// The number of items and of the placeholders that are shown.
  var total: Int
  var maximumVisibleItems: Int
  var ring: ItemRing
  var scrollOffset: Double
  /// The widths of the items; `nil` if all are equal.
  var sizes: ItemSizes?
  /// The track as it was.
  var track: ItemTrack?
  var alignment: SnapAlignment
  var containsEnds: Bool
}

/// How a carousel looks at a moment: everything that poses follow from, but the scroll offset.
struct LayoutSnapshot: Sendable {
  private(set) var layout = ActiveLayout.linear(LinearLayout())
  private(set) var geometry = LayoutGeometry(visible: .count(0))
  private(set) var context = LayoutContext(axis: .horizontal, itemWidth: 0)
  /// How the arranged items stand on the screen.
  private(set) var scrollAxis = ScrollAxis.horizontal
  private(set) var fade = Fade()
  /// What changes items on top of the layout.
  private(set) var effects = ItemEffects.none
  private(set) var backfaces = BackfaceVisibility()
  /// How many items pass under a finger that moves by one item width.
  private(set) var offsetMultiplier = 1.0
  /// How items of different widths stand; `nil` where all are equally wide.
  private(set) var track: ItemTrack?
  /// Whether the delegate decides on the transforms.
  private(set) var isCustom = false
  private(set) var wraps = false
  /// How many items to load, placeholders included.
  private(set) var numberOfVisibleItems = 0
  /// The number of placeholders that are shown.
  private(set) var placeholders = 0
  /// The offsets that a strip can rest at; `nil` means all from its first item to its last.
  private(set) var reach: ClosedRange<Double>?
  /// The point all items are placed about, in the carousel's points.
  private(set) var center = Point.zero

  /// Which items to load where their widths decide; `nil` where only their number does.
  private var sizedRange: VisibleRange?
  /// On which side of the current item others are visible: `start` is after it, `center` on both.
  private var loadsFrom = SnapAlignment.center

  /// The most items that are ever loaded at once; a higher answer to `visibleItems` is a mistake.
  private static let mostVisibleItems = 100_000

  init() {}

  /// The number of places on a ring; elsewhere the number of items and placeholders.
  var circularItemCount: Int { geometry.placesOnRing ?? total }
  private var total = 0

  /// Resolves a layout with the answers known so far; `answers` then holds the questions that are open.
  init(_ input: LayoutInput, answers: inout OptionAnswers) {
    var resolver = LayoutResolver(input, answers: answers)
    layout = input.layout
    scrollAxis = input.axis
    isCustom = input.isCustom
    wraps = input.ring.wraps
    total = input.total
    placeholders = input.total - input.ring.count
    let defaults = layout.defaults
    context = LayoutContext(axis: scrollAxis.axis, itemWidth: input.itemWidth)
    project(perspective: input.perspective, viewpointOffset: input.viewpointOffset)
    backfaces.ofDoubleSided = resolver.isOn(.showBackfaces, default: defaults.showsBackfaces)
    backfaces.ofSingleSided = resolver.isOn(.showBackfaces, default: false)
    fade.min = resolver.number(.fadeMin, default: defaults.fadeMin)
    fade.max = resolver.number(.fadeMax, default: defaults.fadeMax)
    fade.range = resolver.number(.fadeRange, default: 1)
    fade.minAlpha = resolver.number(.fadeMinAlpha, default: 0).finite(or: 0)
    resolver.spacing = resolver.number(.spacing, default: defaults.spacing)
    geometry = layout.prepare(with: &resolver)
    track = resolver.track
    offsetMultiplier = resolver.number(.offsetMultiplier, default: geometry.offsetMultiplier).finite(or: 1)

    effects = input.effects
    effects.spread.gap = max(0, resolver.spacing.finite(or: 1) - 1)
    if let places = geometry.placesOnRing { effects.spread.halfRing = Double(places) / 2 }
    let pitch = input.itemWidth * resolver.spacing
    align(input, pitch: pitch)
    resolveVisibleItems(input, &resolver, pitch: pitch * effects.spread.leastPitch)
    answers = resolver.answers
  }

  /// Takes another perspective and viewpoint; everything else stays.
  mutating func project(perspective: Double, viewpointOffset: Size) {
    context.base = scrollAxis.inLayout(.base(perspective: perspective, viewpoint: viewpointOffset))
  }

  /// Works out where the item stands that the carousel rests on, and where a strip ends.
  private mutating func align(_ input: LayoutInput, pitch: Double) {
    let strip = StripGeometry(
      length: scrollAxis.extent(of: input.bounds), itemWidth: input.itemWidth, pitch: pitch,
      count: input.ring.count, alignment: input.alignment, track: track)
    center = Point(
      x: input.bounds.width / 2 + input.contentOffset.width,
      y: input.bounds.height / 2 + input.contentOffset.height)
    shift = strip.shift(at: input.scrollOffset)
    if shift != 0 { center = center + scrollAxis.forward * shift }
    if geometry.isStrip { loadsFrom = input.alignment }
    if geometry.canContainEnds, input.containsEnds, !input.ring.wraps { reach = strip.ends }
  }

  /// How far the picture is moved along the axis for the alignment, in points.
  private var shift = 0.0

  /// Decides how many items are loaded.
  private mutating func resolveVisibleItems(
    _ input: LayoutInput, _ resolver: inout LayoutResolver, pitch: Double
  ) {
    var most = input.maximumVisibleItems
    var visible: Int
    var reach: Double?
    switch geometry.visible {
    case .filling(let length):
      visible = VisibleRange.filling(length, pitch: pitch, fallback: most)
      most = max(most, Int(within: resolver.length))
      let half = resolver.length / 2 + abs(resolver.contentOffset)
      reach = (half / pitch).isFinite ? half / pitch : nil
    case .count(let count, let countReach):
      visible = count
      reach = countReach
    }
    var range: VisibleRange?
    if let track, let reach {
      range = VisibleRange(
        within: reach, of: input.scrollOffset, on: track,
        shift: geometry.isStrip ? shift / (track.rule.itemWidth * track.rule.spacing) : 0,
        most: min(most, Self.mostVisibleItems), placeholders: placeholders)
      visible = range?.count ?? visible
    }
    let asked = resolver.count(.visibleItems, default: visible)
    sizedRange = asked == visible ? range : nil
    numberOfVisibleItems = max(0, min(asked, input.total, Self.mostVisibleItems))
  }

  /// Returns the items that are shown while the carousel is at `offset` on `ring`.
  func visibleRange(at offset: Double, on ring: ItemRing) -> VisibleRange {
    sizedRange
      ?? VisibleRange(
        around: ring.index(nearestTo: offset),
        count: min(numberOfVisibleItems, ring.count + placeholders), ring: ring, placeholders: placeholders,
        from: loadsFrom)
  }

  /// Returns `ring`, wrapping or not as it did with this layout.
  func ring(like ring: ItemRing) -> ItemRing { ItemRing(count: ring.count, wraps: wraps) }

  /// Returns where items stand with this layout while the carousel is at `offset`.
  ///
  /// - Parameter ring: The items, as ``ring(like:)`` returns them.
  func positions(at offset: Double, on ring: ItemRing) -> ItemPositions {
    ItemPositions(
      ring: ring, offset: offset, track: track?.ring == ring ? track : nil, itemWidth: context.itemWidth)
  }
}
