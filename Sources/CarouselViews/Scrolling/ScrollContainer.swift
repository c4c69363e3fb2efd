public import CarouselEngine

/// A view that moves its content when it is dragged.
///
/// A scroll view or a carousel at an end yields to a container around it with the same axis. A view of your own that is
/// dragged adopts the protocol so that the views in it yield to it, and asks ``View/hasScrollContainer(along:)`` when it
/// comes to its own end.
@MainActor
public protocol ScrollContainer: View {
  /// Returns whether a drag along `axis` moves the content.
  func scrolls(along axis: Axis) -> Bool
}

extension View {
  /// Returns whether a view around this one moves its content along `axis`.
  public func hasScrollContainer(along axis: Axis) -> Bool {
    chain.dropFirst().contains { ($0 as? any ScrollContainer)?.scrolls(along: axis) == true }
  }

  /// Scrolls the scroll views around until the view is seen.
  ///
  /// GTK: `scroll-to-focus`.
  public func scrollIntoView(animated: Bool = true) {
    for container in chain.dropFirst() {
      guard let scroll = container as? ScrollView else { continue }
      scroll.reveal(self, animated: animated)
    }
  }
}
