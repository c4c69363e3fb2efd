public import Geometry

/// The semantics of a view, with UIKit's names.
///
/// The class of a view computes them: see ``View/semantics``. The properties here replace single values:
///
///     let next = Button(icon: .next)
///     next.accessibilityLabel = "Next"
///
/// A test finds the button by this name: `try window.find(.button, "Next").activate()`.
extension View {
  private func assign(_ change: (AssignedSemantics) -> Void, as event: AccessibilityChange) {
    let assigned = assignedSemantics ?? AssignedSemantics()
    change(assigned)
    assignedSemantics = assigned
    accessibilityChanged(event)
  }

  /// Whether the view is an element; by default it is if it has a role or a label.
  ///
  /// UIKit: `isAccessibilityElement`.
  public var isAccessibilityElement: Bool {
    get { assignedSemantics?.isElement ?? (resolvedSemantics.role != nil) }
    set { assign({ $0.isElement = newValue }, as: .children) }
  }

  /// Whether the view and the elements inside it are hidden from assistive technologies, for example because they only
  /// decorate. By default `false`.
  ///
  /// UIKit: `accessibilityElementsHidden`.
  public var accessibilityElementsHidden: Bool {
    get { assignedSemantics?.hidesElements ?? false }
    set {
      assign({ $0.hidesElements = newValue }, as: .children)
      // A hidden view has no element that could report it.
      superview?.accessibilityChanged(.children)
    }
  }

  /// The kind of the element; `nil` if the view is no element.
  ///
  /// UIKit: `accessibilityTraits`. GTK: `accessible-role`.
  public var accessibilityRole: AccessibilityRole? {
    get { resolvedSemantics.role }
    set { assign({ $0.role = newValue }, as: .children) }
  }

  /// The name of the element, such as the title of a button. A view without a role becomes a group when it gets a name.
  ///
  /// UIKit: `accessibilityLabel`. ARIA: `aria-label`.
  public var accessibilityLabel: String? {
    get { resolvedSemantics.label }
    set { assign({ $0.label = newValue }, as: .label) }
  }

  /// The view whose label names this view, such as the text beside a switch; `nil`, the default, for none.
  ///
  /// ARIA: `aria-labelledby`.
  public var accessibilityLabelView: View? {
    get { assignedSemantics?.labelledBy }
    set {
      assign({ $0.labelledBy = newValue }, as: .label)
      newValue?.assign({ [weak self] in $0.labels = self }, as: .label)
    }
  }

  /// The views that this view controls, such as the carousel that a row of dots scrolls; by default none. The view does not
  /// retain them.
  ///
  /// ARIA: `aria-controls`.
  public var accessibilityControlledViews: [View] {
    get { assignedSemantics?.controlled.views ?? [] }
    set { assign({ $0.controlled.views = newValue }, as: .label) }
  }

  /// The value as text, such as "30 %".
  ///
  /// UIKit: `accessibilityValue`. ARIA: `aria-valuetext`.
  public var accessibilityValue: String? {
    get { resolvedSemantics.value }
    set { assign({ $0.value = newValue }, as: .value) }
  }

  /// A sentence about the effect of an action; by default the tooltip of the view.
  ///
  /// UIKit: `accessibilityHint`. ARIA: `aria-description`.
  public var accessibilityHint: String? {
    get { resolvedSemantics.hint }
    set { assign({ $0.hint = newValue }, as: .label) }
  }

  /// A name for tests, which users do not see; `nil`, the default, for none.
  ///
  /// UIKit: `accessibilityIdentifier`.
  public var accessibilityIdentifier: String? {
    get { assignedSemantics?.identifier }
    set { assign({ $0.identifier = newValue }, as: .label) }
  }

  /// Actions of the application in addition to those of the view, such as "Delete"; by default none.
  ///
  /// UIKit: `accessibilityCustomActions`.
  public var accessibilityCustomActions: [AccessibilityAction] {
    get { assignedSemantics?.actions ?? [] }
    set { assign({ $0.actions = newValue }, as: .label) }
  }

  /// The bounding box of the view in the window's coordinates, through all tilts; `.zero` if the view is not shown.
  ///
  /// UIKit: `accessibilityFrame`.
  public var accessibilityFrame: Rect {
    guard let map = homography(to: nil) else { return .zero }
    return map.concatenated(with: Homography(root.mapToSuperview)).finiteBox(of: bounds)
  }

