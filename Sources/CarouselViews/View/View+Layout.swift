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

extension View {
  /// Requests a call of ``layoutSubviews()`` before the next frame.
  ///
  /// UIKit: `setNeedsLayout`.
  public func setNeedsLayout() {
    layoutRequests.requestLayout()
    markLayoutPath()
    requestFrame()
  }

  /// Requests that the next layout pass reaches the view, from the root on.
  func markLayoutPath() {
    var view: View? = self
    while let next = view {
      next.layoutRequests.requestPass()
      view = next.superview
    }
  }

  /// The largest number of layout rounds in ``layoutIfNeeded()``. Requests after the last round are dropped.
  private static let mostLayoutRounds = 8

  /// Calls ``layoutSubviews()`` now for this view and its descendants, if they have requested a layout.
  ///
  /// A layout may request another one. After eight rounds, such requests are dropped.
  ///
  /// UIKit: `layoutIfNeeded`.
  public func layoutIfNeeded() {
    for _ in 0..<Self.mostLayoutRounds where layoutRequests.isPassNeeded { layoutRound() }
    if layoutRequests.isPassNeeded { dropLayoutRequests() }
  }

  private func layoutRound() {
    if layoutRequests.beginPass() { layoutSubviews() }
    for subview in subviews where subview.layoutRequests.isPassNeeded { subview.layoutRound() }
  }

  private func dropLayoutRequests() {
    layoutRequests.removeAll()
    for subview in subviews where subview.layoutRequests.isPassNeeded { subview.dropLayoutRequests() }
  }
}
