/// A change of an element that assistive technologies are notified of.
public enum AccessibilityChange: Hashable, Sendable, CaseIterable {
  /// The value, or a number.
  case value
  /// The label or the description.
  case label
  /// The text that the user edits, its cursor or its selection.
  case text
  /// The selected element inside the element.
  case selection
  /// A state, such as enabled or expanded.
  case state
  /// The elements inside.
  case children
  /// The bounds.
  case bounds
}

/// A notification of an ``AccessibilityHub``.
package enum AccessibilityEvent: Hashable {
  /// The focus has moved to an element; `nil` for none.
  case focus(AccessibilityElement?)
  /// An element has changed.
  case changed(AccessibilityChange, AccessibilityElement)
  /// A text that is to be spoken.
  case announcement(String)
}

/// Collects the changes of a tree, and notifies a listener once a frame.
///
/// While no tree has a listener, a change of a view costs one comparison.
///
/// AT-SPI: the signals of `org.a11y.atspi.Event`.
@MainActor
package final class AccessibilityHub {
  /// The number of hubs with a listener.
  private static var listenerCount = 0
  /// Whether any tree has a listener.
  package static var isAnyListening: Bool { listenerCount > 0 }

  private struct Change: Hashable {
    let kind: AccessibilityChange
    let view: ObjectIdentifier
  }
  private struct WeakView { weak var view: View? }

  /// Called after a frame was prepared in which elements have changed; `nil`, the default, for no listener.
  package var onEvents: (([AccessibilityEvent]) -> Void)? {
    didSet {
      if (onEvents == nil) != (oldValue == nil) { Self.listenerCount += onEvents == nil ? -1 : 1 }
      if onEvents == nil { (changes, order, announcements, focusHasMoved) = ([:], [], [], false) }
    }
  }

  /// Changes with each change of an element and with each frame. A tree of elements is up to date while the number is the
  /// same. It is counted while there is a listener.
  package private(set) var revision = 0
  private var changes: [Change: WeakView] = [:]
  /// The changes in the order in which they happened first.
  private var order: [Change] = []
  private var announcements: [String] = []
  private var focusHasMoved = false

  init() {}

  isolated deinit { if onEvents != nil { Self.listenerCount -= 1 } }

  /// Whether the tree has a listener.
  var isListening: Bool { onEvents != nil }

  func add(_ kind: AccessibilityChange, of view: View) {
    guard isListening else { return }
    revision += 1
    let change = Change(kind: kind, view: ObjectIdentifier(view))
    if changes.updateValue(WeakView(view: view), forKey: change) == nil { order.append(change) }
  }

  func addFocus() {
    focusHasMoved = onEvents != nil
    revision += 1
  }

  func add(announcement: String) {
    if onEvents != nil, !announcement.isEmpty { announcements.append(announcement) }
  }

  /// Notifies the listener of the changes since the last call. The bounds of a view wait until the view and the views around
  /// it rest.
  ///
  /// - Parameter focused: The view with the focus.
  /// - Returns: Whether the listener was called.
  func deliver(focused: View?) -> Bool {
    revision += 1
    guard let onEvents, focusHasMoved || !order.isEmpty || !announcements.isEmpty else { return false }
    var cache = SemanticsCache()
    var events: [AccessibilityEvent] = focusHasMoved ? [.focus(focused?.nearestElement(&cache))] : []
    var (reported, waiting): (Set<AccessibilityEvent>, [Change]) = ([], [])
    for change in order {
      guard let view = changes[change]?.view else {
        changes[change] = nil
        continue
      }
      if change.kind == .bounds, view.chain.contains(where: { $0.wantsAnimation || $0.movesSubviews }) {
        waiting.append(change)
        continue
      }
      changes[change] = nil
      // Several views may belong to one element.
      guard let element = view.nearestElement(&cache) else { continue }
      if change.kind == .children || change.kind == .bounds && element.view !== view {
        // Subviews that are parts of the view's own picture are no elements.
        if element.part == nil, let view = element.view, case .omitted = cache.semantics(of: view).children {
          continue
        }
      }
      let event = AccessibilityEvent.changed(change.kind, element)
      if reported.insert(event).inserted { events.append(event) }
    }
    events += announcements.map { .announcement($0) }
    (order, announcements, focusHasMoved) = (waiting, [], false)
    guard !events.isEmpty else { return false }
    onEvents(events)
    return true
  }
}

/// The semantics of views during one delivery. Those of a list or a carousel depend on all items in sight.
@MainActor
private struct SemanticsCache {
  private var known: [ObjectIdentifier: Semantics] = [:]

  mutating func semantics(of view: View) -> Semantics {
    let id = ObjectIdentifier(view)
    if let semantics = known[id] { return semantics }
    let semantics = view.resolvedSemantics
    known[id] = semantics
    return semantics
  }
}

extension View {
  /// Notifies assistive technologies that the semantics of the view have changed. Views call it for their own properties;
  /// call it when a value changes that your own view's ``semantics`` contains.
  ///
  /// UIKit: `UIAccessibility.post(notification:argument:)`.
  public func accessibilityChanged(_ change: AccessibilityChange) {
    guard AccessibilityHub.isAnyListening, let tree, tree.accessibility.isListening else { return }
    tree.accessibility.add(change, of: self)
    if change == .label, let labelledView { tree.accessibility.add(.label, of: labelledView) }
    // The change may need no painting. During the preparation of a frame, that frame reports it.
    requestFrame()
  }

  /// Called after the view was shown or hidden.
  func elementsWereShownOrHidden() {
    guard AccessibilityHub.isAnyListening, !accessibilityElementsHidden else { return }
    superview?.accessibilityChanged(.children)
  }

  /// Lets a screen reader speak a text, unless the window is hidden.
  ///
  /// UIKit: `UIAccessibility.Notification.announcement`.
  public func announce(_ text: @autoclosure () -> String) {
    // Without frames, announcements would pile up, and be spoken together when the window is shown again.
    guard AccessibilityHub.isAnyListening, let tree, !tree.isSuspended() else { return }
    tree.accessibility.add(announcement: text())
    requestFrame()
  }

  /// The element that the view belongs to: the view itself, or the nearest element around it; `nil` if there is none, or if
  /// the view is hidden.
  fileprivate func nearestElement(_ cache: inout SemanticsCache) -> AccessibilityElement? {
    var containers: [AccessibilityElement.Container] = []
    var nearest: AccessibilityElement?
    for view in chain.reversed() {
      guard view.showsElements else { return nil }
      let semantics = cache.semantics(of: view)
      if semantics.role != nil {
        let isText = semantics.role == .label || semantics.role == .heading || semantics.role == .image
        // Texts and pictures belong to the item that contains them.
        if !(isText && nearest?.part != nil) { nearest = AccessibilityElement(view, in: containers) }
      }
      guard view !== self else { break }
      switch semantics.children {
      case .omitted: return nearest
      case .subviews: break
      case .parts(let parts):
        let around = parts.first {
          if case .view(let content) = $0.area { isDescendant(of: content) } else { false }
        }
        guard let around, case .view(let content) = around.area else { return nearest }
        if around.semantics.role != nil {
          nearest = AccessibilityElement(view, part: around.key, showing: content, in: containers)
        }
        containers.append(
          AccessibilityElement.Container(view: view, key: around.key, content: ObjectIdentifier(content)))
      }
    }
    return nearest
  }
}
