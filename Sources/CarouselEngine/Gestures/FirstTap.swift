internal import Geometry

/// A tap that has selected an item, and may be the first half of a double tap.
struct FirstTap {
  /// How soon the second half must begin after the end of the first, in seconds.
  static let doubleTapTime = 0.3
  /// How far apart the halves may be, in points: no finger hits the same place twice.
  static let doubleTapDistance = 24.0

  var index: Int
  var point: Point
  /// When the finger was lifted.
  var time: Timestamp

  /// Returns the tap with the index that its item has after changes of content, or `nil` if that is gone.
  func following(_ edits: ContentEdits) -> FirstTap? {
    guard case .kept(let index) = edits.fate(ofItem: index) else { return nil }
    return FirstTap(index: index, point: point, time: time)
  }

  /// Returns whether a tap on `other` is the second half; the item may have moved on meanwhile.
  ///
  /// - Parameters:
  ///   - other: What is hit by the other tap, if anything is.
  ///   - start: When and where the other finger came down.
  func isRepeated(by other: Int?, _ start: (point: Point, time: Timestamp)) -> Bool {
    let delay = start.time - time
    return delay >= 0 && delay <= Self.doubleTapTime
      && (other == index || start.point.distance(to: point) <= Self.doubleTapDistance)
  }
}
