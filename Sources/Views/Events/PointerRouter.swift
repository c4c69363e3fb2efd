internal import Geometry
internal import Input

/// Passes the hovering, the scrolls and the touchpad gestures of one pointer to the views under it.
@MainActor
final class PointerRouter {
  /// The views under the pointer, the deepest first.
  private(set) var hovered: [View] = []
  /// For each view under the pointer, the last pointer position that it received, in its own coordinates.
  private var places: [ObjectIdentifier: Point] = [:]
  private var position: Point?
  private var touchpad = TouchpadScroll()
  private var wheel = WheelScroll()
  private weak var pinching: View?
  private var lastPinch: PinchGesture?
  private var lastScrollTime = Timestamp(seconds: 0)

  /// The pointer shape of the deepest view that sets one.
  var shape: CursorShape? { hovered.lazy.compactMap(\.cursor).first }

  /// Moves the pointer; `nil` means that it has left the window.
  func move(to position: Point?, in root: View) {
    self.position = position
    updateHover(in: root)
  }

  /// Finds the views under the pointer again, because views may have moved.
  func updateHover(in root: View) {
    let hit = position.flatMap { root.hitTest($0) }
    let chain = hit?.chain ?? []
    let old = hovered
    hovered = chain
    for view in old where !chain.contains(where: { $0 === view }) { leave(view) }
    for view in chain.reversed() where !old.contains(where: { $0 === view }) {
      // A call of a superview may have hidden or disabled the view.
      guard hovered.contains(where: { $0 === view }) else { continue }
      view.hoveringPointers += 1
      // A second pointer over the view changes nothing for the view.
      if view.hoveringPointers == 1 {
        view.hoverEntered(at: position.flatMap { view.convert($0, from: nil) } ?? .zero)
      }
    }
    guard let position else { return }
    for view in hovered {
      guard let point = view.convert(position, from: nil), places[ObjectIdentifier(view)] != point else {
        continue
      }
      places[ObjectIdentifier(view)] = point
      view.hoverMoved(to: point)
    }
  }

  private func leave(_ view: View) {
    places[ObjectIdentifier(view)] = nil
    guard view.hoveringPointers > 0 else { return }
    view.hoveringPointers -= 1
    if view.hoveringPointers == 0 { view.hoverLeft() }
  }

  /// Ends the hovering, the scroll and the pinch of `view` and its descendants.
  func remove(_ view: View) {
    let gone = hovered.filter { $0.isDescendant(of: view) }
    hovered.removeAll { $0.isDescendant(of: view) }
    for view in gone { leave(view) }
    if touchpad.owner?.isDescendant(of: view) == true { endScroll(time: lastScrollTime) }
    if wheel.owner?.isDescendant(of: view) == true { wheel = WheelScroll() }
    if pinching?.isDescendant(of: view) == true { cancelPinch() }
  }

  // MARK: Scrolling

  /// Ends a touchpad scroll when this pointer is pressed or leaves, because the compositor may not report the
  /// end.
  func endScroll(time: Timestamp) {
    let owner = touchpad.owner
    touchpad = TouchpadScroll()
    _ = owner?.scrolled(ScrollGesture(.ended, at: position ?? .zero, time: time))
  }

  /// Passes a scroll to the views under the pointer, the deepest first, until a view has used it. Returns
  /// whether a view has used it. The view that has used the beginning of a scroll receives all of it, as in browsers.
  ///
  /// The first few points of a touchpad scroll are held back until its axis is known, because they often point
  /// across the axis.
  ///
  /// - Parameter point: The pointer, in the coordinates of `root`.
  func scroll(_ scroll: Scroll, at point: InputPoint, in root: View) -> Bool {
    ScrollGesture.events(of: scroll, at: point).map { pass($0, in: root) }.contains(true)
  }

  private func pass(_ gesture: ScrollGesture, in root: View) -> Bool {
    lastScrollTime = gesture.timestamp
    switch gesture.phase {
    case .wheel:
      if let owner = wheel.continuing(gesture) {
        _ = owner.scrolled(gesture)
        return true
      }
      let owner = offer(gesture, in: root)
      wheel.begin(gesture, owner: owner)
      return owner != nil
    case .ended:
      let owner = touchpad.owner
      touchpad = TouchpadScroll()
      _ = owner?.scrolled(gesture)
      return owner != nil
    case .moved:
      guard let decided = touchpad.add(gesture) else { return false }
      if let owner = touchpad.owner {
        _ = owner.scrolled(decided)
        return true
      }
      touchpad.owner = offer(decided, in: root)
      return touchpad.owner != nil
    }
  }

  private func offer(_ gesture: ScrollGesture, in root: View) -> View? {
    root.hitTest(gesture.position)?.chain.first { $0.scrolled(gesture) }
  }

  // MARK: Pinches

  /// Passes a pinch to the views under the pointer, the deepest first, until a view has used it. Returns
  /// whether a view has used it.
  func pinch(_ gesture: PinchGesture, in root: View) -> Bool {
    if gesture.phase == .began {
      cancelPinch()
      let chain = root.hitTest(gesture.position)?.chain ?? []
      pinching = chain.first { $0.pinched(gesture) }
      lastPinch = gesture
      return pinching != nil
    }
    guard let pinching else { return false }
    lastPinch = gesture
    if gesture.phase == .ended || gesture.phase == .canceled { self.pinching = nil }
    return pinching.pinched(gesture)
  }

  /// Cancels a pinch if its end will not be reported or its view has been removed.
  func cancelPinch() {
    guard let pinching, let lastPinch else { return }
    self.pinching = nil
    _ = pinching.pinched(
      PinchGesture(
        .canceled, scale: lastPinch.scale, rotation: lastPinch.rotation, at: lastPinch.position,
        time: lastPinch.timestamp))
  }
}
