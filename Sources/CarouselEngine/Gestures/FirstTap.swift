internal import Geometry

/// A tap that has selected an item and may be the first half of a double tap.
struct FirstTap {
  /// The longest delay between the end of the first tap and the start of the second tap, in seconds.
  static let doubleTapTime = 0.3
  /// The largest distance between the two taps of a double tap, in points. A finger never hits exactly the
  /// same position twice.
  static let doubleTapDistance = 24.0

  var index: Int
  var point: Point
  /// The time at which the finger was lifted.
  var time: Timestamp

  /// Returns the tap with the new index of its item after edits of content; `nil` if the item was removed.
  func following(_ edits: ContentEdits) -> FirstTap? {
    edits.keptIndex(ofItem: index).map { FirstTap(index: $0, point: point, time: time) }
  }

  /// Returns whether a tap on item `other` is the second half of a double tap. The tapped item may have moved
  /// in the meantime.
  ///
  /// - Parameters:
  ///   - other: The index of the item under the second tap; `nil` if no item is there.
  ///   - start: The position and time at which the second finger came down.
  func isRepeated(by other: Int?, _ start: (point: Point, time: Timestamp)) -> Bool {
    let delay = start.time - time
    return delay >= 0 && delay <= Self.doubleTapTime
      && (other == index || start.point.distance(to: point) <= Self.doubleTapDistance)
  }
}
