import CarouselEngine
import CarouselViews
import Controls
import Drawing
import Geometry
import TestSupport
import ViewFixtures
@_spi(Subclassing) import Views

/// Views that move in all ways: boxes, a carousel whose items open to a large view, pages, a zoomed picture, a panel and controls.
@MainActor
final class MotionStage: CarouselDataSource {
  /// The last values that were set of a box.
  struct Target {
    var frame: Rect
    var alpha = 1.0
    var radius = 0.0
    var transform = Transform2D.identity
    var origin = Point.zero
  }

  let stage: ControlStage
  /// The root page, which contains the boxes and the carousel.
  let board = ContainerView(size: Size(width: 380, height: 300))
  let boxes: [View]
  var targets: [Target]
  let carouselView = CarouselView(size: Size(width: 380, height: 180))
  let navigation: NavigationView
  /// The pages that were pushed, also those that have left the navigation.
  private(set) var pages: [View] = []
  let large = View(frame: Rect(x: 20, y: 20, width: 500, height: 500))
  let transition: SharedElementTransition
  /// The item that is opened.
  var openIndex = 0
  var itemCount = 12
  let picture = View(size: Size(width: 400, height: 200))
  let zoom: ScrollView
  let split: SplitView
  let toggle = Toggle()
  /// The number of calls of each completion.
  private(set) var completions: [Int] = []
  /// Runs a random action in a completion.
  var inCompletion: (() -> Void)?

  var carousel: Carousel { carouselView.carousel }

  init(_ plane: ControlStage.Plane) {
    stage = ControlStage(plane, size: Size(width: 800, height: 600))
    boxes = (0..<5).map { number in
      let box = View(frame: Rect(x: 10 + 70 * Double(number), y: 10, width: 60, height: 60))
      box.backgroundColor = .red
      let child = View(frame: Rect(x: 5, y: 5, width: 20, height: 20))
      child.backgroundColor = .blue
      box.addSubview(child)
      return box
    }
    targets = boxes.map { Target(frame: $0.frame) }
    navigation = NavigationView(board, title: "Board")
    zoom = ScrollView(picture, axes: [])
    split = SplitView(panel: View(), content: View())
    var find: () -> View? = { nil }
    transition = SharedElementTransition(to: large) { find() }
    navigation.frame = Rect(x: 0, y: 0, width: 400, height: 400)
    zoom.frame = Rect(x: 420, y: 0, width: 200, height: 200)
    zoom.fitsContent = true
    zoom.maximumZoomScale = 8
    picture.preferredSize = Size(width: 400, height: 200)
    picture.backgroundColor = .red
    split.frame = Rect(x: 420, y: 220, width: 360, height: 200)
    toggle.frame.origin = Point(x: 420, y: 440)
    large.backgroundColor = .blue
    carouselView.frame.origin.y = 120
    carousel.type = .coverFlow
    carousel.dataSource = self
    for box in boxes { board.addSubview(box) }
    board.addSubview(carouselView)
    for view in [navigation, zoom, split, toggle] { stage.card.addSubview(view) }
    find = { [unowned self] in carousel.itemView(at: openIndex) as? View }
    stage.settle()
  }

