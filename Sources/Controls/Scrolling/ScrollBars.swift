internal import Geometry
internal import Views

/// The scroll bars of a scroll view.
@MainActor
final class ScrollBars {
  let horizontal = ScrollBar(axis: .horizontal)
  let vertical = ScrollBar(axis: .vertical)
  private var both: [ScrollBar] { [horizontal, vertical] }

  /// Adds the bars to a scroll view.
  ///
  /// - Parameter onMove: Called while a bar is dragged, with the axis and the new scroll position in `0...1`.
  func add(to view: View, onMove: @escaping (Axis, Double) -> Void) {
    for bar in both {
      bar.onMove = onMove
      bar.accessibilityElementsHidden = true
      view.addSubview(bar)
    }
  }

  /// Shows the bars that are needed at their places in a scroll view of `size`.
  func place(in size: Size, _ core: ScrollCore, isShown: Bool) {
    for (bar, track) in zip(both, [core[.horizontal], core[.vertical]]) {
      bar.isHidden = !isShown || track.limit <= 0
      bar.place(in: size, offset: track.offset, limit: track.limit, visible: track.visibleLength)
    }
  }

  /// Makes the bars visible for a second.
  func flash() { for bar in both { bar.flash() } }
}
