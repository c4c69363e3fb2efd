import Drawing
public import Geometry

/// A view that is painted by a closure.
public final class PaintedView: View {
  private let isDeclaredOpaque: Bool
  private let painter: Painter

  /// Creates a view that `painter` paints.
  ///
  /// - Parameters:
  ///   - size: In points.
  ///   - isOpaque: Whether `painter` makes all pixels opaque.
  ///   - painter: Paints the view on any thread, in points from the top left corner. To paint state of the main
  ///     actor, use a subclass of ``View`` instead.
  public init(size: Size, isOpaque: Bool = false, painter: @escaping Painter) {
    isDeclaredOpaque = isOpaque
    self.painter = painter
    super.init(size: size)
  }

  public override var isOpaque: Bool { isDeclaredOpaque }

  public override func makePainter() -> Painter? { painter }
}
