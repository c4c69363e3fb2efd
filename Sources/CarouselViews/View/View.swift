public import CarouselEngine
public import Drawing
public import Geometry

/// A closure that paints a view's content. It may run on any thread, so it captures copies of the content.
public typealias Painter = @Sendable (Canvas) -> Void

/// The base class of views. A view is painted once, and again after ``setNeedsDisplay()``.
///
/// A subclass overrides ``makePainter()`` if its content can be copied; the view can then be painted on another thread
/// while the main thread draws frames. Otherwise it overrides ``draw(in:)``. The subclass calls ``setNeedsDisplay()``
/// when its content changes.
///
/// UIKit: `UIView`.
@MainActor
open class View: ItemView {
  /// The width and height, in points. A change repaints the view.
  public var size: Size {
    didSet { if size != oldValue { setNeedsDisplay() } }
  }

  /// Whether the view is visible from behind; by default `true`.
  ///
  /// Core Animation: `CALayer.doubleSided`.
  open var isDoubleSided = true

  /// The view that contains this one; `nil` for an item's own view.
  public weak var superview: (any ItemView)?

  /// The number of calls of ``setNeedsDisplay()``. Pixels painted at an older version are outdated.
  public private(set) var contentVersion = 0

  /// Called after ``contentVersion`` has increased. The window that shows the view sets this closure, unless
  /// it already has a value.
  public var onNeedsDisplay: ((View) -> Void)?

  /// How often the view was painted, on any thread.
  public var paintCount: Int { paintCounter.count }
  let paintCounter = PaintCounter()

  /// Creates a view of `size` points.
  public init(size: Size) {
    self.size = size
  }

  /// Whether no pixel is translucent; by default `false`.
  ///
  /// A window does not rely on it: it examines the painted pixels.
  open var isOpaque: Bool { false }

  /// Paints the content in points from the top left corner; by default with ``makePainter()``.
  open func draw(in canvas: Canvas) {
    makePainter()?(canvas)
  }

  /// Returns a closure that paints the current content on any thread, or `nil`, the default, if only ``draw(in:)`` can.
  open func makePainter() -> Painter? { nil }

  // MARK: Released content

  /// Whether the view has released its content after it was painted. It cannot be painted again before the content
  /// is loaded again.
  package var isContentReleased: Bool { false }

  /// Whether the view has requested its content and can only be painted as a placeholder until the content arrives.
  package var isAwaitingContent: Bool { false }

  /// Called when a texture cache has stored the pixels of `version`. The view may release its content.
  ///
  /// - Parameter byteCount: The memory of the pixels.
  package func didPaint(version: Int, byteCount: Int) {}

  /// Called before the view is painted. If its content is released, the view requests it, once.
  ///
  /// - Parameter hasPixels: Whether old pixels can be shown until the content arrives. If not, the view is painted as a
  ///   placeholder.
  package func requestContent(hasPixels: Bool) {}

  /// Marks the content as changed. The view is painted again before it is next shown.
  ///
  /// UIKit: `setNeedsDisplay`.
  public func setNeedsDisplay() {
    contentVersion += 1
    onNeedsDisplay?(self)
  }
}
