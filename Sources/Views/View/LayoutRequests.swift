/// The layouts that a view and its descendants have requested.
struct LayoutRequests {
  /// Whether `layoutSubviews()` of the view is called in the next layout pass.
  private(set) var isLayoutNeeded = false
  /// Whether the view or a descendant is laid out in the next layout pass.
  private(set) var isPassNeeded = false

  /// Requests a call of `layoutSubviews()`. The view must also be reached by the next pass.
  mutating func requestLayout() { isLayoutNeeded = true }

  /// Requests that the next pass reaches the view.
  mutating func requestPass() { isPassNeeded = true }

  /// Begins the pass at the view. Returns whether `layoutSubviews()` is to be called.
  mutating func beginPass() -> Bool {
    defer { self = LayoutRequests() }
    return isLayoutNeeded
  }

  /// Drops all requests.
  mutating func removeAll() { self = LayoutRequests() }
}
