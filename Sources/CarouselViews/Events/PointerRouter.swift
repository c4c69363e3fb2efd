package import CarouselEngine
package import Geometry

/// Passes hovering, wheels and touchpad gestures to the views under the pointer.
@MainActor
package final class PointerRouter {
  /// The views under the pointer, the deepest first.
  package private(set) var hovered: [View] = []
  private var position: Point?
  /// The view that a touchpad scroll belongs to, until the fingers are lifted.
  private weak var scrolling: View?
  private weak var pinching: View?
  private var lastScrollTime = Timestamp(seconds: 0)

  package init() {}

  /// The shape of the pointer that the views under it want.
  package var shape: PointerShape? { hovered.lazy.compactMap(\.cursor).first }

  /// Moves the pointer; `nil` means that it has left the window.
  package func move(to position: Point?, in root: View) {
    self.position = position
    updateHover(in: root)
    guard let position else { return }
    for view in hovered {
      if let point = view.convert(position, from: nil) { view.hoverMoved(to: point) }
    }
  }

  /// Finds the views under the pointer again, since views may have moved below it.
  package func updateHover(in root: View) {
    let hit = position.flatMap { root.hitTest($0) }
    let chain = hit?.chain ?? []
    let old = hovered
    hovered = chain
    for view in old where !chain.contains(where: { $0 === view }) {
      view.isHovered = false
      view.hoverLeft()
    }
    for view in chain.reversed() where !old.contains(where: { $0 === view }) {
      view.isHovered = true
      view.hoverEntered(at: position.flatMap { view.convert($0, from: nil) } ?? .zero)
    }
  }

  /// Ends the hovering of `view` and the views in it.
  package func remove(_ view: View) {
    let gone = hovered.filter { $0.isDescendant(of: view) }
    hovered.removeAll { $0.isDescendant(of: view) }
    for view in gone {
      view.isHovered = false
      view.hoverLeft()
    }
    if scrolling?.isDescendant(of: view) == true { endScroll(time: lastScrollTime) }
    if pinching?.isDescendant(of: view) == true { pinching = nil }
  }

  /// Ends a touchpad scroll, since its end may never be reported. Called when the pointer is pressed or leaves.
  package func endScroll(time: Timestamp) {
    guard let scrolling else { return }
    self.scrolling = nil
    _ = scrolling.scrolled(ScrollGesture(.ended, at: position ?? .zero, time: time))
  }

  /// Passes a scroll to the views under the pointer, the deepest first. Returns whether one has used it.
  @discardableResult
  package func scroll(_ gesture: ScrollGesture, in root: View) -> Bool {
    lastScrollTime = gesture.timestamp
    if gesture.phase != .wheel, let scrolling {
      if gesture.phase == .ended { self.scrolling = nil }
      _ = scrolling.scrolled(gesture)
      return true
    }
    guard gesture.phase != .ended else { return false }
    let chain = root.hitTest(gesture.position)?.chain ?? []
    guard let user = chain.first(where: { $0.scrolled(gesture) }) else { return false }
    if gesture.phase == .moved { scrolling = user }
    return true
  }

  /// Passes a pinch to the views under the pointer, the deepest first. Returns whether one has used it.
  @discardableResult
  package func pinch(_ gesture: PinchGesture, in root: View) -> Bool {
    if let pinching {
      if gesture.phase == .ended || gesture.phase == .canceled { self.pinching = nil }
      if gesture.phase != .began { return pinching.pinched(gesture) }
    }
    guard gesture.phase == .began else { return false }
    let chain = root.hitTest(gesture.position)?.chain ?? []
    pinching = chain.first { $0.pinched(gesture) }
    return pinching != nil
  }
}
