import CarouselEngine
import Geometry

/// The content of a carousel of a program: the labels of its items, and the views that show them.
@MainActor
final class ProgramContent {
  /// The labels of the items, all different.
  private(set) var labels: [Int] = []
  private var lastLabel = 0
  var placeholders = 0
  /// Whether items with even labels have a reuse identifier of their own.
  var hasKinds = false
  /// Whether the data source retains a view for each label, and ignores the views that are offered for reuse.
  var keepsViews = false
  private var kept: [Int: ProgramView] = [:]
  /// The number of requests for the view of each label in the present frame or action.
  private var requests: [Int: Int] = [:]
  private var isReloaded = true
  /// The labels of the items that were inserted since the last frame. Their views are requested at once, and again
  /// when they become visible.
  private var inserted: Set<Int> = []
  /// The number of the rule for the widths of items; 0 means 200 points for each item.
  var widthRule = 0
  /// The widths that differ from the rule, by label.
  private var ownWidths: [Int: Double] = [:]
  private let ledger: ProgramLedger

  init(_ ledger: ProgramLedger) { self.ledger = ledger }

  var count: Int { labels.count }

  func contains(_ index: Int) -> Bool { labels.indices.contains(index) }

  // MARK: Changes

  private func newLabel() -> Int {
    lastLabel += 1
    return lastLabel
  }

  /// Replaces all labels by `count` new labels.
  func resize(to count: Int) { labels = (0..<count).map { _ in newLabel() } }

  func insert(at index: Int) {
    labels.insert(newLabel(), at: index)
    inserted.insert(labels[index])
  }
  func remove(at index: Int) { labels.remove(at: index) }
  func move(from index: Int, to newIndex: Int) { labels.insert(labels.remove(at: index), at: newIndex) }
  func replace(at index: Int) { labels[index] = newLabel() }

  // MARK: Views

  /// Sets the width of an item, and that of its view if it is loaded.
  func setWidth(_ width: Double, ofItem index: Int, in carousel: Carousel) {
    ownWidths[labels[index]] = width
    (carousel.itemView(at: index) as? ProgramView)?.size = size(ofLabel: labels[index], in: carousel)
  }

  /// Returns the width of an item; 0 if there is no such item.
  func width(ofItem index: Int) -> Double { contains(index) ? width(ofLabel: labels[index]) : 0 }

  private func width(ofLabel label: Int) -> Double {
    if let width = ownWidths[label] { return width }
    return switch widthRule {
    case 1: label % 2 == 0 ? 40 : 220
    case 2: 100 + Double(label * 37 % 120)
    case 3: 30
    case 4: label % 3 == 0 ? 900 : 100
    default: 200
    }
  }

  /// Returns the size of the view of an item.
  func size(ofItem index: Int, in carousel: Carousel) -> Size {
    size(ofLabel: contains(index) ? labels[index] : Self.placeholder, in: carousel)
  }

  private func size(ofLabel label: Int, in carousel: Carousel) -> Size {
    let width = width(ofLabel: label)
    return carousel.isVertical ? Size(width: 150, height: width) : Size(width: width, height: 150)
  }

  /// Returns the reuse identifier of an item.
  func kind(ofItem index: Int) -> String? { contains(index) ? kind(ofLabel: labels[index]) : nil }

  private func kind(ofLabel label: Int) -> String? { hasKinds && label > 0 && label % 2 == 0 ? "even" : nil }

  /// Whether all items have the same width.
  var hasOneWidth: Bool { widthRule == 0 && ownWidths.isEmpty }

  /// The number of views that the data source retains.
  var keptCount: Int { kept.count }

  /// Returns a view that shows a label.
  ///
  /// - Parameter isInList: Whether the item is in a list of `setItems`, whose items have no reuse identifiers.
  func view(ofLabel label: Int, _ offered: (any ItemView)?, isInList: Bool = false, in carousel: Carousel)
    -> ProgramView
  {
    let kind = isInList ? nil : kind(ofLabel: label)
    requests[label, default: 0] += 1
    let offered = offered as? ProgramView
    if let offered, label != Self.missing, offered.label != Self.missing {
      if (offered.label == Self.placeholder) != (label == Self.placeholder) {
        ledger.note(.content, "the view of \(offered.label) is offered to \(label)")
      }
      if offered.kind != kind { ledger.note(.content, "a view of another kind is offered") }
    }
    let view = keepsViews ? kept[label] ?? ProgramView() : offered ?? ProgramView()
    if view.label == ProgramView.unused { ledger.add(view) }
    if keepsViews, label > 0 { kept[label] = view }
    (view.label, view.kind) = (label, kind)
    view.size = size(ofLabel: label, in: carousel)
    return view
  }

  /// The labels of a placeholder and of an index that no item has.
  static let (placeholder, missing) = (-2, -1)

  // MARK: Checks

  func noteRequest(ofItem index: Int) {
    if !contains(index) { ledger.note(.content, "item \(index) of \(count) requested") }
  }

  func noteRequest(ofPlaceholder index: Int) {
    if !(0..<placeholders).contains(index) {
      ledger.note(.content, "placeholder \(index) of \(placeholders) requested")
    }
  }

  /// Forgets the requests so far, because a frame or an action begins.
  ///
  /// - Parameter isReloaded: Whether the content or the layout changes, or has changed since the last frame. Then a
  ///   view may be requested to measure it, and again when it becomes visible.
  func begin(isReloaded: Bool) { (requests, self.isReloaded) = ([:], isReloaded) }

  /// Forgets the inserted items, because a frame ends.
  func endFrame() { inserted = [] }

  /// Checks that the view of each item was requested at most once in the present frame or action.
  func checkRequests() {
    let repeated = requests.first {
      $0.key > 0 && $0.value > (isReloaded || inserted.contains($0.key) ? 2 : 1)
    }
    if let (label, count) = repeated {
      ledger.note(.content, "the view of label \(label) is requested \(count) times at once")
    }
  }

  /// Checks that a carousel shows the content.
  func check(_ carousel: Carousel) {
    let indexes = carousel.indexesForVisibleItems
    if indexes != Set(indexes).sorted() { ledger.note(.content, "indexes are not ascending: \(indexes)") }
    if carousel.numberOfItems != count {
      ledger.note(.content, "\(carousel.numberOfItems) items, not \(count)")
    }
    for (index, view) in zip(carousel.indexesForVisibleItems, carousel.visibleItemViews) where contains(index)
    {
      let label = (view as? ProgramView)?.label ?? -1
      if label != labels[index] {
        ledger.note(.content, "item \(index) shows \(label), not \(labels[index])")
      }
    }
  }
}

/// A view that shows the label of its item; −2 for a placeholder.
@MainActor
final class ProgramView: ItemView {
  /// The label of a view that was not returned yet.
  static let unused = -3
  var label = ProgramView.unused
  /// The reuse identifier with which the view was requested.
  var kind: String?
  var size: Size

  init(size: Size = Size(width: 200, height: 150)) { self.size = size }
}

/// An item of a list.
struct ProgramItem: Identifiable {
  let id: Int
}
