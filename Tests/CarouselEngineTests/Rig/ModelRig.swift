import CarouselEngine
import Geometry

/// A carousel that shows the content of a model. Each view shows its item's label. Differences from the model
/// are recorded.
@MainActor
final class ModelRig: ClockedCarousel, CarouselDataSource, CarouselDelegate {
  let carousel: Carousel
  var now = Timestamp(seconds: 50)
  var frameRate = 60.0

  /// The labels of the items, all different.
  var model: [Int]
  private var nextLabel = 0
  var pitch = 0.0
  var options: [CarouselOption: Double] = [:]
  var placeholderCount = 0
  /// Whether the data source retains a view for each label and ignores the views that are offered for reuse.
  var keepsViews = false
  private var kept: [Int: LabelView] = [:]
  /// Returns the reuse identifier of an item, by its label.
  var kind: (Int) -> String? = { _ in nil }
  var onRequest: ((Int) -> Void)?
  /// The action to perform before the number of items or placeholders is returned.
  var onCount: (_ ofPlaceholders: Bool) -> Void = { _ in }

  /// The labels of the items that were inserted since the last check.
  private var inserted: Set<Int> = []
  /// The labels of the requested items.
  private(set) var requests: [Int] = []
  private(set) var prefetched: [[Int]] = []
  private(set) var withdrawn: [[Int]] = []
  private(set) var viewCount = 0
  /// The differences between the carousel and the model so far.
  private(set) var problems: [String] = []
  /// The number of calls of each completion.
  private(set) var completions: [Int] = []

  init(
    _ type: CarouselType = .linear, items: Int, bounds: Size = Size(width: 800, height: 600),
    prepare: (ModelRig) -> Void = { _ in }
  ) {
    carousel = Carousel(bounds: bounds)
    model = []
    model = (0..<items).map { _ in newLabel() }
    prepare(self)
    carousel.type = type
    carousel.delegate = self
    carousel.dataSource = self
    frame()
  }

  func newLabel() -> Int {
    nextLabel += 1
    return nextLabel
  }

  func note(_ problem: String) { problems.append(problem) }

  /// Advances frames until the carousel needs no frame. If this takes more than a minute, a problem is
  /// recorded.
  func settle() {
    run(atMost: 60)
    if carousel.needsFrame { note("never settles") }
  }

  func takeRequests() -> [Int] {
    defer { requests = [] }
    return requests
  }

  func takePrefetches() -> (named: [[Int]], withdrawn: [[Int]]) {
    defer { (prefetched, withdrawn) = ([], []) }
    return (prefetched, withdrawn)
  }

  /// Returns a completion that counts its calls.
  func completion() -> () -> Void {
    let place = completions.count
    completions.append(0)
    return { [weak self] in self?.completions[place] += 1 }
  }

  // MARK: Changes of the model and the carousel together

  func insert(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    model.insert(newLabel(), at: index)
    inserted.insert(model[index])
    carousel.insertItem(at: index, animated: animated, completion: completion)
  }

  func remove(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    model.remove(at: index)
    carousel.removeItem(at: index, animated: animated, completion: completion)
  }

  func move(from index: Int, to newIndex: Int, animated: Bool, completion: (() -> Void)? = nil) {
    model.insert(model.remove(at: index), at: newIndex)
    carousel.moveItem(at: index, to: newIndex, animated: animated, completion: completion)
  }

  func reloadItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    model[index] = newLabel()
    carousel.reloadItem(at: index, animated: animated, completion: completion)
  }

  // MARK: Checks after every frame

  func check() {
    if carousel.numberOfItems != model.count {
      note("\(carousel.numberOfItems) items instead of \(model.count)")
    }
    let indexes = carousel.indexesForVisibleItems
    if indexes != Set(indexes).sorted() { note("indexes not ascending: \(indexes)") }
    for (index, view) in zip(indexes, carousel.visibleItemViews) where model.indices.contains(index) {
      let label = (view as? LabelView)?.label
      if label != model[index] { note("item \(index) shows \(label ?? -1) instead of \(model[index])") }
    }
    let current = carousel.currentItemIndex
    if !(model.isEmpty ? current == -1 : model.indices.contains(current)) { note("current item \(current)") }
    var shown: Set<ObjectIdentifier> = []
    for item in carousel.frame().items where !shown.insert(ObjectIdentifier(item.view)).inserted {
      note("a view of item \(item.index) is shown twice")
    }
    // The view of an inserted item is requested immediately, and again when the item becomes visible later.
    let repeated = Dictionary(grouping: requests) { $0 }
      .filter { $1.count > (inserted.contains($0) ? 2 : 1) }.keys.sorted()
    if !repeated.isEmpty { note("asked twice for labels \(repeated)") }
    (requests, inserted) = ([], [])
  }

  /// Checks the carousel at rest.
  func checkAtRest() {
    requests = []
    check()
    for item in carousel.frame().items where model.indices.contains(item.index) {
      if (item.view as? LabelView)?.label != model[item.index] { note("an old view of item \(item.index)") }
    }
    if completions.contains(where: { $0 != 1 }) { note("completions called \(completions) times") }
    completions = []
  }

  // MARK: Data source

  func numberOfItems(in carousel: Carousel) -> Int {
    onCount(false)
    return model.count
  }

  func numberOfPlaceholders(in carousel: Carousel) -> Int {
    onCount(true)
    return placeholderCount
  }

  func carousel(_ carousel: Carousel, reuseIdentifierForItemAt index: Int) -> String? {
    guard model.indices.contains(index) else {
      note("asked for the kind of item \(index) of \(model.count)")
      return nil
    }
    return kind(model[index])
  }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    guard model.indices.contains(index) else {
      note("asked for item \(index) of \(model.count)")
      return LabelView(label: -1)
    }
    let label = model[index]
    requests.append(label)
    defer { onRequest?(index) }
    if keepsViews, let view = kept[label] { return view }
    let reused = view as? LabelView
    if let reused, reused.kind != kind(label) {
      note("\(kind(label) ?? "nil") is offered a view of another kind")
    }
    let shown = keepsViews ? LabelView(label: label) : reused ?? LabelView(label: label)
    if shown !== reused { viewCount += 1 }
    (shown.label, shown.kind) = (label, kind(label))
    if keepsViews { kept[label] = shown }
    return shown
  }

  func carousel(
    _ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    if !(0..<placeholderCount).contains(index) {
      note("asked for placeholder \(index) of \(placeholderCount)")
    }
    if (view as? LabelView)?.label ?? -2 != -2 { note("a placeholder is offered an item's view") }
    return view ?? LabelView(label: -2)
  }

  func carousel(_ carousel: Carousel, prefetchItemsAt indexes: [Int]) {
    if !indexes.allSatisfy({ model.indices.contains($0) }) { note("told to prepare \(indexes)") }
    prefetched.append(indexes)
  }

  func carousel(_ carousel: Carousel, cancelPrefetchingForItemsAt indexes: [Int]) {
    if !indexes.allSatisfy({ model.indices.contains($0) }) { note("told to leave \(indexes)") }
    withdrawn.append(indexes)
  }

  // MARK: Delegate

  func carouselItemWidth(_ carousel: Carousel) -> Double { pitch }

  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    options[option] ?? value
  }

  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
    let index = carousel.currentItemIndex
    if index < -1 || index >= carousel.numberOfItems { note("notified of current item \(index)") }
  }
}

/// A view with the label of its item.
@MainActor
final class LabelView: ItemView {
  var label: Int
  var kind: String?
  let size = Size(width: 200, height: 150)

  init(label: Int) { self.label = label }
}
