import CarouselUI
import GalleryPages
import HeadlessCompositor

/// The input device, and the scale of the screen.
nonisolated struct Situation: Sendable, CustomStringConvertible {
  enum Hand: CaseIterable, Sendable { case touch, pointer, pen, keys }
  let hand: Hand
  let scale: Double
  var description: String { "\(hand), scale \(scale)" }

  static let all = [
    Situation(hand: .touch, scale: 1), Situation(hand: .touch, scale: 1.5),
    Situation(hand: .pointer, scale: 1), Situation(hand: .pointer, scale: 1.5),
  ]
  static let withPen = all + [Situation(hand: .pen, scale: 1), Situation(hand: .pen, scale: 1.5)]
}

/// Thrown if a test does not find a view, page, carousel or type.
nonisolated struct Missing: Error, CustomStringConvertible { let description: String }

/// The gallery in a headless compositor, on virtual time and a single thread.
final class GalleryRig {
  let compositor: Compositor
  let ui: CarouselWindow
  let gallery: GalleryView
  private let system: WindowSystem
  private let scheduler = ManualScheduler()
  private let situation: Situation
  /// A pen on a tablet, which is connected when a test first uses it.
  private lazy var pen = compositor.seat.addTool()
  /// The content of the window; by default the gallery.
  private let content: View?

  /// Opens the gallery at a page.
  ///
  /// - Parameters:
  ///   - content: The content of the window; `nil` for the gallery.
  ///   - frames: The largest number of frames that are run at the beginning; fewer if the page settles.
  init(
    _ page: String, _ situation: Situation, size: Size = Size(width: 800, height: 560),
    content: View? = nil, frames: Int = 240
  ) throws {
    guard let page = GalleryPage.named(page) else { throw Missing(description: "the page \(page)") }
    self.situation = situation
    self.content = content
    var configuration = Compositor.Configuration(
      width: Int(size.width * situation.scale), height: Int(size.height * situation.scale),
      scale: situation.scale)
    configuration.windowSize = .output
    let compositor = try Compositor(configuration)
    self.compositor = compositor
    let queue = PatientPaintQueue()
    system = try WindowSystem(
      descriptor: compositor.connect(), clock: { Double(compositor.now) / 1e9 }, scheduler: scheduler)
    ui = CarouselWindow(
      title: "Gallery", appID: "gallery", size: size, system: system,
      textures: TextureCache(queue: queue))
    gallery = GalleryView(showing: page)
    // The closures must not retain the window: it would never be released, with all its pixels.
    if content == nil { gallery.onColorsChange = { [weak ui] in ui?.themeColors = $0 } }
    ui.contentView = content ?? gallery
    compositor.dispatchClients = { [weak system, scheduler] in
      guard let system else { return }
      system.dispatch()
      queue.runAll()
      scheduler.advance(to: system.clock())
    }
    settle(limit: frames)
  }

  // MARK: Time

  /// Runs frames until nothing moves, or for two seconds on pages that never settle.
  @discardableResult
  func settle(limit: Int = 240) -> Bool {
    compositor.run(limit: limit) { [ui] in ui.isSettled && ui.window.isAtRest }
  }

  func frames(_ count: Int) { compositor.run(frames: count) }

  /// Advances the time. Frames are drawn when the window requests them.
  func wait(_ seconds: Double) {
    for _ in 0..<Int(seconds * 60) { compositor.run(frames: 1) }
  }

  /// Advances the time without frames, and runs the timers that are due.
  func pass(_ seconds: Double) {
    compositor.advance(by: UInt64(seconds * 1e9))
    compositor.settle()
  }

  // MARK: Views

  /// Returns the first visible view that has the type and meets the condition.
  func find<Found: View>(
    _ type: Found.Type, in root: View? = nil, where condition: (Found) -> Bool = { _ in true }
  ) throws -> Found {
    func search(_ view: View) -> Found? {
      guard !view.isHidden else { return nil }
      if let found = view as? Found, condition(found) { return found }
      for subview in view.subviews { if let found = search(subview) { return found } }
      return nil
    }
    guard let found = search(root ?? content ?? gallery.pageView) else {
      throw Missing(description: "a \(type)")
    }
    return found
  }

  /// Returns the views of a type on the page, in the order of the tree.
  func all<Found: View>(_ type: Found.Type, in root: View? = nil) -> [Found] {
    let root = root ?? content ?? gallery.pageView
    return (root as? Found).map { [$0] } ?? root.subviews.flatMap { all(type, in: $0) }
  }

  /// Returns the only element of the page, or of `root`, with a role and a name.
  func element(_ role: AccessibilityRole, _ name: String? = nil, in root: View? = nil) throws
    -> AccessibilityNode
  { try (root ?? content ?? gallery.pageView).accessibilityTree().find(role, name).node() }

  /// Returns the view of the only element of the page with a role and a name.
  func control<Found: View>(_ role: AccessibilityRole, _ name: String? = nil) throws -> Found {
    guard let view = try element(role, name).element.view as? Found else {
      throw Missing(description: "a \(Found.self) for the \(role) \(name ?? "")")
    }
    return view
  }

  func carousel(_ index: Int = 0) throws -> Carousel {
    let views = all(CarouselView.self)
    guard index < views.count else { throw Missing(description: "carousel \(index)") }
    return views[index].carousel
  }

