/// What a frame shows: the part of a core's state that frames are built from.
///
/// It is a copy, because building a frame calls the delegate and effects, which may change the carousel meanwhile.
struct FrameScene: Sendable {
  let snapshot: LayoutSnapshot
  let loaded: [LoadedItem]
  let leaving: [LeavingItem]
  let scroller: Scroller
  let presentation: Presentation
  /// Whether items have a place: the item width is known, or the layout does not need it.
  let isShown: Bool
  /// The time of the frame; `nil` before the first one.
  let time: Timestamp?

  /// Where items stand.
  var positions: ItemPositions { scroller.positions(itemWidth: snapshot.context.itemWidth) }

  /// The items that the present look shows.
  var visibleRange: VisibleRange { snapshot.visibleRange(at: scroller.offset, on: scroller.ring) }
}

extension CarouselCore {
  /// What the next frame shows.
  var frameScene: FrameScene {
    FrameScene(
      snapshot: layout.snapshot, loaded: loader.loaded, leaving: loader.leaving, scroller: scroller,
      presentation: presentation, isShown: layout.itemWidth > 0 || layout.settings.type == .custom,
      time: frameTime)
  }
}
