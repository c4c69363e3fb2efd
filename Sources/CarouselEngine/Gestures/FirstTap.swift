internal import Geometry

/// A tap that has selected an item, and may be the first half of a double tap.
struct FirstTap {
  /// The longest delay between the end of the first tap and the start of the second, in seconds.
  static let doubleTapTime = 0.3
  /// The largest distance between the two taps, in points: a finger never hits exactly the same position
  /// twice.
  static let doubleTapDistance = 24.0

  var index: Int
  var point: Point
  /// When the finger was lifted.
  var time: Timestamp

  /// Returns the tap with its item's index after edits of content, or `nil` if the item was removed.
  func following(_ edits: ContentEdits) -> FirstTap? {
    guard case .kept(let index) = edits.fate(ofItem: index) else { return nil }
    return FirstTap(index: index, point: point, time: time)
  }

  /// Returns whether a tap on `other` is the second half; the item may have moved meanwhile.
  ///
  /// - Parameters:
  ///   - other: The index of the item under the second tap, if any.
  ///   - start: The position and time at which the second finger came down.
  func isRepeated(by other: Int?, _ start: (point: Point, time: Timestamp)) -> Bool {
    let delay = start.time - time
    return delay >= 0 && delay <= Self.doubleTapTime
      && (other == index || start.point.distance(to: point) <= Self.doubleTapDistance)
  }
}
