package import Geometry

/// From where an item is to how it looks: its distance, its place in the layout, its transform, its opacity.
extension Arrangement {
  /// Returns how item `index` looks.
  ///
  /// - Parameters:
  ///   - distance: How far it is from the centre, in items.
  ///   - toggle: How far the sleeves of a `coverFlow2` have turned.
  ///   - isDoubleSided: Whether its view has two sides.
  package func pose(of index: Int, at distance: Double, toggle: Double, isDoubleSided: Bool) -> Pose {
    let offset = layoutOffset(of: index, at: distance)
    return pose(transform(at: offset, toggle: toggle), at: distance, isDoubleSided: isDoubleSided)
  }

  /// Returns how item `index` looks where the delegate decides on the transforms.
  @MainActor
  func pose(of index: Int, at distance: Double, isDoubleSided: Bool, by custom: CustomLayout) -> Pose {
    let offset = layoutOffset(of: index, at: distance)
    return pose(
      custom.transform(at: offset, base: stage.base), at: distance, isDoubleSided: isDoubleSided)
  }

  /// Returns where in the layout item `index` stands, in item widths from the centre.
  ///
  /// - Parameter distance: How far it is from the centre, in items.
  package func layoutOffset(of index: Int, at distance: Double) -> Double { distance }

  /// Returns the pose that goes with a transform.
  private func pose(_ transform: Transform3D, at distance: Double, isDoubleSided: Bool) -> Pose {
    Pose(
      transform: scrollAxis.onScreen(transform), alpha: fade.alpha(at: distance),
      isHidden: isHidden(transform, isDoubleSided: isDoubleSided))
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
