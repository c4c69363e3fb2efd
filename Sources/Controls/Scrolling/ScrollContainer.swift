public import Geometry
public import Views

/// A view that scrolls its content when it is dragged.
///
/// At an end of its content, a scroll view or a carousel yields the drag to a container around it that scrolls
/// along the same axis. Adopt this protocol in your own scrolling view, so that the views inside yield to it.
/// Call `hasScrollContainer(along:)` when your view reaches its own end.
@MainActor
public protocol ScrollContainer: View {
  /// Returns whether a drag along `axis` moves the content.
  func scrolls(along axis: Axis) -> Bool
}

extension View {
  /// Returns whether one of the superviews scrolls its content along `axis`.
  public func hasScrollContainer(along axis: Axis) -> Bool {
    chain.dropFirst().contains { ($0 as? any ScrollContainer)?.scrolls(along: axis) == true }
  }

  /// Scrolls all scroll views that contain this view until the view is visible.
  ///
  /// GTK: `scroll-to-focus`.
  public func scrollIntoView(animated: Bool = true) {
    for container in chain.dropFirst() {
      guard let scroll = container as? ScrollView else { continue }
      scroll.reveal(self, animated: animated)
    }
  }
}
