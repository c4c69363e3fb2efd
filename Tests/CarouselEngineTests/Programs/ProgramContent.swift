import CarouselEngine
import Geometry

/// The content of a carousel of a program: the labels of its items, and the views that show them.
@MainActor
final class ProgramContent {
  /// The labels of the items, all different.
  private(set) var labels: [Int] = []
  private var lastLabel = 0
  var placeholders = 0
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

  func insert(at index: Int) { labels.insert(newLabel(), at: index) }
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

  private func size(ofLabel label: Int, in carousel: Carousel) -> Size {
    let width = width(ofLabel: label)
    return carousel.isVertical ? Size(width: 150, height: width) : Size(width: width, height: 150)
  }

  /// Returns a view that shows a label.
  func view(ofLabel label: Int, _ reused: (any ItemView)?, in carousel: Carousel) -> ProgramView {
    let view = reused as? ProgramView ?? ProgramView()
    if view !== reused { ledger.add(view) }
    view.label = label
    view.size = size(ofLabel: label, in: carousel)
    return view
  }

  // MARK: Checks

  func noteRequest(ofItem index: Int) {
    if !contains(index) { ledger.note(.content, "item \(index) of \(count) requested") }
  }

  func noteRequest(ofPlaceholder index: Int) {
    if !(0..<placeholders).contains(index) {
      ledger.note(.content, "placeholder \(index) of \(placeholders) requested")
    }
  }

  /// Checks that a carousel at rest shows the content.
  func check(_ carousel: Carousel) {
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
  var label = -1
  var size = Size(width: 200, height: 150)
}

/// An item of a list.
struct ProgramItem: Identifiable {
  let id: Int
}
