internal import Geometry

/// The looks that one picture is mixed from.
struct Blend {
  /// A look that passes away.
  struct Origin {
    var look: Look
    var share: Double
    /// Where the carousel is, as it is with this look.
    var scroller: Scroller
    var range: VisibleRange
  }

  var origins: [Origin] = []
  /// The share of the present look.
  var share = 1.0
  /// How much of all this is seen, over a picture that fades away.
  var opacity = 1.0
  /// What the present look shows.
  var range: VisibleRange
}

extension Pose {
  /// This pose with nothing to see.
  var faded: Pose { Pose(transform: transform, alpha: 0, parallax: parallax) }

  /// Nothing, to which shares of poses are added.
  static let nothing = Pose(transform: .identity.scaled(by: 0), alpha: 0)

  /// Adds a share of `pose` to this one, element by element; what is turned away adds no opacity.
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
