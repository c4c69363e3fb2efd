internal import Geometry

/// How the features draw items in one frame, copied from the core before the frame is built.
struct FeatureScene {
  private let stack: StackScene?
  /// The blend of layouts; `nil` if only the current layout is drawn.
  private let blend: Blend?
  /// Whether there is a blend. To test this flag for every item is faster than to test the large value
  /// `blend`.
  let isBlended: Bool
  /// The point relative to which all items are placed, in the carousel's points.
  let center: Point
  /// The perspective and the viewpoint, as on the screen.
  let projection: Transform3D
  /// Whether a feature determines the positions and poses of all items.
  let posesItems: Bool
  /// The index of the item in the hand; an index that no item has if the hand is empty.
  let heldIndex: Int
  /// The pose of the item in the hand; `nil` if the hand is empty.
  let heldPose: Pose?
  /// Whether all positions and poses come from the layout.
  let isEmpty: Bool

  init(_ core: borrowing CarouselCore, toggle: Double, custom: CustomTransform?) {
    isBlended = core.features.presentation.isChanging
    blend = isBlended ? Blend(core, toggle: toggle, custom: custom) : nil
    center = blend?.center(present: core.layout.snapshot.center) ?? core.layout.snapshot.center
    projection =
      blend?.projection(present: core.layout.snapshot.projection) ?? core.layout.snapshot.projection
    stack = StackScene(core)
    posesItems = stack != nil
    let lift = core.features.reordering.lift
    heldIndex = lift?.index ?? .min
    heldPose = lift?.pose(at: core.timeline.now, about: center)
    isEmpty = stack == nil && lift == nil
  }

  /// Returns the position of item or placeholder `index`; `nil` if it is that in the layout.
  func position(ofItem index: Int) -> ItemPosition? { stack?.position(ofItem: index) }

  /// Returns the depth of the card with this identifier, in cards.
  func depth(ofCard id: Int) -> Double? { stack?.depth(ofCard: id) }

  /// Changes the pose of an item or a card on the screen; see ``StackScene/apply(to:of:card:depth:)``.
  func apply(to pose: inout Pose, of index: Int, card: Int?, depth: Double) {
    stack?.apply(to: &pose, of: index, card: card, depth: depth)
  }

  /// Blends the pose of an item in the current layout with its poses in the layouts that fade out; see
  /// ``Blend/mix(_:of:at:from:isDoubleSided:)``.
  func blend(
    _ pose: inout Pose, of index: Int, at position: ItemPosition, from layoutPosition: ItemPosition,
    isDoubleSided: Bool
  ) {
    guard let blend else { return }
    pose = blend.mix(pose, of: index, at: position, from: layoutPosition, isDoubleSided: isDoubleSided)
  }
}
