public import Geometry
@_spi(Subclassing) public import Views

/// A view that shows a part of wider content. When the carousel item that contains the view moves, the content
/// moves in the opposite direction inside the view.
///
/// The content has its own pixels, so it moves without a repaint, also in a tilted item. If the item has
/// effects that are computed from its pixels, such as a reflection, each movement repaints the item.
///
/// CSS: `background-attachment`.
public final class ParallaxView: ContainerView, ItemOffsetFollower {
  /// The content. The view makes it wider than itself by 2 × ``travel`` (for a vertical ``axis``, higher).
  public let content: View
  /// The distance that the content moves while the item moves from the center to the next item's position, in
  /// points; by default 24. If the item moves further, the content does not.
  public var travel = 24.0 { didSet { if travel != oldValue { setNeedsLayout() } } }
  /// The direction of the movement; by default horizontal.
  public var axis = Axis.horizontal { didSet { if axis != oldValue { setNeedsLayout() } } }

  private var offset = 0.0

  /// Creates a window onto `content`.
  public init(_ content: View, size: Size = .zero) {
    self.content = content
    super.init(size: size)
    clipsToBounds = true
    isUserInteractionEnabled = false
    content.isLayered = true
    addSubview(content)
    setNeedsLayout()
  }

  @_spi(Subclassing) public override func treeDidChange(to host: (any ViewHost)?) {
    super.treeDidChange(to: host)
    if host != nil { followItemOffset() }
  }

  func itemOffsetDidChange(to offset: Double) {
    let new = offset.isFinite ? min(max(offset, -1), 1) : 0
    guard new != self.offset else { return }
    self.offset = new
    place()
  }

  public override func layoutSubviews() { place() }

  private func place() {
    let travel = travel.isFinite ? min(max(abs(travel), 0), 1000) : 0
    let space = axis == .horizontal ? Point(x: travel, y: 0) : Point(x: 0, y: travel)
    content.frame = Rect(
      x: -space.x - offset * space.x, y: -space.y - offset * space.y, width: size.width + 2 * space.x,
      height: size.height + 2 * space.y)
  }
}
