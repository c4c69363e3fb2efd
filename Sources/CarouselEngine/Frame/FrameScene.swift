internal import Geometry

/// The input of one frame: the loaded items, their positions and their poses.
///
/// The scene is copied from the core before a frame is built, because the delegate and the views, which are
/// called during the build, may change the carousel.
@MainActor
struct FrameScene: ~Copyable {
  let loaded: [LoadedItem]
  let leaving: [LeavingItem]
  let places: ItemPlaces
  /// The index of the item in the hand; an index that no item has if the hand is empty.
  let liftedIndex: Int
  /// The pose of the item in the hand; `nil` if the hand is empty.
  let liftedPose: Pose?
  /// The time of the frame.
  let time: Timestamp
  /// The point relative to which all items are placed, in the carousel's points.
  let center: Point
  /// The perspective and the viewpoint, as on the screen.
  private let projection: Transform3D
  private let currentIndex: Int
  private let scrollAxis: ScrollAxis
  private let poses: PoseSolver
  /// The blend of layouts; `nil` if only the current layout is drawn.
  private let blend: Blend?
  /// Whether there is a blend. To test this flag for every item is faster than to test the large value
  /// `blend`.
  private let isBlended: Bool
  /// The cards of a stack; `nil` for other layouts.
  private let stack: StackScene?
  private let isStack: Bool
  /// Whether all poses come from the layout: there are no cards of a stack and no lifted item.
  let isPlain: Bool

  /// Copies the current state. Returns `nil` if the item width is unknown, because then items have no
  /// position.
  ///
  /// - Parameter custom: The delegate's transforms, if the carousel is of the type `custom`.
  init?(_ core: borrowing CarouselCore, custom: CustomTransforms?) {
    guard core.layout.itemWidth > 0 || core.layout.settings.type == .custom else { return nil }
    let toggle = core.scroller.coverTurn.value
    loaded = core.loader.loaded
    leaving = core.loader.leaving
    places = core.places
    time = core.timeline.now
    currentIndex = core.scroller.currentIndex
    scrollAxis = core.layout.snapshot.scrollAxis
    poses = PoseSolver(core.layout.snapshot, toggle: toggle, custom: custom)
    isBlended = core.presentation.isChanging
    blend = isBlended ? Blend(core, toggle: toggle, custom: custom) : nil
    stack = core.stack.isActive ? StackScene(core) : nil
    isStack = stack != nil
    center = blend?.center(present: core.layout.snapshot.center) ?? core.layout.snapshot.center
    projection =
      blend?.projection(present: core.layout.snapshot.projection) ?? core.layout.snapshot.projection
    let lift = core.reordering.lift
    liftedIndex = lift?.index ?? .min
    liftedPose = lift?.pose(at: core.timeline.now, about: center)
    isPlain = stack == nil && lift == nil
  }

  /// Returns the position of item or placeholder `index`.
  func position(ofItem index: Int) -> ItemPosition {
    stack?.position(ofItem: index) ?? places.position(ofItem: index)
  }

  /// Returns the position of a view that leaves. On a stack such a view does not move with the scroll offset.
  func position(ofLeaving item: LeavingItem) -> ItemPosition {
    guard isStack else { return item.position(at: time, in: places.positions) }
    return item.slide.map { item.place + $0.remaining(at: time) } ?? item.place
  }

  /// Returns the pose of item `index` at `position` in the layout, without a stack's cards.
  @inline(__always)
  func plainPose(of index: Int, at position: ItemPosition, isDoubleSided: Bool) -> Pose {
    var pose = poses.pose(at: position, isDoubleSided: isDoubleSided)
    if isBlended { blend(&pose, of: index, at: position, isDoubleSided: isDoubleSided) }
    return pose
  }

  /// Returns the pose of item `index` at `position`, on a stack or in the layout.
  ///
  /// - Parameter card: For a view that leaves a stack, the identifier of its card; `nil` for an item's view.
  @inline(never)
  func pose(of index: Int, at position: ItemPosition, isDoubleSided: Bool, card: Int? = nil) -> Pose {
    guard isStack else { return plainPose(of: index, at: position, isDoubleSided: isDoubleSided) }
    var position = position
    if let depth = card.flatMap({ stack?.depth(ofCard: $0) }) {
      position = ItemPosition(offset: depth, itemWidth: position.width, index: index)
    }
    var pose = poses.pose(at: position, isDoubleSided: isDoubleSided)
    stack?.apply(to: &pose, of: index, card: card, depth: position.offset)
    if isBlended { blend(&pose, of: index, at: position, isDoubleSided: isDoubleSided) }
    return pose
  }

  private func blend(_ pose: inout Pose, of index: Int, at position: ItemPosition, isDoubleSided: Bool) {
    guard let blend else { return }
    pose = blend.mix(
      pose, of: index, at: position, from: self.position(ofItem: index),
      isDoubleSided: isDoubleSided)
  }

  /// Returns the space of the items.
  func makeSpace() -> CarouselSpace {
    let position = stack?.position(ofItem: currentIndex) ?? places.positions.position(ofItem: currentIndex)
    let current = pose(of: currentIndex, at: position, isDoubleSided: true).transform
    return CarouselSpace(
      projection: projection, center: center,
      depths: DepthOrder.Measure(current: current, axis: scrollAxis))
  }
}