  func numberOfItems(in carousel: Carousel) -> Int { itemCount }
  func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?) -> any ItemView
  {
    let item = (view as? View) ?? View(size: Size(width: 120, height: 120))
    item.backgroundColor = .red
    return item
  }

  /// Returns a completion that counts its calls.
  func completion() -> (Bool) -> Void {
    let number = completions.count
    completions.append(0)
    return { [weak self] _ in
      guard let self else { return }
      completions[number] += 1
      if let action = inCompletion {
        inCompletion = nil
        action()
      }
    }
  }

  func pushPage(animated: Bool) {
    let page = View()
    page.backgroundColor = .white
    pages.append(page)
    navigation.push(page, title: "Page \(pages.count)", animated: animated)
  }

  // MARK: Rules

  /// Runs frames and timers until nothing moves. Returns what is wrong afterwards.
  func restProblems() -> [String] {
    // The longest animation takes a second; a timer ends one without frames a second later.
    stage.settle()  // the last action may have requested a layout, which begins a motion or a timer
    for _ in 0..<80 where stage.tree.isMoving || stage.timerCount > 0 { stage.advance(0.1) }
    stage.advance(0.1)
    var problems: [String] = []
    func require(_ holds: Bool, _ text: @autoclosure () -> String) { if !holds { problems.append(text()) } }
    require(!stage.tree.isMoving, "moves")
    require(stage.timerCount == 0, "\(stage.timerCount) timers run")
    for (number, count) in completions.enumerated() {
      require(count == 1, "completion \(number) was called \(count) times")
    }
    treeProblems(require)
    boxProblems(require)
    pageProblems(require)
    transitionProblems(require)
    itemProblems(require)
    require(
      (zoom.minimumZoomScale...zoom.maximumZoomScale).contains(zoom.zoomScale) && !zoom.isZooming,
      "zoom scale \(zoom.zoomScale)")
    let shown = zoom.visibleContentRect
    require(
      zoom.contentOffset.x >= 0 && zoom.contentOffset.y >= 0 && shown.minX >= -0.01
        && shown.maxX <= zoom.contentSize.width + 0.01 && shown.maxY <= zoom.contentSize.height + 0.01,
      "zoomed to \(shown) of \(zoom.contentSize)")
    panelProblems(require)
    return problems
  }

  private typealias Require = (Bool, @autoclosure () -> String) -> Void

  /// Each view has one place in the tree, and is shown once.
  private func treeProblems(_ require: Require) {
    var seen: Set<ObjectIdentifier> = []
    func visit(_ view: View) {
      require(seen.insert(ObjectIdentifier(view)).inserted, "\(type(of: view)) is in two places")
      for subview in view.subviews {
        require(subview.superview === view, "\(type(of: subview)) has another superview")
        visit(subview)
      }
    }
    visit(stage.tree.root)
    var layers: [ObjectIdentifier: Int] = [:]
    stage.tree.forEachLayer { layer in
      if layer.alpha > 0, layer.tile == nil { layers[ObjectIdentifier(layer.view), default: 0] += 1 }
      // The sides of the focus ring are layers without a place in the tree.
      let isRing = "\(type(of: layer.view))".hasPrefix("Focus")
      require(
        isRing || seen.contains(ObjectIdentifier(layer.view)),
        "\(type(of: layer.view)) is shown outside the tree")
    }
    for (view, count) in layers where count > 1 { require(false, "\(view) is shown \(count) times") }
  }

  private func boxProblems(_ require: Require) {
    for (number, (box, target)) in zip(boxes, targets).enumerated() {
      require(box.superview != nil, "box \(number) is lost")
      require(box.frame == target.frame, "box \(number): frame \(box.frame), set \(target.frame)")
      require(box.alpha == target.alpha, "box \(number): alpha \(box.alpha), set \(target.alpha)")
      require(
        box.cornerRadius == target.radius, "box \(number): radius \(box.cornerRadius), set \(target.radius)")
      require(
        box.transform == target.transform,
        "box \(number): transform \(box.transform), set \(target.transform)")
      require(
        box.bounds.origin == target.origin,
        "box \(number): origin \(box.bounds.origin), set \(target.origin)")
    }
  }

  /// The top page is in its place, the others are hidden, and pages that have left are as before.
  private func pageProblems(_ require: Require) {
    for (number, page) in ([board] + pages).enumerated() {
      let place = navigation.pages.firstIndex { $0 === page }
      require((place != nil) == page.isDescendant(of: navigation), "page \(number) is at \(place ?? -1)")
      let isTop = place == nil || place == navigation.pages.count - 1
      require(page.transform == .identity || !isTop, "page \(number) has the transform \(page.transform)")
      require(page.isHidden != isTop, "page \(number) of place \(place ?? -1) is hidden: \(page.isHidden)")
      require(page.isUserInteractionEnabled, "page \(number) does not react")
    }
  }

  /// The large view is in its place or in that of its source, and only one of them is shown.
  private func transitionProblems(_ require: Require) {
    require(!transition.isMoving && !transition.isDragging, "the transition moves")
    require(transition.progress == (transition.isOpen ? 1 : 0), "the progress is \(transition.progress)")
    guard large.isInWindow, hasOpened else { return }
    checkedTransitions += 1
    if transition.isOpen { checkedOpenTransitions += 1 }
    var shown: Set<ObjectIdentifier> = []
    stage.tree.forEachLayer { if $0.alpha > 0 { shown.insert(ObjectIdentifier($0.view)) } }
    require(
      shown.contains(ObjectIdentifier(large)) == transition.isOpen,
      "the large view is shown, open: \(transition.isOpen)")
    for index in carousel.indexesForVisibleItems where navigation.pages.count == 1 && board.isInWindow {
      guard let item = carousel.itemView(at: index) as? View else { continue }
      let isEmpty = transition.isOpen && index == openIndex
      require(item.layer.isConcealed == isEmpty, "item \(index) is concealed: \(!isEmpty)")
    }
  }
  /// The number of rests at which the transition was checked, and at which it was open.
  private(set) var (checkedTransitions, checkedOpenTransitions) = (0, 0)
  /// Whether the large view was opened in its present place.
  var hasOpened = false

  /// The items have the size that the carousel's view gives them.
  private func itemProblems(_ require: Require) {
    guard carouselView.isInWindow, let size = carouselView.itemSize?.size(in: carouselView.size) else {
      return
    }
    for index in carousel.indexesForVisibleItems {
      let item = carousel.itemView(at: index)?.size ?? .zero
      require(item == size, "item \(index) has the size \(item), not \(size)")
    }
  }

  private func panelProblems(_ require: Require) {
    let frame = split.panel.convert(.zero, to: split) ?? Point(x: -1, y: -1)
    let isIn = frame.x >= -0.01 && frame.x + split.panel.size.width <= split.size.width + 0.01
    require(!split.isPanelShown || isIn, "the panel is at \(frame)")
  }
}
