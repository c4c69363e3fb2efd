/// The delegate's methods, with their names in the recording.
enum CallbackName: String, Decodable {
  case willBeginScrollingAnimation, didEndScrollingAnimation, didScroll, currentItemIndexDidChange
  case willBeginDragging, didEndDragging, willBeginDecelerating, didEndDecelerating
  case shouldSelectItem, didSelectItem
}

/// A call of the delegate, with the values it could read from the carousel.
struct Callback: CustomStringConvertible {
  var name: CallbackName
  var scrollOffset: Double
  var currentItemIndex: Int
  /// 1 or 0 for `willDecelerate`, or the index in a selection callback.
  var extra: Int?

  var description: String {
    "\(name)(\(scrollOffset), \(currentItemIndex)\(extra.map { ", \($0)" } ?? ""))"
  }

  /// Returns whether both are the same call, at the same offset within `tolerance`.
  func matches(_ other: Callback, within tolerance: Double) -> Bool {
    name == other.name && currentItemIndex == other.currentItemIndex && extra == other.extra
      && abs(scrollOffset - other.scrollOffset) <= tolerance
  }
}

/// The log of the delegate's calls, in order.
struct CallbackLog {
  private(set) var calls: [Callback] = []

  mutating func append(_ callback: Callback) { calls.append(callback) }

  /// Returns the calls so far and clears the log.
  mutating func drain() -> [Callback] {
    defer { calls = [] }
    return calls
  }
}
