internal import CarouselViews
public import Windowing

extension CarouselWindow {
  public func windowDidReceiveMemoryWarning(_ window: Window) {
    // First the program: views that it releases have no pixels afterwards.
    onMemoryWarning?()
    purge()
  }

  /// Releases the views in the reuse pools, and the pixels that the last frame did not show.
  private func purge() {
    for view in tree.carouselViews { view.carousel.purgeReusableViews() }
    tree.root.forEachInSubtree { ($0 as? ListView)?.purgeReusableRows() }
    textures.purge()
  }
}
