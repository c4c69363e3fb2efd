package import Drawing
package import Geometry
@_spi(Subclassing) package import Views

/// A tree of views with input and timers on virtual time. Its card is flat or tilted.
@MainActor
package final class ControlStage {
  /// The plane of the card.
  package enum Plane: CaseIterable, Sendable {
    case flat, tilted
  }

  /// The view to which a test adds its views.
  package let card: View
  package let tree: ViewTree
  package private(set) var time = 10.0  // seconds
  private var timers: [StageTimer] = []
  private let root: TiltingView

  package init(_ plane: Plane = .flat, size: Size = Size(width: 400, height: 300)) {
    card = View(size: size)
    root = TiltingView(size: Size(width: 800, height: 600))
    root.isTilted = plane == .tilted
    root.addSubview(card)
    tree = ViewTree(root: root)
    tree.startTimer = { [unowned self] seconds, interval, action in
      let timer = StageTimer(time: self.time + seconds, interval: interval, action: action)
      self.timers.append(timer)
      return timer
    }
  }

  /// Adds `view` to the card at a position.
  @discardableResult
  package func add<Child: View>(_ view: Child, x: Double = 100, y: Double = 100) -> Child {
    view.frame.origin = Point(x: x, y: y)
    card.addSubview(view)
    settle()
    return view
  }

  /// The position in the window at which a point of `view` is seen.
  package func place(_ x: Double, _ y: Double, in view: View) -> Point {
    view.convert(Point(x: x, y: y), to: nil) ?? Point(x: -1, y: -1)
  }

  // MARK: Contacts

  package func press(_ view: View, _ x: Double, _ y: Double, as kind: Contact.Kind = .touch, id: Int = 1) {
    contact(.began, kind, id: id, at: place(x, y, in: view))
  }
  package func move(_ view: View, _ x: Double, _ y: Double, id: Int = 1) {
    contact(.moved, id: id, at: place(x, y, in: view))
    settle()  // a movement is delivered with the next frame
  }
  package func lift(_ view: View, _ x: Double, _ y: Double, id: Int = 1) {
    contact(.ended, id: id, at: place(x, y, in: view))
  }
  /// Presses a contact at a point of `view` and lifts it.
  package func tap(_ view: View, _ x: Double, _ y: Double, as kind: Contact.Kind = .touch) {
    press(view, x, y, as: kind)
    advance(0.05)
    lift(view, x, y)
  }
  /// Presses a contact at the middle of `view` and lifts it.
  package func tap(_ view: View, as kind: Contact.Kind = .touch) {
    tap(view, view.size.width / 2, view.size.height / 2, as: kind)
  }
  /// Presses a contact at `start` and moves it to `end` in steps of one frame, without lifting it. The points are
  /// in the coordinates that `view` has at the beginning, even if the view moves during the drag.
  package func drag(
    _ view: View, from start: Point, to end: Point, seconds: Double = 0.2, as kind: Contact.Kind = .touch
  ) {
    let (from, to) = (place(start.x, start.y, in: view), place(end.x, end.y, in: view))
    contact(.began, kind, id: 1, at: from)
    let count = max(Int(seconds * 60), 1)
    for step in 1...count {
      advance(seconds / Double(count))
      contact(.moved, id: 1, at: from + (to - from) * (Double(step) / Double(count)))
      settle()
    }
    lastPosition = to
  }
  /// Lifts the contact of ``drag(_:from:to:seconds:as:)`` at its current position.
  package func drop() { contact(.ended, id: 1, at: lastPosition) }
  private var lastPosition = Point.zero

  /// Cancels a contact, as the compositor does when it recognizes a gesture of its own.
  package func cancel(id: Int = 1) { contact(.canceled, id: id, at: lastPosition) }

  /// The modifier keys that are held during contacts.
  package var modifiers: KeyModifiers = []

  /// The kinds of the contacts that are down.
  private var kinds: [Int: Contact.Kind] = [:]

  /// Passes an event of a finger, a pen or a pointer button to the tree, as a window does.
  private func contact(
    _ action: InputEvent.TouchAction, _ newKind: Contact.Kind? = nil, id: Int, at point: Point
  ) {
    if let newKind { kinds[id] = newKind }
    let input = InputPoint(id: id, at: point, time: .at(time), modifiers: modifiers)
    switch (kinds[id] ?? .touch, action) {
    case (.touch, _): tree.handle(.touch(action, input))
    case (.pen, .began): tree.handle(.pen(.began, input))
    case (.pen, .moved): tree.handle(.pen(.moved, input))
    case (.pen, .ended): tree.handle(.pen(.ended, input))
    case (.pen, .canceled): tree.handle(.pen(.left, input))
    case (.pointer(let button), .began): tree.handle(.pointer(.pressed(button), input))
    case (.pointer, .moved): tree.handle(.pointer(.moved, input))
    case (.pointer(let button), .ended): tree.handle(.pointer(.released(button), input))
    case (.pointer, .canceled): tree.handle(.pointer(.left, input))
    }
  }

  // MARK: Pointer and keys

  package func hover(_ view: View, _ x: Double, _ y: Double) {
    tree.handle(.pointer(.moved, InputPoint(id: 1, at: place(x, y, in: view), time: .at(time))))
    settle()
  }
  @discardableResult
  package func turnWheel(_ view: View, by notches: Point) -> Bool {
    scroll(.wheel(notches, distance: notches * 20), over: view)
  }
  @discardableResult
  package func scrollTouchpad(_ view: View, by distance: Point) -> Bool {
    scroll(.touchpad(distance), over: view)
  }
  /// Lifts the fingers from the touchpad.
  @discardableResult
  package func liftFingers(over view: View) -> Bool { scroll(.touchpadEnd, over: view) }

  private func scroll(_ scroll: Scroll, over view: View) -> Bool {
    let middle = place(view.bounds.center.x, view.bounds.center.y, in: view)
    return tree.handle(.scroll(scroll, InputPoint(id: 1, at: middle, time: .at(time))))
  }
  @discardableResult
  package func key(
    _ symbol: Key, text: String? = nil, _ modifiers: KeyModifiers = [],
    isRepeat: Bool = false
  ) -> Bool {
    tree.handle(
      .keyPressed(KeyPress(symbol, text: text, modifiers: modifiers, phase: isRepeat ? .repeated : .pressed)))
  }

  // MARK: Pictures

  /// Returns a picture of the card with all its layers. The card must be flat.
  package func picture(scale: Double) throws -> Image {
    root.size = card.size
    settle()
    let size = try ViewPainting.pixelSize(of: card.size, scale: scale)
    var layers: [(layer: ViewLayer, image: Image)] = []
    var failure: (any Error)?
    tree.forEachLayer { layer in
      do { layers.append((layer, try ViewPainting.paint(layer.view, scale: scale).image)) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return try Image.drawn(width: size.width, height: size.height, size: card.size) { canvas in
      for (layer, image) in layers {
        canvas.saved {
          if let clip = layer.tile?.clip(layer.clip) ?? layer.clip { canvas.clip(to: clip.path) }
          let map = layer.map
          canvas.transform(
            by: Transform2D(a: map.m0, b: map.m3, c: map.m1, d: map.m4, tx: map.m2, ty: map.m5))
          canvas.draw(image, in: Rect(origin: .zero, size: layer.view.size), alpha: layer.alpha)
        }
      }
    }
  }

  // MARK: Time

  /// Advances the time: timers fire and frames are prepared.
  package func advance(_ seconds: Double) {
    let end = time + seconds
    while true {
      let due = timers.filter { !$0.isCanceled && $0.time <= end }.min { $0.time < $1.time }
      let frame = time + 1.0 / 60
      if let due, due.time <= min(frame, end) {
        time = max(due.time, time)
        due.fire()
      } else if frame < end {
        time = frame
        tree.prepareFrame(at: .at(time))
      } else {
        break
      }
      timers.removeAll(where: \.isCanceled)
    }
    time = end
    tree.prepareFrame(at: .at(time))
  }

  /// Prepares a frame, which lays out the views.
  package func settle() { tree.prepareFrame(at: .at(time)) }

  /// The number of timers that are running.
  package var timerCount: Int { timers.count { !$0.isCanceled } }
}

/// Shows its subviews in a tilted plane, like an item of a carousel.
private final class TiltingView: View {
  var isTilted = false

  override func homography(ofSubview subview: View) -> Homography? {
    guard isTilted else { return super.homography(ofSubview: subview) }
    var transform = Transform3D.identity
    transform.m34 = -1.0 / 500
    transform = transform.rotated(by: 0.7, x: 0.3, y: 1, z: 0.1)
    return Homography(placing: transform, size: subview.size, center: Point(x: 400, y: 300))
  }
}

private final class StageTimer: ViewTimer {
  private(set) var time: Double
  private(set) var isCanceled = false
  private let interval: Double?
  private let action: @MainActor () -> Void

  init(time: Double, interval: Double?, action: @escaping @MainActor () -> Void) {
    (self.time, self.interval, self.action) = (time, interval, action)
  }

  func fire() {
    if let interval { time += interval } else { isCanceled = true }
    action()
  }

  func cancel() { isCanceled = true }
}

extension LayerClip {
  fileprivate var path: Path {
    guard let first = corners.first else { return .rect(bounds) }
    var path = Path()
    path.move(to: first)
    for corner in corners.dropFirst() { path.line(to: corner) }
    path.close()
    return path
  }
}
