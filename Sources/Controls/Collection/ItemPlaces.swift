internal import Geometry

/// The places of the items of a collection view, while one of them may be dragged to another place, as a value.
struct ItemPlaces {
  private typealias ExtraHeight = CollectionArrangement.ExtraHeight

  /// The properties of the collection view from which the places follow.
  struct Room: Hashable {
    /// In points.
    var width = -1.0
    var isMirrored = false
    /// The text scale of the theme.
    var textScale = 1.0
  }

  /// A header in sight.
  struct Header {
    let section: Int
    let title: String
    let frame: Rect
  }

  var layout = CollectionLayout() {
    didSet { if layout != oldValue { (isOutdated, extraHeights) = (true, []) } }
  }
  /// The dragged item and its present place; `nil` if no item is dragged.
  var move: ItemMove? { didSet { if move != oldValue { isReordered = true } } }
  private var shapes: [CollectionArrangement.SectionShape] = []
  private var titles: [String?] = []

  private var arrangement = CollectionArrangement()
  private var isOutdated = true
  /// Whether ``move`` has changed since the arrangement. The frames depend on it only if items have heights of their own.
  private(set) var isReordered = false
  private var room = Room()
  /// The heights that items need beyond the height of the layout, in ascending order of the items.
  private var extraHeights: [ExtraHeight] = []

  /// Replaces the sections. The places are those of the former sections until ``replaceArrangement(_:)``.
  mutating func setSections(_ shapes: [CollectionArrangement.SectionShape], titles: [String?]) {
    (self.shapes, self.titles, isOutdated) = (shapes, titles, true)
  }

  /// Requests a new arrangement, because the heights of items may have changed.
  mutating func invalidate() { isOutdated = true }

  /// Whether the items have other places in `room`.
  func isOutdated(in room: Room) -> Bool { isOutdated || self.room != room }

  /// Returns an arrangement of the items for ``replaceArrangement(_:)``.
  ///
  /// - Parameters:
  ///   - height: Returns the height of an item for a width; `nil` if all items have the height of the layout.
  ///   - extraHeaderHeight: Returns the height that a header with a title needs beyond that of the layout.
  func makeArrangement(height: ((Int, Double) -> Double)?, extraHeaderHeight: (String) -> Double)
    -> CollectionArrangement
  {
    var shapes = shapes
    for (section, title) in titles.enumerated() where shapes.indices.contains(section) {
      if let title { shapes[section].extraHeaderHeight = extraHeaderHeight(title) }
    }
    var extra = extraHeights
    if move != nil {
      extra = extra.map { ExtraHeight(item: move.place(of: $0.item), height: $0.height) }
      extra.sort { $0.item < $1.item }
    }
    return CollectionArrangement(
      layout, shapes, width: room.width, isMirrored: room.isMirrored, textScale: room.textScale,
      extraHeights: extra,
      height: height.map { [move] height in { height(move.item(at: $0), $1) } })
  }

  /// Declares the arrangement up to date, before a new one is made. A later change makes it outdated again.
  mutating func beginArranging(in room: Room) {
    if room.width != self.room.width || room.textScale != self.room.textScale { extraHeights = [] }
    (isOutdated, isReordered, self.room) = (false, false, room)
  }

  // MARK: Extra heights

  /// Whether some items are higher than the layout says.
  var hasExtraHeights: Bool { !extraHeights.isEmpty }

  /// Returns the height to store for an item; `nil` if the height of the layout is enough.
  private func stored(_ extra: Double) -> Double? { extra > 0 && extra.isFinite ? extra.rounded(.up) : nil }

  /// Returns the place of an item in ``extraHeights``, or that at which it is to be inserted.
  private func index(of item: Int) -> (place: Int, isThere: Bool) {
    let place = extraHeights.indices.first(sorted: { extraHeights[$0].item >= item })
    return (place, place < extraHeights.count && extraHeights[place].item == item)
  }

  /// Whether an extra height changes the places of the items.
  func isNews(_ extra: Double, of item: Int) -> Bool {
    let (place, isThere) = index(of: item)
    return (isThere ? extraHeights[place].height : nil) != stored(extra)
  }

  /// Takes the height that an item needs beyond the height of the layout, in points.
  mutating func setExtraHeight(_ extra: Double, of item: Int) {
    guard isNews(extra, of: item) else { return }
    isOutdated = true
    let (place, isThere) = index(of: item)
    if isThere { extraHeights.remove(at: place) }
    if let height = stored(extra) { extraHeights.insert(ExtraHeight(item: item, height: height), at: place) }
  }

