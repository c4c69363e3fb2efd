internal import CarouselEngine
internal import Geometry

/// The views of a tree that are animated, in the order in which they asked for it.
///
/// The animation of a view that is not shown pauses. It goes on in the frame that shows the view again.
@MainActor
struct ViewAnimations {
  private struct Entry {
    weak var view: View?
    let number: Int
  }
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var count = 0

  /// Whether a view that is shown is animated.
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

  /// The views to animate in a frame.
  var due: [View] {
    entries.values.sorted { $0.number < $1.number }.compactMap {
      $0.view?.showsAnimation == true ? $0.view : nil
    }
  }

  /// Removes the views that want no further frames.
  mutating func removeIdle() { entries = entries.filter { $0.value.view?.wantsAnimation == true } }
}

extension View {
  /// Whether an animation of the view would be seen. A view may animate its own opacity from zero, and its place from
  /// outside of the window.
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
