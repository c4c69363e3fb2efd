package import Geometry
internal import Input
internal import Views

/// The place of a window in a content that is larger than the window, because other windows show its other parts.
package struct WindowExtent: Equatable, Sendable {
  /// The size of the content, in points.
  package var size: Size
  /// The position of the window in the content, in points.
  package var origin: Point

  package init(size: Size, origin: Point) { (self.size, self.origin) = (size, origin) }
}

extension InputEvent {
  /// Returns the event at another position.
  ///
  /// - Parameter map: Returns the position for a position of the event.
  func mapped(by map: (Point) -> Point) -> InputEvent {
    func moved(_ point: InputPoint) -> InputPoint {
      var point = point
      point.position = map(point.position)
      return point
    }
    switch self {
    case .pointer(let action, let point): return .pointer(action, moved(point))
    case .touch(let action, let point): return .touch(action, moved(point))
    case .pen(let action, let point): return .pen(action, moved(point))
    case .scroll(let scroll, let point): return .scroll(scroll, moved(point))
    case .swipe(let gesture, let point): return .swipe(gesture, moved(point))
    case .hold(let gesture, let point): return .hold(gesture, moved(point))
    case .drag(let action, let point): return .drag(action, moved(point))
    case .pinch(let pinch, let pointer):
      let moved = PinchGesture(
        pinch.phase, scale: pinch.scale, rotation: pinch.rotation, at: map(pinch.position),
        time: pinch.timestamp)
      return .pinch(moved, pointer: pointer)
    case .keyPressed, .keyReleased: return self
    }
  }
}
