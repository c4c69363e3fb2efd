internal import Geometry

/// How the features draw items in one frame, copied from the core before the frame is built.
struct FeatureScene: Sendable {
  private let stack: StackScene?
  /// Whether a feature determines the positions and poses of all items.
  let posesItems: Bool
  /// The index of the item in the hand; an index that no item has if the hand is empty.
  let heldIndex: Int
  /// The pose of the item in the hand; `nil` if the hand is empty.
  let heldPose: Pose?
  /// Whether all positions and poses come from the layout.
  let isEmpty: Bool

  /// - Parameter center: The point relative to which all items are placed, in the carousel's points.
  init(_ core: borrowing CarouselCore, about center: Point) {
    stack = StackScene(core)
    posesItems = stack != nil
    let lift = core.reordering.lift
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
}
