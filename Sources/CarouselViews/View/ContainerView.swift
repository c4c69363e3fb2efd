/// A view that has only a background and subviews. Subclass it to arrange subviews in `layoutSubviews()`.
///
/// It can be painted on any thread if its subviews can.
open class ContainerView: View {
  open override func makePainter() -> Painter? { { _ in } }

  package override var isContentEmpty: Bool { true }
}
