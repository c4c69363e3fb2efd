internal import Geometry

/// The sizes that a container gives a view.
struct ViewSizing: Hashable {
  var minimumSize = Size.zero
  var preferredSize: Size?
  var insets = EdgeInsets.zero
  var growFactor = 0.0
}
