internal import Geometry

/// The layouts that are blended into a frame during an animated change of the layout. `share` is the weight
/// of a layout in the blend; the shares of all layouts add up to 1.
struct Blend {
  /// A layout that fades out.
  struct Origin {
    var poses: PoseSolver
    /// The positions of items in this layout.
    var positions: ItemPositions
    var center: Point
    var projection: Transform3D
    var range: VisibleRange
    var share: Double
  }

  private var origins: [Origin] = []
  /// The share of the current layout in the blend.
  private var share = 1.0
  /// The opacity of the blended items. It is below 1 during a cross-fade, which draws them over the previous
  /// frame.
  private var opacity = 1.0
  /// The range of items that are visible in the current layout.
  private let range: VisibleRange
  private let row: ItemRow
  /// The order in which items are drawn; `nil` if it is the order of their indexes.
  private let arrangement: ItemArrangement?

  /// Creates the blend of the layouts that are drawn at the time of the frame.
  init(_ core: borrowing CarouselCore, toggle: Double, custom: CustomTransform?) {
    range = core.visibleRange
    row = core.scroller.row
    let arrangement = core.arrangement.flatMap { [row] in $0.isValid(on: row) ? $0 : nil }
    self.arrangement = arrangement
    if let transition = core.features.presentation.transition {
      share = transition.progress.value(at: core.timeline.now)
      let offset = core.scroller.offset
      origins = transition.origins.map { [row, share] layout, originShare in
        let row = layout.row(like: row)
        let positions = layout.positions(at: offset, on: row)
        return Origin(
          poses: PoseSolver(layout, toggle: toggle, custom: custom),
          positions: arrangement.map { positions.arranged(by: $0) } ?? positions, center: layout.center,
          projection: layout.projection, range: layout.visibleRange(at: offset, on: row),
          share: originShare * (1 - share))
      }
    }
    if let fade = core.features.presentation.crossFade {
      opacity = fade.progress.value(at: core.timeline.now)
    }
  }

  /// Returns the pose of item `index` in the blend.
  ///
  /// - Parameters:
  ///   - present: The item's pose in the current layout.
  ///   - position: The position where the item is drawn, which includes its slide.
  ///   - place: The position of the item without a slide.
  func mix(
    _ present: Pose, of index: Int, at position: ItemPosition, from layoutPosition: ItemPosition,
    isDoubleSided: Bool
  ) -> Pose {
    // `arrangement` maps an item to the index at which it is drawn, which selects its position in each
    // layout. On a ring, `turns` is the shift from this index to the index that the ranges use.
    let index = arrangement?.index(ofItem: index) ?? index
    let slot = index - (arrangement?.turns ?? 0)
    var sum = Pose.nothing
    sum.add(range.contains(slot, on: row) ? present : present.faded, share: share)
    for origin in origins {
      // A sliding or leaving item is drawn at a distance from its position. This distance is the same in each
      // layout.
      var former = origin.positions.position(ofItem: index)
      if position != layoutPosition { former = former + (position - layoutPosition) }
      let pose = origin.poses.pose(at: former, isDoubleSided: isDoubleSided)
      sum.add(
        origin.range.contains(slot, on: origin.positions.row) ? pose : pose.faded, share: origin.share)
    }
    sum.alpha *= opacity
    sum.isHidden = sum.alpha <= 0
    return sum
  }

  /// Returns the blended center. All items are placed relative to this point.
  func center(present: Point) -> Point { origins.reduce(present * share) { $0 + $1.center * $1.share } }

  /// Returns the blended projection, as on the screen.
  func projection(present: Transform3D) -> Transform3D {
    origins.reduce(present.scaled(by: share)) { $0.adding($1.projection.scaled(by: $1.share)) }
  }
}

extension Pose {
  /// This pose with an opacity of 0.
  var faded: Pose { Pose(transform: transform, alpha: 0, parallax: parallax) }

  /// The start value of a sum of poses.
  static let nothing = Pose(transform: .identity.scaled(by: 0), alpha: 0)

  /// Adds `pose` × `share` to this pose, element by element. A hidden pose adds no opacity.
  mutating func add(_ pose: Pose, share: Double) {
    transform = transform.adding(pose.transform.scaled(by: share))
    parallax += pose.parallax * share
    if !pose.isHidden { alpha += pose.alpha * share }
  }
}

extension Transform3D {
  /// Returns the matrix with every element multiplied by `factor`.
  func scaled(by factor: Double) -> Transform3D {
    let (r1, r2, r3, r4) = rows
    return Transform3D(rows: r1 * factor, r2 * factor, r3 * factor, r4 * factor)
  }

  /// Returns the sum, element by element.
  func adding(_ other: Transform3D) -> Transform3D {
    let (a, b) = (rows, other.rows)
    return Transform3D(rows: a.0 + b.0, a.1 + b.1, a.2 + b.2, a.3 + b.3)
  }
}
