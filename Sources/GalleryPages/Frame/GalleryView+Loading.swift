import CarouselUI

extension GalleryView {
  /// Whether a picture of the page is being loaded.
  package var isLoading: Bool { Self.isLoading(pageView) }

  private static func isLoading(_ view: View) -> Bool {
    (view as? AsyncImageView)?.state == .loading || view.subviews.contains(where: isLoading)
  }
}
