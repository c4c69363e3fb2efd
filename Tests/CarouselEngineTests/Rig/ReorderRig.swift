import CarouselEngine
import Geometry

/// A carousel whose items can be moved by hand: it shows a model, and logs the callbacks of a move.
@MainActor
final class ReorderRig: ClockedCarousel, CarouselDataSource, CarouselDelegate {
  let carousel: Carousel
  var now = Timestamp(seconds: 100)
  var frameRate = 60.0

  /// The labels of the items, all different.
  var model: [Int]
  private var nextLabel: Int
  var options: [CarouselOption: Double] = [:]
  /// The width of each item by its label; an item without an entry is 200 points wide.
  var width: (Int) -> Double = { _ in 200 }
  var canMove: (Int) -> Bool = { _ in true }
  var target: (_ index: Int, _ proposed: Int) -> Int = { $1 }
  /// The action for each callback of a move. The key is the callback's log entry without the numbers.
  var act: (String) -> Void = { _ in }
  var onScroll: () -> Void = {}

  /// The callbacks of moves: "can 1", "begin 1", "target 1 3", "move 1 3", "end 1 3", "end 1 nil".
  private(set) var log: [String] = []
  /// The labels of the requested items.
  private(set) var requests: [Int] = []
  /// The number of custom transforms that were requested.
  private(set) var transformCount = 0
  private(set) var settleCount = 0

  init(
    _ type: CarouselType = .linear, items: Int = 10, bounds: Size = Size(width: 800, height: 600),
    prepare: (ReorderRig) -> Void = { _ in }
  ) {
    carousel = Carousel(bounds: bounds)
    model = Array(0..<items)
    nextLabel = items
    carousel.isReorderingEnabled = true
    prepare(self)
    carousel.type = type
    carousel.delegate = self
    carousel.dataSource = self
    frame()
    clearLog()
  }

  func clearLog() { (log, requests, transformCount, settleCount) = ([], [], 0, 0) }

  func settle() { run(atMost: 60) }

  /// The entries of the log that begin with `word`.
  func entries(_ word: String) -> [String] { log.filter { $0.hasPrefix(word + " ") } }

  // MARK: Drawn items

  func drawn(_ index: Int) -> CarouselFrame.Item? { carousel.frame().items.first { $0.index == index } }

  /// The drawn middle of item `index`, in the carousel's points.
  func middle(_ index: Int) -> Point { drawn(index)?.seenMiddle ?? Point(x: .nan, y: .nan) }

  /// The labels of the drawn items with their middles.
  var middles: [Int: Point] {
    var middles: [Int: Point] = [:]
    for item in carousel.frame().items {
      if let label = (item.view as? LabelView)?.label { middles[label] = item.seenMiddle }
    }
    return middles
  }

  // MARK: Gestures

  static let middle = Point(x: 400, y: 300)
  /// The position of the finger.
  private(set) var finger = ReorderRig.middle

  func down(at point: Point = middle) {
    finger = point
    carousel.contactBegan(id: 7, at: point, time: now)
  }

  func move(to point: Point) {
    finger = point
    carousel.contactMoved(id: 7, to: point, time: now)
  }

  func up() { carousel.contactEnded(id: 7, at: finger, time: now) }

  /// Lifts the item at a point with a long press.
  func lift(at point: Point = middle) {
    down(at: point)
    now = now + 0.5
    frame()
  }

  /// Moves the finger to `end` during `frames` frames.
  func glide(to end: Point, frames: Int = 20) {
    let start = finger
    for step in 1...frames {
      move(to: start + (end - start) * (Double(step) / Double(frames)))
      frame()
    }
  }

  // MARK: Changes of the model and the carousel together

  private func newLabel() -> Int {
    nextLabel += 1
    return nextLabel - 1
  }

  func insert(at index: Int, animated: Bool) {
    model.insert(newLabel(), at: index)
    carousel.insertItem(at: index, animated: animated)
  }

  func remove(at index: Int, animated: Bool) {
    model.remove(at: index)
    carousel.removeItem(at: index, animated: animated)
  }

  func moveItem(from index: Int, to newIndex: Int, animated: Bool) {
    model.insert(model.remove(at: index), at: newIndex)
    carousel.moveItem(at: index, to: newIndex, animated: animated)
  }

  func reloadItem(at index: Int, animated: Bool) {
    model[index] = newLabel()
    carousel.reloadItem(at: index, animated: animated)
  }

  /// Replaces all content with `count` new items and reloads.
  func reload(_ count: Int) {
    model = (0..<count).map { _ in newLabel() }
    carousel.reloadData()
  }

  /// The first difference between the carousel and the model; `nil` if there is none.
  var mismatch: String? {
    if carousel.numberOfItems != model.count { return "\(carousel.numberOfItems) items, not \(model.count)" }
    for (index, view) in zip(carousel.indexesForVisibleItems, carousel.visibleItemViews)
    where model.indices.contains(index) {
      let label = (view as? LabelView)?.label ?? -1
      if label != model[index] { return "item \(index) shows \(label), not \(model[index])" }
    }
    return nil
  }

  // MARK: Data source

  func numberOfItems(in carousel: Carousel) -> Int { model.count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    let label = model.indices.contains(index) ? model[index] : -1
    requests.append(label)
    let view = view as? LabelView ?? LabelView(label: label)
    view.label = label
    return view
  }

  func carousel(_ carousel: Carousel, moveItemAt index: Int, to newIndex: Int) -> Bool {
    log.append("move \(index) \(newIndex)")
    if model.indices.contains(index), model.indices.contains(newIndex) {
      model.insert(model.remove(at: index), at: newIndex)
    }
    act("move")
    return true
  }

  // MARK: Delegate

  func carousel(_ carousel: Carousel, canMoveItemAt index: Int) -> Bool {
    log.append("can \(index)")
    let isAllowed = canMove(index)
    act("can")
    return isAllowed
  }

  func carousel(
    _ carousel: Carousel, targetIndexForMoveFromItemAt index: Int, toProposedIndex proposedIndex: Int
  ) -> Int {
    log.append("target \(index) \(proposedIndex)")
    let answer = target(index, proposedIndex)
    act("target")
    return answer
  }

  func carousel(_ carousel: Carousel, willBeginReorderingItemAt index: Int) {
    log.append("begin \(index)")
    act("begin")
  }

  func carousel(_ carousel: Carousel, didEndReorderingItemAt index: Int, to newIndex: Int?) {
    log.append("end \(index) \(newIndex.map { "\($0)" } ?? "nil")")
    act("end")
  }

  func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) -> Bool {
    log.append("longPress \(index)")
    return true
  }

  func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) { settleCount += 1 }

  func carouselDidScroll(_ carousel: Carousel) { onScroll() }

  func carouselItemWidth(_ carousel: Carousel) -> Double { 200 }

  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double {
    model.indices.contains(index) ? width(model[index]) : 200
  }

  func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  ) -> Transform3D {
    transformCount += 1
    return transform.translated(x: offset * 180, y: offset * offset * 10)
  }

  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    options[option] ?? value
  }
}
