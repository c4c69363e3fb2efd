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
package enum AccessibilityEvent: Equatable {
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

  private var changes: [Change: WeakView] = [:]
  /// The changes in the order in which they happened first.
  private var order: [Change] = []
  private var announcements: [String] = []
  private var focusHasMoved = false

  init() {}

  isolated deinit { if onEvents != nil { Self.listenerCount -= 1 } }

  func add(_ kind: AccessibilityChange, of view: View) {
    guard onEvents != nil else { return }
    let change = Change(kind: kind, view: ObjectIdentifier(view))
    if changes.updateValue(WeakView(view: view), forKey: change) == nil { order.append(change) }
  }

  func addFocus() { focusHasMoved = onEvents != nil }

  func add(announcement: String) {
    if onEvents != nil, !announcement.isEmpty { announcements.append(announcement) }
  }

  /// Notifies the listener of the changes since the last call.
  ///
  /// - Parameters:
  ///   - isMoving: Whether views move. Changes of bounds wait until they rest.
  ///   - focused: The view with the focus.
  func deliver(isMoving: Bool, focused: View?) {
    guard let onEvents, focusHasMoved || !order.isEmpty || !announcements.isEmpty else { return }
    var events: [AccessibilityEvent] = focusHasMoved ? [.focus(focused?.nearestElement)] : []
    let waiting = isMoving ? order.filter { $0.kind == .bounds } : []
    for change in order where !isMoving || change.kind != .bounds {
      let view = changes.removeValue(forKey: change)?.view
      // Several views may belong to one element.
      guard let view, let element = view.nearestElement else { continue }
      if change.kind == .children || change.kind == .bounds && element.view !== view {
        // Subviews that are parts of the view's own picture are no elements.
        if element.part == nil, case .omitted? = element.view?.resolvedSemantics.children { continue }
      }
      let event = AccessibilityEvent.changed(change.kind, element)
      if !events.contains(event) { events.append(event) }
    }
    events += announcements.map { .announcement($0) }
    (order, announcements, focusHasMoved) = (waiting, [], false)
    if !events.isEmpty { onEvents(events) }
  }
}

extension View {
  /// Notifies assistive technologies that the semantics of the view have changed. Views call it for their own properties;
  /// call it when a value changes that your own view's ``semantics`` contains.
  ///
  /// UIKit: `UIAccessibility.post(notification:argument:)`.
  public func accessibilityChanged(_ change: AccessibilityChange) {
    guard AccessibilityHub.isAnyListening else { return }
    tree?.accessibility.add(change, of: self)
  }

  /// Called after the view was shown or hidden.
  func elementsWereShownOrHidden() {
    guard AccessibilityHub.isAnyListening, !accessibilityElementsHidden else { return }
    superview?.accessibilityChanged(.children)
  }

  /// Lets a screen reader speak a text.
  ///
  /// UIKit: `UIAccessibility.Notification.announcement`.
  public func announce(_ text: @autoclosure () -> String) {
    guard AccessibilityHub.isAnyListening, let tree else { return }
    tree.accessibility.add(announcement: text())
    requestFrame()
  }

  /// The element that the view belongs to: the view itself, or the nearest element around it; `nil` if there is none, or if
  /// the view is hidden.
  var nearestElement: AccessibilityElement? {
    var containers: [AccessibilityElement.Container] = []
    var nearest: AccessibilityElement?
    for view in chain.reversed() {
      guard view.showsElements else { return nil }
      let semantics = view.resolvedSemantics
      if semantics.role != nil {
        let isText = semantics.role == .label || semantics.role == .heading || semantics.role == .image
        // Texts and pictures belong to the item that contains them.
        if !(isText && nearest?.part != nil) { nearest = AccessibilityElement(view, in: containers) }
      }
      guard view !== self else { break }
      switch semantics.children {
      case .omitted: return nearest
      case .subviews, .views: break
      case .parts(let parts):
        let around = parts.first {
          if case .view(let content) = $0.area { isDescendant(of: content) } else { false }
        }
        guard let around, case .view(let content) = around.area else { return nearest }
        nearest = AccessibilityElement(view, part: around.key, in: containers)
        containers.append(
          AccessibilityElement.Container(view: view, key: around.key, content: ObjectIdentifier(content)))
      }
    }
    return nearest
  }
}
