internal import Geometry

/// Changes of the size of an item.
///
/// A changed size takes this path:
///
/// 1. ``Carousel/itemSizeDidChange(at:)`` makes the input ``CarouselInput/itemSizeDidChange(index:size:)``.
/// ``Carousel/frame()`` makes the same input after it has drawn a view whose size has changed.
/// 2. The method below stores the size of the view in the loader, and marks the item's width in ``ItemSizes``
/// as unknown.
/// 3. At the next frame, ``advanceMotion(to:)`` adds an update task. Its ``resolveLayout()`` asks the delegate for
/// the unknown widths with ``CarouselRequest/itemWidths(_:)``.
/// 4. ``ItemSizes`` stores the answer. ``LayoutResolver/layTrack(_:)`` makes a new ``ItemTrack`` in one pass
/// over all widths.
/// 5. ``FrameScene`` reads the new ``ItemPositions`` from the track, and the scroller moves along it.
extension CarouselCore {
  /// Handles a change of the size of an item's view, or a possible change of the item's width.
  mutating func itemSizeDidChange(at index: Int, size: Size?) {
    if let size { loader.setSize(size, at: index) }
    staleness.setNeedsFrame()
    guard layout.settings.itemSizing == .individual, !content.isPlaceholder(index) else { return }
    layout.invalidateSize(ofItem: index)
    staleness.setNeedsVisibleItems()
  }
}
