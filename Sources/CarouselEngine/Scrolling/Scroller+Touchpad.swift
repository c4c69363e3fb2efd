internal import Geometry

/// Changes of the offset by two fingers on a touchpad.
extension Scroller {
  /// Begins a touchpad gesture, which is a drag. With paging the gesture is limited to one page in each
  /// direction.
  mutating func beginTouchpadDrag(at now: Timestamp) {
    let target = destination ?? offset
    touchDown(at: now)
    beginDrag(translation: 0)
    guard settings.isPagingEnabled, !ring.isEmpty, case .dragging(var drag) = activity else { return }
    drag.page = TouchpadPage(from: offset, target: target, stops: stops, bounds: bounds)
    update(.dragging(drag))
  }

  /// Ends a touchpad gesture.
  ///
  /// - Parameter itemWidth: The distance between the centers of neighbors, in points.
  mutating func endTouchpadDrag(itemWidth: Double, at now: Timestamp) {
    guard case .dragging(let drag) = activity, let page = drag.page else { return endDrag(at: now) }
    let threshold = TouchpadPage.threshold * abs(geometry.offsetMultiplier) / max(itemWidth, 1)
    let flick = abs(drag.speed) >= TouchpadPage.minimumFlickSpeed ? freshVelocity(of: drag, at: now) : 0
    // The program may have set the offset during the gesture, or items may have been removed.
    let target = offset + page.target(threshold: threshold, flick: flick) - page.offset
    endDrag(on: geometry.attainable(stops.stop(0, near: onItem(target))), at: now)
  }
}
