internal import Geometry

/// Decides which view gets the focus after a contact.
///
/// A finger, a pen or a pointer moves the focus only when it is lifted, because it may become the drag of a superview. The
/// on-screen keyboard then appears only for a tap. A drag gives the focus only to the view that is dragged, such as a slider.
///
/// UIKit: `touchUpInside`.
@MainActor
struct TapFocus {
  private struct WeakView { weak var view: View? }

  /// For each contact, the deepest view under its beginning that can have the focus.
  private var targets: [Int: WeakView] = [:]

  mutating func began(_ id: Int, on target: View?) { targets[id] = target.map { WeakView(view: $0) } }

  mutating func canceled(_ id: Int) { targets[id] = nil }

  mutating func cancelAll() { targets = [:] }

  /// Returns the view that gets the focus when a contact is lifted; `nil` if the focus does not move.
  ///
  /// - Parameters:
  ///   - position: In the root view's coordinates.
  ///   - owner: The view that owns the contact; `nil` if no view has claimed it.
  mutating func ended(_ id: Int, at position: Point, owner: View?) -> View? {
    guard let target = targets.removeValue(forKey: id)?.view else { return nil }
    if let owner { return owner === target ? target : nil }
    let isInside = target.convert(position, from: nil).map(target.point(inside:)) ?? false
    return isInside ? target : nil
  }
}
