public import Drawing

/// A view that has only a background and subviews. Subclass it to arrange subviews in `layoutSubviews()`.
///
/// It can be painted on any thread if its subviews can. A view that paints its own content is a subclass of
/// ``View``.
open class ContainerView: View {
  // A container without a background has no pixels, so a subclass must not paint any content.
  public final override func makePainter() -> Painter? { { _ in } }
  public final override func draw(in canvas: Canvas) {}

  @_spi(Subclassing) public override var isContentEmpty: Bool { true }
}
