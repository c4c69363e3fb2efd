internal import CarouselEngine
package import Geometry

/// A view that moves its content when it is dragged. A scroll view at an end yields to one around it with the same axis.
@MainActor
package protocol ScrollContainer: View {
  /// Returns whether a drag along `axis` moves the content.
  func scrolls(along axis: Axis) -> Bool
}

extension View {
  /// Whether a view around this one moves its content along `axis`.
  func hasScrollContainer(along axis: Axis) -> Bool {
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
