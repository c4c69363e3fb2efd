public import Drawing

/// A view that has only a background and subviews. Subclass it to arrange subviews in `layoutSubviews()`.
///
/// It can be painted on any thread if its subviews can. A view with content of its own is a subclass of ``View``.
open class ContainerView: View {
  // A container without a background has no pixels of its own, so it cannot have content.
  public final override func makePainter() -> Painter? { { _ in } }
  public final override func draw(in canvas: Canvas) {}

  package override var isContentEmpty: Bool { true }
}
