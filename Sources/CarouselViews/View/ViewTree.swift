package import CarouselEngine
package import Geometry

/// A tree of views and its events, without a window.
///
/// The owner passes input and calls ``prepareFrame(at:)`` before it draws the layers of ``forEachLayer(_:)``.
@MainActor
package final class ViewTree {
  /// The view at the top.
  package var root: View {
    didSet {
      guard root !== oldValue else { return }
      events(leave: oldValue)
      detach(oldValue)
      attach()
    }
  }

  /// Passes contacts to views.
  package let contacts = ContactRouter()
  /// Passes hovering and scrolls to views.
  package let pointer = PointerRouter()
  /// The view that keys go to.
  package private(set) lazy var focus = FocusRing { [weak self] in self?.root }

  /// Called when a frame is needed.
  package var onNeedsFrame: (() -> Void)?
  /// Starts a timer: seconds, interval and action.
  package var startTimer: ((Double, Double?, @escaping @MainActor () -> Void) -> any ViewTimer)?
  /// Whether the layers may have changed since the last ``updateLayers()``.
  package var needsLayerUpdate = true
  private var animated: [ObjectIdentifier: WeakView] = [:]

  private struct WeakView {
    weak var view: View?
  }

  /// Creates a tree.
  package init(root: View) {
    self.root = root
    attach()
  }

  private func attach() {
    root.removeFromSuperview()
    root.rootedTree = self
    root.forEachInSubtree { $0.treeDidChange(to: self) }
    needsLayerUpdate = true
    onNeedsFrame?()
  }

  private func detach(_ root: View) {
    guard root.rootedTree === self else { return }
    root.rootedTree = nil
    root.forEachInSubtree { $0.treeDidChange(to: nil) }
  }

  private func events(leave view: View) { cancelEvents(of: view) }

  /// Ends the contacts, the hovering and the focus of a view that leaves the tree or no longer hears events.
  package func cancelEvents(of view: View) {
    contacts.remove(view)
    pointer.remove(view)
    focus.remove(view)
  }

  /// Returns the position in the root's coordinates of a point of the window.
  package func rootPoint(at point: Point) -> Point {
    Homography(root.mapToSuperview).sourcePoint(seenAt: point) ?? point
  }

  /// Begins to call ``View/animate(to:)`` of `view`, once a frame.
  func addAnimation(of view: View) {
    animated[ObjectIdentifier(view)] = WeakView(view: view)
    onNeedsFrame?()
  }

  /// Whether a view is animated.
  package var isAnimating: Bool { !animated.isEmpty }

  /// Animates and lays out the views, and decides on their layers.
  package func prepareFrame(at now: Timestamp) {
    focus.restore()
    for (key, entry) in animated {
      guard let view = entry.view, view.tree === self, view.animate(to: now) else {
        animated[key] = nil
        continue
      }
    }
    root.layoutIfNeeded()
    updateLayers()
  }

  /// Decides which views have pixels of their own.
  package func updateLayers() {
    guard needsLayerUpdate else { return }
    needsLayerUpdate = false
    LayerRoles.update(root, isUpright: true)
    needsLayerUpdate = false
  }

  /// Passes the layers to `body`, back to front. Their maps lead to the window's points.
  package func forEachLayer(_ body: (ViewLayer) -> Void) {
    guard !root.isHidden, root.alpha > 0 else { return }
    let map = Homography(root.mapToSuperview)
    root.forEachLayer(LayerContext(map: map, alpha: min(max(root.alpha, 0), 1)), body)
  }
}
