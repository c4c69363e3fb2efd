/// The questions of the link between carousels.
extension Scroller {
  /// Whether the carousel moves by a drag, by the program or by itself, so that linked carousels follow it.
  var isLeading: Bool { (isTravelling || isDragging || hasStoppedMotion) && !isCorrecting }

  /// Whether a touch stops the motion under way.
  var stopsAtTouch: Bool { isOnItsWay || isAutoscrolling && autoscroll.pausesDuringTouch }

  /// Whether the carousel must rest at an item, and is between two items. It may stay at an offset that the
  /// program has set.
  var isBetweenItems: Bool {
    guard isIdle || isHeldAtRest, alignsAtRest, !isOffsetSet, !row.isEmpty else { return false }
    return abs(row.distance(from: offset, to: geometry.itemStop(nearestTo: offset))) > offsetMargin
  }

  /// Whether the carousel has come to rest where it must rest: at a stop, or where the program has set it.
  var restsAtStop: Bool { alignsAtRest && !isBetweenItems }
}
