internal import Geometry

/// What one frame shows: the loaded items, where they stand, and how they are seen there.
///
/// It is taken out of the core before a frame is built, because building calls the delegate and views, which may change the
/// carousel meanwhile.
@MainActor
struct FrameScene: ~Copyable {
  let loaded: [LoadedItem]
  let leaving: [LeavingItem]
  let positions: ItemPositions
  /// The time of the frame; `nil` before the first one.
  let time: Timestamp?
  /// The point that all items are placed about, in the carousel's points.
  let center: Point
  private let currentIndex: Int
  private let scrollAxis: ScrollAxis
  private let poses: PoseSolver
  /// What the frame is mixed from; `nil` if only the present look is seen.
  private let blend: Blend?
  /// Whether there is a blend: a flag, because the blend is large and the question is asked for every item.
  private let isBlended: Bool

  /// Takes what is seen now; `nil` if items have no place because their width is unknown.
  ///
  /// - Parameter custom: The delegate's transforms, for a `custom` carousel.
  init?(_ core: borrowing CarouselCore, custom: CustomTransforms?) {
    guard core.layout.itemWidth > 0 || core.layout.settings.type == .custom else { return nil }
    let toggle = core.scroller.coverTurn.value
    loaded = core.loader.loaded
    leaving = core.loader.leaving
    positions = core.positions
    time = core.frameTime
    currentIndex = core.scroller.currentIndex
    scrollAxis = core.layout.snapshot.scrollAxis
    poses = PoseSolver(core.layout.snapshot, toggle: toggle, custom: custom)
    isBlended = core.presentation.isChanging
    blend = isBlended ? Blend(core, toggle: toggle, custom: custom) : nil
    center = blend?.center(present: core.layout.snapshot.center) ?? core.layout.snapshot.center
  }

  /// Returns how item `index`, which stands at `position`, is seen.
  @inline(__always)
  func pose(of index: Int, at position: ItemPosition, isDoubleSided: Bool) -> Pose {
    var pose = poses.pose(at: position, isDoubleSided: isDoubleSided)
    if isBlended { blend(&pose, of: index, at: position, isDoubleSided: isDoubleSided) }
    return pose
  }

  private func blend(_ pose: inout Pose, of index: Int, at position: ItemPosition, isDoubleSided: Bool) {
    guard let blend else { return }
    pose = blend.mix(
      pose, of: index, at: position, from: positions.position(ofItem: index), isDoubleSided: isDoubleSided)
  }

  /// Returns what the order of the items is measured with.
  func measureDepths() -> DepthOrder.Measure {
    let position = positions.position(ofItem: currentIndex)
    return DepthOrder.Measure(
      current: pose(of: currentIndex, at: position, isDoubleSided: true).transform, axis: scrollAxis)
  }
}
