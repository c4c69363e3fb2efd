internal import CarouselEngine
internal import CarouselViews
internal import Controls
internal import Views
public import Windowing

extension CarouselWindow {
  public func windowDidReceiveMemoryWarning(_ window: Window) {
    // First the program: views that it releases have no pixels afterwards.
    onMemoryWarning?()
    purge()
  }

  /// Releases the views in the reuse pools, the pixels that the last frame did not show, and the pictures cached for all
  /// windows.
  private func purge() {
    for view in tree.carouselViews { view.carousel.purgeReusableViews() }
    tree.root.forEachInSubtree { ($0 as? CollectionView)?.purgeReusableCells() }
    ImageLoader.shared.removeAllCachedImages()
    textures.purge(at: Timestamp(seconds: system.clock()))
  }
}