  /// Forgets all extra heights, because the contents are measured in other widths or are others.
  mutating func forgetExtraHeights() {
    guard hasExtraHeights else { return }
    (extraHeights, isOutdated) = ([], true)
  }

  /// Gives the extra heights the new indexes of their items. Those of items for which `newIndex` returns `nil` are forgotten.
  mutating func renumberExtraHeights(_ newIndex: (Int) -> Int?) {
    guard hasExtraHeights else { return }
    extraHeights = extraHeights.compactMap { old in
      newIndex(old.item).map { ExtraHeight(item: $0, height: old.height) }
    }
    extraHeights.sort { $0.item < $1.item }
    isOutdated = true
  }

  mutating func replaceArrangement(_ arrangement: CollectionArrangement) { self.arrangement = arrangement }

  // MARK: Places

  /// The height of the content, in points.
  var height: Double { arrangement.height }

  /// Returns the frame of an item, in the coordinates of the content.
  func frame(of item: Int) -> Rect { arrangement.frame(of: move.place(of: item)) }

  /// Returns the item at a point of the content; `nil` if there is none.
  func item(at point: Point) -> Int? { arrangement.item(at: point).map { move.item(at: $0) } }

  /// Returns the items between two heights, by their places.
  func items(from top: Double, to bottom: Double) -> [Int] {
    // Items that only touch a side by a rounding error are left out.
    let margin = 1e-6  // points
    return arrangement.items(
      in: Rect(x: -1, y: top + margin, width: room.width + 2, height: bottom - top - 2 * margin)
    ).map { move.item(at: $0) }
  }

  /// Returns the items that overlap a rectangle, while no item is dragged.
  func items(in rect: Rect) -> RangeSet<Int> { RangeSet(arrangement.ranges(in: rect)) }

  /// Returns the item at which a step ends, while no item is dragged.
  func item(_ step: CollectionArrangement.Step, from item: Int) -> Int { arrangement.item(step, from: item) }

  /// Returns the place at a point of the content that the dragged item can take: in its own section; `nil` if there is none.
  func place(forMoveTo point: Point) -> Int? {
    guard let move, let place = arrangement.item(at: point) else { return nil }
    return clamped(place, toSectionOf: move.item)
  }

  /// Returns the place in the section of an item that is the nearest to `place`.
  func clamped(_ place: Int, toSectionOf item: Int) -> Int {
    let items = arrangement.items(ofSection: arrangement.section(of: item))
    return min(max(place, items.lowerBound), items.upperBound - 1)
  }

  // MARK: Sections

  /// Returns the headers between two heights.
  func headers(from top: Double, to bottom: Double) -> [Header] {
    arrangement.sections(from: top, to: bottom).compactMap { section in
      guard titles.indices.contains(section), let title = titles[section],
        let frame = arrangement.headerFrame(ofSection: section)
      else {
        return nil
      }
      return Header(section: section, title: title, frame: frame)
    }
  }

  /// Returns the title of the section of an item; `nil` if it has none.
  func title(ofSectionOf item: Int) -> String? {
    let section = arrangement.section(of: item)
    return titles.indices.contains(section) ? titles[section] : nil
  }

  /// Returns the index of the first item of a section; of an empty one, that of the next item.
  func firstItem(ofSection section: Int) -> Int {
    section < arrangement.sectionCount ? arrangement.items(ofSection: section).lowerBound : arrangement.count
  }

  /// Returns the section with the title of a section in former places, and of several the nearest one; `nil` if there is none.
  func section(like section: Int, in old: ItemPlaces) -> Int? {
    guard old.titles.indices.contains(section), let title = old.titles[section] else { return nil }
    let found = titles.indices.filter { titles[$0] == title }
    return found.min { abs($0 - section) < abs($1 - section) }
  }

  /// Returns the frame of an item, with the header of its section if the item is in the first row.
  func frameWithHeader(of item: Int) -> Rect {
    let (frame, section) = (frame(of: item), arrangement.section(of: item))
    guard let header = arrangement.headerFrame(ofSection: section),
      frame.minY <= arrangement.frame(of: firstItem(ofSection: section)).minY
    else { return frame }
    return frame.union(header)
  }
}
