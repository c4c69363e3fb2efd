public import Geometry

/// One frame of a carousel: the views to draw, back to front.
public struct CarouselFrame: Sendable {
  /// One view in the frame.
  public struct Item: Sendable {
    /// The index of the item. Placeholders have indexes below 0, and from the number of items on.
    public fileprivate(set) var index: Int
    /// The view to draw.
    public internal(set) var view: any ItemView
    /// The transform of the view's plane, relative to `center`.
    public fileprivate(set) var transform: Transform3D
    /// The center of the untransformed view, in the carousel's points. It is also the vanishing point.
    public fileprivate(set) var center: Point
    /// The view's width and height, in points.
    public fileprivate(set) var size: Size
    /// The opacity, in `0...1`.
    public internal(set) var alpha: Double
    /// The distance from the center at which the view is drawn, in items; positive for later items. While an
    /// item slides, the value is between the distances of its former and its new position.
    public fileprivate(set) var offset: Double
    /// The shift of the content inside the view along ``Carousel/forwardDirection``, set by
    /// ``ItemEffect/parallax(_:range:)``; 0 without that effect.
    public fileprivate(set) var parallax: Double

    /// ``offset`` clamped to `-1...1`; negative for earlier items.
    ///
    /// Beyond iCarousel; Swiper: `progress`.
    public var progress: Double { min(max(offset, -1), 1) }

    /// The map from the view's points, with the origin at its top left, to the carousel's points.
    public var homography: Homography { Homography(placing: transform, size: size, center: center) }
  }

  /// The visible views, back to front.
  public var items: [Item]

  /// The space in which ``items`` are placed.
  package let space: CarouselSpace
  /// The number of items at the start of ``items`` that belong to an old frame, which fades out.
  package let fadingCount: Int
  /// The number of items at the end of ``items`` that are in the hand or glide from it.
  package let liftedCount: Int
}

extension CarouselFrame.Item {
  /// Creates an entry for `view` without the other values, which a later update sets.
  init(_ view: any ItemView) {
    self.init(
      index: 0, view: view, transform: .identity, center: .zero, size: .zero, alpha: 0, offset: 0, parallax: 0
    )
  }

  /// Updates the entry in place with the properties of its view and with its pose.
  mutating func show(
    _ properties: ViewProperties, of index: Int, _ pose: Pose, opacity: Double, offset: Double,
    about center: Point
  ) {
    self.index = index
    transform = pose.transform
    self.center = center
    let size = properties.size
    self.size = Size(width: max(0, size.width.finite(or: 0)), height: max(0, size.height.finite(or: 0)))
    alpha = min(max(pose.alpha * opacity, 0), 1)
    self.offset = offset
    parallax = pose.parallax
  }
}