  /// Whether a label with this text is visible.
  func shows(_ text: String) -> Bool { (try? find(ThemedLabel.self) { $0.text == text }) != nil }

  /// Returns the point of the window at which a point of a view is seen. `x` and `y` are fractions of the
  /// view's size.
  func place(_ view: View, _ x: Double = 0.5, _ y: Double = 0.5) throws -> Point {
    let point = Point(x: x * view.size.width, y: y * view.size.height)
    guard let place = view.convert(view.bounds.origin + point, to: nil) else {
      throw Missing(description: "the view on the screen")
    }
    return place
  }

  // MARK: Hands

  func down(_ point: Point) {
    switch situation.hand {
    case .touch: compositor.seat.touch.down(at: (point.x, point.y), id: 3)
    case .pointer:
      compositor.seat.pointer.move(to: (point.x, point.y))
      compositor.seat.pointer.press()
    case .pen:
      pen.move(to: (point.x, point.y))
      pen.down()
    case .keys: break
    }
    frames(1)
  }

  func move(_ point: Point) {
    switch situation.hand {
    case .touch: compositor.seat.touch.move(to: (point.x, point.y), id: 3)
    case .pointer: compositor.seat.pointer.move(to: (point.x, point.y))
    case .pen: pen.move(to: (point.x, point.y))
    case .keys: break
    }
    frames(1)
  }

  func up() {
    switch situation.hand {
    case .touch: compositor.seat.touch.up(id: 3)
    case .pointer: compositor.seat.pointer.release()
    case .pen: pen.up()
    case .keys: break
    }
    frames(1)
  }

  /// Presses and releases a point of a view.
  func press(_ view: View, _ x: Double = 0.5, _ y: Double = 0.5) throws {
    down(try place(view, x, y))
    up()
    settle()
  }

  /// Presses and releases the center of the only element of the page, or of `root`, with a role and a name.
  func press(_ role: AccessibilityRole, _ name: String? = nil, in root: View? = nil) throws {
    down(try element(role, name, in: root).frame.center)
    up()
    settle()
  }

  /// Drags from a point in equal steps, and waits before the release so that it is not a flick.
  func drag(from start: Point, to end: Point, steps: Int = 10) {
    down(start)
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      move(Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
    }
    frames(15)
    up()
    settle()
  }

  /// Drags the content of a view to a point. A finger holds the view first.
  func carry(_ view: View, to end: Point) throws {
    let start = try place(view)
    down(start)
    if situation.hand != .pointer { wait(0.6) }
    for step in 1...8 {
      let part = Double(step) / 8
      move(Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
    }
    up()
    // The text arrives through a pipe in a few steps.
    for _ in 0..<200 {
      compositor.settle()
      scheduler.poll()
    }
    settle()
  }

  /// Drags the knob of a slider to a fraction of its range. For 0 and 1, the drag goes beyond the end.
  func slide(_ slider: Slider, to part: Double) throws {
    let range = slider.range.upperBound - slider.range.lowerBound
    let margin = 15.0  // the radius of the knob and its shadow
    func x(_ part: Double) -> Double {
      (margin + part * (slider.size.width - 2 * margin)) / slider.size.width
    }
    let now = (slider.value - slider.range.lowerBound) / range
    let end = part <= 0 ? x(part) - 0.04 : part >= 1 ? x(part) + 0.04 : x(part)
    drag(from: try place(slider, x(now)), to: try place(slider, end))
  }

  /// Drags two fingers apart, from 40 to 100 points from a point.
  func spread(around center: Point) {
    let touch = compositor.seat.touch
    func places(_ distance: Double) -> [(Double, Double)] {
      [(center.x - distance, center.y), (center.x + distance, center.y)]
    }
    for (id, place) in places(40).enumerated() { touch.down(at: place, id: Int32(id)) }
    for distance in stride(from: 46.0, through: 100, by: 6) {
      for (id, place) in places(distance).enumerated() { touch.move(to: place, id: Int32(id)) }
      frames(1)
    }
    for id in Int32(0)..<2 { touch.up(id: id) }
    settle()
  }

  func key(_ key: HeadlessCompositor.Key) {
    compositor.seat.keyboard.press(key)
    frames(1)
    compositor.seat.keyboard.release(key)
    frames(1)
  }

  /// Chooses a type of carousel with the menu of the button "Type".
  func chooseType(_ title: String) throws {
    try press(.button, "Type")
    try choose(title)
  }

  /// Chooses an item of the open menu.
  func choose(_ title: String) throws {
    let inner = try ui.find(.menuItemCheckBox, title).node().frame.center
    guard let popup = compositor.popups.last else { throw Missing(description: "a menu") }
    let margin = PopoverView.shadowMargin
    down(
      Point(x: inner.x + Double(popup.position.x) - margin, y: inner.y + Double(popup.position.y) - margin))
    up()
    settle()
  }
}

/// A paint queue that paints when the compositor dispatches its clients.
nonisolated final class PatientPaintQueue: PaintQueue, @unchecked Sendable {
  // Accessed on the main thread only.
  private var jobs: [@MainActor () -> Void] = []

  func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping @MainActor @Sendable (Result) -> Void
  ) {
    jobs.append { completion(work()) }
  }

  /// Runs all jobs, including those they add.
  @MainActor
  func runAll() { while !jobs.isEmpty { jobs.removeFirst()() } }
}
