internal import Geometry
internal import Input
internal import Views

/// The wheel and the touchpad that scroll and zoom a scroll view.
@MainActor
final class ScrollWheel {
  private unowned let view: ScrollView
  private var tracker = VelocityTracker()
  private var sum = Point.zero
  /// Whether fingers on a touchpad scroll.
  private(set) var isScrolling = false
  /// The point of the scroll view at which a pinch on a touchpad began.
  private var pinchPoint = Point.zero

  /// The distance that a notch of a wheel scrolls by, in points.
  private static let notchDistance = 60.0
  /// The change of the scale's logarithm for a notch of a wheel, and for a point of a touchpad scroll.
  private static let notchZoom = 0.25
  private static let touchpadZoom = 0.01

  init(of view: ScrollView) { self.view = view }

  /// Forgets a scroll of fingers.
  func cancel() {
    (isScrolling, sum) = (false, .zero)
    tracker = VelocityTracker()
  }

  /// Follows a wheel or the fingers on a touchpad. Returns whether they scroll or zoom.
  ///
  /// - Parameter isTouched: Whether another contact scrolls or zooms.
  func scrolled(_ gesture: ScrollGesture, isTouched: Bool) -> Bool {
    func directed(_ way: Point) -> Point {
      gesture.modifiers.contains(.shift) ? Point(x: way.y, y: way.x) : way
    }
    if view.core.isZoomEnabled, gesture.modifiers.contains(.control), gesture.phase != .ended {
      return !isTouched && zoom(gesture)
    }
    switch gesture.phase {
    case .wheel: return turnWheel(directed(gesture.notches))
    case .moved:
      let isTurned = gesture.modifiers.contains(.shift)
      if let axis = gesture.axis, !view.scrollAxes.contains(isTurned ? axis.perpendicular : axis) {
        return false
      }
      return moveFingers(directed(gesture.distance), at: gesture.timestamp)
    case .ended:
      let velocity = tracker.velocity(at: gesture.timestamp)
      cancel()
      guard !view.isZooming else { return true }
      view.core.release(
        velocity: Point(
          x: view.scrollAxes.contains(.horizontal) ? velocity.x : 0,
          y: view.scrollAxes.contains(.vertical) ? velocity.y : 0),
        animated: view.canMove)
      view.move()
      return true
    }
  }

  /// Zooms about the pointer: a notch of a wheel with a motion, a touchpad at once.
  private func zoom(_ gesture: ScrollGesture) -> Bool {
    guard let point = gesture.location(in: view) else { return false }
    let isWheel = gesture.phase == .wheel
    let way =
      isWheel ? -gesture.notches.y * Self.notchZoom : -gesture.distance.y * Self.touchpadZoom
    guard way.isFinite else { return false }
    view.core.zoom(
      to: view.core.targetScale.scaled(byLogarithm: min(max(way, -5), 5)), about: point,
      animated: isWheel && view.canMove)
    view.move()
    return true
  }

  /// Follows a pinch on a touchpad. Returns whether it zooms.
  func pinched(_ gesture: PinchGesture, isTouched: Bool) -> Bool {
    guard view.core.isZoomEnabled || view.core.isPinching else { return false }
    switch gesture.phase {
    case .began:
      guard !isTouched, let point = gesture.location(in: view) else { return false }
      pinchPoint = point
      view.core.beginPinch(at: point)
    case .changed:
      guard !isTouched, view.core.isPinching else { return false }
      view.core.pinch(by: gesture.scale, at: pinchPoint)
    case .ended:
      guard view.core.isPinching else { return false }
      if !view.core.endPinch(about: pinchPoint, animated: view.canMove) {
        view.core.release(velocity: .zero, animated: view.canMove)
      }
    case .canceled:
      guard view.core.isPinching else { return false }
      view.core.cancelPinch(animated: view.canMove)
    }
    view.move()
    return true
  }

  private func turnWheel(_ notches: Point) -> Bool {
    guard !view.isZooming else { return true }
    var isUsed = false
    for axis in view.scrollAxes {
      let distance = axis.along(notches) * Self.notchDistance
      guard distance.isFinite, distance != 0 else { continue }
      let target = min(max(view.core[axis].target, 0), view.core[axis].limit)
      guard distance > 0 ? target < view.core[axis].limit : target > 0 else { continue }
      isUsed = true
      view.core.scroll(axis, to: target + distance, animated: view.canMove)
    }
    if isUsed { view.move() }
    return isUsed
  }

  private func moveFingers(_ distance: Point, at time: Timestamp) -> Bool {
    guard distance.x.isFinite, distance.y.isFinite else { return false }
    guard !view.isZooming else { return true }
    var isUsed = false
    for axis in view.scrollAxes where axis.along(distance) != 0 {
      if view.core[axis].move(by: axis.along(distance)) { isUsed = true }
    }
    guard isUsed else { return false }
    isScrolling = true
    sum = sum + distance
    tracker.add(sum, at: time)
    view.move()
    return true
  }
}

extension Axis {
  fileprivate var perpendicular: Axis { self == .horizontal ? .vertical : .horizontal }
}
