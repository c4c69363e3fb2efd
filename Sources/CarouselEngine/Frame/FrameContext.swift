internal import Geometry

/// What all items of a frame have in common, taken once.
@MainActor
struct FrameContext {
  let positions: ItemPositions
  let poses: PoseSolver
  /// What the frame is mixed from; `nil` if only the present look is seen.
  private let blend: Blend?
  /// The point that all items are placed about, in the carousel's points.
  let center: Point
  private(set) var depths = DepthOrder.Measure(current: .identity, axis: .horizontal)

  /// Takes what a frame shows.
  ///
  /// - Parameter custom: The delegate's transforms, for a `custom` carousel.
  init(_ scene: FrameScene, custom: CustomTransforms?) {
    let snapshot = scene.snapshot
    let toggle = scene.scroller.coverTurn.value
    positions = scene.positions
    poses = PoseSolver(snapshot, toggle: toggle, custom: custom)
    blend = Blend(scene, toggle: toggle, custom: custom)
    center = blend?.center(present: snapshot.center) ?? snapshot.center
    let current = scene.scroller.currentIndex
    let pose = pose(of: current, at: positions.position(ofItem: current), isDoubleSided: true)
    depths = DepthOrder.Measure(current: pose.transform, axis: snapshot.scrollAxis)
  }

  /// Returns how item `index`, which stands at `position`, is seen.
  @inline(__always)
  func pose(of index: Int, at position: ItemPosition, isDoubleSided: Bool) -> Pose {
    let present = poses.pose(at: position, isDoubleSided: isDoubleSided)
    guard let blend else { return present }
    return blend.mix(
      present, of: index, at: position, from: positions.position(ofItem: index),
      isDoubleSided: isDoubleSided)
  }
}
