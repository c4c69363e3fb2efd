public import Geometry

/// One picture of a carousel: what to draw, back to front.
public struct CarouselFrame: Sendable {
  /// One view in the picture.
  public struct Item: Sendable {
    /// The index of the item; below 0 or from the number of items on it is a placeholder.
    public fileprivate(set) var index: Int
    /// What is shown.
    public fileprivate(set) var view: any ItemView
    /// What the view's plane goes through, about `center`.
    public fileprivate(set) var transform: Transform3D
    /// Where the center of the untransformed view stands, in the carousel's points; the vanishing point.
    public fileprivate(set) var center: Point
    /// The view's width and height, in points.
    public fileprivate(set) var size: Size
    /// The opacity, in `0...1`.
    public internal(set) var alpha: Double
    /// How far from the center it is shown, in items: positive ahead. An item that slides to its place is on its way.
    public fileprivate(set) var offset: Double
    /// How far the content may shift inside the view along ``Carousel/forwardDirection``, as
    /// ``ItemEffect/parallax(_:range:)`` says; 0 without one.
    public fileprivate(set) var parallax: Double

    /// How far from the center it is shown, from −1, one item behind or more, over 0 to 1.
    ///
    /// Beyond iCarousel; Swiper: `progress`.
    public var progress: Double { min(max(offset, -1), 1) }

    /// The map from the view's points, origin top left, to the carousel's points.
    public var homography: Homography { Homography(placing: transform, size: size, center: center) }
  }

  /// The views, back to front; hidden ones are left out.
  public var items: [Item]
}

extension CarouselFrame.Item {
  /// Makes room for a view that is not shown yet.
  @MainActor
  init(_ view: any ItemView) {
    self.init(
      index: 0, view: view, transform: .identity, center: .zero, size: .zero, alpha: 0, offset: 0, parallax: 0
    )
  }

  /// Shows a view with a pose; its size is asked for.
  ///
  /// In place, and the view is let alone if it is the same: its references need not be counted then.
  @MainActor
  mutating func show(
    _ view: any ItemView, of index: Int, _ pose: Pose, presence: Double, offset: Double, about center: Point
  ) {
    if view !== self.view { self.view = view }
    self.index = index
    transform = pose.transform
    self.center = center
    let size = view.size
    self.size = Size(width: max(0, size.width.finite(or: 0)), height: max(0, size.height.finite(or: 0)))
    alpha = min(max(pose.alpha * presence, 0), 1)
    self.offset = offset
    parallax = pose.parallax
  }
}
