/// The delegate's methods, by the names that the recording gives them.
enum CallbackName: String, Decodable {
  case willBeginScrollingAnimation, didEndScrollingAnimation, didScroll, currentItemIndexDidChange
  case willBeginDragging, didEndDragging, willBeginDecelerating, didEndDecelerating
  case shouldSelectItem, didSelectItem
}

/// A call of the delegate, with what it could read from the carousel meanwhile.
struct Callback: CustomStringConvertible {
  var name: CallbackName
  var scrollOffset: Double
  var currentItemIndex: Int
  /// 1 or 0 for `willDecelerate`, or the index of the item that is or may be selected.
  var extra: Int?

  var description: String {
    "\(name)(\(scrollOffset), \(currentItemIndex)\(extra.map { ", \($0)" } ?? ""))"
  }

  /// Whether both are the same call, at the same place to `tolerance`.
  func matches(_ other: Callback, within tolerance: Double) -> Bool {
    name == other.name && currentItemIndex == other.currentItemIndex && extra == other.extra
      && abs(scrollOffset - other.scrollOffset) <= tolerance
  }
}

/// The calls of the delegate, in order.
struct CallbackLog {
  private(set) var calls: [Callback] = []

  mutating func append(_ callback: Callback) { calls.append(callback) }

  /// Returns the calls so far and forgets them.
  mutating func drain() -> [Callback] {
    defer { calls = [] }
    return calls
  }
}
