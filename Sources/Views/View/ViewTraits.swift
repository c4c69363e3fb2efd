internal import Geometry

/// The properties that subviews inherit from a view that sets them; `nil` means the value of the superview.
struct ViewTraits: Hashable {
  var layoutDirection: LayoutDirection?
  var theme: Theme?
}
