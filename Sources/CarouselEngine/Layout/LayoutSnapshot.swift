internal import Geometry

/// A resolved layout. It contains everything that poses depend on, except the scroll offset.
package struct LayoutSnapshot: Sendable {
  private(set) var layout = ActiveLayout.linear(LinearLayout())
  package private(set) var geometry = LayoutGeometry(visible: .count(0))
  package private(set) var context = LayoutContext(axis: .horizontal, itemWidth: 0)
  /// The axis on the screen.
  private(set) var scrollAxis = ScrollAxis.horizontal
  package private(set) var fade = Fade()
  /// The effects to apply after the layout.
  private(set) var effects = ItemEffects.none
  package private(set) var backfaces = BackfaceVisibility()
  /// The number of items by which the carousel scrolls when a finger moves by one item width.
  private(set) var offsetMultiplier = 1.0
  /// The track of items of different widths; `nil` if all items have the same width.
  private(set) var track: ItemTrack?
  /// Whether the delegate provides the transforms.
  private(set) var isCustom = false
  private(set) var wraps = false
  /// The number of items to load, placeholders included.
  private(set) var numberOfVisibleItems = 0
  /// The number of placeholders that can be visible.
  private(set) var placeholders = 0
  /// The range of offsets at which a strip can rest; `nil` means from its first item to its last.
  private(set) var restRange: ClosedRange<Double>?
  /// The point relative to which all items are placed, in the carousel's points.
  private(set) var center = Point.zero

  /// The range of items to load, if individual widths determine it; `nil` if only the number of items is
  /// determined.
  private var sizedRange: VisibleRange?
  /// The position of the current item among the visible items. With `start` the other items are after the
  /// current item, with `center` they are on both sides of it.
  private var loadsFrom = SnapAlignment.center

  /// The maximum number of items loaded at the same time. A larger value of `visibleItems` is a mistake of
  /// the delegate.
  private static let maximumVisibleItems = 100_000

  init() {}

  /// Whether code of the application computes the poses of items: the delegate, a custom layout or an effect.
  var callsApplication: Bool {
    isCustom || layout.isCustom
      || effects.list.contains { if case .custom = $0.change { true } else { false } }
  }

  /// Resolves a layout with the answers known so far. Afterwards the answers of `resolver` contain the
  /// options that must still be requested.
  ///
  /// - Parameters:
  ///   - isCustom: Whether the delegate provides the transforms.
  ///   - effects: The effects to apply after the layout.
  init(
    _ newLayout: any CarouselLayout, isCustom: Bool, effects newEffects: ItemEffects, at scrollOffset: Double,
    with resolver: inout LayoutResolver
  ) {
    let settings = resolver.settings
    var prepared = newLayout
    scrollAxis = settings.axis
    self.isCustom = isCustom
    wraps = resolver.wraps
    placeholders = resolver.totalCount - resolver.itemCount
    let defaults = prepared.defaults
    context = LayoutContext(axis: scrollAxis.axis, itemWidth: resolver.itemWidth)
    project(settings)
    backfaces.ofDoubleSided = resolver.isOn(.showBackfaces, default: defaults.showsBackfaces)
    backfaces.ofSingleSided = resolver.isOn(.showBackfaces, default: false)
    fade.min = resolver.number(.fadeMin, default: defaults.fadeMin)
    fade.max = resolver.number(.fadeMax, default: defaults.fadeMax)
    fade.range = resolver.number(.fadeRange, default: 1)
    fade.minAlpha = resolver.number(.fadeMinAlpha, default: 0).finite(or: 0)
    resolver.spacing = resolver.number(.spacing, default: defaults.spacing)
    geometry = prepared.prepare(with: &resolver)
    layout = ActiveLayout(prepared)
    track = resolver.track
    offsetMultiplier = resolver.number(.offsetMultiplier, default: geometry.offsetMultiplier).finite(or: 1)

    effects = newEffects
    effects.spread.gap = max(0, resolver.spacing.finite(or: 1) - 1)
    if let places = geometry.positionsOnRing { effects.spread.halfRing = Double(places) / 2 }
    let pitch = resolver.itemWidth * resolver.spacing
    align(settings, resolver, at: scrollOffset, pitch: pitch)
    resolveVisibleItems(&resolver, at: scrollOffset, pitch: pitch * effects.spread.minimumPitch)
  }

  /// Applies a new perspective and viewpoint without resolving the layout again.
  mutating func project(_ settings: LookSettings) {
    context.base = scrollAxis.inLayout(
      .base(perspective: settings.perspective, viewpoint: settings.viewpointOffset))
  }

  /// Computes the position of the current item in the view, and the offsets at the ends of a strip.
  private mutating func align(
    _ settings: LookSettings, _ resolver: LayoutResolver, at scrollOffset: Double, pitch: Double
  ) {
    let strip = StripGeometry(
      length: resolver.length, itemWidth: resolver.itemWidth, pitch: pitch, count: resolver.itemCount,
      alignment: settings.snapAlignment, track: track)
    center = Point(
      x: settings.bounds.width / 2 + settings.contentOffset.width,
      y: settings.bounds.height / 2 + settings.contentOffset.height)
    shift = strip.shift(at: scrollOffset)
    if shift != 0 { center = center + scrollAxis.forward * shift }
    if geometry.isStrip { loadsFrom = settings.snapAlignment }
    if geometry.isStack { loadsFrom = .start }
    if geometry.canContainEnds, settings.containsEnds, !resolver.wraps { restRange = strip.ends }
  }

  /// The distance by which all items are moved along the axis because of the alignment, in points.
  private var shift = 0.0

  /// Computes the number of items to load.
  private mutating func resolveVisibleItems(
    _ resolver: inout LayoutResolver, at scrollOffset: Double, pitch: Double
  ) {
    var maximum = resolver.maximumVisibleItems
    var visible: Int
    var reach: Double?
    switch geometry.visible {
    case .filling(let length):
      visible = VisibleRange.filling(length, pitch: pitch, fallback: maximum)
      maximum = max(maximum, Int(within: resolver.length))
      let half = resolver.length / 2 + abs(resolver.contentOffset)
      reach = (half / pitch).isFinite ? half / pitch : nil
    case .count(let count, let countReach):
      visible = count
      reach = countReach
    }
    var range: VisibleRange?
    if let track, let reach {
      range = VisibleRange(
        within: reach, of: scrollOffset, on: track,
        shift: geometry.isStrip ? shift / (track.rule.itemWidth * track.rule.spacing) : 0,
        maximum: min(maximum, Self.maximumVisibleItems), placeholders: placeholders)
      visible = range?.count ?? visible
    }
    let asked = resolver.count(.visibleItems, default: visible)
    sizedRange = asked == visible ? range : nil
    numberOfVisibleItems = max(0, min(asked, resolver.totalCount, Self.maximumVisibleItems))
  }

  /// Returns the range of visible items at `offset` on `row`.
  func visibleRange(at offset: Double, on row: ItemRow) -> VisibleRange {
    sizedRange
      ?? VisibleRange(
        around: row.index(nearestTo: offset),
        count: min(numberOfVisibleItems, row.count + placeholders), row: row, placeholders: placeholders,
        from: loadsFrom)
  }

  /// Returns `row` with the wrapping of this layout.
  func row(like row: ItemRow) -> ItemRow { ItemRow(count: row.count, wraps: wraps) }

  /// Returns the positions of items in this layout at `offset`.
  ///
  /// - Parameter row: The indexes of the items, with the wrapping set by ``row(like:)``.
  func positions(at offset: Double, on row: ItemRow) -> ItemPositions {
    ItemPositions(
      row: row, offset: offset, track: track?.row == row ? track : nil, itemWidth: context.itemWidth)
  }
}
