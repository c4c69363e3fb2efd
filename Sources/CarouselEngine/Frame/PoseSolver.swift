package import Geometry

/// Computes the pose of an item from its position. The solver stores the values that are the same for all
/// items of a frame.
package struct PoseSolver {
  private let layout: ActiveLayout
  private let context: LayoutContext
  private let fade: Fade
  private let backfaces: BackfaceVisibility
  private let scrollAxis: ScrollAxis
  /// The effects to apply after the layout; `nil` if there are none.
  private let effects: ItemEffects?
  /// The source of the delegate's transforms; `nil` if the layout provides the transforms.
  private let custom: CustomTransform?

  /// Creates a solver for a resolved layout.
  ///
  /// - Parameters:
  ///   - toggle: The value of the cover turn.
  ///   - custom: The delegate's transforms, if the carousel is of the type `custom`.
  package init(_ snapshot: borrowing LayoutSnapshot, toggle: Double, custom: CustomTransform?) {
    layout = snapshot.layout
    var context = snapshot.context
    context.toggle = toggle
    self.context = context
    fade = snapshot.fade
    backfaces = snapshot.backfaces
    scrollAxis = snapshot.scrollAxis
    effects = snapshot.effects.list.isEmpty ? nil : snapshot.effects
    self.custom = snapshot.isCustom ? custom : nil
  }

  /// Whether the delegate provides the transforms.
  var isCustom: Bool { custom != nil }

  /// Returns the pose on the screen of the item at `position`.
  @inline(__always)
  package func pose(at position: ItemPosition, isDoubleSided: Bool) -> Pose {
    var pose = Pose(transform: transform(at: position), alpha: fade.alpha(at: position.offset))
    if let effects { effects.apply(to: &pose, at: position.offset, axis: context.axis) }
    pose.isHidden = pose.isHidden || backfaces.hides(pose.transform, isDoubleSided: isDoubleSided)
    pose.transform = scrollAxis.onScreen(pose.transform)
    return pose
  }

  /// Returns the transform of the item at `position` from the layout or the delegate.
  ///
  /// The transform does not include the turning and mirroring of the axis on the screen. It is always finite.
  @inline(__always)
  package func transform(at position: ItemPosition) -> Transform3D {
    var position = position
    if let spread = effects?.spread { position = spread.position(for: position) }
    let transform: Transform3D
    if let custom {
      transform = custom(position.place, context.base)
    } else {
      transform = layout.transform(at: position, in: context)
    }
    return transform.isDrawable ? transform : context.base
  }
}

/// Returns the transform of an item of a `custom` carousel.
///
/// - Parameters:
///   - offset: The distance of the item from the center, in item widths.
///   - base: The transform with which every item begins.
package typealias CustomTransform = (_ offset: Double, _ base: Transform3D) -> Transform3D
