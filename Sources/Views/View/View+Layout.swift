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
