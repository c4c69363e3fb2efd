internal import CCairo
public import Geometry

extension Canvas {
  /// Applies `transform` to all that is drawn until the state is restored. After a transform without an inverse,
  /// nothing is drawn.
  ///
  /// cairo: `cairo_transform`.
  public func transform(by transform: Transform2D) {
    let determinant = transform.a * transform.d - transform.b * transform.c
    // A matrix without an inverse puts a cairo context into an error state that remains after the state is
    // restored.
    guard transform.isFinite, determinant.isNormal else { return clip(to: Rect.zero) }
    var matrix = cairo_matrix_t(
      xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
    cairo_transform(context, &matrix)
  }
}
