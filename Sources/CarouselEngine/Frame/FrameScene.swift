package import Geometry

/// The input of one frame: the loaded items, their positions and their poses.
///
/// The scene is copied from the core before a frame is built, because the delegate, which is called during the
/// build, may change the carousel.
struct FrameScene: ~Copyable {
  let loaded: [LoadedItem]
  let leaving: [LeavingItem]
  private let drawnPositions: DrawnPositions
  /// The positions if all items have the same width and none is lifted; otherwise `nil`. The larger value
  /// `drawnPositions` would be copied for each item.
  private let uniformPositions: UniformPositions?
  /// The time of the frame.
  let time: Timestamp
  /// The point relative to which all items are placed, in the carousel's points.
  let center: Point
  /// The perspective and the viewpoint, as on the screen.
  private let projection: Transform3D
  private let currentIndex: Int
  private let scrollAxis: ScrollAxis
  private let poses: PoseSolver
  /// How the features draw items.
  let features: FeatureScene

  /// Copies the current state. Returns `nil` if the item width is unknown, because then items have no
  /// position.
  ///
  /// - Parameter custom: The delegate's transforms, if the carousel is of the type `custom`.
  init?(_ core: borrowing CarouselCore, custom: CustomTransform?) {
    guard core.layout.itemWidth > 0 || core.layout.settings.type == .custom else { return nil }
    let toggle = core.scroller.coverTurn.value
    loaded = core.loader.loaded
    leaving = core.loader.leaving.items
    drawnPositions = core.drawnPositions
    uniformPositions = drawnPositions.uniform
    time = core.timeline.now
    currentIndex = core.scroller.currentIndex
    scrollAxis = core.layout.snapshot.scrollAxis
    poses = PoseSolver(core.layout.snapshot, toggle: toggle, custom: custom)
    features = FeatureScene(core, toggle: toggle, custom: custom)
    (center, projection) = (features.center, features.projection)
  }

  /// Returns the position of item or placeholder `index` in the layout, without the features.
  @inline(__always)
  func plainPosition(ofItem index: Int) -> ItemPosition {
    if let uniformPositions { return uniformPositions.position(ofItem: index) }
    return drawnPosition(ofItem: index)
  }

  @inline(never)
  private func drawnPosition(ofItem index: Int) -> ItemPosition { drawnPositions.position(ofItem: index) }

  /// Returns the position of item or placeholder `index`.
  func position(ofItem index: Int) -> ItemPosition {
    features.position(ofItem: index) ?? drawnPositions.position(ofItem: index)
  }

  /// Returns the position of a view that leaves. If a feature poses all items, such a view does not move with the
  /// scroll offset.
  func position(ofLeaving item: LeavingItem) -> ItemPosition {
    let end = features.posesItems ? item.position : item.position(in: drawnPositions.positions)
    return item.slide.map { end + $0.remaining(at: time) } ?? end
  }

  /// Returns the pose of item `index` at `position` in the layout, without the features.
  @inline(__always)
  func plainPose(of index: Int, at position: ItemPosition, isDoubleSided: Bool) -> Pose {
    var pose = poses.pose(at: position, isDoubleSided: isDoubleSided)
    if features.isBlended { blend(&pose, of: index, at: position, isDoubleSided: isDoubleSided) }
    return pose
  }

  /// Returns the pose of item `index` at `position`.
  ///
  /// - Parameter card: For a view that leaves and that a feature poses, the identifier of its card; `nil` for an
  ///   item's view.
  @inline(never)
  func pose(of index: Int, at position: ItemPosition, isDoubleSided: Bool, card: Int? = nil) -> Pose {
    guard features.posesItems else { return plainPose(of: index, at: position, isDoubleSided: isDoubleSided) }
    var position = position
    if let depth = card.flatMap({ features.depth(ofCard: $0) }) {
      position = ItemPosition(offset: depth, itemWidth: position.width, index: index)
    }
    var pose = poses.pose(at: position, isDoubleSided: isDoubleSided)
    features.apply(to: &pose, of: index, card: card, depth: position.offset)
    if features.isBlended { blend(&pose, of: index, at: position, isDoubleSided: isDoubleSided) }
    return pose
  }

  private func blend(_ pose: inout Pose, of index: Int, at position: ItemPosition, isDoubleSided: Bool) {
    features.blend(
      &pose, of: index, at: position, from: self.position(ofItem: index), isDoubleSided: isDoubleSided)
  }

  /// Returns the drawn center of item `index` at each position; `nil` where the item would not be visible.
  func centers(ofItem index: Int, at positions: [ItemPosition]) -> [DrawnCenter?] {
    let isDoubleSided = loaded.first { $0.index == index }?.content.properties.isDoubleSided ?? true
    var centers: [DrawnCenter?] = []
    for position in positions {
      centers.append(drawnCenter(of: pose(of: index, at: position, isDoubleSided: isDoubleSided)))
    }
    return centers
  }

  /// Returns the drawn center of an item with this pose; `nil` if the item would not be visible.
  private func drawnCenter(of pose: Pose) -> DrawnCenter? {
    let (transform, divisor) = (pose.transform, pose.transform.m44)
    guard !pose.isHidden, pose.alpha > 0, divisor > 0 else { return nil }
    return DrawnCenter(
      point: center + Point(x: transform.m41 / divisor, y: transform.m42 / divisor),
      depth: transform.m43 / divisor)
  }

  /// Returns the visible items, back to front.
  func items() -> [CarouselFrame.Item] {
    var builder = FrameBuilder()
    builder.build(self)
    return builder.items
  }

  /// Returns the space of the items.
  func makeSpace() -> CarouselSpace {
    let position =
      features.position(ofItem: currentIndex) ?? drawnPositions.positions.position(ofItem: currentIndex)
    let current = pose(of: currentIndex, at: position, isDoubleSided: true).transform
    return CarouselSpace(
      projection: projection, center: center,
      depths: DepthOrder.Measure(current: current, axis: scrollAxis))
  }
}

/// The center of an item on the screen.
package struct DrawnCenter: Hashable, Sendable {
  /// The position, in the carousel's points.
  package var point: Point
  /// The depth, in points. A larger value is nearer to the viewer.
  package var depth: Double

  package init(point: Point, depth: Double = 0) { (self.point, self.depth) = (point, depth) }
}
