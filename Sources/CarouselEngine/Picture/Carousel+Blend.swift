internal import Geometry

/// How items look while one look turns into another.
extension Carousel {
  /// Returns how item `index` is seen.
  ///
  /// - Parameters:
  ///   - spot: Where it stands with the present look.
  ///   - blend: What the picture is mixed from; `nil` if only the present look is seen.
  func presentedPose(of index: Int, at spot: Spot, isDoubleSided: Bool, _ blend: Blend?) -> Pose {
    let present = pose(of: index, at: spot, isDoubleSided: isDoubleSided)
    guard let blend else { return present }
    var sum = Pose.nothing
    sum.add(blend.range.contains(index, on: scroller.ring) ? present : present.faded, share: blend.share)
    let place = self.spot(ofItem: index)
    for origin in blend.origins {
      // An item that slides, or is on its way out, is as far from its place as with the present look.
      var former = origin.scroller.spot(ofItem: index, itemWidth: origin.look.arrangement.stage.itemWidth)
      if spot != place { former = former + (spot - place) }
      let pose = pose(of: index, at: former, in: origin.look, isDoubleSided: isDoubleSided)
      sum.add(origin.range.contains(index, on: origin.scroller.ring) ? pose : pose.faded, share: origin.share)
    }
    sum.alpha *= blend.opacity
    sum.isHidden = sum.alpha <= 0
    return sum
  }

  /// Returns the point that all items are placed about.
  func presentedCenter(_ blend: Blend) -> Point {
    blend.origins.reduce(center * blend.share) { $0 + $1.look.center * $1.share }
  }

  /// Returns how item `index` looks that stands at `spot`, with another look than the present one.
  private func pose(of index: Int, at spot: Spot, in look: Look, isDoubleSided: Bool) -> Pose {
    if look.isCustom, let delegate {
      let custom = CustomLayout(carousel: self, delegate: delegate)
      return look.arrangement.pose(of: index, at: spot, isDoubleSided: isDoubleSided, by: custom)
    }
    return look.arrangement.pose(of: index, at: spot, toggle: toggle, isDoubleSided: isDoubleSided)
  }
}
