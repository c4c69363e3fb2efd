/// The methods of the delegate. The raw values are their names in the recording.
enum CallbackName: String, Decodable {
  case willBeginScrollingAnimation, didEndScrollingAnimation, didScroll, currentItemIndexDidChange
  case willBeginDragging, didEndDragging, willBeginDecelerating, didEndDecelerating
  case shouldSelectItem, didSelectItem
}

/// A call of the delegate, with the values that the carousel's properties had during the call.
struct Callback: CustomStringConvertible {
  var name: CallbackName
  var scrollOffset: Double
  var currentItemIndex: Int
  /// 1 or 0 for the value of `willDecelerate`; for a selection callback, the index of the item.
  var extra: Int?

  var description: String {
    "\(name)(\(scrollOffset), \(currentItemIndex)\(extra.map { ", \($0)" } ?? ""))"
  }

  /// Returns whether this call and `other` are the same call, at offsets that differ by at most `tolerance`.
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
