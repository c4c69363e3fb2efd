internal import Geometry

/// What all items of a picture have in common, taken once.
@MainActor
struct Surroundings {
  let places: ItemPlaces
  let posing: Posing
  /// What the picture is mixed from; `nil` if only the present look is seen.
  let blend: Blend?
  /// The point that all items are placed about.
  let center: Point
  private(set) var depths = DepthOrder.Measure(current: .identity, axis: .horizontal)

  init(places: ItemPlaces, posing: Posing, blend: Blend?, center: Point) {
    self.places = places
    self.posing = posing
    self.blend = blend
    self.center = blend?.center(present: center) ?? center
  }

  /// Measures depth from the current item.
  mutating func measureDepth(fromItem current: Int, on axis: ScrollAxis) {
    let pose = pose(of: current, at: places.spot(ofItem: current), isDoubleSided: true)
    depths = DepthOrder.Measure(current: pose.transform, axis: axis)
  }

  /// Returns how item `index`, which stands at `spot`, is seen.
  @inline(__always)
  func pose(of index: Int, at spot: Spot, isDoubleSided: Bool) -> Pose {
    let present = posing.pose(at: spot, isDoubleSided: isDoubleSided)
    guard let blend else { return present }
    return blend.mix(
      present, of: index, at: spot, from: places.spot(ofItem: index), isDoubleSided: isDoubleSided)
  }
}
