public import CarouselEngine
public import Drawing
public import Geometry

/// Paints a view's content; may run on any thread, so it holds copies of what it paints.
public typealias Painter = @Sendable (Canvas) -> Void

/// What a carousel shows at one place, painted once into pixels and again only when it says so.
///
/// A subclass overrides ``makePainter()`` when its content can be copied: it may then be painted while the main
/// thread draws frames. Otherwise it overrides ``draw(in:)``. Whoever changes what is painted calls ``setNeedsDisplay()``.
///
/// UIKit: `UIView`.
@MainActor
open class View: ItemView {
  /// The width and height, in points; changing it asks for new pixels.
  public var size: Size {
    didSet { if size != oldValue { setNeedsDisplay() } }
  }

  /// Whether the view's back can be seen. Core Animation: `CALayer.doubleSided`.
  open var isDoubleSided = true

  /// The view that holds this one; nil when it is an item's own view.
  public weak var superview: (any ItemView)?

  /// Grows by one with each ``setNeedsDisplay()``; pixels painted at an older version are stale.
  public private(set) var contentVersion = 0

  /// Called after ``contentVersion`` has grown. One listener: whoever shows the view.
  public var onNeedsDisplay: ((View) -> Void)?

  /// How often the view was painted, on any thread.
  public var paintCount: Int { paintCounter.count }
  let paintCounter = PaintCounter()

  public init(size: Size) {
    self.size = size
  }

  /// Whether no pixel is translucent, so that nothing behind the view needs to be drawn; by default false.
  ///
  /// A wrong `true` does no harm: the painted pixels are looked at.
  open var isOpaque: Bool { false }

  /// Paints the content in points from the top left corner; by default runs ``makePainter()``.
  open func draw(in canvas: Canvas) {
    makePainter()?(canvas)
  }

  /// Returns what paints the content as it is now, on any thread; nil, the default, when only ``draw(in:)`` can.
  open func makePainter() -> Painter? { nil }

  // MARK: Content that is let go of

  /// Whether what the view shows is kept nowhere but in the pixels that were painted of it: it cannot be
  /// painted again before its content is there again.
  package var livesInPixels: Bool { false }

  /// Whether it has asked for its content and can be painted only without it until that is there.
  package var awaitsContent: Bool { false }

  /// The pixels of `version` are kept from now on, and the view is asked before it is painted again.
  ///
  /// - Parameter byteCount: Their memory.
  package func didPaint(version: Int, byteCount: Int) {}

  /// Asks whoever knows for the content, once: the view is to be painted and ``livesInPixels``.
  ///
  /// - Parameter hasPixels: Whether pixels of it are left, to be shown meanwhile. Otherwise it can be painted
  ///   afterwards: without its content.
  package func askForContent(hasPixels: Bool) {}

  /// Says that the content has changed and must be painted again before it is next shown.
  ///
  /// UIKit: `setNeedsDisplay`.
  public func setNeedsDisplay() {
    contentVersion += 1
    onNeedsDisplay?(self)
  }
}
