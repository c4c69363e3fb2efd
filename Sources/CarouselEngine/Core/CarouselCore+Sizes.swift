internal import Geometry

/// Changes of the size of an item.
///
/// A changed size takes this path:
///
/// 1. ``Carousel/itemSizeDidChange(at:)`` makes the input ``CarouselInput/itemSizeDidChange(index:)``.
/// Before it draws a view whose size has changed, ``Carousel/frame()`` makes the input
/// ``CarouselInput/viewDidChange(index:_:)``, which stores the size in the loader.
/// 2. The methods below mark the item's width in ``ItemSizes`` as unknown.
/// 3. At the next frame, ``advanceMotion(to:)`` adds an update task. Its ``resolveLayout()`` asks the delegate for
/// the unknown widths with ``CarouselRequest/itemWidths(_:)``.
/// 4. ``ItemSizes`` stores the answer. ``LayoutResolver/layTrack(_:)`` makes a new ``ItemTrack`` in one pass
/// over all widths.
/// 5. ``FrameScene`` reads the new ``ItemPositions`` from the track, and the scroller moves along it.
extension CarouselCore {
  /// Handles a change of the properties of an item's view.
  mutating func viewDidChange(at index: Int, _ properties: ViewProperties) {
    guard let old = loader.setProperties(properties, at: index) else { return }
    staleness.setNeedsFrame()
    if old.size != properties.size { itemSizeDidChange(at: index) }
  }

  /// Handles a change of the properties of a view that fades or slides out.
  mutating func fadingViewDidChange(at number: Int, _ properties: ViewProperties) {
    loader.setProperties(properties, ofFading: number)
    staleness.setNeedsFrame()
  }

  /// Handles a possible change of an item's width.
  mutating func itemSizeDidChange(at index: Int) {
    staleness.setNeedsFrame()
    guard layout.settings.itemSizing == .individual, !content.isPlaceholder(index) else { return }
    layout.invalidateSize(ofItem: index)
    staleness.setNeedsVisibleItems()
  }
}
