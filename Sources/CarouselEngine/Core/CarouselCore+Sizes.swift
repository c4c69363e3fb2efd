internal import Geometry

/// Items that change their size.
///
/// A changed size takes this way:
///
/// 1. ``Carousel/itemSizeDidChange(at:)``, or ``Carousel/frame()`` where a view has another size than before, makes the input
///    ``CarouselInput/itemSizeDidChange(index:size:)``.
/// 2. Below, the loader takes the size of the view, and ``ItemSizes`` notes that the item's width is unknown.
/// 3. At the next frame, ``resolveLayout()`` asks the delegate for the unknown widths: ``CarouselRequest/itemWidths(_:)``.
/// 4. ``ItemSizes`` takes the answer and lists the change; ``LayoutResolver/layTrack(_:)`` applies listed changes to the
///    ``ItemTrack`` of the last layout, in O(log *n*) each.
/// 5. ``ItemPositions`` places items on the track, and the scroller moves along it.
extension CarouselCore {
  /// Handles a possible change of an item's width, or of its view's size.
  mutating func itemSizeDidChange(at index: Int, size: Size?) {
    if let size { loader.setSize(size, at: index) }
    staleness.setNeedsFrame()
    guard layout.settings.itemSizing == .individual, !content.isPlaceholder(index) else { return }
    layout.invalidateSize(ofItem: index)
    staleness.setNeedsVisibleItems()
  }
}
