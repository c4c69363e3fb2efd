internal import Geometry

/// Decides which view gets the focus after a touch.
///
/// The press of a pointer moves the focus. A touch moves it only when it is lifted, because it may become the drag
/// of a superview. A drag gives the focus only to the view that is dragged, such as a slider.
///
/// GTK: a press moves the focus; UIKit: `touchUpInside`.
@MainActor
struct TapFocus {
  private struct WeakView { weak var view: View? }

  /// For each touch, the deepest view under its beginning that can have the focus.
  private var targets: [Int: WeakView] = [:]

  mutating func began(_ id: Int, on target: View?) { targets[id] = target.map { WeakView(view: $0) } }

  mutating func canceled(_ id: Int) { targets[id] = nil }

  mutating func cancelAll() { targets = [:] }

  /// Returns the view that gets the focus when a touch is lifted; `nil` if the focus does not move.
  ///
  /// - Parameters:
  ///   - position: In the root view's coordinates.
  ///   - owner: The view that owns the touch; `nil` if no view has claimed it.
  mutating func ended(_ id: Int, at position: Point, owner: View?) -> View? {
    guard let target = targets.removeValue(forKey: id)?.view else { return nil }
    if let owner { return owner === target ? target : nil }
    let isInside = target.convert(position, from: nil).map(target.point(inside:)) ?? false
    return isInside ? target : nil
  }
}
