package import Geometry

/// How the items of a carousel are arranged in space.
///
/// A layout is a pure function from where an item stands to a transform. It holds no scroll state, so a
/// test needs only numbers.
package protocol CarouselLayout: Sendable {
  /// Returns what the item that stands at `spot` goes through, about the carousel's centre.
  func transform(at spot: Spot, on stage: Stage) -> Transform3D
}

extension CarouselLayout {
  /// Returns what the item `offset` items away from the centre goes through where all are equally wide.
  package func transform(at offset: Double, on stage: Stage) -> Transform3D {
    transform(at: Spot(offset: offset, itemWidth: stage.itemWidth), on: stage)
  }
}

/// The surroundings a layout works in.
package struct Stage: Sendable {
  /// The direction the carousel scrolls in.
  package var axis: Axis
  /// The perspective and the viewpoint: what every transform begins with.
  package var base: Transform3D
  /// The distance between neighbours before spacing, in points.
  package var itemWidth: Double
  /// How far the sleeves of a `coverFlow2` have turned.
  package var toggle: Double

  package init(axis: Axis, base: Transform3D = .identity, itemWidth: Double, toggle: Double = 0) {
    self.axis = axis
    self.base = base
    self.itemWidth = itemWidth
    self.toggle = toggle
  }
}

extension Transform3D {
  /// Returns the perspective and viewpoint of a carousel.
  ///
  /// - Parameters:
  ///   - perspective: `m34`; below 0 what is further away is smaller.
  ///   - viewpoint: Where the eye is, in points from the centre; items move the other way.
  package static func base(perspective: Double, viewpoint: Size) -> Transform3D {
    var base = Transform3D.identity
    base.m34 = perspective
    return base.translated(x: -viewpoint.width, y: -viewpoint.height)
  }

  /// Returns the transform that turns an item by `angle` radians about the line across `axis` first, its leading side
  /// away from the viewer, and then does what this one does.
  func turned(along axis: Axis, by angle: Double) -> Transform3D {
    switch axis {
    case .horizontal: rotated(by: angle, y: 1)
    case .vertical: rotated(by: angle, x: -1)
    }
  }
}
