internal import Geometry

/// Changes of the size of an item.
///
/// The path of a changed size:
///
/// 1. ``Carousel/itemSizeDidChange(at:)``, or ``Carousel/frame()`` after it has drawn a view with another size, makes the input
///    ``CarouselInput/itemSizeDidChange(index:size:)``.
/// 2. Below, the loader stores the size of the view, and ``ItemSizes`` marks the item's width as unknown.
/// 3. At the next frame, ``moveOn(to:)`` adds an update task, whose ``resolveLayout()`` asks the delegate for the unknown
///    widths: ``CarouselRequest/itemWidths(_:)``.
/// 4. ``ItemSizes`` stores the answer and lists the change; ``LayoutResolver/layTrack(_:)`` applies listed changes to the
///    ``ItemTrack`` of the last layout, in O(log *n*) each.
/// 5. ``FrameScene`` takes the ``ItemPositions`` on the track; the scroller moves along it.
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
