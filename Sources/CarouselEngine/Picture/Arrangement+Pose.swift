internal import Geometry

/// From where an item is to how it looks: its transform, its opacity.
extension Arrangement {
  /// Returns how item `index` looks.
  ///
  /// - Parameters:
  ///   - spot: Where it stands.
  ///   - toggle: How far the sleeves of a `coverFlow2` have turned.
  ///   - isDoubleSided: Whether its view has two sides.
  package func pose(of index: Int, at spot: Spot, toggle: Double, isDoubleSided: Bool) -> Pose {
    pose(
      transform(at: effects.spread.spot(for: spot), toggle: toggle), at: spot, isDoubleSided: isDoubleSided)
  }

  /// Returns how item `index` looks where the delegate decides on the transforms.
  @MainActor
  func pose(of index: Int, at spot: Spot, isDoubleSided: Bool, by custom: CustomLayout) -> Pose {
    pose(
      custom.transform(at: effects.spread.spot(for: spot).place, base: stage.base), at: spot,
      isDoubleSided: isDoubleSided)
  }

  /// Returns the pose that goes with a transform in the layout, as it is seen on the screen.
  private func pose(_ transform: Transform3D, at spot: Spot, isDoubleSided: Bool) -> Pose {
    var pose = Pose(transform: transform, alpha: fade.alpha(at: spot.offset))
    effects.apply(to: &pose, at: spot.offset, axis: stage.axis)
    pose.isHidden = pose.isHidden || isHidden(pose.transform, isDoubleSided: isDoubleSided)
    pose.transform = scrollAxis.onScreen(pose.transform)
    return pose
  }
}

/// The delegate of a `custom` carousel, who decides on the transforms.
@MainActor
struct CustomLayout {
  let carousel: Carousel
  let delegate: any CarouselDelegate

  /// Returns what an item `offset` item widths from the centre goes through; never anything but finite numbers.
  func transform(at offset: Double, base: Transform3D) -> Transform3D {
    let transform = delegate.carousel(carousel, itemTransformForOffset: offset, baseTransform: base)
    return transform.isFinite ? transform : base
  }
}
