public import Geometry

/// One picture of a carousel: what to draw, back to front.
public struct CarouselFrame {
  /// One view in the picture.
  public struct Item {
    /// The index of the item; below 0 or from the number of items on it is a placeholder.
    public let index: Int
    /// What is shown.
    public let view: any ItemView
    /// What the view's plane goes through, about `center`.
    public let transform: Transform3D
    /// Where the centre of the untransformed view stands, in the carousel's points; the vanishing point.
    public let center: Point
    /// The view's width and height, in points.
    public let size: Size
    /// The opacity, in `0...1`.
    public internal(set) var alpha: Double
    /// How far from the centre it is shown, in items: positive ahead. An item that slides to its place is on its way.
    public let offset: Double
    /// How far the content may shift inside the view along ``Carousel/forwardDirection``, as
    /// ``ItemEffect/parallax(_:range:)`` says; 0 without one.
    public let parallax: Double

    /// How far from the centre it is shown, from −1, one item behind or more, over 0 to 1.
    ///
    /// Beyond iCarousel; Swiper: `progress`.
    public var progress: Double { min(max(offset, -1), 1) }

    /// The map from the view's points, origin top left, to the carousel's points.
    public var homography: Homography { Homography(placing: transform, size: size, center: center) }
  }

  /// The views, back to front; hidden ones are left out.
  public var items: [Item]
}
