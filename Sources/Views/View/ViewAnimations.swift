internal import Geometry

/// The animated views of a tree, in the order in which they requested their animations.
///
/// The animation of an invisible view pauses. It continues in the first frame that shows the view again.
@MainActor
struct ViewAnimations {
  private struct Entry {
    weak var view: View?
    let number: Int
  }
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var count = 0

  /// Whether an animated view is visible.
  var isRunning: Bool { entries.values.contains { $0.view?.showsAnimation == true } }

  private func contains(_ view: View) -> Bool {
    !entries.isEmpty && entries[ObjectIdentifier(view)]?.view === view
  }

  mutating func add(_ view: View) {
    guard !contains(view) else { return }
    count += 1
    entries[ObjectIdentifier(view)] = Entry(view: view, number: count)
  }

  mutating func remove(_ view: View) {
    if contains(view) { entries[ObjectIdentifier(view)] = nil }
  }

  /// The views to animate in the next frame, in order.
  var due: [View] {
    entries.values.sorted { $0.number < $1.number }.compactMap {
      $0.view?.showsAnimation == true ? $0.view : nil
    }
  }

  /// Removes the views whose animations have ended.
  mutating func removeIdle() { entries = entries.filter { $0.value.view?.wantsAnimation == true } }
}

extension View {
  /// Whether the view's animation may be visible. The animation of a view that is transparent or beyond the sides
  /// of the window also counts, unless ``pausesUnseen`` is `true`: it may fade or move the view in.
  fileprivate var showsAnimation: Bool {
    guard !isHidden else { return false }
    var view: View = self
    while let superview = view.superview {
      guard !superview.isHidden, superview.alpha > 0, superview.homography(ofSubview: view) != nil else {
        return false
      }
      view = superview
    }
    return !pausesUnseen || isSeen(in: view)
  }

  private func isSeen(in root: View) -> Bool {
    guard alpha > 0, let map = homography(to: nil) else { return false }
    return !map.boundingBox(of: bounds).intersection(root.bounds).isEmpty
  }
}
