internal import Geometry

/// The inputs of the layout (settings, item width, individual widths, options), and the layout resolved from
/// them.
///
/// A layout is resolved in a round of questions to the delegate and the data source. The questions are for
/// the item width, for a view to measure if the item width is unknown, for the individual widths, and for the
/// options.
package struct LayoutState: Sendable {
  package private(set) var settings = LookSettings()
  private(set) var effects = ItemEffects.none
  /// The distance between the centers of neighbors before spacing, in points; 0 while it is unknown.
  private(set) var itemWidth = 0.0
  private var itemWidthOrigin = ItemWidthOrigin.none
  private(set) var sizes = ItemSizes()
  /// The last resolved layout.
  package private(set) var snapshot = LayoutSnapshot()

  private var answers = OptionAnswers()
  private var round = Round.none
  /// The custom layout; `nil` for a built-in type.
  private(set) var ownLayout: (any CarouselLayout)? {
    didSet { swipeStack = ownLayout as? SwipeStackLayout }
  }

  /// The layout if it is a stack of cards; otherwise `nil`.
  private(set) var swipeStack: SwipeStackLayout?
  /// The number of times that a custom layout was set.
  private(set) var revision = 0
  /// The input from which `snapshot` was resolved; `nil` if another input has changed since.
  private var resolved: Basis?

  /// The inputs of a resolved layout that come from outside this type.
  private struct Basis: Equatable {
    var row: ItemRow
    var placeholders: Int
    /// The scroll offset; `nil` if the layout does not depend on it.
    var offset: Double?
    var loadsWholeRings: Bool
  }

  /// The origin of the item width.
  private enum ItemWidthOrigin {
    case delegate, view
    /// The width is unknown, or it was measured before a reload. The next loaded view determines it.
    case none
  }

  /// The progress of a round of questions.
  private enum Round: Sendable {
    case none
    case itemWidth
    case probe(isWidthAsked: Bool)
    case sizes
    case options
  }

  /// The next question of a round.
  enum Need {
    case itemWidth
    /// The view of an item, which is requested only to measure its width.
    case probe
    case widths([Range<Int>])
    case option(OptionAnswers.Question)
  }

  // MARK: Settings

  /// Applies new settings.
  mutating func set(_ newSettings: LookSettings) {
    if newSettings.type != settings.type { ownLayout = nil }
    if newSettings.axis != settings.axis || newSettings.itemSizing != settings.itemSizing {
      sizes.invalidate()
    }
    let isResized = newSettings.itemSize != settings.itemSize
    settings = newSettings
    if isResized { measure(settings.itemSize ?? .zero) }
    resolved = nil
  }

  /// Sets a custom layout. The carousel's type becomes `custom`.
  mutating func set(_ layout: any CarouselLayout) {
    ownLayout = layout
    revision += 1
    settings.type = .custom
    resolved = nil
  }

  /// The layout that the next round prepares: the custom layout if there is one, otherwise the layout of the type.
  var layout: any CarouselLayout { ownLayout ?? settings.type.layout }

  /// Whether the delegate provides the transforms.
  var isCustom: Bool { settings.type == .custom && ownLayout == nil }

  mutating func set(_ newEffects: ItemEffects) {
    effects = newEffects
    resolved = nil
  }

  /// Sets the item width from the `size` of a loaded view, or the size that all views have, along the current axis. An invalid
  /// size has no effect.
  mutating func measure(_ size: Size) {
    let width = settings.axis.pitch(of: settings.itemSize ?? size)
    guard width.isFinite, width > 0 else { return }
    (itemWidth, itemWidthOrigin, resolved) = (width, .view, nil)
  }

  /// Makes the first view that is loaded next determine a measured item width again. Until then, the former width
  /// applies.
  mutating func invalidateItemWidth() { if itemWidthOrigin == .view { itemWidthOrigin = .none } }

  /// Applies the perspective and viewpoint of the settings without resolving the layout again.
  mutating func project() { snapshot.project(settings) }

  /// Makes the next round resolve the layout again.
  mutating func invalidate() { resolved = nil }

  // MARK: Individual sizes

  /// Makes the next round request all widths again.
  mutating func invalidateSizes() { sizes.invalidate() }

  /// Makes the next round request the width of one item again.
  mutating func invalidateSize(ofItem index: Int) {
    sizes.invalidate(index)
    resolved = nil
  }

  /// Returns the items whose widths must be requested; `nil` if all widths are known or have no effect.
  func missingWidths(count: Int, hasDelegate: Bool) -> [Range<Int>]? {
    guard settings.itemSizing == .individual, hasDelegate, itemWidth > 0, sizes.isInRange(count) else {
      return nil
    }
    return sizes.missingRanges(count: count, itemWidth: itemWidth)
  }

  /// Records that the delegate is about to return the width of item `index`, and has returned the widths of
  /// the items before it.
  mutating func willTakeWidth(ofItem index: Int) { sizes.willTakeAnswer(for: index) }

  /// Applies edits of content.
  mutating func follow(_ edits: ContentEdits) {
    sizes.follow(edits)
    resolved = nil
  }

  // MARK: Rounds

  /// Begins a round of questions. A round under way starts again.
  mutating func beginRound(asksDelegate: Bool) {
    answers.beginRound(asksDelegate: asksDelegate)
    round = .itemWidth
  }

  /// Whether a round is under way.
  var isAsking: Bool { if case .none = round { false } else { true } }

  /// Ends a round without resolving the layout.
  mutating func endRound() { round = .none }

  /// Continues the round.
  ///
  /// - Parameters:
  ///   - hasLoadedItems: Whether any view is loaded. If not, a view may be requested to measure its width.
  /// - Returns: The next question; `nil` when the layout is resolved.
  mutating func nextNeed(
    in scroller: Scroller, total: Int, hasLoadedItems: Bool, hasProbed: Bool, hasDelegate: Bool
  ) -> Need? {
    if case .itemWidth = round {
      if hasDelegate { return .itemWidth }
      round = .probe(isWidthAsked: false)
    }
    if case .probe(let isWidthAsked) = round {
      round = .sizes
      let isWanted = !hasLoadedItems && total > 0 && !isWidthAsked && (itemWidth == 0 || !hasProbed)
      if isWanted { return .probe }
    }
    let count = scroller.row.count
    if case .sizes = round {
      round = .options
      if let ranges = missingWidths(count: count, hasDelegate: hasDelegate) {
        sizes.willTakeAnswers()
        return .widths(ranges)
      }
    }
    guard case .options = round else { return nil }
    resolve(in: scroller, total: total, hasDelegate: hasDelegate)
    if let question = answers.question { return .option(question) }
    round = .none
    return nil
  }

  /// The next option to request; `nil` if all options have answers, or if the layout must be resolved first.
  var nextPredictedQuestion: OptionAnswers.Question? {
    guard resolved != nil, case .options = round else { return nil }
    return answers.question
  }

  /// Handles the item width that the delegate returned. 0 means that the first view determines the width.
  mutating func take(itemWidth answer: Double) {
    guard case .itemWidth = round else { return }
    let isKnown = answer.isFinite && answer > 0
    if isKnown {
      itemWidthOrigin = .delegate
      if answer != itemWidth { resolved = nil }
      itemWidth = answer
    }
    round = .probe(isWidthAsked: isKnown)
  }

  /// Handles the size of a loaded view. If the item width is unknown or outdated, it becomes the width of this view.
  mutating func take(viewSize size: Size) { if itemWidthOrigin == .none { measure(size) } }

  /// Handles the widths of the items in `ranges`.
  mutating func take(widths: [Double], of ranges: [Range<Int>], count: Int) {
    sizes.take(widths, of: ranges, count: count, itemWidth: itemWidth)
    resolved = nil
  }

  /// Handles the answer for the option that was requested.
  mutating func take(option answer: Double) { if !answers.take(answer) { resolved = nil } }

  /// Returns whether the resolved layout is also valid at `offset`.
  func isCurrent(at offset: Double) -> Bool {
    resolved.map { $0.offset == nil || $0.offset == offset } ?? false
  }

  private mutating func resolve(in scroller: Scroller, total: Int, hasDelegate: Bool) {
    let individual =
      settings.itemSizing == .individual && hasDelegate && itemWidth > 0
      && sizes.widths.count == scroller.row.count && !sizes.areUniform
    let basis = Basis(
      row: scroller.row, placeholders: total - scroller.row.count,
      offset: individual ? scroller.offset : nil, loadsWholeRings: scroller.traits.contains(.loadsWholeRings))
    guard basis != resolved else { return }
    answers.beginResolving()
    var resolver = LayoutResolver(
      itemWidth: itemWidth, totalCount: total, loadsWholeRings: basis.loadsWholeRings, settings: settings,
      row: scroller.row, widths: individual ? sizes.widths : nil, formerTrack: snapshot.track,
      answers: answers)
    snapshot = LayoutSnapshot(
      layout, isCustom: isCustom, effects: effects, at: scroller.offset, with: &resolver)
    answers = resolver.answers
    resolved = basis
  }
}
