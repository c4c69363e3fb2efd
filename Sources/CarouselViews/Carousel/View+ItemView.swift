public import CarouselEngine
public import Views

extension View: ItemView {}

extension ItemView where Self: View {
  /// The superview, as the protocol of the engine requires it.
  public var superview: (any ItemView)? {
    let view: View = self
    return view.container
  }
}

extension View {
  fileprivate var container: View? { superview }
}