  /// Does what a tap on the view does. Returns whether the view has such an action and can be used.
  ///
  /// UIKit: `accessibilityActivate`.
  @discardableResult
  public func accessibilityActivate() -> Bool { perform(.activate) }

  /// Increases the value by a step. Returns whether the view has such an action and can be used.
  ///
  /// UIKit: `accessibilityIncrement`.
  @discardableResult
  public func accessibilityIncrement() -> Bool { perform(.increment) }

  /// Decreases the value by a step. Returns whether the view has such an action and can be used.
  ///
  /// UIKit: `accessibilityDecrement`.
  @discardableResult
  public func accessibilityDecrement() -> Bool { perform(.decrement) }

  private func perform(_ name: AccessibilityAction.Name) -> Bool {
    guard let action = availableActions(of: resolvedSemantics).first(where: { $0.name == name }) else {
      return false
    }
    action.perform()
    return true
  }

  // MARK: Resolved values

  /// The view that this view's label names; `nil` if there is none.
  var labelledView: View? {
    assignedSemantics?.labels.flatMap { $0.accessibilityLabelView === self ? $0 : nil }
  }

  /// Whether the application has named the view.
  package var hasAssignedLabel: Bool {
    assignedSemantics.map { $0.label != nil || $0.labelledBy != nil } ?? false
  }

  /// The semantics of the class with the values that the application has set.
  var resolvedSemantics: Semantics {
    var semantics = semantics
    semantics.hint = semantics.hint ?? tooltip
    guard let assigned = assignedSemantics else { return semantics }
    semantics.role = assigned.role ?? semantics.role
    semantics.label = assigned.label ?? semantics.label
    if assigned.label == nil, let label = assigned.labelledBy, label !== self {
      semantics.label = label.assignedSemantics?.label ?? label.semantics.label ?? semantics.label
    }
    semantics.value = assigned.value ?? semantics.value
    semantics.hint = assigned.hint ?? semantics.hint
    semantics.actions += assigned.actions
    let isNamed = assigned.label != nil || !assigned.actions.isEmpty
    if semantics.role == nil, isNamed || assigned.isElement == true { semantics.role = .group }
    if assigned.isElement == false { semantics.role = nil }
    return semantics
  }

  /// Whether the view and the elements inside it belong to the tree, regardless of the superviews.
  var showsElements: Bool {
    !isHidden && alpha >= 0.01 && !layer.isConcealed && !accessibilityElementsHidden
  }

  /// Whether the user can use an element of this view now: it is visible, enabled, and not behind an alert.
  ///
  /// - Parameter semantics: The semantics of the view or of a part.
  func canBeUsed(_ semantics: Semantics) -> Bool {
    semantics.isEnabled && isEffectivelyEnabled
      && chain.allSatisfy { !$0.isHidden && $0.alpha >= 0.01 && !$0.layer.isConcealed }
      && tree?.modalView.map(isDescendant) ?? true
  }

  /// The actions that can be performed now on an element of this view; none for a disabled view and for a view behind an
  /// alert.
  ///
  /// - Parameters:
  ///   - semantics: The semantics of the view or of a part.
  ///   - isPart: Whether the element is a part of the view.
  func availableActions(of semantics: Semantics, isPart: Bool = false) -> [AccessibilityAction] {
    guard canBeUsed(semantics) else { return [] }
    // A text or a picture receives no events, but the application may give it actions.
    guard isReachable else { return isPart ? [] : accessibilityCustomActions }
    var actions = semantics.actions
    guard !isPart else { return actions }
    if canBecomeFocused {
      actions.append(AccessibilityAction(.focus) { [weak self] in self?.becomeFocused() })
    }
    if chain.dropFirst().contains(where: { $0.reveal != nil }) {
      actions.append(
        AccessibilityAction(.scrollToVisible) { [weak self] in
          guard let self else { return }
          for container in chain.dropFirst() { container.reveal?(self) }
        })
    }
    return actions
  }
}

extension Homography {
  /// Returns the bounding box of a rectangle; `.zero` if it is not finite.
  func finiteBox(of rect: Rect) -> Rect {
    let box = boundingBox(of: rect)
    guard box.minX.isFinite, box.minY.isFinite, box.maxX.isFinite, box.maxY.isFinite, box.size.width >= 0,
      box.size.height >= 0
    else { return .zero }
    return box
  }
}
