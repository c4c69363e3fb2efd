package import Geometry

/// The space in which the items of a frame are placed, for views of the application among the items.
package struct CarouselSpace: Sendable {
  /// The projection of the space: the perspective and the viewpoint, as on the screen. During an animated change
  /// of the layout it is blended like the poses of the items.
  package let projection: Transform3D
  /// The origin of the space and the vanishing point, in the carousel's points.
  package let center: Point
  /// The values that the ranks of all items depend on.
  let depths: DepthOrder.Measure

  /// A view that was projected to the screen.
  package struct ProjectedView: Sendable {
    /// The map from the view's points, with the origin at its top left, to the carousel's points.
    package let homography: Homography
    /// The rank of the view in the order from back to front.
    package let depth: DepthOrder
    /// Whether the back of the view faces the viewer.
    package let isTurnedAway: Bool
  }

  /// Projects a view to the screen. At equal depth and distance, the view is in front of an item.
  ///
  /// - Parameters:
  ///   - transform: The transform of the view about its center, relative to ``center``. A transform with
  ///     elements that are not finite or above 10³⁰ counts as the identity.
  ///   - size: The width and height of the view, in points.
  ///   - number: The number of the view among those of the application. At equal depth and distance, views with
  ///     higher numbers are in front.
  package func project(_ transform: Transform3D, size: Size, number: Int) -> ProjectedView {
    let projected = transform.isDrawable ? transform.concatenated(with: projection) : projection
    let drawn = projected.isDrawable ? projected : projection
    return ProjectedView(
      homography: Homography(placing: drawn, size: size, center: center),
      depth: DepthOrder(drawn, by: depths, afterItems: number), isTurnedAway: drawn.m33 <= 0)
  }

  /// The rank of `item`, unless it is in the hand or glides from the hand.
  func depth(of item: CarouselFrame.Item) -> DepthOrder {
    DepthOrder(item.transform, by: depths, index: item.index)
  }
}

extension CarouselSpace {
  /// Creates the space of a layout without items.
  init(_ snapshot: borrowing LayoutSnapshot) {
    self.init(
      projection: snapshot.projection, center: snapshot.center,
      depths: DepthOrder.Measure(current: snapshot.projection, axis: snapshot.scrollAxis))
  }
}

extension CarouselFrame {
  /// Returns the number of ``items`` that are drawn before a view of the application with the rank `depth`.
  ///
  /// The items of an old frame that fades out are drawn before the view. An item in the hand, or one that glides
  /// from the hand, is drawn after it.
  ///
  /// - Complexity: O(log *n*) in the number of items.
  package func itemCount(behind depth: DepthOrder) -> Int {
    (fadingCount..<max(fadingCount, items.count - liftedCount)).partitioningIndex {
      !(space.depth(of: items[$0]) < depth)
    }
  }
}

extension LayoutSnapshot {
  /// The transform with which every item begins, as on the screen.
  var projection: Transform3D { scrollAxis.onScreen(context.base) }
}
